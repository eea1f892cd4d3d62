"""Numbers in Chinese characters, also mixed with digits: 三百二十萬, 2.5億, 1億2,000萬, 三點一四, 四分之一."""

import re
from collections.abc import Callable
from fractions import Fraction

from wwlv.text.refusal import NotANumber

Numeral = Callable[[str], Fraction]
"""Reads digits with their marks, such as 1,234.5."""

_DIGITS = dict(zip("零一二三四五六七八九", range(10), strict=True))
_UNITS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"兆": 10**12, "億": 10**8, "萬": 10**4}  # 兆 as in Taiwan; largest first
_HALF, _POINT, _OVER = "半", "點", "分之"

_SAME = str.maketrans(
    dict(zip("〇兩两万亿点貳參肆伍陸柒捌玖壹拾佰仟", "零二二萬億點二三四五六七八九一十百千", strict=True))
    | {"廿": "二十", "卅": "三十"}
)
NUMERALS = frozenset(_DIGITS) | frozenset(_UNITS) | frozenset(_MYRIADS) | frozenset(map(chr, _SAME)) - {"点"}
"""The characters that are a number by themselves."""

_PIECE = re.compile(r"([\d.,]+|[零一二三四五六七八九]+)?([十百千])")
_PLAIN = re.compile(r"[\d.,]+")
_GAP = re.compile(r"(?<=\d) (?=[十百千萬億兆]|\d{3}(?!\d))|(?<=[萬億兆]) (?=\d\d)")
_UNKNOWN = re.compile(r"[^\d.,零一二三四五六七八九十百千萬億兆半點分之]")


def parse(text: str, numeral: Numeral) -> Fraction:
    """The value of a number that holds Chinese characters; a percentage (百分之五十) is the number it says, 50.

    Raises
    ------
    NotANumber
    """
    text = _GAP.sub("", text.translate(_SAME))
    if odd := _UNKNOWN.search(text):
        rest = text[odd.start() :]
        raise NotANumber(
            "two-numbers" if rest[0] == " " and not _UNKNOWN.match(rest[1:2]) else "trailing-text", text=rest
        )
    if _OVER not in text:
        return _amount(text, numeral)
    under, _, over = text.partition(_OVER)
    if not under or not over:
        raise NotANumber("trailing-text", text=_OVER)
    return _amount(over, numeral) / (1 if under == "百" else _divisor(_amount(under, numeral)))


def _divisor(value: Fraction) -> Fraction:
    if value == 0:
        raise NotANumber("not-finite")
    return value


def _amount(text: str, numeral: Numeral) -> Fraction:
    """Sections of four digits and their units, largest first."""
    for name, size in _MYRIADS.items():
        head, found, rest = text.partition(name)
        if found:
            return (_amount(head, numeral) if head else Fraction(1)) * size + _below(rest, size, numeral)
    return _section(text, numeral)


def _below(rest: str, size: int, numeral: Numeral) -> Fraction:
    """What follows a unit. One digit alone counts its tenths: 一萬二 is 12 000, 三百二 is 320, 一萬零二 is 10 002."""
    if not rest:
        return Fraction(0)
    if rest == _HALF:
        return Fraction(size, 2)
    if len(rest) == 1 and (rest.isdecimal() or rest in _DIGITS) and size > 10:
        return Fraction(int(_DIGITS.get(rest, rest)) * size, 10)
    value = _amount(rest, numeral)
    if value >= size:
        raise NotANumber("bad-grouping")
    return value


def _section(text: str, numeral: Numeral) -> Fraction:
    """A number below ten thousand in characters, or digits with their marks."""
    if text == _HALF:
        return Fraction(1, 2)
    whole, point, part = text.partition(_POINT)
    if point:
        return _characters(whole or "零") + _decimals(part)
    if _PLAIN.fullmatch(text):
        return numeral(text)
    piece = _PIECE.match(text.lstrip("零"))
    if not piece:
        return _characters(text)
    count, size = piece[1] or "", _UNITS[piece[2]]
    if not _PLAIN.fullmatch(count) and len(count.strip("零")) > 1:
        raise NotANumber("two-numbers")  # 三五百: three to five hundred
    times = Fraction(1) if not count else numeral(count) if _PLAIN.fullmatch(count) else _characters(count)
    return times * size + _below(text.lstrip("零")[piece.end() :], size, numeral)


def _decimals(part: str) -> Fraction:
    if not part:
        raise NotANumber("trailing-text", text=_POINT)
    return _characters(part) * Fraction(1, int(10 ** len(part)))


def _characters(text: str) -> Fraction:
    """Digit by digit, as years are read: 二〇二四."""
    if any(c not in _DIGITS and not c.isdecimal() for c in text):
        odd = next(c for c in text if c not in _DIGITS and not c.isdecimal())
        raise NotANumber("bad-grouping" if odd in NUMERALS or odd in ".," else "trailing-text", text=odd)
    return Fraction(int("".join(str(_DIGITS.get(c, c)) for c in text)))
