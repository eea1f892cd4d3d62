"""A phone in a browser at a Jupyter server under the base URL of a hub, with the extension as an installation turns it on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import listen
from tests.served import Server
from tests.server.jupyters import BASES
from tests.server.phones import room_in, store_of
from tests.server.ways import KEY


@pytest.mark.parametrize("base", BASES)
def test_a_phone_joins_sits_and_guesses_and_a_reload_keeps_the_seat(
    base: str, serve: Callable[..., Server], page: Callable[..., Page]
) -> None:
    server = serve(
        *("jupyter_server", "--no-browser", "--port={port}", "--ServerApp.port_retries=0", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={KEY}", "--ServerApp.base_url={base}"),
        base=base,
    )
    store = store_of(server)
    room = room_in(store)
    tab = page(viewport={"width": 390, "height": 780}, locale="en-GB")
    heard = listen(tab)
    tab.goto(f"{server.url}wwlv/{room.opened.code}")
    tab.fill("#name", "Ann")
    tab.press("#name", "Enter")
    tab.click("[data-act=sit][data-a-seat='1']")
    tab.wait_for_selector("#screen[data-name=wits]")
    room.ask()
    tab.fill("#guess", "1234")
    tab.click("[data-send]:enabled")
    tab.locator("[data-mine=own]", has_text="1,234").wait_for()
    room.refresh()
    assert room.state.guesses[1] == 1234
    tab.reload()
    tab.locator("[data-mine=own]", has_text="1,234").wait_for()
    assert tab.locator(".top .id").inner_text().split() == ["Team", "2", "Ann"]
    room.refresh()
    assert [p.name for p in room.roster.people] == ["Ann"]
    # everything it asked for lies under the base, spelt as the server spells it, and none of it has the server's token
    asked = [re.sub(r"^\w+://[^/]+", "", url) for url in heard.requests if not url.startswith("data:")]
    assert [url for url in asked if not url.startswith(f"{base}wwlv/") and url != "/favicon.ico"] == []
    assert f"{base}wwlv/socket" in asked
    assert heard.errors == []
    assert KEY not in "".join(heard.requests) + server.log.split("running at:")[0]
    store.close()


@pytest.mark.parametrize("base", BASES)
def test_two_servers_of_one_hub_do_not_share_a_seat(
    base: str, serve: Callable[..., Server], page: Callable[..., Page]
) -> None:
    """All servers of a hub have one origin, so a browser keeps one storage for them."""
    server = serve(
        *("jupyter_server", "--no-browser", "--port={port}", "--ServerApp.port_retries=0", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={KEY}", "--ServerApp.base_url={base}"),
        base=base,
    )
    store = store_of(server)
    tab = page(viewport={"width": 390, "height": 780}, locale="en-GB")
    tab.add_init_script("localStorage.setItem('wwlv./user/other/.token', 'not-ours')")
    tab.goto(f"{server.url}wwlv/{room_in(store).opened.code}")
    tab.fill("#name", "Ann")
    tab.press("#name", "Enter")
    tab.wait_for_selector("[data-act=sit]")
    tokens = tab.evaluate("Object.entries(localStorage).filter(([k]) => k.endsWith('.token'))")
    assert dict(tokens).keys() == {"wwlv./user/other/.token", f"wwlv.{base}.token"}
    assert dict(tokens)["wwlv./user/other/.token"] == "not-ours"
    store.close()
