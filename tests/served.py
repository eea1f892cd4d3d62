"""A real server in a process of its own, with a home of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

START_S = 60.0
END_S = 20.0


def free_port() -> int:
    """A TCP port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def environment(home: Path) -> dict[str, str]:
    """Of this process, but nothing is read from or written to the user's own folders."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "JPY_", "WWLV_", "VOILA_"))}
    for name in ("config", "data", "runtime", "cache"):
        (home / name).mkdir(parents=True, exist_ok=True)
    return env | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "APPDATA": str(home / "data"),
        "LOCALAPPDATA": str(home / "data"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "IPYTHONDIR": str(home / "ipython"),
        "WWLV_DATABASE_URL": f"sqlite:///{(home / 'wwlv.db').as_posix()}",
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
    }


@dataclass(slots=True)
class Server:
    """A running server: where it listens, what it has said, and how to end it."""

    process: subprocess.Popen[bytes]
    origin: str  # "http://127.0.0.1:50123"
    base: str  # "/" or "/user/x@y/"
    home: Path

    @property
    def url(self) -> str:
        """The address of the root, with a slash at the end."""
        return self.origin + self.base

    @property
    def port(self) -> int:
        """The TCP port."""
        return int(self.origin.rsplit(":", 1)[1])

    @property
    def out(self) -> str:
        """Standard output so far."""
        return (self.home / "out.log").read_text(encoding="utf-8", errors="replace")

    @property
    def log(self) -> str:
        """Standard error so far."""
        return (self.home / "err.log").read_text(encoding="utf-8", errors="replace")

    def wait_until_ready(self, path: str) -> None:
        """Return once `path` answers, with whatever status."""
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(self.url + path, timeout=5).close()
                return
            except urllib.error.HTTPError as answer:
                answer.close()
                return
            except OSError:
                time.sleep(0.1)
        self.end()
        raise AssertionError(f"the server did not start\n{self.out}\n{self.log}")

    def end(self, how: int = signal.SIGTERM) -> int:
        """End the server, politely and after a while not; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(END_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait(END_S)


def started(
    words: tuple[str, ...], home: Path, *, base: str, ready: str, env: Mapping[str, str], port: int
) -> Server:
    """Run `python -m words`, in which "{port}" and "{base}" are filled in; on this machine alone."""
    if words[0] == "wwlv" and not any(w.startswith("--ip") for w in words):
        words = (*words, "--ip=localhost")  # by itself it answers the whole network, which no test shall
    filled = [w.replace("{port}", str(port)).replace("{base}", base) for w in words]
    with (home / "out.log").open("wb") as out, (home / "err.log").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", *filled],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=home,
            env=environment(home) | dict(env),
        )
    server = Server(process, f"http://127.0.0.1:{port}", base, home)
    server.wait_until_ready(ready)
    return server
