"""Both languages say everything, with the same blanks to fill, and everything the code asks for is there."""

import re
import string
from pathlib import Path

import pytest

import wwlv
from wwlv.text import LANGUAGES, catalog
from wwlv.text.catalog import Text

PACKAGE = Path(wwlv.__file__).parent


def blanks(text: Text, key: str) -> set[str]:
    found = text._sentences[key]
    forms = [found] if isinstance(found, str) else list(found or ())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_the_languages_hold_the_same_keys() -> None:
    first, second = (catalog(lang).keys for lang in LANGUAGES)
    assert first - second == set()
    assert second - first == set()


@pytest.mark.parametrize("key", sorted(catalog("en").keys))
def test_a_sentence_has_the_same_blanks_in_both_languages_and_is_not_empty(key: str) -> None:
    en, zh = (catalog(lang) for lang in LANGUAGES)
    assert blanks(en, key) - {"n"} == blanks(zh, key) - {"n"}
    for text in (en, zh):
        found = text._sentences[key]
        assert all(found if not isinstance(found, str) else [found])


def used() -> set[str]:
    literal = re.compile(r"""(?:\btext|\bt|\.text|catalog\([^)]*\))\(\s*["']([a-z_]+\.[\w.-]+)["']""")
    keys: set[str] = set()
    for path in [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html")]:
        keys |= set(literal.findall(path.read_text("utf-8")))
    return {k for k in keys if not k.endswith(("_", "."))}  # those are beginnings of keys


def test_every_key_the_code_names_exists() -> None:
    asked = used()
    assert len(asked) > 150
    assert asked - catalog("en").keys == set()


def test_every_code_of_a_refusal_has_a_sentence() -> None:
    rules = "".join(p.read_text("utf-8") for p in [*PACKAGE.rglob("*.py")])
    codes = set(re.findall(r"""IllegalMove\(\s*["']([\w-]+)["']""", rules))
    assert len(codes) > 30
    assert {f"illegal.{c}" for c in codes} - catalog("en").keys == set()
    numbers = set(re.findall(r"""NotANumber\(\s*["']([\w-]+)["']""", rules))
    assert {f"number.{c}" for c in numbers} - catalog("en").keys == set()


def test_a_sentence_nobody_asks_for_is_not_kept() -> None:
    code = "".join(p.read_text("utf-8") for p in [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html")])
    heads = {k.rsplit(".", 1)[0] for k in re.findall(r"""["']([a-z_]+\.[\w.-]*)["'{]""", code)} | {
        m.rstrip(".") for m in re.findall(r"""["']([a-z_]+(?:\.[a-z_]+)*\.)["'{]""", code)
    }
    unused = [k for k in catalog("en").keys if k not in code and not any(k.startswith(h) for h in heads)]
    assert unused == []


def test_plural_forms_follow_the_number() -> None:
    en = catalog("en")
    assert en("lobby.cards", n=1) == "1 card"
    assert en("lobby.cards", n=1200) == "1,200 cards"
    assert catalog("zh-Hant")("lobby.cards", n=1) == "1 張卡"


def test_an_unknown_key_is_a_bug_and_an_unknown_language_is_english() -> None:
    with pytest.raises(KeyError, match=r"nothing\.here"):
        catalog("en")("nothing.here")
    assert catalog("fr").lang == "en"
