"""Decks from CSV: strict, and all problems of a file at once, each with its row and column."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

from wwlv.decks.model import CARD_SIZE, Card, Deck, Question, Wording
from wwlv.errors import WwlvError
from wwlv.places import shipped

COLUMNS = (
    "id", "card", "number", "question", "answer", "unit", "source", "as_of", "subject", "level", "explanation",
)  # fmt: skip
OPTIONAL = ("tolerance", "tags", "check")
TRANSLATED = ("id", "question", "unit", "explanation")
REQUIRED = frozenset(COLUMNS) - {"as_of"}
LEVELS = ("lower", "upper")
LANGUAGE_SUFFIXES = {"zh-Hant": ".zh-Hant.csv"}
LONGEST = {
    "question": 240,
    "unit": 40,
    "explanation": 400,
    "source": 240,
    "id": 60,
    "card": 60,
    "subject": 40,
}

_DECIMAL = re.compile(r"[+-]?\d{1,100}(\.\d{1,60})?", re.ASCII)
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.ASCII)
_MARKUP = re.compile(r"<[/!a-zA-Z]|javascript:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong and where. `row` counts lines of the table from 1, the header; 0 for the whole file."""

    file: str
    row: int
    column: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class DeckError(WwlvError):
    """A deck that cannot be used, with every problem found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{p.file}:{p.row}:{p.column}: {p.code}" for p in problems))
        self.problems = tuple(problems)


Row = tuple[int, dict[str, str]]


def is_translation(path: Path) -> bool:
    """Whether a file translates the deck beside it."""
    return any(path.name.endswith(suffix) for suffix in LANGUAGE_SUFFIXES.values())


def deck_files(folder: Path) -> tuple[Path, ...]:
    """The decks of a folder, without their translations."""
    return tuple(p for p in sorted(folder.glob("*.csv")) if not is_translation(p))


def shipped_decks() -> tuple[Deck, ...]:
    """The box that ships with this project."""
    return read_box(deck_files(shipped("questions")))


def read_box(paths: Iterable[Path]) -> tuple[Deck, ...]:
    """Several decks as one box: cards and ids are unique over all of them.

    Raises
    ------
    DeckError
    """
    decks: list[Deck] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            decks.append(read_deck(path))
        except DeckError as error:
            problems += error.problems
    problems += _shared(decks)
    if problems:
        raise DeckError(problems)
    return tuple(decks)


def read_deck(path: Path) -> Deck:
    """A deck and the translations beside it.

    Raises
    ------
    DeckError
    """
    problems: list[Problem] = []
    rows = _table(path, COLUMNS, OPTIONAL, problems)
    questions = [q for row in rows if (q := _question(path.name, row, problems)) is not None]
    _unique(path.name, rows, "id", problems)
    for lang, suffix in LANGUAGE_SUFFIXES.items():
        beside = path.with_name(path.stem + suffix)
        if beside.is_file():
            questions = _translated(beside, lang, questions, problems)
    cards = _cards(path, questions, rows, problems)
    if problems:
        raise DeckError(problems)
    return Deck(path.stem, cards)


# --- the table
def _table(
    path: Path, required: Sequence[str], optional: Sequence[str], problems: list[Problem]
) -> list[Row]:
    def wrong(row: int, column: str, code: str, **params: object) -> None:
        problems.append(Problem(path.name, row, column, code, params))

    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        wrong(0, "", "not-utf8")
        return []
    except OSError:
        wrong(0, "", "unreadable")
        return []
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error:
        wrong(0, "", "not-csv")
        return []
    if not lines:
        wrong(0, "", "empty-file")
        return []
    header = [cell.strip() for cell in lines[0]]
    for name in required:
        if name not in header:
            wrong(1, name, "missing-column")
    for k, name in enumerate(header):
        if name not in (*required, *optional):
            wrong(1, name or f"#{k + 1}", "unknown-column")
        elif name in header[:k]:
            wrong(1, name, "column-twice")
    rows: list[Row] = []
    for number, cells in enumerate(lines[1:], start=2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(header):
            wrong(number, f"#{len(header) + 1}", "too-many-cells")
        rows.append((number, {name: cell.strip() for name, cell in zip(header, cells, strict=False)}))
    if not rows:
        wrong(0, "", "empty-file")
    return rows


def _unique(file: str, rows: Sequence[Row], column: str, problems: list[Problem]) -> None:
    seen: dict[str, int] = {}
    for number, row in rows:
        value = row.get(column, "")
        if value and value in seen:
            problems.append(Problem(file, number, column, "twice", {"value": value, "first": seen[value]}))
        seen.setdefault(value, number)


# --- a question
def _question(file: str, numbered: Row, problems: list[Problem]) -> Question | None:
    number, row = numbered
    before = len(problems)

    def wrong(column: str, code: str, **params: object) -> None:
        problems.append(Problem(file, number, column, code, params))

    for column in COLUMNS:
        if column in REQUIRED and not row.get(column):
            wrong(column, "empty-cell")
    _check_texts(file, number, row, problems)
    for column in ("id", "card"):
        if row.get(column) and not _NAME.fullmatch(row[column]):
            wrong(column, "bad-name", value=row[column])
    if row.get("number") and row["number"] not in map(str, range(1, CARD_SIZE + 1)):
        wrong("number", "bad-number", value=row["number"])
    for column in ("answer", "tolerance"):
        if row.get(column) and not _DECIMAL.fullmatch(row[column]):
            wrong(column, "not-a-number", value=row[column])
    if row.get("tolerance", "").startswith("-"):
        wrong("tolerance", "not-a-number", value=row["tolerance"])
    if row.get("as_of") and not re.fullmatch(r"\d{4}", row["as_of"], re.ASCII):
        wrong("as_of", "not-a-year", value=row["as_of"])
    if row.get("level") and row["level"] not in LEVELS:
        wrong("level", "bad-level", value=row["level"])
    if len(problems) > before:
        return None
    return Question(
        id=row["id"],
        card=row["card"],
        number=int(row["number"]),
        answer=Decimal(row["answer"]),
        source=row["source"],
        as_of=row.get("as_of", ""),
        subject=row["subject"],
        level=row["level"],
        texts=(("en", Wording(row["question"], row["unit"], row["explanation"])),),
        tolerance=Decimal(row["tolerance"]) if row.get("tolerance") else None,
        tags=tuple(row.get("tags", "").split()),
        check=row.get("check", ""),
    )


def _check_texts(file: str, number: int, row: Mapping[str, str], problems: list[Problem]) -> None:
    for column, value in row.items():
        if len(value) > LONGEST.get(column, 240):
            problems.append(Problem(file, number, column, "too-long", {"most": LONGEST.get(column, 240)}))
        if _MARKUP.search(value) or any(not c.isprintable() for c in value):
            problems.append(Problem(file, number, column, "markup"))


def _translated(path: Path, lang: str, questions: list[Question], problems: list[Problem]) -> list[Question]:
    rows = _table(path, TRANSLATED, (), problems)
    _unique(path.name, rows, "id", problems)
    wordings: dict[str, Wording] = {}
    known = {q.id for q in questions}
    for number, row in rows:
        _check_texts(path.name, number, row, problems)
        for column in TRANSLATED:
            if not row.get(column):
                problems.append(Problem(path.name, number, column, "empty-cell"))
        name = row.get("id", "")
        if name and name not in known:
            problems.append(Problem(path.name, number, "id", "unknown-id", {"value": name}))
        wordings[name] = Wording(row.get("question", ""), row.get("unit", ""), row.get("explanation", ""))
    for question in questions:
        if question.id not in wordings:
            problems.append(Problem(path.name, 0, "id", "not-translated", {"value": question.id}))
    return [
        replace(q, texts=(*q.texts, (lang, wordings[q.id]))) if q.id in wordings else q for q in questions
    ]


# --- cards
def _cards(
    path: Path, questions: Sequence[Question], rows: Sequence[Row], problems: list[Problem]
) -> tuple[Card, ...]:
    by_card: dict[str, list[Question]] = {}
    for question in questions:
        by_card.setdefault(question.card, []).append(question)
    first = {row.get("card", ""): number for number, row in reversed(rows)}
    cards = []
    for name, own in by_card.items():
        own.sort(key=lambda q: q.number)
        numbers = [q.number for q in own]
        complete = numbers == list(range(1, CARD_SIZE + 1))
        if not complete and not any(p.row and rows_of(rows, name, p.row) for p in problems):
            shown = ", ".join(map(str, numbers))
            problems.append(
                Problem(path.name, first[name], "number", "bad-card", {"card": name, "numbers": shown})
            )
        cards.append(Card(name, path.stem, tuple(own)))
    return tuple(cards)


def rows_of(rows: Sequence[Row], card: str, number: int) -> bool:
    """Whether the row with that number belongs to a card."""
    return any(n == number and row.get("card") == card for n, row in rows)


def _shared(decks: Sequence[Deck]) -> list[Problem]:
    problems = []
    cards: dict[str, str] = {}
    ids: dict[str, str] = {}
    for deck in decks:
        file = f"{deck.name}.csv"
        for card in deck.cards:
            if card.id in cards:
                problems.append(
                    Problem(file, 0, "card", "card-in-two", {"value": card.id, "other": cards[card.id]})
                )
            cards[card.id] = file
            for question in card.questions:
                if question.id in ids:
                    problems.append(
                        Problem(file, 0, "id", "id-in-two", {"value": question.id, "other": ids[question.id]})
                    )
                ids[question.id] = file
    return problems
