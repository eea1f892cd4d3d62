"""The key in the address: what it opens, and what stays shut without it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import listen
from tests.served import Server
from tests.server.notebooks import BUTTON, notebook
from tests.server.web import ask, cookie

KEY = "a-key-of-the-test"


BASES = pytest.mark.parametrize("server", ["/", "/user/x@y/"], indirect=True)


@pytest.fixture
def server(request: pytest.FixtureRequest, serve: Callable[..., Server], tmp_path: Path) -> Server:
    words = ("--no-browser", "--port={port}", "--base_url={base}", f"--token={KEY}")
    return serve(
        "wwlv",
        f"--notebook={notebook(tmp_path, BUTTON)}",
        *words,
        base=getattr(request, "param", "/user/x@y/"),
    )


def test_without_a_key_there_is_a_page_in_words_and_no_redirect(server: Server) -> None:
    answer = ask(server.url)
    assert answer.status == 403
    assert answer.headers["Location"] is None
    assert "This door has a key" in answer.text
    assert "這扇門需要鑰匙" in answer.text
    assert "That key does not fit" not in answer.text


def test_a_wrong_key_is_told_so_and_not_repeated(server: Server) -> None:
    for answer in (ask(f"{server.url}?token=guessed"), ask(server.url, data=b"token=guessed")):
        assert answer.status == 403
        assert answer.headers["Location"] is None
        assert "That key does not fit" in answer.text
        assert "guessed" not in answer.text
        assert not cookie(answer)


@BASES
def test_the_key_becomes_a_cookie_and_leaves_the_address(server: Server) -> None:
    answer = ask(f"{server.url}?theme=dark&token={KEY}")
    assert answer.status == 302
    assert answer.headers["Location"] == f"{server.base}?theme=dark"
    assert answer.body == b""
    (kept,) = answer.headers.get_all("Set-Cookie")
    assert "HttpOnly" in kept
    assert "SameSite=Lax" in kept
    assert f"Path={server.base}" in kept
    drawn = ask(server.url, Cookie=cookie(answer))
    assert drawn.status == 200
    assert "Shuffling the cards" in drawn.text


def test_a_pasted_key_opens_too(server: Server) -> None:
    answer = ask(server.url, data=f"token={KEY}".encode())
    assert answer.status == 303
    assert answer.headers["Location"] == server.base
    assert ask(server.url, Cookie=cookie(answer)).status == 200


@BASES
def test_the_way_in_never_leads_to_another_site(server: Server) -> None:
    for path in ("//elsewhere.example/", "/\\elsewhere.example/", "%2F%2Felsewhere.example"):
        place = ask(
            f"{server.url}{path.lstrip('/') if server.base != '/' else path[1:]}?token={KEY}"
        ).headers["Location"]
        assert place.startswith(server.base)
        assert not place.startswith(("//", "/\\"))


def test_nothing_of_the_kernels_answers_without_a_key(server: Server) -> None:
    kernel = "01234567-89ab-cdef-0123-456789abcdef"
    socket = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    socket["Sec_WebSocket_Key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    for path in (f"api/kernels/{kernel}/channels", f"voila/query/{kernel}"):
        assert ask(server.url + path, **socket).status == 403, path
    for path in (f"api/kernels/{kernel}", "voila/files/picture.png", "anything"):
        assert ask(server.url + path).status == 403, path
    assert ask(f"{server.url}voila/api/shutdown/{kernel}", data=b"").status == 403


def test_the_address_is_printed_and_the_key_is_in_no_log(server: Server) -> None:
    ask(f"{server.url}?token={KEY}")
    ask(f"{server.url}?token={KEY}%20wrong")
    ask(f"{server.url}voila/files/none.png?token={KEY}")
    ask(f"{server.url}api/kernels/%FF?token={KEY}")
    server.end()
    assert server.out.count("http://") == 1
    assert f"http://localhost:{server.port}{server.base}?token={KEY}" in server.out
    assert server.log == ""


@BASES
def test_in_a_browser_the_address_bar_shows_no_key(server: Server, page: Callable[..., Page]) -> None:
    tab = page()
    heard = listen(tab)
    tab.goto(server.url)
    assert tab.title() == "Wits & Wagers · Las Vegas"
    tab.get_by_label("Key").fill("guessed")
    tab.get_by_role("button").click()
    assert tab.get_by_role("alert").first.is_visible()
    assert "guessed" not in tab.url
    tab.get_by_label("Key").fill(KEY)
    tab.get_by_role("button").click()
    tab.get_by_role("button", name="press").click()
    tab.get_by_role("button", name="pressed in").wait_for()
    assert tab.url == server.url
    assert not heard.outside
