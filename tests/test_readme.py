"""What the README says is so."""

import json
import re
from decimal import Decimal
from pathlib import Path

from wwlv.decks import shipped_decks
from wwlv.settle import settle

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_two_commands_set_everything_up_and_ci_runs_the_second() -> None:
    first, second = (c for c in commands() if c.startswith("python3 -m venv"))
    assert first.endswith("&& .venv/bin/wwlv")
    assert second.endswith("&& .venv/bin/python -m pytest")
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert second.replace("pip install", "pip install --quiet") in ci


def test_the_example_of_a_dispute_pays_as_it_says() -> None:
    case, paid = re.search(
        r"a table such as\n`(\{.*?\})`\nand prints `(\{.*?\})`", README, re.DOTALL
    ).groups()  # type: ignore[union-attr]
    expected = json.loads(paid.replace("…", "[]"))
    result = settle(json.loads(case, parse_float=Decimal))
    assert {k: v for k, v in result.items() if k != "spaces"} == {
        k: v for k, v in expected.items() if k != "spaces"
    }


def test_the_box_is_as_large_as_it_says() -> None:
    decks = shipped_decks()
    cards = sum(len(deck.cards) for deck in decks)
    assert f"**{7 * cards} questions** on {cards} cards" in README


def test_every_picture_and_link_is_there_and_small() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(targets) > 12
    for target in targets:
        if not target.startswith("http"):
            assert (ROOT / target).is_file(), target
        if target.endswith(".jpg"):
            assert (ROOT / target).stat().st_size < 300_000, target


def test_the_map_in_contributing_names_every_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for path in sorted((ROOT / "wwlv").iterdir()):
        if path.name.startswith("_") or path.name in ("py.typed", "share"):
            continue
        assert re.search(rf"^\s+{re.escape(path.name)}/?\s", text, re.MULTILINE) or path.stem in text, (
            path.name
        )
