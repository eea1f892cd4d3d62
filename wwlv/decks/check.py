"""`wwlv check FILE...`: every problem of decks and translations as a line, and what the box holds."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from wwlv.decks.load import deck_of, read_box
from wwlv.decks.model import Deck, Question
from wwlv.decks.problem import DeckError, Problem
from wwlv.text import Text, catalog

CLEAN, PROBLEMS, UNREADABLE = 0, 1, 2


def main(paths: Sequence[Path], lang: str = "en") -> int:
    """Print what is wrong with the files, or what they hold.

    Returns
    -------
    int
        0 clean, 1 with problems, 2 if a file could not be read at all.
    """
    text = catalog(lang)
    decks, problems = checked(paths)
    for line in report(decks, problems, text):
        _say(line)
    if any(problem.code == "unreadable" for problem in problems):
        return UNREADABLE
    return PROBLEMS if problems else CLEAN


def report(decks: Sequence[Deck], problems: Sequence[Problem], text: Text) -> list[str]:
    """A line for each problem and their number; or what the decks hold, if there is none."""
    if problems:
        return [*(problem.line(text) for problem in problems), text("deck.problems", n=len(problems))]
    return summary(decks, text)


def checked(paths: Sequence[Path]) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """The decks of these files, none if there are problems; a translation is checked with the deck beside it."""
    problems = [Problem(path.name, 0, "", "unreadable") for path in paths if not path.is_file()]
    decks: dict[Path, Path] = {}
    for path in (p for p in paths if p.is_file()):
        deck = deck_of(path)
        if deck.is_file():
            decks.setdefault(deck.resolve(), deck)
        else:
            problems.append(Problem(path.name, 0, "", "no-deck-beside"))
    try:
        box = read_box(decks.values())
    except DeckError as error:
        return (), (*problems, *error.problems)
    return (() if problems else box), tuple(problems)


def summary(decks: Iterable[Deck], text: Text) -> list[str]:
    """What the box holds: decks, cards and questions, by subject, level, size of answer, kind of check, language."""
    decks = list(decks)
    questions = [q for deck in decks for card in deck.cards for q in card.questions]
    sizes = sorted(map(magnitude, questions), key=lambda low: -1 if low is None else low)
    return [
        text(
            "deck.holds",
            decks=text("deck.decks_n", n=len(decks)),
            cards=text("deck.cards_n", n=sum(len(deck.cards) for deck in decks)),
            questions=text("deck.questions_n", n=len(questions)),
        ),
        _counted(text("deck.by_subject"), sorted(q.subject for q in questions), text),
        _counted(text("deck.by_level"), sorted(q.level for q in questions), text),
        _counted(text("deck.by_magnitude"), (_size(low, text) for low in sizes), text),
        _counted(text("deck.by_check"), sorted(q.check or "-" for q in questions), text),
        _counted(text("deck.by_translated"), sorted(lang for q in questions for lang, _ in q.texts), text),
    ]


def _counted(name: str, values: Iterable[str], text: Text) -> str:
    counts = Counter(values)  # in the order the values come in
    return text("deck.counted", name=name, counts="; ".join(f"{v} ({n})" for v, n in counts.items()))


def _size(low: int | None, text: Text) -> str:
    return text("deck.size_below") if low is None else text("deck.size_from", low=10**low)


def magnitude(question: Question) -> int | None:
    """The power of ten an answer reaches, in steps of three; none if it is below 1. Signs do not count."""
    size = question.answer.copy_abs()
    return None if size < 1 else size.adjusted() // 3 * 3


def _say(line: str) -> None:
    """Print on whatever the console can show: an old Windows code page has no Chinese, but it must not end the check."""
    encoding = sys.stdout.encoding or "utf-8"
    print(line.encode(encoding, "backslashreplace").decode(encoding))
