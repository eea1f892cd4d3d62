"""A Jupyter server inside the test, from pytest-jupyter, with our extension in it.

Its fixtures are named one by one and only for the module that asks: loaded as a plugin they would end a server, and an
event loop, after every test of the suite.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
from pytest_jupyter.jupyter_core import (
    echo_kernel_spec,
    jp_asyncio_loop,
    jp_config_dir,
    jp_data_dir,
    jp_env_config_path,
    jp_env_jupyter_path,
    jp_environ,
    jp_home_dir,
    jp_kernel_dir,
    jp_runtime_dir,
    jp_system_config_path,
    jp_system_jupyter_path,
)
from pytest_jupyter.jupyter_server import (
    jp_argv,
    jp_auth_header,
    jp_configurable_serverapp,
    jp_fetch,
    jp_http_port,
    jp_logging_stream,
    jp_nbconvert_templates,
    jp_root_dir,
    jp_server_cleanup,
    jp_serverapp,
    jp_web_app,
    jp_ws_fetch,
)
from pytest_jupyter.pytest_tornasync import http_server, http_server_client, http_server_port
from tornado.httpclient import HTTPResponse
from traitlets.config import Config

from tests.server.phones import Line
from wwlv.room.store import Store

T = TypeVar("T")

BASES = ("/user/x%40y/", "/user/x@y/")
"""Where a hub puts the server of x@y; both spellings are met."""

__all__ = [
    "BASES",
    "Jupyter",
    "echo_kernel_spec",
    "http_server",
    "http_server_client",
    "http_server_port",
    "jp_argv",
    "jp_asyncio_loop",
    "jp_auth_header",
    "jp_base_url",
    "jp_config_dir",
    "jp_configurable_serverapp",
    "jp_data_dir",
    "jp_env_config_path",
    "jp_env_jupyter_path",
    "jp_environ",
    "jp_fetch",
    "jp_home_dir",
    "jp_http_port",
    "jp_kernel_dir",
    "jp_logging_stream",
    "jp_nbconvert_templates",
    "jp_root_dir",
    "jp_runtime_dir",
    "jp_server_cleanup",
    "jp_server_config",
    "jp_serverapp",
    "jp_system_config_path",
    "jp_system_jupyter_path",
    "jp_web_app",
    "jp_ws_fetch",
    "jupyter",
]


@pytest.fixture(params=BASES)
def jp_base_url(request: pytest.FixtureRequest) -> str:
    base: str = request.param
    return base


@pytest.fixture
def jp_server_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.setenv("WWLV_DATABASE_URL", f"sqlite:///{tmp_path / 'wwlv.db'}")
    monkeypatch.setenv("JUPYTER_PATH", "")  # the extension adds to it, which is undone with this
    extensions = {"wwlv.server.extension": True, "voila.server_extension": True}
    # the answer to a server that is not bound to this machine alone: a hub sets it
    return Config({"ServerApp": {"jpserver_extensions": extensions, "allow_remote_access": True}})


class Jupyter:
    """The running server, from outside: with the teacher's token or without."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, base: str, fetch: Any, client: Any, store: Store
    ) -> None:
        self._loop, self._fetch, self._client = loop, fetch, client
        self.base, self.store = base, store
        self._lines: list[Line] = []

    def run(self, doing: Any) -> Any:
        """Wait for something that happens on the server's loop."""
        return self._loop.run_until_complete(doing)

    @property
    def url(self) -> str:
        """The address under which it is found."""
        return f"{self._client.get_url('')}{self.base}"

    def get(self, path: str, **headers: str) -> HTTPResponse:
        """Ask as a phone does, without a token; header names with _ for -. No redirect is followed."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        how = {"headers": named, "raise_error": False, "follow_redirects": False}
        return self.run(self._client.fetch(self.base + path, **how))

    def with_token(self, path: str, **query: str) -> HTTPResponse:
        """Ask as the teacher."""
        return self.run(self._fetch(f"{path}?{urlencode(query)}" if query else path, raise_error=False))

    def line(self, **headers: str) -> Line:
        """A phone connects; HTTPClientError where it is refused."""
        line: Line = self.run(Line.open(self.url, **headers))
        self._lines.append(line)
        return line

    def ask(self, line: Line, act: str, **fields: Any) -> dict[str, Any]:
        """What a phone is answered."""
        answer: dict[str, Any] = self.run(line.ask(act, **fields))
        return answer

    def close(self) -> None:
        """Everybody hangs up."""
        for line in self._lines:
            line.close()
            self.run(line.until(lambda one: one.is_closed, 5))
        self.store.close()


@pytest.fixture
def jupyter(
    jp_asyncio_loop: asyncio.AbstractEventLoop, jp_base_url: str, jp_fetch: Any, http_server_client: Any
) -> Iterator[Jupyter]:
    running = Jupyter(jp_asyncio_loop, jp_base_url, jp_fetch, http_server_client, Store())
    yield running
    running.close()
