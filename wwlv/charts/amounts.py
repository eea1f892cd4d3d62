"""Numbers as a chart has room for them: exact where that is short, "2.5M" or "3×10¹⁸" where it is not."""

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal

from wwlv.text import Text

PLAIN_BELOW = 10**6
LONGEST_EXACT = 11
"""Characters up to which a value is written out."""
SMALLEST_PLAIN = -4
"""The power of ten down to which decimals are written out."""
BEYOND_UNITS = 3

_ROUND = Context(prec=3, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def exact(value: Decimal, text: Text, *, year: bool = False) -> str:
    """The value itself if that takes few characters, otherwise `short`. A year has no grouping."""
    plain = _trimmed(value)
    if value and (abs(value.adjusted()) > LONGEST_EXACT or len(f"{plain:f}") > LONGEST_EXACT):
        return short(value, text)
    return text.number(plain, year=year)


def short(value: Decimal, text: Text, *, year: bool = False) -> str:
    """At most three digits with the language's word for thousands or millions, or with a power of ten."""
    power = value.adjusted()
    if not value or (power >= SMALLEST_PLAIN and abs(value) < PLAIN_BELOW):
        plain = _trimmed(value if len(f"{value:f}") <= LONGEST_EXACT else _ROUND.plus(value))
        return text.number(plain, year=year)
    rounded = _ROUND.plus(value)
    power = rounded.adjusted()
    units = _units(text)
    unit = max((u for u in units if u <= power), default=None)
    if unit is not None and power < max(units) + BEYOND_UNITS:
        return text.number(_trimmed(rounded.scaleb(-unit, _ROUND))) + units[unit]
    digits, raised = _trimmed(rounded.scaleb(-power, _ROUND)), str(power).translate(_RAISED)
    return f"10{raised}" if digits == 1 else f"{text.number(digits)}×10{raised}"


def _trimmed(value: Decimal) -> Decimal:
    """The same value without zeros after the decimal point, and without an exponent if it is not too long."""
    if not value:
        return Decimal(0)
    if abs(value.adjusted()) > 2 * LONGEST_EXACT:
        return value
    return Decimal(f"{value:f}".rstrip("0").rstrip(".")) if "." in f"{value:f}" else Decimal(f"{value:f}")


def _units(text: Text) -> dict[int, str]:
    """Words for powers of ten in this language, from its catalog: "6 M, 9 B" is 10⁶ and 10⁹."""
    pairs = (entry.split(" ", 1) for entry in text("chart.number.units").split(", "))
    return {int(power): word for power, word in pairs}
