"""The command `wwlv`: Voilà with a key to the door, a kernel warmed up, and our own page."""

import asyncio
import errno
import io
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Any

from jupyter_core.utils import run_sync
from platformdirs import user_data_path
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.netutil import bind_sockets
from tornado.web import HTTPError
from traitlets import default, validate
from traitlets.config import Config
from voila.app import Voila

from wwlv import __version__
from wwlv.places import shipped
from wwlv.server.door import KeyIdentity, guarded
from wwlv.server.handlers import handlers
from wwlv.server.kernels import PageKernelManager
from wwlv.server.page import offer
from wwlv.server.quiet import NoNews, ScrubbingFormatter, hide, log_answer, one_console
from wwlv.text import catalog

ALONE_S = 600  # a kernel whose page has gone without a word is ended after this
LOOK_S = 60


class CannotServe(Exception):
    """Said to the teacher as it is; then the command ends."""


def _settings() -> Config:
    """What differs from Voilà's defaults; the command line may still say otherwise."""
    config = Config()
    config.VoilaConfiguration.template = "wwlv"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.preheat_kernel = True
    config.VoilaConfiguration.default_pool_size = 1
    config.VoilaConfiguration.multi_kernel_manager_class = PageKernelManager
    config.MappingKernelManager.cull_idle_timeout = ALONE_S
    config.MappingKernelManager.cull_interval = LOOK_S
    config.MappingKernelManager.cull_connected = False
    config.IdentityProvider.cookie_options = {"samesite": "Lax"}
    return config


class WwlvApp(Voila):  # type: ignore[misc]
    """A server for one notebook and one teacher."""

    name = "wwlv"
    version = __version__
    examples = "wwlv --port 8866 --no-browser"
    description = "Opens the dashboard of Wits & Wagers and Las Vegas."
    _log_formatter_cls = ScrubbingFormatter
    port: int
    token: str | None
    notebook_path: str | None
    aliases = Voila.aliases | {"ip": "Voila.ip", "notebook": "Voila.notebook_path"}

    @default("ip")
    def _ip(self) -> str:
        """Every interface, so that the class's phones reach it; the dashboard stays behind its key."""
        return "0.0.0.0"

    @default("log_level")
    def _log_level(self) -> int:
        return logging.WARNING

    @default("cookie_secret")
    def _cookie_secret(self) -> bytes:
        """Kept, so that the teacher's page is still let in after the server has been started again."""
        return kept_secret(user_data_path("wwlv") / "cookie-secret")

    @default("config_file_paths")
    def _config_file_paths(self) -> list[str]:
        """None: a voila.py for other notebooks, or one that lies about in this folder, is not about us."""
        return []

    @default("connection_dir_root")
    def _connection_dir_root(self) -> str:
        return tempfile.gettempdir()

    @default("identity_provider_class")
    def _identity_provider_class(self) -> type[KeyIdentity]:
        return KeyIdentity

    @validate("base_url", "server_url")
    def _slashes(self, proposal: Any) -> str | None:
        value: str | None = proposal["value"]
        return value if value is None else "/" + f"{value.strip('/')}/".lstrip("/")

    def initialize(self, argv: list[str] | None = None) -> None:
        """Read the command line.

        Raises
        ------
        CannotServe
            There is no such notebook.
        """
        offer()
        self.update_config(_settings())
        self.log.addFilter(NoNews())
        try:
            super().initialize(argv)
        except ValueError as error:  # Voilà's word for an argument that is no notebook
            raise CannotServe(str(error)) from None

    def setup_template_dirs(self) -> None:
        """The last step before Voilà looks for the notebook: without one it is the dashboard."""
        if not self.notebook_path:
            self.notebook_path = str(shipped("notebooks") / "dashboard.ipynb")
        if not os.path.isfile(self.notebook_path):
            raise CannotServe(catalog("en")("serve.no_notebook", path=self.notebook_path))
        self.notebook_path = os.path.abspath(self.notebook_path)
        super().setup_template_dirs()

    # --- what is served
    def init_settings(self) -> dict[str, Any]:
        """Voilà's, with a key always and a log of its own."""
        self.auto_token, self.token = True, self.token or None
        settings: dict[str, Any] = super().init_settings()
        hide(self.identity_provider.token)
        return settings | {"log_function": log_answer, "login_url": self.base_url}

    def init_handlers(self) -> list[Any]:
        """Ours before Voilà's, whose last one takes every address."""
        return handlers(self.server_url) + guarded(super().init_handlers())

    # --- from start to end
    def start(self) -> None:
        """Serve until told to stop. The port is taken first, as the kernels are told it."""
        self._sockets = self._bound()
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        super().start()

    def _bound(self) -> list[socket.socket]:
        last = min(65535, self.port + self.port_retries)
        for port in range(self.port, last + 1):
            try:
                sockets = bind_sockets(port, self.ip)
            except socket.gaierror as error:
                raise CannotServe(catalog("en")("serve.no_address", ip=self.ip, why=error.strerror)) from None
            except OSError as error:
                if not _taken(error):
                    why = error.strerror or str(error)
                    raise CannotServe(catalog("en")("serve.no_address", ip=self.ip, why=why)) from None
                continue
            if port and port != self.port:
                print(catalog("en")("serve.busy", port=str(self.port), instead=str(port)), flush=True)
            self.port = sockets[0].getsockname()[1]
            return sockets
        raise CannotServe(catalog("en")("serve.no_port", port=str(self.port), last=str(last)))

    def listen(self) -> None:
        """Answer, say where, and run until told to stop."""
        HTTPServer(self.app).add_sockets(self._sockets)
        print(catalog("en")("serve.ready", url=self.address), flush=True)
        if self.open_browser:
            threading.Thread(target=self._browse, daemon=True).start()
        if sys.platform == "win32":  # there the loop sleeps through Ctrl-C
            PeriodicCallback(lambda: None, 500).start()
        try:
            self.ioloop.start()
        finally:
            self.stop()

    @property
    def address(self) -> str:
        """What to open on this machine, key included."""
        everywhere = self.ip in ("", "*", "0.0.0.0", "::")
        host = "localhost" if everywhere else f"[{self.ip}]" if ":" in self.ip else self.ip
        url = self.custom_display_url or self._url(host)
        return f"{url}?token={self.identity_provider.token}"

    def _browse(self) -> None:
        try:
            webbrowser.get(self.browser or None).open(self.address, new=self.webbrowser_open_new)
        except webbrowser.Error:
            self.log.debug("no browser to open; the address has been printed")

    def stop(self) -> None:
        """End the kernels, then forget their connection files; a second Ctrl-C does not interrupt it."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        run_sync(self._end_kernels)()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    async def _end_kernels(self) -> None:
        try:
            await asyncio.wait_for(self._end_every_kernel(), 15)
        except TimeoutError:
            self.log.warning("some kernels did not end in time")

    async def _end_every_kernel(self) -> None:
        """Jupyter refuses to end all kernels while one is just starting or going; that one is waited for."""
        while True:
            try:
                await self.kernel_manager.shutdown_all(now=True)
            except HTTPError:
                await asyncio.sleep(0.05)
            else:
                return


def kept_secret(path: Path) -> bytes:
    """A random secret that only this user can read, made once; one for this run where it cannot be kept."""
    try:
        if path.is_file() and len(found := path.read_bytes()) >= 32:
            return found
        path.parent.mkdir(parents=True, exist_ok=True)
        made = os.urandom(64)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(made)
    except OSError:
        return os.urandom(64)
    return made


def _taken(error: OSError) -> bool:
    """Whether the port is another program's, or one that only an administrator may use."""
    windows = {getattr(errno, name, errno.EADDRINUSE) for name in ("WSAEADDRINUSE", "WSAEACCES")}
    return error.errno in {errno.EADDRINUSE, errno.EACCES} | windows


def main(argv: list[str]) -> int:
    """Run the command with these words; its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    one_console()
    app = WwlvApp()
    try:
        app.initialize(argv)
        app.start()
    except CannotServe as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0
