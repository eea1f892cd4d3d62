"""Our own handlers: plotly for the page, and the health of the server."""

import gzip
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.served import Server
from tests.server.notebooks import notebook
from tests.server.web import ask
from wwlv import __version__


@pytest.fixture
def wwlv(serve: Callable[..., Server], tmp_path: Path) -> Server:
    return serve("wwlv", "--no-browser", "--port={port}", f"--notebook={notebook(tmp_path, '1')}")


def _shipped() -> bytes:
    found = importlib.util.find_spec("plotly")
    assert found is not None
    assert found.submodule_search_locations
    return (Path(found.submodule_search_locations[0]) / "package_data" / "plotly.min.js").read_bytes()


def test_plotly_comes_compressed_once_and_for_good(wwlv: Server) -> None:
    url = wwlv.url + "wwlv/static/plotly.min.js"
    plain, packed = ask(url), ask(url, Accept_Encoding="br, gzip;q=0.8")
    assert plain.status == packed.status == 200
    assert plain.body == gzip.decompress(packed.body) == _shipped()
    assert plain.headers["Content-Encoding"] is None
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.body) < len(plain.body) / 2
    assert "javascript" in packed.headers["Content-Type"]
    assert packed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert packed.headers["X-Content-Type-Options"] == "nosniff"
    again = ask(url, If_None_Match=packed.headers["Etag"])
    assert (again.status, again.body) == (304, b"")
    assert ask(url, Accept_Encoding="gzip;q=0").headers["Content-Encoding"] is None


def test_the_health_of_the_server_is_no_secret(wwlv: Server) -> None:
    answer = ask(wwlv.url + "wwlv/health")
    assert answer.status == 200
    assert json.loads(answer.body) == {"wwlv": __version__}


def test_the_handlers_bring_no_heavy_library(tmp_path: Path) -> None:
    check = "import sys, wwlv.server.extension as e; print(sorted({'plotly','numpy','pandas','ipywidgets'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", ["wwlv/ABCD", "wwlv/static/phone.js", "wwlv/static/plotly.min.js"])
def test_a_request_of_the_wrong_kind_is_refused_in_a_line_and_leaves_no_traceback(
    house: Server, path: str
) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(house.url + path, data=b"x", method="POST"), timeout=10)
    refused.value.close()
    assert refused.value.code in (403, 405)
    assert refused.value.headers["Content-Type"].startswith("text/plain")
