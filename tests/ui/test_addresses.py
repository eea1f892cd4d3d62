"""Which address a phone in the classroom can reach."""

import socket

import pytest

from wwlv.ui.addresses import Found, answers, at, base_of, chosen, found, is_local, ordered, spoken


def test_home_networks_come_first_and_virtual_ones_last() -> None:
    seen = [
        Found("docker0", "172.17.0.1"),
        Found("lo", "127.0.0.1"),
        Found("eth2", "140.112.1.9"),
        Found("eth1", "172.20.1.5"),
        Found("tailscale0", "100.90.1.2"),
        Found("eth0", "10.1.2.3"),
        Found("wlan0", "192.168.1.5"),
        Found("en7", "169.254.3.4"),
        Found("vEthernet (WSL)", "192.168.99.1"),
    ]
    assert ordered(seen) == (
        "192.168.1.5",
        "10.1.2.3",
        "172.20.1.5",
        "140.112.1.9",
        "192.168.99.1",
        "172.17.0.1",
        "100.90.1.2",
    )


def test_only_172_16_to_31_is_a_home_of_its_kind() -> None:
    assert ordered([Found("a", "172.32.0.1"), Found("b", "172.31.0.1")]) == ("172.31.0.1", "172.32.0.1")


def test_nothing_but_loopback_and_link_local_is_nothing() -> None:
    assert ordered([Found("lo", "127.0.0.1"), Found("en0", "169.254.1.1")]) == ()


def test_an_address_of_a_real_and_a_virtual_interface_counts_as_real() -> None:
    both = [Found("br-lan", "192.168.1.5"), Found("eth0", "10.0.0.2"), Found("eth1", "192.168.1.5")]
    assert ordered(both) == ("192.168.1.5", "10.0.0.2")


def test_this_machine_knows_its_own_loopback() -> None:
    assert "127.0.0.1" in {one.ip for one in found()}


@pytest.mark.parametrize(
    ("sent", "base"),
    [
        ("http://localhost:8866/", "http://localhost:8866/"),
        ("https://hub.school.tw/user/x%40y/", "https://hub.school.tw/user/x%40y/"),
        ("http://192.168.1.5:8866/a/?token=1#2", "http://192.168.1.5:8866/a/"),
        ("http://me:secret@192.168.1.5/", "http://192.168.1.5/"),
        ("http://[::1]:8866/", "http://[::1]:8866/"),
        ("javascript:alert(1)", ""),
        ("file:///etc", ""),
        ("http://", ""),
        ("http://x:99999/", ""),
        ("http://a b/", ""),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_what_a_page_says_is_taken_only_where_it_is_an_address(sent: str, base: str) -> None:
    assert base_of(sent) == base


@pytest.mark.parametrize(
    ("base", "local"),
    [
        ("http://localhost:8866/", True),
        ("http://127.0.0.1/", True),
        ("http://127.3.2.1:1/", True),
        ("http://[::1]:8866/", True),
        ("http://192.168.1.5:8866/", False),
        ("https://localhost.school.tw/", False),
        ("https://hub.school.tw/user/x/", False),
    ],
)
def test_an_address_that_means_this_machine_is_useless_on_a_phone(base: str, local: bool) -> None:
    assert is_local(base) is local


def test_port_and_folder_stay_under_another_address() -> None:
    assert at("http://localhost:8866/user/x/", "10.0.0.2") == "http://10.0.0.2:8866/user/x/"
    assert at("https://localhost/", "10.0.0.2") == "https://10.0.0.2/"


def test_an_address_is_read_aloud_without_its_protocol() -> None:
    assert spoken("http://192.168.1.5:8866/wwlv/") == "192.168.1.5:8866/wwlv"


def test_the_address_that_was_tapped_stays_while_it_exists() -> None:
    assert chosen(("10.0.0.2", "10.0.0.3"), "10.0.0.3") == "10.0.0.3"
    assert chosen(("10.0.0.2",), "10.0.0.3") == "10.0.0.2"
    assert chosen((), "10.0.0.3") == ""


def test_a_server_for_this_machine_alone_is_noticed() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        assert not answers(f"http://127.0.0.1:{port}/")
        listening.listen()
        assert answers(f"http://127.0.0.1:{port}/")
