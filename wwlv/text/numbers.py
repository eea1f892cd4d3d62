"""Numbers as people type them, read once and exactly; what can be read in two ways is asked, never guessed."""

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from wwlv.errors import WwlvError

Reading = Literal["thousands", "decimal"]

LONGEST = 60  # characters
_BIGGEST, _FINEST = 100, 60  # powers of ten

_SIGNS = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "﹣": "-",
        "負": "-",
        "负": "-",
        "×": "*",
        "⋅": "*",
        "⁄": "/",
        "，": ",",
        "。": ".",
        "、": ",",
    }
)
_SPACES = re.compile(r"[\s\u00a0\u2007\u2009\u202f]+")
_BEFORE = re.compile(r"^(?:約|大約|大概|about|approx\.?|~|≈|=)\s*", re.IGNORECASE)
_CURRENCY = re.compile(r"^([-+]?)\s*(?:nt\$|us\$|[$€£¥])\s*", re.IGNORECASE)
_WORDS = {
    "hundred": 2, "thousand": 3, "k": 3, "million": 6, "mio": 6, "billion": 9, "bn": 9, "trillion": 12,
}  # fmt: skip
_LETTERS = {"M": 6, "B": 9, "T": 12, "K": 3}  # capitals only: a small m is a metre
_POWER = re.compile(r"\*?10\^\(?([-+]?\d{1,4})\)?$")
_EXPONENT = re.compile(r"^(.*\d)e([-+]?\d{1,4})$", re.IGNORECASE)
_FRACTION = re.compile(r"^(?:(\d+) )?(\d+)\s*/\s*(\d+)$")

_DIGITS = dict(zip("〇零一二三四五六七八九", (0, *range(10)), strict=True)) | {"兩": 2, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"萬": 10**4, "万": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_HAN = frozenset(_DIGITS) | frozenset(_UNITS) | frozenset(_MYRIADS) | {"點", "点", "半"}


class NotANumber(WwlvError):
    """What was typed is no number this project can take: a code, and what its sentence needs.

    Codes: ``empty``, ``no-digits``, ``trailing-text``, ``two-numbers``, ``bad-grouping``, ``not-finite``, ``too-long``,
    ``too-big``, ``repeating-fraction``.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class AmbiguousNumber(WwlvError):
    """What was typed can be read in two ways, and the language does not settle which."""

    def __init__(self, typed: str, readings: Mapping[Reading, Decimal]) -> None:
        super().__init__(typed)
        self.typed = typed
        self.readings = dict(readings)


def parse_number(typed: str, *, lang: str, reading: Reading | None = None) -> Decimal:
    """The number that was typed, exactly.

    Parameters
    ----------
    lang : language of the page; in English and Chinese a lone point is the decimal mark, a comma before exactly three
        digits groups thousands
    reading : settles a number that was ambiguous

    Raises
    ------
    NotANumber, AmbiguousNumber
    """
    if len(typed) > LONGEST:
        raise NotANumber("too-long", most=LONGEST)
    text = _plain(typed)
    if not text:
        raise NotANumber("empty")
    try:
        return _finite(_value(text, reading))
    except _TwoReadings as two:
        readings: dict[Reading, Decimal] = {"thousands": two.thousands, "decimal": two.decimal}
        raise AmbiguousNumber(typed, readings) from None


class _TwoReadings(Exception):
    def __init__(self, thousands: Fraction, decimal: Fraction) -> None:
        self.thousands, self.decimal = _finite(thousands), _finite(decimal)


def _plain(typed: str) -> str:
    """One writing for signs, digits, spaces and fractions."""
    out: list[str] = []
    for c in typed:
        parts = unicodedata.decomposition(c).split()
        if parts[:1] == ["<fraction>"]:
            out.append(" " + "".join(chr(int(p, 16)) for p in parts[1:]))
        elif parts[:1] == ["<super>"] and len(parts) == 2:
            out.append(("" if out and out[-1].startswith("^") else "^") + chr(int(parts[1], 16)))
        else:
            out.append(c)
    text = unicodedata.normalize("NFKC", "".join(out).replace("^^", "^")).translate(_SIGNS)
    text = re.sub(r"\^(\d)\^(\d)", r"^\1\2", text)
    text = _SPACES.sub(" ", text).strip()
    text = _BEFORE.sub("", text)
    text = _CURRENCY.sub(r"\1", text)
    return text.removesuffix("%").strip()


def _value(text: str, reading: Reading | None) -> Fraction:
    sign = 1
    if text[:1] in "+-" and text[:1]:
        sign, text = (-1 if text[0] == "-" else 1), text[1:].strip()
    if not any(c.isdigit() or c in _HAN for c in text):
        raise NotANumber("no-digits")
    return sign * _unsigned(text, reading)


def _unsigned(text: str, reading: Reading | None) -> Fraction:
    if any(c in _HAN for c in text):
        return _han(text.replace(" ", ""), reading)
    if fraction := _FRACTION.match(text):
        return _fraction(*fraction.groups())
    text, scale = _scaled(text)
    if scale and not text:
        return Fraction(10) ** scale
    tail = re.search(r"[^\d.,' _’]", text)
    if tail:
        raise NotANumber("trailing-text", text=text[tail.start() :].strip())
    return _numeral(text, reading) * Fraction(10) ** scale


def _fraction(whole: str | None, over: str, under: str) -> Fraction:
    if int(under) == 0:
        raise NotANumber("not-finite")
    value = int(whole or 0) + Fraction(int(over), int(under))
    if not _is_decimal(value):
        raise NotANumber("repeating-fraction")
    return value


def _scaled(text: str) -> tuple[str, int]:
    """The numeral before a power of ten, a word such as million, or an exponent, and that power."""
    squeezed = text.replace(" ", "")
    for pattern in (_POWER,):
        if found := pattern.search(squeezed):
            return squeezed[: found.start()].rstrip("*x"), _power(found[1])
    if found := _EXPONENT.match(squeezed):
        return found[1], _power(found[2])
    if found := re.match(r"^(.*?\d)[ ]?([A-Za-z]+)\.?$", text):
        word = found[2]
        if word in _LETTERS:
            return found[1], _LETTERS[word]
        if word.lower() in _WORDS:
            return found[1], _WORDS[word.lower()]
    return text, 0


def _power(typed: str) -> int:
    if abs(int(typed)) > _BIGGEST + LONGEST:
        raise NotANumber("too-big")
    return int(typed)


def _numeral(text: str, reading: Reading | None) -> Fraction:
    """Digits with marks in them: what groups and what divides."""
    text = text.strip()
    if re.search(r"[ '’_]", text):
        whole = re.split(r"[.,]", text)[0] if re.search(r"\d[ '’_]\d{3}", text) else text
        if not re.fullmatch(r"\d{1,3}([ '’_]\d{3})+", whole.strip()):
            raise NotANumber("two-numbers")
        text = re.sub(r"[ '’_]", "", whole) + text[len(whole) :].strip()
    if not re.fullmatch(r"[\d.,]*\d[\d.,]*", text):
        raise NotANumber("two-numbers")
    points, commas = text.count("."), text.count(",")
    if points and commas:
        decimal = max(".,", key=text.rfind)
        return _split(text, "," if decimal == "." else ".", decimal)
    mark = "." if points else ","
    if points + commas == 0:
        return Fraction(int(text))
    if points + commas > 1:
        return _split(text, mark, "")
    return _one_mark(text, mark, reading)


def _one_mark(text: str, mark: str, reading: Reading | None) -> Fraction:
    whole, part = text.split(mark)
    groups = re.fullmatch(r"[1-9]\d{0,2}", whole) is not None and len(part) == 3
    if mark == "." and reading is None:
        return _split(text, "", ".")
    if reading == "decimal":
        return _split(text, "", mark)
    if reading == "thousands" or groups:
        return Fraction(int(whole + part))
    if whole in ("", "0") or not part:  # no reading as thousands: 0,25
        return _split(text, "", ",")
    raise _TwoReadings(Fraction(int(whole + part)), _split(text, "", ","))


def _split(text: str, group: str, decimal: str) -> Fraction:
    whole, _, part = text.partition(decimal) if decimal else (text, "", "")
    if decimal and decimal in part:
        raise NotANumber("bad-grouping")
    if group and group in whole:
        if not re.fullmatch(rf"\d{{1,3}}({re.escape(group)}\d{{3}})+", whole):
            raise NotANumber("bad-grouping")
        whole = whole.replace(group, "")
    if not (whole + part).isdigit():
        raise NotANumber("bad-grouping")
    return Fraction(int(whole + part), 10 ** len(part))


# --- Chinese numerals, also mixed with digits: 三百二十萬, 2.5億, 1億2000萬
def _han(text: str, reading: Reading | None) -> Fraction:
    total, rest, last = Fraction(0), text, 0
    for name, size in sorted(_MYRIADS.items(), key=lambda item: -item[1]):
        if name in rest:
            head, _, rest = rest.partition(name)
            if last and size >= last:
                raise NotANumber("bad-grouping")
            total += (_section(head, reading) if head else Fraction(1)) * size
            last = size
    if rest == "半" and last:
        return total + Fraction(last, 2)
    if rest:
        short = last and len(rest) == 1 and rest in _DIGITS  # 一萬二 is 12 000
        total += _section(rest, reading) * (last // 10 if short else 1)
    return total


def _section(text: str, reading: Reading | None) -> Fraction:
    """A number below ten thousand in characters, or digits."""
    if not any(c in _HAN for c in text):
        if not re.fullmatch(r"[\d.,]+", text):
            raise NotANumber("trailing-text", text=re.sub(r"^[\d.,]+", "", text))
        return _numeral(text, reading)
    if text == "半":
        return Fraction(1, 2)
    whole, point, part = re.sub("点", "點", text).partition("點")
    value = _characters(whole) if whole else Fraction(0)
    if point:
        if not part or any(c not in _DIGITS for c in part):
            raise NotANumber("trailing-text", text=part or point)
        value += Fraction(int("".join(str(_DIGITS[c]) for c in part)), 10 ** len(part))
    return value


def _characters(text: str) -> Fraction:
    odd = next(
        (k for k, c in enumerate(text) if c not in _DIGITS and c not in _UNITS and not c.isdigit()), None
    )
    if odd is not None:
        raise NotANumber("trailing-text", text=text[odd:])
    if not any(c in _UNITS for c in text):  # digit by digit: 二〇二四
        return Fraction(int("".join(str(_DIGITS.get(c, c)) for c in text)))
    total, digits, last = 0, "", 0
    for c in text:
        if c in _UNITS:
            if last and _UNITS[c] >= last:
                raise NotANumber("bad-grouping")
            total += (int(digits) if digits else 1) * _UNITS[c]
            digits, last = "", _UNITS[c]
        else:
            digits += str(_DIGITS.get(c, c))
    if digits:
        short = last > 10 and len(digits) == 1 and digits != "0"  # 三百二 is 320, 三百零二 is 302
        total += int(digits) * (last // 10 if short else 1)
    return Fraction(total)


# --- exact decimals
def _is_decimal(value: Fraction) -> bool:
    under = value.denominator
    for prime in (2, 5):
        while under % prime == 0:
            under //= prime
    return under == 1


def _finite(value: Fraction) -> Decimal:
    if abs(value) > Fraction(10) ** _BIGGEST:
        raise NotANumber("too-big")
    places = 0
    while value.denominator != 1:
        if places == _FINEST:
            raise NotANumber("too-big")
        value, places = value * 10, places + 1
    sign = 1 if value < 0 else 0
    return Decimal((sign, tuple(map(int, str(abs(value.numerator)))), -places))
