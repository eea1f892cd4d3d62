"""What holds the project together: imports point one way, types and style are clean, what ships is whole."""

import ast
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "wwlv").rglob("*.py"))


def tool(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_imports_point_one_way() -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_strict() -> None:
    assert tool("mypy", "--no-incremental") == ""


def test_style_is_clean() -> None:
    assert tool("ruff", "check", "--no-cache", ".") == ""
    assert tool("ruff", "format", "--no-cache", "--check", ".") == ""


def test_the_rules_import_nothing_but_the_standard_library() -> None:
    for path in (ROOT / "wwlv" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top = name.split(".")[0]
                assert top in sys.stdlib_module_names or name.startswith(("wwlv.rules", "wwlv.errors")), (
                    path,
                    name,
                )
                assert top not in ("random", "time", "asyncio", "secrets", "datetime"), (path, name)


def test_the_games_never_import_each_other() -> None:
    for game, other in (("wits", "lasvegas"), ("lasvegas", "wits")):
        for path in (ROOT / "wwlv" / "rules" / game).rglob("*.py"):
            assert f"wwlv.rules.{other}" not in path.read_text("utf-8")


def test_modules_stay_readable() -> None:
    for path in SOURCES:
        assert len(path.read_text("utf-8").splitlines()) <= 420, path


@pytest.mark.parametrize("notebook", sorted((ROOT / "notebooks").rglob("*.ipynb")), ids=lambda p: p.name)
def test_notebooks_are_kept_without_outputs(notebook: Path) -> None:
    document = json.loads(notebook.read_text("utf-8"))
    assert document["metadata"]["kernelspec"]["name"] == "python3"
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


def test_the_dashboard_notebook_has_two_cells() -> None:
    cells = json.loads((ROOT / "notebooks" / "dashboard.ipynb").read_text("utf-8"))["cells"]
    assert [c["cell_type"] for c in cells] == ["code", "code"]


def test_nothing_the_page_loads_comes_from_outside() -> None:
    """No address of another host in anything that reaches the browser; XML names are no addresses."""
    for path in (ROOT / "wwlv").rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".j2", ".py", ".svg") and path.is_file():
            text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            found = re.findall(r"https?://[\w.-]+", text)
            outside = [u for u in found if not re.match(r"https?://(localhost|127\.0\.0\.1)?$", u)]
            assert outside == [], path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    said = tool("hatchling", "build", "-t", "wheel", "-d", str(folder))
    assert said == ""
    (built,) = folder.glob("*.whl")
    return built


def test_decks_notebooks_and_pages_ship_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    decks = {p.name for p in (ROOT / "questions").glob("*.csv")}
    assert decks
    assert {f"wwlv/share/questions/{name}" for name in decks} <= set(names)
    for wanted in (
        "wwlv/share/notebooks/dashboard.ipynb",
        "wwlv/look/tokens.css",
        "wwlv/text/zh_Hant.po",
        "wwlv/ui/static/stage.js",
        "wwlv/ui/templates/table.html",
        "wwlv/py.typed",
    ):
        assert wanted in names
    data = [n for n in names if ".data/data/" in n]
    assert any(n.endswith("etc/jupyter/jupyter_server_config.d/wwlv.json") for n in data)
    assert any("share/jupyter/voila/templates/wwlv/" in n for n in data)


def test_the_wheel_works_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    """Installed beside nothing else of this project, it finds its decks, its notebook and its command."""
    site, empty = tmp_path / "site", tmp_path / "empty"
    empty.mkdir()
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(pip, check=True, timeout=120)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import wwlv; from pathlib import Path;"
        "assert Path(wwlv.__file__).is_relative_to(sys.argv[1]);"
        "from wwlv.decks import shipped_decks; from wwlv.places import shipped;"
        "print(sum(len(d.cards) for d in shipped_decks()), (shipped('notebooks') / 'dashboard.ipynb').is_file());"
        "from wwlv.cli import main; sys.exit(main(['--version']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(site)], cwd=empty, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    cards, found = done.stdout.splitlines()[0].split()
    assert int(cards) >= 10
    assert found == "True"
