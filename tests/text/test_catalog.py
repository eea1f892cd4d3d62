"""Sentences, numbers, money and lists as each language writes them."""

from decimal import Decimal

import pytest

from wwlv.text import LANGUAGES, catalog

en, zh = catalog("en"), catalog("zh-Hant")


def test_a_language_is_read_once() -> None:
    assert catalog("en") is catalog("en")
    assert catalog("en") is not catalog("zh-Hant")


def test_a_language_without_a_catalog_is_answered_in_english() -> None:
    assert catalog("tlh") is catalog("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_knows_its_language(lang: str) -> None:
    assert catalog(lang).lang == lang
    assert catalog(lang).html_lang == lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_missing_key_is_an_error_that_names_it_and_the_language(lang: str) -> None:
    with pytest.raises(KeyError, match=f"no.such.key.*{lang}"):
        catalog(lang)("no.such.key")


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="most"):
        en("number.too-long")


def test_n_chooses_the_plural_form_and_is_written_by_the_locale() -> None:
    assert en("deck.problems", n=1) == "1 problem."
    assert en("deck.problems", n=2) == "2 problems."
    assert en("deck.problems", n=0) == "0 problems."
    assert en("deck.problems", n=1200) == "1,200 problems."
    assert zh("deck.problems", n=1) == "共 1 個問題。"


def test_numbers_among_the_values_are_written_by_the_locale_and_text_is_left_alone() -> None:
    assert "1,200" in en("number.too-long", most=1200)
    assert "{most}" in en("number.trailing-text", text="{most}")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (Decimal("-0"), "0"),
        (999, "999"),
        (1234, "1,234"),
        (-1234567, "−1,234,567"),
        (Decimal("3.50"), "3.5"),
        (Decimal("1E+5"), "100,000"),
        (Decimal("1234.5"), "1,234.5"),
        (Decimal("0.000001"), "0.000001"),
        (Decimal("0E-80"), "0"),
        (
            Decimal("1234.123456789012345678901234567890123456789"),
            "1,234.123456789012345678901234567890123456789",
        ),
        (10**14, "100,000,000,000,000"),
        (123456789012345678, "123,456,789,012,345,678"),
        (3 * 10**20, "3×10²⁰"),
        (Decimal("1e300"), "10³⁰⁰"),
        (Decimal("-1.1e-999999"), "−1.1×10⁻⁹⁹⁹⁹⁹⁹"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_is_written_exactly_and_grouped(lang: str, value: int | Decimal, shown: str) -> None:
    assert catalog(lang).number(value) == shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_year_has_no_grouping(lang: str) -> None:
    assert catalog(lang).number(1990, year=True) == "1990"
    assert catalog(lang).number(-12000, year=True) == "−12000"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_money_has_dollars_and_a_real_minus(lang: str) -> None:
    assert catalog(lang).money(1200) == "$1,200"
    assert catalog(lang).money(-200) == "−$200"
    assert catalog(lang).money(0) == "$0"


def test_lists_read_as_the_language_says_them() -> None:
    assert en.join(["Ants", "Bees", "Crabs"]) == "Ants, Bees and Crabs"
    assert en.join(["Ants", "Bees"]) == "Ants and Bees"
    assert zh.join(["螞蟻", "蜜蜂", "螃蟹"]) == "螞蟻、蜜蜂和螃蟹"
    assert en.join(["Ants"]) == "Ants"
    assert en.join([]) == ""
