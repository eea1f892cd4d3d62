"""Decks from CSV: strict, and all problems of all files at once, each with its row and column."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from html import unescape
from pathlib import Path

from wwlv.decks.model import CARD_SIZE, Card, Deck, Question, Wording
from wwlv.decks.problem import DeckError, Problem, invisible
from wwlv.decks.table import Row, Table, read_table
from wwlv.places import shipped

COLUMNS = (
    "id", "card", "number", "question", "answer", "unit", "source", "as_of", "subject", "level", "explanation",
)  # fmt: skip
OPTIONAL = ("tolerance", "tags", "check")
TRANSLATED = ("id", "question", "unit", "explanation")
MAY_BE_EMPTY = frozenset({"as_of", *OPTIONAL})
LEVELS = ("lower", "upper")
LANGUAGE_SUFFIXES = {"zh-Hant": ".zh-Hant.csv"}
LONGEST = {"id": 60, "card": 60, "question": 240, "unit": 40, "explanation": 400, "subject": 40}
"""Characters that fit on the projector, by column."""
LONGEST_ELSE = 240

_DECIMAL = re.compile(r"[+-]?\d{1,100}(\.\d{1,60})?", re.ASCII)
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_MARKUP = re.compile(r"<[/!?a-z]|javascript:", re.IGNORECASE)


def is_translation(path: Path) -> bool:
    """Whether a file translates the deck beside it."""
    return any(path.name.endswith(suffix) for suffix in LANGUAGE_SUFFIXES.values())


def deck_of(path: Path) -> Path:
    """The deck a file translates; the file itself if it is one."""
    for suffix in LANGUAGE_SUFFIXES.values():
        if path.name.endswith(suffix):
            return path.with_name(path.name.removesuffix(suffix) + ".csv")
    return path


def deck_files(folder: Path) -> tuple[Path, ...]:
    """The decks of a folder, without their translations."""
    return tuple(p for p in sorted(folder.glob("*.csv")) if not is_translation(p))


def shipped_decks() -> tuple[Deck, ...]:
    """The box that ships with this project."""
    return read_box(deck_files(shipped("questions")))


def read_deck(path: Path) -> Deck:
    """A deck and the translations beside it.

    Raises
    ------
    DeckError
    """
    return read_box([path])[0]


def read_box(paths: Iterable[Path]) -> tuple[Deck, ...]:
    """Several decks as one box: cards and ids are unique over all of them.

    Raises
    ------
    DeckError
        With every problem of every file.
    """
    problems: list[Problem] = []
    sheets = [_sheet(path, problems) for path in paths]
    problems += _in_two(sheets, "card", "card-in-two")
    problems += _in_two(sheets, "id", "id-in-two")
    if problems:
        raise DeckError(problems)
    return tuple(Deck(sheet.name, _cards(sheet)) for sheet in sheets)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A file with what could be read of it."""

    name: str
    table: Table
    questions: tuple[Question, ...]


def _sheet(path: Path, problems: list[Problem]) -> _Sheet:
    table = read_table(path, COLUMNS, OPTIONAL, problems)
    _check_once(table, "id", problems)
    questions = tuple(q for row in table.rows if (q := _question(table, row, problems)) is not None)
    _check_cards(table, problems)
    for lang, suffix in LANGUAGE_SUFFIXES.items():
        beside = path.with_name(path.stem + suffix)
        if beside.exists():
            wordings = _wordings(beside, table, problems)
            questions = tuple(
                replace(q, texts=(*q.texts, (lang, wordings[q.id]))) if q.id in wordings else q
                for q in questions
            )
    return _Sheet(path.stem, table, questions)


def _cards(sheet: _Sheet) -> tuple[Card, ...]:
    by_card: dict[str, list[Question]] = {}
    for question in sheet.questions:
        by_card.setdefault(question.card, []).append(question)
    return tuple(
        Card(name, sheet.name, tuple(sorted(own, key=lambda q: q.number))) for name, own in by_card.items()
    )


# --- a row
def _question(table: Table, row: Row, problems: list[Problem]) -> Question | None:
    """The question of a row; nothing if a cell is wrong or a column missing."""
    wrong = [
        Problem(table.file, row.number, column, code, params)
        for column in (*COLUMNS, *OPTIONAL)
        if column in table.columns
        for code, params in _faults(column, row.cells[column])
    ]
    problems += wrong
    if wrong or not table.columns.issuperset(COLUMNS):
        return None
    cells = row.cells
    return Question(
        id=cells["id"],
        card=cells["card"],
        number=int(cells["number"]),
        answer=Decimal(cells["answer"]),
        source=cells["source"],
        as_of=cells["as_of"],
        subject=cells["subject"],
        level=cells["level"],
        texts=(("en", _wording(cells)),),
        tolerance=Decimal(cells["tolerance"]) if cells.get("tolerance") else None,
        tags=tuple(cells.get("tags", "").split()),
        check=cells.get("check", ""),
    )


def _wording(cells: Mapping[str, str]) -> Wording:
    return Wording(cells["question"], cells["unit"], cells["explanation"])


Fault = tuple[str, dict[str, object]]


def _faults(column: str, value: str) -> list[Fault]:
    """What is wrong with one cell."""
    if not value:
        return [] if column in MAY_BE_EMPTY else [("empty-cell", {})]
    faults: list[Fault] = []
    most = LONGEST.get(column, LONGEST_ELSE)
    if len(value) > most:
        faults.append(("too-long", {"most": most}))
    if _MARKUP.search(value) or unescape(value) != value or any(map(invisible, value)):
        faults.append(("markup", {}))
    elif code := _misfit(column, value):
        faults.append((code, {"value": value}))
    return faults


def _misfit(column: str, value: str) -> str:
    """The code of a cell that is not of its column's kind."""
    if column in ("id", "card"):
        return "" if _NAME.fullmatch(value) else "bad-name"
    if column == "number":
        return "" if value in _NUMBERS else "bad-number"
    if column in ("answer", "tolerance"):
        if not _DECIMAL.fullmatch(value):
            return "not-a-number"
        return "negative" if column == "tolerance" and Decimal(value) < 0 else ""
    if column == "as_of":
        return "" if _YEAR.fullmatch(value) else "not-a-year"
    if column == "level":
        return "" if value in LEVELS else "bad-level"
    return ""


_NUMBERS = tuple(map(str, range(1, CARD_SIZE + 1)))


# --- a file
def _check_once(table: Table, column: str, problems: list[Problem]) -> None:
    first: dict[str, int] = {}
    for row in table.rows:
        value = row.cells.get(column, "")
        if value and value in first:
            params = {"value": value, "first": first[value]}
            problems.append(Problem(table.file, row.number, column, "twice", params))
        first.setdefault(value, row.number)


def _check_cards(table: Table, problems: list[Problem]) -> None:
    """Each card has 1 to 7 once each.

    What is reported already does not make a second problem: a card with an unreadable number is silent, and a row whose
    card cannot be read may be the one that is missing.
    """
    if not table.columns.issuperset(("card", "number")):
        return
    by_card: dict[str, list[Row]] = {}
    stray: set[str] = set()
    for row in table.rows:
        if _faults("card", row.cells["card"]):
            stray.add(row.cells["number"])
        else:
            by_card.setdefault(row.cells["card"], []).append(row)
    for card, rows in by_card.items():
        numbers = sorted(row.cells["number"] for row in rows)
        twice, missing = len(set(numbers)) < len(numbers), set(_NUMBERS) - set(numbers)
        if set(numbers) <= set(_NUMBERS) and (twice or missing - stray):
            params = {"card": card, "numbers": ", ".join(numbers)}
            problems.append(Problem(table.file, rows[0].number, "number", "bad-card", params))


def _wordings(path: Path, deck: Table, problems: list[Problem]) -> dict[str, Wording]:
    """The sentences of a translation by id, and what is wrong with it."""
    table = read_table(path, TRANSLATED, (), problems)
    _check_once(table, "id", problems)
    known = {row.cells.get("id", "") for row in deck.rows}
    done = {row.cells.get("id", "") for row in table.rows}
    for row in table.rows:
        for column in (c for c in TRANSLATED if c in table.columns):
            faults = _faults(column, row.cells[column])
            if column == "id" and not faults and "id" in deck.columns and row.cells["id"] not in known:
                faults = [("unknown-id", {"value": row.cells["id"]})]
            problems += [Problem(path.name, row.number, column, code, params) for code, params in faults]
    if table.rows and "id" in table.columns:
        missing = [
            row.cells["id"] for row in deck.rows if row.cells.get("id") and row.cells["id"] not in done
        ]
        problems += [
            Problem(path.name, 0, "id", "not-translated", {"value": name}) for name in dict.fromkeys(missing)
        ]
    if not table.columns.issuperset(TRANSLATED):
        return {}
    return {row.cells["id"]: _wording(row.cells) for row in table.rows}


# --- the box
def _in_two(sheets: Sequence[_Sheet], column: str, code: str) -> list[Problem]:
    """Names that stand in more than one file, at their first row in each later file."""
    home: dict[str, _Sheet] = {}
    problems = []
    for sheet in sheets:
        for name, row in _first_rows(sheet.table, column).items():
            other = home.setdefault(name, sheet)
            if other is not sheet:
                params = {"value": name, "other": other.table.file}
                problems.append(Problem(sheet.table.file, row, column, code, params))
    return problems


def _first_rows(table: Table, column: str) -> dict[str, int]:
    first: dict[str, int] = {}
    for row in table.rows:
        if name := row.cells.get(column, ""):
            first.setdefault(name, row.number)
    return first
