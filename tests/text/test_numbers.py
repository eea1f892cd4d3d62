"""Numbers as people type them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wwlv.text import LANGUAGES, AmbiguousNumber, NotANumber, catalog, parse_number


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0", "0"),
        ("206", "206"),
        ("007", "7"),
        ("-5", "-5"),
        ("−5", "-5"),
        ("+5", "5"),
        ("負五", "-5"),
        ("1,000", "1000"),
        ("1 000", "1000"),
        ("1\u202f000", "1000"),
        ("1\u00a0000\u00a0000", "1000000"),
        ("1'000", "1000"),
        ("1_000", "1000"),
        ("1,234,567.5", "1234567.5"),
        ("1.234.567", "1234567"),
        ("1.000,5", "1000.5"),
        ("1.234", "1.234"),
        ("0.30", "0.3"),
        (".5", "0.5"),
        ("0,25", "0.25"),
        ("5.", "5"),
        ("１２３", "123"),
        ("１，２３４．５", "1234.5"),
        ("2.5 million", "2500000"),
        ("2.5 Million", "2500000"),
        ("3 thousand", "3000"),
        ("1 billion", "1000000000"),
        ("5k", "5000"),
        ("5M", "5000000"),
        ("3e8", "300000000"),
        ("3E-2", "0.03"),
        ("10^6", "1000000"),
        ("3×10^8", "300000000"),
        ("3 x 10^8", "300000000"),
        ("3×10⁸", "300000000"),
        ("10¹²", "1000000000000"),
        ("½", "0.5"),
        ("1½", "1.5"),
        ("1/4", "0.25"),
        ("1 1/4", "1.25"),
        ("50%", "50"),
        ("$1,200", "1200"),
        ("NT$500", "500"),
        ("about 300", "300"),
        ("約300", "300"),
        ("三", "3"),
        ("十", "10"),
        ("十二", "12"),
        ("兩千", "2000"),
        ("三百", "300"),
        ("三百二", "320"),
        ("三百零二", "302"),
        ("一萬二", "12000"),
        ("三百二十萬", "3200000"),
        ("一億二千萬", "120000000"),
        ("1億2000萬", "120000000"),
        ("2.5億", "250000000"),
        ("１０萬", "100000"),
        ("三點一四", "3.14"),
        ("二〇二四", "2024"),
        ("3萬半", "35000"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_is_read_however_it_is_written(typed: str, value: str, lang: str) -> None:
    assert parse_number(typed, lang=lang) == Decimal(value)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("abc", "no-digits"),
        ("..", "no-digits"),
        ("-", "no-digits"),
        ("5 apples", "trailing-text"),
        ("5 m", "trailing-text"),
        ("五個", "trailing-text"),
        ("1 2", "two-numbers"),
        ("12,34,567", "bad-grouping"),
        ("1.2.3", "bad-grouping"),
        ("1,234.567.8", "bad-grouping"),
        ("十十", "bad-grouping"),
        ("1/0", "not-finite"),
        ("1/3", "repeating-fraction"),
        ("⅓", "repeating-fraction"),
        ("1e101", "too-big"),
        ("1e999999", "no-digits too-big trailing-text"),
        ("1e-61", "too-big"),
        ("9" * 61, "too-long"),
    ],
)
def test_what_is_no_number_says_why(typed: str, code: str) -> None:
    with pytest.raises(NotANumber) as refused:
        parse_number(typed, lang="en")
    assert refused.value.code in code.split()
    for lang in LANGUAGES:
        assert catalog(lang)(f"number.{refused.value.code}", **refused.value.params)


@pytest.mark.parametrize(
    ("typed", "thousands", "decimal"), [("1,23", "123", "1.23"), ("12,3456", "123456", "12.3456")]
)
def test_what_can_be_read_in_two_ways_is_asked_not_guessed(typed: str, thousands: str, decimal: str) -> None:
    with pytest.raises(AmbiguousNumber) as asked:
        parse_number(typed, lang="en")
    assert asked.value.readings == {"thousands": Decimal(thousands), "decimal": Decimal(decimal)}
    assert parse_number(typed, lang="en", reading="thousands") == Decimal(thousands)
    assert parse_number(typed, lang="en", reading="decimal") == Decimal(decimal)


NUMERALS = st.text(alphabet="0123456789.,-+ eE^/×*%½〇三十百千萬億兆點半負 '\u202f１k", max_size=24)


@given(typed=st.one_of(st.text(max_size=80), NUMERALS), lang=st.sampled_from(LANGUAGES))
def test_no_text_raises_anything_else(typed: str, lang: str) -> None:
    try:
        value = parse_number(typed, lang=lang)
    except (NotANumber, AmbiguousNumber):
        return
    assert value.is_finite()
    assert abs(value) <= Decimal("1e100")


@given(
    value=st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20, places=4),
    lang=st.sampled_from(LANGUAGES),
)
def test_what_the_screen_writes_is_read_back_equal(value: Decimal, lang: str) -> None:
    assert parse_number(catalog(lang).number(value), lang=lang) == value


@given(value=st.integers(-(10**60), 10**60), lang=st.sampled_from(LANGUAGES))
def test_a_huge_number_is_written_with_an_exponent_and_stays_exact(value: int, lang: str) -> None:
    shown = catalog(lang).number(value)
    assert len(shown) < 75
    if len(shown) <= 60:
        assert parse_number(shown, lang=lang) == value


def test_a_year_is_not_grouped_and_money_has_its_sign() -> None:
    text = catalog("en")
    assert text.number(Decimal("1990"), year=True) == "1990"
    assert text.number(Decimal("1990")) == "1,990"
    assert text.money(1200) == "$1,200"
    assert text.money(-200) == "−$200"
    assert text.number(Decimal("1e300")) == "1e300"
    assert text.number(Decimal("0.500")) == "0.5"
