"""Numbers as people type them."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wwlv.errors import WwlvError
from wwlv.text import LANGUAGES, AmbiguousNumber, NotANumber, catalog, parse_number
from wwlv.text.refusal import CODES

every_language = pytest.mark.parametrize("lang", LANGUAGES)

READ = {
    # plain, signed, full width, other scripts' digits
    "0": "0", "7": "7", "00012": "12", "-5": "-5", "−5": "-5", "–5": "-5", "- 5": "-5", "+5": "5", "-0": "0",
    "１２３": "123", "－５": "-5", "٣": "3", "①": "1", " 42 ": "42", "\u200e5\u200f": "5", "\ufeff5": "5",
    # grouping
    "1,000": "1000", "12,345": "12345", "1,234": "1234", "1,000,000": "1000000", "1.234.567": "1234567",
    "1 000": "1000", "1\u2009000": "1000", "1\u00a0000": "1000", "1\u202f000": "1000", "3 000 000": "3000000",
    "1'000": "1000", "1’000’000": "1000000", "1_000": "1000", "１，０００": "1000", "1、000": "1000",
    # decimals
    "0.5": "0.5", ".5": "0.5", "5.": "5", "1.234": "1.234", "1.5": "1.5", "１．２５": "1.25", "1。5": "1.5",
    "0,5": "0.5", ",5": "0.5", "0,123": "0.123", "5,": "5", "1.234,5": "1234.5", "1,234.5678": "1234.5678",
    "1.000.000,25": "1000000.25", "1 000.5": "1000.5", "1 000,5": "1000.5", "1'234.5": "1234.5",
    "1,234.123456789012345678901234567890123": "1234.123456789012345678901234567890123",
    # powers of ten
    "3e8": "3e8", "3E8": "3e8", "1e+5": "1e5", "3.5e-3": "0.0035", "10^6": "1e6", "10**6": "1e6", "10⁶": "1e6",
    "10²": "100", "10⁻³": "0.001", "3×10^8": "3e8", "3×10⁸": "3e8", "3 x 10^8": "3e8", "3*10^8": "3e8", "3·10⁸": "3e8",
    "6.02×10²³": "6.02e23", "10^(-2)": "0.01", "1e100": "1e100", "1e-60": "1e-60",
    # words
    "2.5 million": "2500000", "2.5million": "2500000", "1 billion": "1e9", "3 thousand": "3000", "5 hundred": "500",
    "5 hundred thousand": "500000", "1,500 million": "1.5e9", "1.234 million": "1234000", "5k": "5000", "5K": "5000",
    "5M": "5e6", "5 B": "5e9", "5bn": "5e9", "2 mio.": "2e6", "1e3 million": "1e9", "½ million": "500000",
    # fractions
    "½": "0.5", "¼": "0.25", "1½": "1.5", "1 ½": "1.5", "-½": "-0.5", "1/4": "0.25", "１／２": "0.5", "1⁄8": "0.125",
    "1 1/2": "1.5", "22/8": "2.75", "3/1": "3",
    "2.5 Million": "2500000", "10¹²": "1e12", "1\u00a0000\u00a0000": "1000000", "1 1/4": "1.25", "12.3456萬": "123456",
    # signs that carry no information here
    "50%": "50", "50 %": "50", "５０％": "50", "$5": "5", "-$5": "-5", "$-5": "-5", "NT$1,200": "1200", "€ 3": "3",
    "TWD 500": "500", "about 5": "5", "~5": "5", "約300": "300",
    # characters
    "零": "0", "〇": "0", "五": "5", "十": "10", "十五": "15", "二十": "20", "廿": "20", "一百零五": "105",
    "三百": "300", "三百二": "320", "三百二十": "320", "一千零一": "1001", "兩千": "2000", "一千兩百三十四": "1234",
    "三百二十萬": "3200000", "百萬": "1000000", "十萬": "100000", "千萬": "10000000", "一萬二": "12000",
    "一萬零二": "10002", "三千零五十": "3050", "五億": "5e8", "一萬億": "1e12", "1兆": "1e12", "2.5億": "2.5e8",
    "１０萬": "100000", "1億2,000萬": "120000000", "3 億 5000 萬": "350000000", "3萬5千": "35000", "3萬5": "35000",
    "2百萬": "2000000", "2.5百萬": "2500000", "5 百萬": "5000000", "負五": "-5", "-三百": "-300", "三點一四": "3.14",
    "零點五": "0.5", "點五": "0.5", "三億半": "350000000", "半": "0.5", "二〇二四": "2024", "壹佰": "100", "两万": "20000",
    "三百零二": "302", "一億二千萬": "120000000", "3萬半": "35000", "四分之一": "0.25", "百分之五十": "50", "千分之三": "0.003",
}  # fmt: skip


@every_language
@pytest.mark.parametrize(("typed", "value"), READ.items())
def test_people_type_numbers_in_many_ways(typed: str, value: str, lang: str) -> None:
    parsed = parse_number(typed, lang=lang)
    assert isinstance(parsed, Decimal)
    assert parsed == Decimal(value)


REFUSED = {
    "": "empty", "   ": "empty", "$": "empty", "%": "empty", "\u200e": "empty",
    "-": "no-digits", "five": "no-digits", "inf": "no-digits", "nan": "no-digits", "million": "no-digits",
    "負": "no-digits", "點": "no-digits", "?!": "no-digits", "Ⅳ": "no-digits",
    "5 kg": "trailing-text", "5m": "trailing-text", "5 m²": "trailing-text", "1000元": "trailing-text",
    "三百人": "trailing-text", "三百 人": "trailing-text", "2024年": "trailing-text", "abc5": "trailing-text",
    "--5": "trailing-text", "5%%": "trailing-text", "5!": "trailing-text", "0x10": "trailing-text", "2^3": "trailing-text",
    "一個半": "trailing-text", "三點": "trailing-text", "3點半": "trailing-text", "百分之": "trailing-text",
    "1 2": "two-numbers", "12 13": "two-numbers", "2-3": "two-numbers", "2~3": "two-numbers", "1 to 2": "two-numbers",
    "5 km 3": "two-numbers", "1/2/3": "two-numbers", "2026-12-01": "two-numbers", "三百 五": "two-numbers",
    "三五百": "two-numbers", "1 000 00": "two-numbers",
    "..": "no-digits", "5 apples": "trailing-text", "12,34,567": "bad-grouping", "1,234.567.8": "bad-grouping",
    "十十": "bad-grouping", "1,234,56": "bad-grouping", "1.2.3": "bad-grouping", "1,2.3,4": "bad-grouping", "1'00": "bad-grouping",
    "十百": "bad-grouping", "一億二億": "bad-grouping", "3萬12345": "bad-grouping",
    "1/0": "not-finite", "零分之一": "not-finite",
    "9" * 61: "too-long",
    "1e101": "too-big", "-2e100": "too-big", "1e99999999": "too-big", "1e-61": "too-big", "10^-61": "too-big",
    "1/3": "repeating-fraction", "⅓": "repeating-fraction", "1/7 million": "repeating-fraction", "三分之一": "repeating-fraction",
}  # fmt: skip


@every_language
@pytest.mark.parametrize(("typed", "code"), REFUSED.items())
def test_what_is_no_number_is_refused_with_a_reason(typed: str, code: str, lang: str) -> None:
    with pytest.raises(NotANumber) as refused:
        parse_number(typed, lang=lang)
    assert refused.value.code == code


def test_every_reason_has_an_example() -> None:
    assert set(REFUSED.values()) == set(CODES)


@pytest.mark.parametrize(
    ("typed", "named"),
    [("5 kg", "kg"), ("5 million dollars", "dollars"), ("1000 元", "元"), ("三百人", "人"), ("12½ x", "x")],
)
def test_words_after_the_number_are_named(typed: str, named: str) -> None:
    with pytest.raises(NotANumber) as refused:
        parse_number(typed, lang="en")
    assert refused.value.params == {"text": named}


ASKED = {
    "1,23": ("123", "1.23"),
    "12,3456": ("123456", "12.3456"),
    "1,2345": ("12345", "1.2345"),
    "1,5": ("15", "1.5"),
    "1,00": ("100", "1"),
    "-1,23": ("-123", "-1.23"),
    "$1,50": ("150", "1.5"),
    "1234,567": ("1234567", "1234.567"),
    "1,5 million": ("15000000", "1500000"),
    "1,5e3": ("15000", "1500"),
    "1,5億": ("1500000000", "150000000"),
    "1 000,500": ("1000500", "1000.5"),
    "１，２３": ("123", "1.23"),
}


@every_language
@pytest.mark.parametrize(("typed", "values"), ASKED.items())
def test_what_can_be_read_in_two_ways_is_asked(typed: str, values: tuple[str, str], lang: str) -> None:
    thousands, decimal = map(Decimal, values)
    with pytest.raises(AmbiguousNumber) as asked:
        parse_number(typed, lang=lang)
    assert asked.value.typed == typed
    assert not any(c.isdigit() for c in str(asked.value)), "a guess is secret, also in a log"
    assert asked.value.readings == {"thousands": thousands, "decimal": decimal}
    assert parse_number(typed, lang=lang, reading="thousands") == thousands
    assert parse_number(typed, lang=lang, reading="decimal") == decimal


@pytest.mark.parametrize("typed", ["1,234", "1.234", "1.5", "1.234,5", "三百", "0,5", "1,000 million"])
def test_a_reading_changes_nothing_about_what_is_clear(typed: str) -> None:
    clear = parse_number(typed, lang="en")
    assert parse_number(typed, lang="en", reading="decimal") == clear
    assert parse_number(typed, lang="en", reading="thousands") == clear


def test_a_language_with_a_decimal_comma_reads_it_firmly() -> None:
    assert parse_number("1,23", lang="de") == Decimal("1.23")
    assert parse_number("1.234", lang="de") == 1234
    with pytest.raises(AmbiguousNumber):
        parse_number("1.23", lang="de")


@every_language
def test_every_refusal_has_a_sentence(lang: str) -> None:
    text = catalog(lang)
    for typed, code in REFUSED.items():
        with pytest.raises(NotANumber) as refused:
            parse_number(typed, lang=lang)
        assert text(f"number.{code}", **refused.value.params)


def test_sixty_characters_fit_and_spaces_around_do_not_count() -> None:
    assert parse_number("9" * 60, lang="en") == 10**60 - 1
    assert parse_number("  " + "9" * 60 + "\n", lang="en") == 10**60 - 1


# --- properties
tricky = st.text(
    st.sampled_from(
        "0123456789.,' -+−eE^×*x/½¼⅓²³⁻%$kMB負一二三兩十百千萬億兆點半分之零〇，。１２①⒈٣፩\u00a0\u200e~約a"
    ),
    max_size=24,
)


@given(typed=st.text(max_size=70) | tricky, lang=st.sampled_from((*LANGUAGES, "de", "xx", "")))
@example("፩", "en")
@example("e" * 60, "en")
@example("兆" * 60, "zh-Hant")
@example("⅟", "en")
@example("1" + "k" * 59, "en")
@example("\ud800", "en")
def test_any_text_is_a_number_a_question_or_a_refusal(typed: str, lang: str) -> None:
    try:
        value = parse_number(typed, lang=lang)
    except AmbiguousNumber as asked:
        for reading, value in asked.readings.items():
            assert parse_number(typed, lang=lang, reading=reading) == value
    except NotANumber as refused:
        assert refused.code in CODES
        named = str(refused.params.get("text", ""))
        assert not any(c.isnumeric() for c in named), "a guess is secret"
        for known in LANGUAGES:
            assert catalog(known)(f"number.{refused.code}", **refused.params)
    else:
        assert value.is_finite()
        assert abs(value) <= 10**100


def test_both_errors_are_the_packages_own() -> None:
    assert issubclass(AmbiguousNumber, WwlvError)
    assert issubclass(NotANumber, WwlvError)


shown_numbers = st.integers(-(10**40), 10**40).map(Decimal) | st.builds(
    lambda digits, power: Decimal(digits).scaleb(power), st.integers(-(10**20), 10**20), st.integers(-38, 70)
)


@every_language
@given(value=shown_numbers)
@example(Decimal("1e100"))
@example(Decimal("-1e-60"))
@example(Decimal("1.234"))
@example(Decimal("1234"))
def test_what_is_shown_is_read_back_as_the_same_number(lang: str, value: Decimal) -> None:
    assert parse_number(catalog(lang).number(value), lang=lang) == value
    assert parse_number(catalog(lang).number(value, year=True), lang=lang) == value
