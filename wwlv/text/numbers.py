"""Numbers as people type them, read once and exactly; what can be read in two ways is asked, never guessed.

Marks: where a language is firm, it decides. English and Chinese write a decimal point and group by commas, so `1.234`
has decimals and `1,234` has thousands; `1,23` and `1,2345` fit neither habit and are asked. Two kinds of marks, or one
mark repeated, settle themselves: `1.234,5`, `1.234.567`.

Scales: hundred … trillion in words, `bn`, `mio`, `k` in any case, capital `M`, `B` and `T`. A small m is a metre and is
refused. A percent sign and a currency sign carry no information here and are passed over.
"""

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import groupby

from babel import Locale, UnknownLocaleError

from wwlv.text import hanzi
from wwlv.text.refusal import AmbiguousNumber, NotANumber, Reading

__all__ = ["AmbiguousNumber", "NotANumber", "Reading", "parse_number"]

LONGEST = 60
"""Characters somebody may type."""
BIGGEST, FINEST = 100, 60
"""Powers of ten: nothing beyond ±1e100, no digit behind the 60th decimal."""

_SIGNS = str.maketrans(
    dict.fromkeys("−–﹣負负", "-")
    | dict.fromkeys("×⋅·∙", "*")
    | dict.fromkeys("’‘`´_", "'")
    | {"，": ",", "、": ",", "٬": ",", "。": ".", "٫": ".", "⁄": "/"}
)
_BEFORE = re.compile(r"(?:約|大約|大概|about|approx\.?|[~≈=])\s*", re.IGNORECASE)
_CURRENCY = re.compile(r"([-+]?)\s*(?:[a-z]{0,3}\$|[€£¥₩₹]|(?:ntd?|twd|usd|eur)(?=[\s\d]))\s*", re.IGNORECASE)
_HEAD = re.compile(r"(?:(\d+) )?(\d+) ?/ ?(\d+)|[\d.,](?:[\d.,' ]*[\d.,])?")
_EXPONENT = re.compile(r" ?e([-+]?\d+)(?![\d.,])", re.IGNORECASE)
_POWER = re.compile(r" ?[*x] ?10(?:\^|\*\*)\(?([-+]?\d+)\)?", re.IGNORECASE)
_RAISED = re.compile(r"(?:\^|\*\*)\(?([-+]?\d+)\)?")
_WORD = re.compile(r" ?([a-z]+)\.?(?![a-z\d])", re.IGNORECASE)
_WORDS = {
    "hundred": 2, "thousand": 3, "k": 3, "million": 6, "mio": 6, "billion": 9, "bn": 9, "trillion": 12, "tn": 12,
}  # fmt: skip
_LETTERS = {"M": 6, "B": 9, "T": 12}
_ANOTHER = re.compile(r"(?<![a-z^*\d.,])\d", re.IGNORECASE)


def parse_number(typed: str, *, lang: str, reading: Reading | None = None) -> Decimal:
    """The number that was typed, exactly.

    Parameters
    ----------
    lang : the language of the page, whose decimal mark is the firm one
    reading : settles a number that was ambiguous; changes nothing about one that is not

    Raises
    ------
    NotANumber, AmbiguousNumber
    """
    text = typed.strip()
    if len(text) > LONGEST:
        raise NotANumber("too-long", most=LONGEST)
    try:
        return _settled(typed, _plain(text), _decimal_mark(lang), reading)
    except NotANumber as refusal:
        raise _unrevealing(refusal) from None


def _settled(typed: str, text: str, point: str, reading: Reading | None) -> Decimal:
    try:
        return _exact(_value(text, point, reading))
    except _Unsettled:
        thousands = _exact(_value(text, point, "thousands"))
        decimal = _exact(_value(text, point, "decimal"))
    if thousands == decimal:
        return decimal
    raise AmbiguousNumber(typed, {"thousands": thousands, "decimal": decimal})


class _Unsettled(Exception):
    """A mark may group or divide."""


@cache
def _decimal_mark(lang: str) -> str:
    try:
        symbols = Locale.parse(lang, sep="-").number_symbols["latn"]
    except (UnknownLocaleError, ValueError):
        return "."
    return "," if symbols["decimal"] == "," else "."


# --- one writing for everything
def _plain(typed: str) -> str:
    """The same text with one kind of sign, digit, space, fraction and power, and nothing invisible."""
    text = "".join(_spelled(raised, "".join(run)) for raised, run in groupby(typed, key=_is_raised))
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    text = re.sub(r"(?<=[^\W\d_])\^(?=\d)", "", re.sub(r"\s+", " ", text)).strip()  # m² is m2, no power
    text = _BEFORE.sub("", text, count=1) if _BEFORE.match(text) else text
    if sign := _CURRENCY.match(text):
        text = sign[1] + text[sign.end() :]
    return text.removesuffix("%").strip()


def _is_raised(c: str) -> bool:
    return (
        unicodedata.decomposition(c).startswith("<super>")
        and unicodedata.normalize("NFKC", c) in "0123456789+−-"
    )


def _spelled(raised: bool, run: str) -> str:
    """Superscripts as ^n, and a vulgar fraction apart from the digit before it: 1½ is 1 1/2, not 11/2."""
    if raised:
        return "^" + run
    return "".join(f" {c}" if unicodedata.decomposition(c).startswith("<fraction>") else c for c in run)


# --- the value
def _value(text: str, point: str, reading: Reading | None) -> Fraction:
    if not text:
        raise NotANumber("empty")
    if not any(c.isdecimal() or c in hanzi.NUMERALS or c == "半" for c in text):
        raise NotANumber("no-digits")
    if text[0] in "+-":
        unsigned = _unsigned(text[1:].strip(), point, reading)
        return -unsigned if text[0] == "-" else unsigned
    return _unsigned(text, point, reading)


def _unsigned(text: str, point: str, reading: Reading | None) -> Fraction:
    if any(c in hanzi.NUMERALS or c == "半" for c in text):
        return hanzi.parse(text, lambda digits: _numeral(digits, point, reading))
    head = _HEAD.match(text)
    if not head:
        raise NotANumber("trailing-text", text=text)
    rest = text[head.end() :]
    if head[3]:
        value = _fraction(head[1], head[2], head[3])
    elif head[0] == "10" and (raised := _RAISED.match(rest)):
        value, rest = _ten_to(raised[1]), rest[raised.end() :]
    else:
        value = _numeral(head[0], point, reading)
    return value * _scale(rest)


def _fraction(whole: str | None, over: str, under: str) -> Fraction:
    if int(under) == 0:
        raise NotANumber("not-finite")
    return int(whole or 0) + Fraction(int(over), int(under))


def _scale(rest: str) -> Fraction:
    """What the words and powers of ten after a numeral multiply it by."""
    scale, first = Fraction(1), True
    while rest.strip():
        power = (_EXPONENT.match(rest) if first else None) or _POWER.match(rest)
        word = _WORD.match(rest)
        if power:
            scale *= _ten_to(power[1])
        elif word and (zeros := _LETTERS.get(word[1]) or _WORDS.get(word[1].lower())):
            scale *= 10**zeros
        else:
            raise NotANumber("two-numbers" if _ANOTHER.search(rest) else "trailing-text", text=rest)
        rest, first = rest[(power or word).end() :], False  # type: ignore[union-attr]
    return scale


def _ten_to(power: str) -> Fraction:
    if abs(int(power)) > BIGGEST + LONGEST:
        raise NotANumber("too-big")
    return Fraction(10) ** int(power)


# --- marks
def _numeral(text: str, point: str, reading: Reading | None) -> Fraction:
    """Digits with marks in them: what groups and what divides."""
    if re.search(r"[ ']", text):
        return _spaced(text, point, reading)
    if not re.search(r"\d", text):
        raise NotANumber("no-digits")
    points, commas = text.count("."), text.count(",")
    if points and commas:
        last = max(".,", key=text.rfind)
        return _read(text, group="," if last == "." else ".", decimal=last)
    if points + commas > 1:
        return _read(text, group="." if points else ",", decimal="")
    if points + commas == 1:
        return _one_mark(text, "." if points else ",", point, reading)
    return Fraction(int(text))


def _spaced(text: str, point: str, reading: Reading | None) -> Fraction:
    """Groups of three parted by spaces or apostrophes; then a single mark divides."""
    found = re.fullmatch(r"(\d{1,3}(?:(?: \d{3})+|(?:'\d{3})+))(?:([.,])(\d*))?", text)
    if not found:
        raise NotANumber("bad-grouping" if "'" in text else "two-numbers")
    whole, mark, part = re.sub("[ ']", "", found[1]), found[2] or "", found[3] or ""
    if mark and mark != point and len(part) == 3:  # 1 000,500: one habit or the other was broken
        return _either(whole, part, reading)
    return _joined(whole, part)


def _one_mark(text: str, mark: str, point: str, reading: Reading | None) -> Fraction:
    whole, _, part = text.partition(mark)
    if mark == point or not whole.strip("0") or not part:  # 0,25 has no reading as thousands
        return _joined(whole, part)
    if len(part) == 3 and len(whole) <= 3 and not whole.startswith("0"):
        return _joined(whole + part, "")
    return _either(whole, part, reading)


def _either(whole: str, part: str, reading: Reading | None) -> Fraction:
    if reading is None:
        raise _Unsettled
    return _joined(whole + part, "") if reading == "thousands" else _joined(whole, part)


def _read(text: str, *, group: str, decimal: str) -> Fraction:
    pattern = rf"(\d{{1,3}}(?:{re.escape(group)}\d{{3}})+)" + (
        rf"{re.escape(decimal)}(\d*)" if decimal else "()"
    )
    found = re.fullmatch(pattern, text)
    if not found:
        raise NotANumber("bad-grouping")
    return _joined(found[1].replace(group, ""), found[2])


def _joined(whole: str, part: str) -> Fraction:
    return Fraction(int(whole + part), 10 ** len(part))


# --- exact decimals
def check_size(value: Decimal) -> None:
    """Refuse what `parse_number` would not have made, should it come from elsewhere: NotANumber ``too-big``."""
    _, digits, exponent = value.as_tuple()
    if (
        not isinstance(exponent, int)
        or (any(digits) and value.adjusted() > BIGGEST)
        or exponent < -FINEST
        or exponent > BIGGEST
    ):
        raise NotANumber("too-big")


def _exact(value: Fraction) -> Decimal:
    if abs(value) > 10**BIGGEST:
        raise NotANumber("too-big")
    twos, under = _without(value.denominator, 2)
    fives, under = _without(under, 5)
    if under != 1:
        raise NotANumber("repeating-fraction")
    places = max(twos, fives)
    if places > FINEST:
        raise NotANumber("too-big")
    digits = value.numerator * 10**places // value.denominator
    return Decimal((int(digits < 0), tuple(map(int, str(abs(digits)))), -places))


def _without(number: int, prime: int) -> tuple[int, int]:
    """How often a prime divides a number, and what is left."""
    times = 0
    while number % prime == 0:
        number, times = number // prime, times + 1
    return times, number


def _unrevealing(refusal: NotANumber) -> NotANumber:
    """The same refusal, naming the first words that were not understood, and never a digit of what was typed."""
    if refusal.code != "trailing-text":
        return NotANumber(refusal.code)
    words = "".join(" " if c.isnumeric() or c in hanzi.NUMERALS else c for c in str(refusal.params["text"]))
    return NotANumber("trailing-text", text=next(iter(re.split(r"\s{2,}", words.strip(" .,"))), "") or "…")
