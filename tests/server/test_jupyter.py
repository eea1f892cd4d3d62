"""Our handlers inside any Jupyter server, as behind a hub: phones need no key, and everything else still does."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from jupyter_server.serverapp import ServerApp
from tornado.httpclient import HTTPClientError

from tests.server.jupyters import *  # noqa: F403
from tests.server.jupyters import Jupyter
from tests.server.notebooks import notebook
from tests.server.phones import room_in
from wwlv import __version__

PUBLIC = "class.example"


def _addresses(page: str) -> list[str]:
    """Every address in the page but those that hold their own content."""
    found = [unescape(a) for a in re.findall(r'(?:href|src|action)="([^"]*)"', page)]
    return [a for a in found if not a.startswith("data:")]


def test_a_phone_needs_no_token(jupyter: Jupyter) -> None:
    for path in ("wwlv/", "wwlv/remote", "wwlv/BCDF", "wwlv/static/phone.js", "wwlv/static/phone.css"):
        assert (path, jupyter.get(path).code) == (path, 200)
    health = jupyter.get("wwlv/health")
    assert json.loads(health.body) == {"wwlv": __version__}
    assert jupyter.ask(jupyter.line(), "ping")["ok"]


def test_everything_else_needs_one(jupyter: Jupyter, jp_root_dir: Path) -> None:
    notebook(jp_root_dir, "1")
    for path in (
        "api/contents",
        "api/contents/small.ipynb",
        "api/kernels",
        "api/sessions",
        "api/terminals",
        "voila",
        "voila/render/small.ipynb",
    ):
        refused = jupyter.get(path)
        assert refused.code in (302, 401, 403), path
        if refused.code == 302:
            assert refused.headers["Location"].startswith(f"{jupyter.base}login?")
    for path in ("api/contents", "api/contents/small.ipynb", "api/kernels"):
        assert jupyter.with_token(path).code == 200, path


def test_a_token_of_a_phone_opens_nothing_of_jupyter(jupyter: Jupyter) -> None:
    line = jupyter.line()
    token = jupyter.ask(line, "join", code=room_in(jupyter.store).opened.code, name="Ann")["token"]
    assert jupyter.get(f"api/contents?token={token}").code in (302, 401, 403)
    assert jupyter.get("api/kernels", Authorization=f"token {token}").code in (302, 401, 403)


def test_a_class_plays_over_the_socket(jupyter: Jupyter) -> None:
    room = room_in(jupyter.store)
    line = jupyter.line()
    code = room.opened.code
    assert jupyter.ask(line, "hello", lang="en", token="", code=code)["show"]["screen"] == "name"
    joined = jupyter.ask(line, "join", code=code, name="Ann")
    assert jupyter.ask(line, "sit", seat=1)["show"]["screen"] == "wits"
    room.ask()
    assert jupyter.run(line.until(lambda one: one.shown["phase"] == "1.guess"))
    sent = jupyter.ask(line, "estimate", phase="1.guess", question=room.question, value="123")
    assert sent["ok"], sent
    room.refresh()
    assert [g and str(g) for g in room.state.guesses[:3]] == [None, "123", None]
    line.close()
    again = jupyter.line()
    assert (
        jupyter.ask(again, "hello", lang="en", token=joined["token"], code="")["show"]["mine"]["own_value"]
        == "123"
    )


def test_the_page_asks_for_nothing_but_what_lies_under_its_base(jupyter: Jupyter) -> None:
    page = jupyter.get("wwlv/BCDF").body.decode()
    (base,) = re.findall(r'data-base="([^"]*)"', page)
    assert unescape(base) == jupyter.base
    assert len(_addresses(page)) >= 2
    for address in _addresses(page):
        assert address.startswith(f"{jupyter.base}wwlv/static/")
        assert jupyter.get(address.removeprefix(jupyter.base)).code == 200
    script = jupyter.get("wwlv/static/phone.js").body.decode()
    assert "`${base}wwlv/socket`" in script  # and tests/server/test_hub.py sees it connect
    assert not re.findall(r"https?://|[\"'`]/(?:wwlv|user)", script)


def test_no_phone_page_lies_beside_the_base(jupyter: Jupyter, http_server_client: object) -> None:
    for path in ("/wwlv/", "/wwlv/health", "/user/xy/wwlv/", "/user/x@y@z/wwlv/"):
        beside = jupyter.run(http_server_client.fetch(path, raise_error=False, follow_redirects=False))  # type: ignore[attr-defined]
        assert beside.code == 404, path


# --- behind a proxy that speaks TLS
def test_behind_a_proxy_a_page_of_the_public_name_may_connect(jupyter: Jupyter) -> None:
    forwarded = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": PUBLIC}
    for told in (
        forwarded,
        {**forwarded, "X_Forwarded_Host": f"{PUBLIC}:443"},
        {"Host": PUBLIC, "X_Forwarded_Proto": "https"},
    ):
        assert jupyter.ask(jupyter.line(Origin=f"https://{PUBLIC}", **told), "ping")["ok"]


@pytest.mark.parametrize(
    "origin",
    [
        "https://other.example",
        f"https://{PUBLIC}.other.example",
        f"https://other-{PUBLIC}",
        f"https://{PUBLIC}:8443",
        "null",
    ],
)
def test_behind_a_proxy_a_page_of_another_name_may_not(jupyter: Jupyter, origin: str) -> None:
    for told in ({"X_Forwarded_Host": PUBLIC}, {"Host": PUBLIC}):
        with pytest.raises(HTTPClientError) as refused:
            jupyter.line(Origin=origin, X_Forwarded_Proto="https", **told)
        assert refused.value.code == 403


def test_a_wheel_brings_the_setting_that_turns_the_extension_on(jp_serverapp: ServerApp) -> None:
    shipped = json.loads(
        (Path(__file__).parents[2] / "wwlv" / "server" / "jupyter" / "wwlv.json").read_text()
    )
    ((name, on),) = shipped["ServerApp"]["jpserver_extensions"].items()
    assert on
    assert name in jp_serverapp.extension_manager.extensions
