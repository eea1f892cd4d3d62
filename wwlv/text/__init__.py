"""Every sentence a person reads, and every number a person types."""

from wwlv.text.catalog import LANGUAGES, Text, catalog
from wwlv.text.numbers import AmbiguousNumber, NotANumber, parse_number

__all__ = ["LANGUAGES", "AmbiguousNumber", "NotANumber", "Text", "catalog", "parse_number"]
