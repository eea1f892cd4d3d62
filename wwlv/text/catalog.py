"""Sentences by key from gettext catalogs, read at run time, and numbers as the language writes them."""

import string
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES: tuple[str, ...] = ("en", "zh-Hant")

_FILES = {"en": "en.po", "zh-Hant": "zh_Hant.po"}
_LONGEST = 24  # digits before a number is written with an exponent


class Text:
    """The sentences of one language. Call it with a key; named values are filled in, numbers by the locale."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._locale = Locale.parse(lang, sep="-")
        with (Path(__file__).with_name(_FILES[lang])).open("rb") as file:
            catalog: Catalog = read_po(file, locale=self._locale)
        self._plural = catalog.plural_forms
        self._sentences = {_key(m.id): m.string for m in catalog if m.id}
        self._index = self._locale.plural_form

    @property
    def html_lang(self) -> str:
        """The language as HTML names it."""
        return self.lang

    @property
    def keys(self) -> frozenset[str]:
        """Every key of the catalog."""
        return frozenset(self._sentences)

    def __call__(self, key: str, **params: Any) -> str:
        """The sentence under a key; `n` chooses its plural form where it has one.

        Raises
        ------
        KeyError
            The catalog has no such key: a bug, which a test finds.
        """
        try:
            found = self._sentences[key]
        except KeyError:
            raise KeyError(f"{key} ({self.lang})") from None
        if not isinstance(found, str):
            found = (found or ())[self._form(params["n"], len(found or ()))]
        shown = {name: self._shown(value) for name, value in params.items()}
        return string.Formatter().vformat(found, (), shown)

    def _form(self, n: int, forms: int) -> int:
        """English has two forms, Chinese one."""
        return 0 if forms == 1 or self._index(n) == "one" else 1

    def _shown(self, value: Any) -> Any:
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            return self.number(value)
        return value

    def number(self, value: int | Decimal, *, year: bool = False) -> str:
        """A number exactly as it is, grouped as the language does; a year without grouping.

        Very large and very small numbers are written with an exponent.
        """
        exact = Decimal(value)
        sign = "−" if exact < 0 else ""
        digits = exact.copy_abs()  # abs() would round to 28 digits
        if digits and not -8 <= digits.adjusted() < _LONGEST:
            return sign + _scientific(digits)
        whole, _, part = f"{digits:f}".partition(".")
        part = part.rstrip("0")
        symbols = self._locale.number_symbols["latn"]
        if not year and len(whole) > 3:
            head = len(whole) % 3
            groups = ([whole[:head]] if head else []) + [whole[k : k + 3] for k in range(head, len(whole), 3)]
            whole = str(symbols["group"]).join(groups)
        return sign + whole + (str(symbols["decimal"]) + part if part else "")

    def money(self, amount: int) -> str:
        """Dollars of the game: $1,200, and a loss with a real minus sign."""
        return ("−" if amount < 0 else "") + "$" + self.number(abs(amount))

    def join(self, items: list[str]) -> str:
        """A list as the language says it: "Ants, Bees, and Crabs"."""
        return format_list(items, locale=self._locale) if items else ""


def _key(message_id: str | tuple[str, ...] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def _scientific(digits: Decimal) -> str:
    sign_digits, exponent = digits.as_tuple().digits, digits.adjusted()
    mantissa = "".join(map(str, sign_digits)).rstrip("0")
    return mantissa[0] + ("." + mantissa[1:] if len(mantissa) > 1 else "") + f"e{exponent}"


@cache
def catalog(lang: str) -> Text:
    """The sentences of a language; English for one there is no catalog of."""
    return Text(lang if lang in LANGUAGES else "en")
