"""The three ways to serve a notebook, and one of them under the base URL of a hub."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from tests.served import Server

KEY = "a-key-of-the-test"
WAYS = ("wwlv", "voila", "jupyter", "hub")


def served(serve: Callable[..., Server], way: str, path: Path) -> tuple[Server, str]:
    """A server for a notebook in one of the ways, and the address of the page."""
    if way == "wwlv":
        words = ("--no-browser", "--port={port}", f"--token={KEY}", f"--notebook={path}")
        server = serve("wwlv", *words)
        return server, f"{server.url}?token={KEY}"
    if way == "voila":
        server = serve("voila", "--no-browser", "--port={port}", str(path), ready="voila/static/voila.js")
        return server, server.url
    server = serve(
        *("jupyter_server", "--no-browser", "--port={port}", "--ServerApp.port_retries=0", "--allow-root"),
        *(
            f"--IdentityProvider.token={KEY}",
            "--ServerApp.base_url={base}",
            f"--ServerApp.root_dir={path.parent}",
        ),
        base="/user/x@y/" if way == "hub" else "/",
    )
    return server, f"{server.url}voila/render/{quote(path.name)}?token={KEY}"
