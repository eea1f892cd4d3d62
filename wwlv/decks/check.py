"""`wwlv check FILE...`: every problem of decks and translations as a line, and what the box holds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from wwlv.decks.load import LANGUAGE_SUFFIXES, DeckError, Problem, is_translation, read_box
from wwlv.decks.model import Deck, Question
from wwlv.text import Text, catalog


def main(paths: Sequence[Path], lang: str = "en") -> int:
    """Print what is wrong with the files, or what they hold; 0 clean, 1 with problems."""
    text = catalog(lang)
    decks, problems = checked(paths)
    for problem in problems:
        print(line(problem, text))
    if problems:
        print(text("deck.problems", n=len(problems)))
        return 1
    for row in summary(decks, text):
        print(row)
    return 0


def checked(paths: Sequence[Path]) -> tuple[tuple[Deck, ...], tuple[Problem, ...]]:
    """The decks of these files, and all problems; a translation is checked with the deck beside it."""
    problems = [Problem(p.name, 0, "", "unreadable") for p in paths if not p.is_file()]
    decks = dict.fromkeys(_deck_of(p) for p in paths if p.is_file())
    lonely = [p for p in decks if not p.is_file()]
    problems += [Problem(p.name, 0, "", "no-deck-beside") for p in lonely]
    try:
        return read_box([p for p in decks if p.is_file()]), tuple(problems)
    except DeckError as error:
        return (), (*problems, *error.problems)


def _deck_of(path: Path) -> Path:
    if not is_translation(path):
        return path
    suffix = next(s for s in LANGUAGE_SUFFIXES.values() if path.name.endswith(s))
    return path.with_name(path.name.removesuffix(suffix) + ".csv")


def line(problem: Problem, text: Text) -> str:
    """A problem as `file:row:column: sentence`."""
    place = ":".join(
        [problem.file, *([str(problem.row)] if problem.row else []), *filter(None, [problem.column])]
    )
    return f"{place}: {text(f'deck.{problem.code}', **dict(problem.params))}"


def summary(decks: Iterable[Deck], text: Text) -> list[str]:
    """What the box holds: decks, cards and questions, by subject, level, magnitude and kind of check."""
    decks = list(decks)
    questions = [q for deck in decks for card in deck.cards for q in card.questions]
    cards = sum(len(deck.cards) for deck in decks)
    rows = [text("deck.holds", decks=len(decks), cards=cards, questions=len(questions))]
    for name, kind in (
        ("subject", lambda q: q.subject),
        ("level", lambda q: q.level),
        ("magnitude", magnitude),
        ("check", lambda q: q.check or "-"),
        ("translated", lambda q: ", ".join(lang for lang, _ in q.texts)),
    ):
        counts = Counter(kind(q) for q in questions)
        shown = "; ".join(f"{value} {count}" for value, count in sorted(counts.items()))
        rows.append(f"{text(f'deck.by_{name}')}: {shown}")
    return rows


def magnitude(question: Question) -> str:
    """The size of an answer in words of ten: below 1, or the power of ten it reaches, in steps of three."""
    size = abs(question.answer)
    if size < 1:
        return "<1"
    low = size.adjusted() // 3 * 3
    return f"10^{low:02d}"
