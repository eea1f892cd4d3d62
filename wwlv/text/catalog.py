"""Sentences by key from gettext catalogs, read at run time, and numbers as the language writes them."""

import string
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, localcontext
from functools import cache
from pathlib import Path

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES: tuple[str, ...] = ("en", "zh-Hant")

_FILES = {"en": "en.po", "zh-Hant": "zh_Hant.po"}
_LOCALES = {"en": "en_GB", "zh-Hant": "zh_Hant_TW"}
"""Where the sentences are at home: "Ants, Bees and Crabs" has no comma before its "and"."""

_WRITTEN_OUT = range(-6, 15)
"""Powers of ten of the first digit within which a number is always written out."""
_WIDEST = 60
"""Powers of ten up to which writing out is considered at all."""
_ROOMY = Context(prec=1000)
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_FORMATTER = string.Formatter()


class Text:
    """The sentences of one language. Call it with a key; named values are filled in, numbers by the locale."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._locale = Locale.parse(_LOCALES[lang])
        with Path(__file__).with_name(_FILES[lang]).open("rb") as file:
            messages = read_po(file, locale=self._locale)
        self._sentences: Mapping[str, tuple[str, ...]] = {
            _first(message.id): _forms(message.string) for message in messages if message.id
        }

    def __repr__(self) -> str:
        return f"Text({self.lang!r})"

    @property
    def html_lang(self) -> str:
        """The language as HTML names it."""
        return self.lang

    @property
    def keys(self) -> frozenset[str]:
        """Every key of the catalog."""
        return frozenset(self._sentences)

    def forms(self, key: str) -> tuple[str, ...]:
        """The templates under a key: one, or its plural forms.

        Raises
        ------
        KeyError
            The catalog has no such key: a bug, which a test finds.
        """
        try:
            return self._sentences[key]
        except KeyError:
            raise KeyError(f"no sentence {key!r} in {self.lang}") from None

    def __call__(self, key: str, **params: object) -> str:
        """The sentence under a key; `n` chooses its plural form where it has several.

        Whole numbers and decimals are written by the locale; a year comes as text, from `number(…, year=True)`.

        Raises
        ------
        KeyError
            No such key, or a value the sentence needs was not given.
        """
        forms = self.forms(key)
        template = forms[0] if len(forms) == 1 else forms[self._form(params["n"])]
        return _FORMATTER.vformat(template, (), {name: self._shown(value) for name, value in params.items()})

    def _form(self, n: object) -> int:
        """Catalogs hold "one" and "other"; Chinese has "other" alone."""
        if not isinstance(n, int | Decimal):
            raise TypeError(f"n chooses a plural form and must be a number, not {n!r}")
        return 0 if self._locale.plural_form(n) == "one" else 1

    def _shown(self, value: object) -> object:
        return (
            self.number(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else value
        )

    def number(self, value: int | Decimal, *, year: bool = False) -> str:
        """A number exactly as it is, grouped as the language does; a year without grouping.

        Equal values look equal: zeros that end a decimal are dropped. What is far from 1 is written with a power of
        ten where that is shorter: 3×10²⁰. `wwlv.text.parse_number` reads all of it back.
        """
        exact = Decimal(value)
        size, sign = exact.copy_abs(), "−" if exact < 0 else ""
        if not size or size.adjusted() in _WRITTEN_OUT:
            return sign + self._written_out(size, year)
        powers = self._with_power(size)
        if abs(size.adjusted()) > _WIDEST:
            return sign + powers
        return sign + min(self._written_out(size, year), powers, key=len)

    def _written_out(self, size: Decimal, year: bool) -> str:
        with localcontext(_ROOMY):  # Babel computes in the current context, which rounds to 28 digits
            return format_decimal(
                size, locale=self._locale, decimal_quantization=False, group_separator=not year
            )

    def _with_power(self, size: Decimal) -> str:
        digits = "".join(map(str, size.as_tuple().digits)).rstrip("0")
        raised = str(size.adjusted()).translate(_RAISED)
        if digits == "1":
            return f"10{raised}"
        return f"{self._written_out(Decimal(f'{digits[0]}.{digits[1:]}'), False)}×10{raised}"

    def fixed(self, value: float, places: int) -> str:
        """A number rounded to so many decimal places, with all of them: 0.50."""
        return format_decimal(value, format="0." + "0" * places, locale=self._locale)

    def money(self, amount: int) -> str:
        """Dollars of the game: $1,200, and a loss with a real minus sign: −$200."""
        return ("−" if amount < 0 else "") + "$" + self.number(abs(amount))

    def join(self, items: Sequence[str]) -> str:
        """A list as the language says it: "Ants, Bees and Crabs"; nothing for an empty one."""
        return format_list(items, locale=self._locale) if items else ""


def _first(message_id: str | Sequence[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def _forms(message: str | Sequence[str] | None) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message or ())


def catalog(lang: str) -> Text:
    """The sentences of a language, read once; English for a language there is no catalog of."""
    return _read(lang if lang in LANGUAGES else LANGUAGES[0])


_read = cache(Text)
