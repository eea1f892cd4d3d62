"""Both catalogs say the same things, completely."""

import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import wwlv
from wwlv.text import LANGUAGES, Text, catalog
from wwlv.text.refusal import CODES

PACKAGE = Path(wwlv.__file__).parent
FILES = {"en": PACKAGE / "text/en.po", "zh-Hant": PACKAGE / "text/zh_Hant.po"}
USES = re.compile(r"(?<![\w])(?:text|t)\(\s*(['\"])([a-z][\w.\-]*)\1\s*[,)]")

every_language = pytest.mark.parametrize("lang", LANGUAGES)


def placeholders(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def sources() -> Iterator[Path]:
    for kind in ("*.py", "*.j2", "*.html"):
        yield from sorted(PACKAGE.rglob(kind))


def used_keys() -> dict[str, str]:
    return {
        found[2]: path.name for path in sources() for found in USES.finditer(path.read_text(encoding="utf-8"))
    }


def test_every_language_has_a_catalog() -> None:
    assert tuple(FILES) == LANGUAGES


def test_the_catalogs_have_the_same_keys() -> None:
    first, *others = (catalog(lang) for lang in LANGUAGES)
    for other in others:
        assert first.keys - other.keys == set(), f"missing in {other.lang}"
        assert other.keys - first.keys == set(), f"missing in {first.lang}"


def test_the_catalogs_have_the_same_placeholders() -> None:
    first, *others = (catalog(lang) for lang in LANGUAGES)

    def needed(text: Text, key: str) -> frozenset[str]:
        return frozenset().union(*map(placeholders, text.forms(key)))

    for other in others:
        different = {k for k in first.keys & other.keys if needed(first, k) != needed(other, k)}
        assert different == set()


@every_language
def test_no_sentence_is_empty(lang: str) -> None:
    text = catalog(lang)
    assert {
        key for key in text.keys if not text.forms(key) or not all(f.strip() for f in text.forms(key))
    } == set()


@every_language
def test_a_plural_has_every_form_of_its_language(lang: str) -> None:
    text = catalog(lang)
    with FILES[lang].open("rb") as file:
        plural = {message.id[0] for message in read_po(file) if isinstance(message.id, tuple | list)}
    assert plural
    assert {len(text.forms(key)) for key in plural} == {1 if lang == "zh-Hant" else 2}
    assert {len(text.forms(key)) for key in text.keys - plural} == {1}


@every_language
def test_no_key_stands_in_a_catalog_twice(lang: str) -> None:
    keys = Counter(re.findall(r'^msgid "(.+)"$', FILES[lang].read_text(encoding="utf-8"), re.MULTILINE))
    assert {key for key, times in keys.items() if times > 1} == set()


@every_language
def test_the_header_names_language_encoding_and_plurals(lang: str) -> None:
    with FILES[lang].open("rb") as file:
        headers = dict(read_po(file).mime_headers)
    assert headers["Language"].replace("_", "-") == lang
    assert headers["Content-Type"].lower() == "text/plain; charset=utf-8"
    assert headers["Plural-Forms"].startswith("nplurals=1;" if lang == "zh-Hant" else "nplurals=2;")


def test_the_search_for_keys_sees_the_ways_they_are_used() -> None:
    source = """text("a.b") self.text('c.d-e', n=1) {{ t("f.g") }} t(\n  "h.i",\n) context("no.key") text(f"x.{y}")"""
    assert [found[2] for found in USES.finditer(source)] == ["a.b", "c.d-e", "f.g", "h.i"]


@every_language
def test_every_key_the_code_names_has_a_sentence(lang: str) -> None:
    used = used_keys()
    assert len(used) > 20, "the search found the code"
    assert {f"{key} ({where})" for key, where in used.items() if key not in catalog(lang).keys} == set()


@every_language
def test_every_refusal_of_a_number_has_a_sentence(lang: str) -> None:
    assert {code for code in CODES if f"number.{code}" not in catalog(lang).keys} == set()


@every_language
def test_every_refusal_of_the_rules_has_a_sentence(lang: str) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    codes = set(re.findall(r"""IllegalMove\(\s*["']([\w-]+)["']""", source))
    assert len(codes) > 30, "the search found the rules"
    assert {code for code in codes if f"illegal.{code}" not in catalog(lang).keys} == set()


def test_no_sentence_is_kept_that_nobody_asks_for() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sources())
    begun = {key.rstrip(".") for key in re.findall(r"""["']([a-z_]+(?:\.[a-z_]+)*[._])["'{]""", code)}
    begun |= {key.rpartition(".")[0] for key in re.findall(r"""["']([a-z_]+\.[\w.-]*)[{]""", code)}
    assert {k for k in catalog("en").keys if k not in code and not k.startswith(tuple(begun))} == set()


def test_every_code_the_parser_raises_is_published() -> None:
    raised = {
        code
        for name in ("numbers.py", "hanzi.py")
        for line in (PACKAGE / "text" / name).read_text(encoding="utf-8").splitlines()
        if "NotANumber(" in line
        for code in re.findall(r'"([a-z]+(?:-[a-z]+)*)"', line)
    }
    assert raised == set(CODES)
