"""The command `wwlv` on a teacher's machine: ports, addresses, and plain words when something is in the way."""

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.served import Server, environment, free_port
from tests.server.notebooks import notebook
from tests.server.web import ask


def _printed_key(server: Server) -> str:
    return server.out.rsplit("token=", 1)[1].strip()


def test_every_start_has_a_key_of_its_own_even_if_told_an_empty_one(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    small = notebook(tmp_path, "1")
    keys = set()
    for extra in ((), ("--token=",)):
        server = serve("wwlv", "--no-browser", "--port={port}", f"--notebook={small}", *extra)
        keys.add(_printed_key(server))
        assert ask(server.url).status == 403
        assert ask(f"{server.url}?token=").status == 403
        assert ask(f"{server.url}?token={_printed_key(server)}").status == 302
    assert len(keys) == 2
    assert min(map(len, keys)) >= 32


def test_a_busy_port_is_passed_over_and_said_so(serve: Callable[..., Server], tmp_path: Path) -> None:
    while True:
        taken = free_port()
        with socket.socket() as other, socket.socket() as probe:
            other.bind(("127.0.0.1", taken))
            other.listen()
            try:
                probe.bind(("127.0.0.1", taken + 1))
            except OSError:
                continue
            probe.close()
            words = ("--no-browser", f"--port={taken}", f"--notebook={notebook(tmp_path, '1')}")
            server = serve("wwlv", *words, port=taken + 1)
        break
    first, second = server.out.splitlines()
    assert str(taken) in first
    assert str(taken + 1) in first
    assert second.endswith(f"http://localhost:{taken + 1}/?token={_printed_key(server)}")


def test_on_all_addresses_the_printed_one_can_be_opened(serve: Callable[..., Server], tmp_path: Path) -> None:
    words = ("--no-browser", "--port={port}", "--ip=0.0.0.0", "--base_url=/deep/er")
    server = serve("wwlv", *words, f"--notebook={notebook(tmp_path, '1')}", base="/deep/er/")
    assert f"http://localhost:{server.port}/deep/er/?token=" in server.out


def test_a_notebook_that_is_not_there_is_one_plain_line(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "wwlv", "--no-browser", f"--notebook={tmp_path / 'none.ipynb'}"]
    done = subprocess.run(
        words,
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "none.ipynb" in done.stderr
