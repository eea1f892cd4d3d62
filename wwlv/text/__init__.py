"""Every sentence a person reads, and every number a person types."""

from wwlv.text.catalog import LANGUAGES, Text, catalog
from wwlv.text.numbers import parse_number
from wwlv.text.refusal import AmbiguousNumber, NotANumber

__all__ = ["LANGUAGES", "AmbiguousNumber", "NotANumber", "Text", "catalog", "parse_number"]
