"""A CSV file as rows of named cells, or what keeps it from being one."""

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wwlv.decks.problem import Problem

MOST_BYTES = 4_000_000
"""No deck of text is larger; a video renamed to .csv is."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row below the header. `number` is the one a spreadsheet shows; `cells` are trimmed, by column."""

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """The known columns a file has, and its rows. Unknown columns are left out."""

    file: str
    columns: frozenset[str]
    rows: tuple[Row, ...]


def read_table(
    path: Path, required: Sequence[str], optional: Sequence[str], problems: list[Problem]
) -> Table:
    """Read a file as far as it goes; what is wrong with it is added to `problems`."""
    found = _records(path, problems)
    if not found:
        return Table(path.name, frozenset(), ())
    header = [_trimmed(cell) for cell in found[0][1]]
    if len(header) == 1 and header[0].count(";") + header[0].count("\t") >= len(required) - 1:
        problems.append(Problem(path.name, 1, "", "not-commas"))
        return Table(path.name, frozenset(), ())
    _check_header(path.name, header, required, optional, problems)
    known = {*required, *optional}
    rows = []
    for number, record in found[1:]:
        cells = [_trimmed(cell) for cell in record]
        if not any(cells):
            continue
        if any(cells[len(header) :]):
            problems.append(Problem(path.name, number, f"#{len(header) + 1}", "too-many-cells"))
        cells += [""] * (len(header) - len(cells))
        named = zip(header, cells, strict=False)
        rows.append(Row(number, {name: cell for name, cell in named if name in known}))
    if not rows:
        problems.append(Problem(path.name, 0, "", "empty-file"))
    return Table(path.name, frozenset(known.intersection(header)), tuple(rows))


def _trimmed(cell: str) -> str:
    return unicodedata.normalize("NFC", cell).strip()


def _records(path: Path, problems: list[Problem]) -> list[tuple[int, list[str]]]:
    """The records of a file with their numbers, up to the first that is none."""
    records: list[tuple[int, list[str]]] = []
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            problems.append(Problem(path.name, 0, "", "too-large", {"most": MOST_BYTES // 1_000_000}))
            return []
        reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        records.extend(enumerate(reader, start=1))
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError too
        code = "not-utf8" if isinstance(error, UnicodeDecodeError) else "unreadable"
        problems.append(Problem(path.name, 0, "", code))
        return []
    except csv.Error:
        problems.append(Problem(path.name, len(records) + 1, "", "not-csv"))
        return records
    if not records:
        problems.append(Problem(path.name, 0, "", "empty-file"))
    return records


def _check_header(
    file: str,
    header: Sequence[str],
    required: Sequence[str],
    optional: Sequence[str],
    problems: list[Problem],
) -> None:
    problems += [Problem(file, 1, name, "missing-column") for name in required if name not in header]
    for k, name in enumerate(header):
        if name in header[:k] and name:
            problems.append(Problem(file, 1, name, "column-twice"))
        elif name not in (*required, *optional):
            problems.append(Problem(file, 1, name or f"#{k + 1}", "unknown-column"))
