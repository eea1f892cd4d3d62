"""What a screen draws of a room: an allow-list, built field by field, for a seat or for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wwlv.decks.model import Question
from wwlv.room.fold import Clock, Fold
from wwlv.room.log import PersonId, Phones, Team
from wwlv.room.roster import Person
from wwlv.rules.game import Seat


@dataclass(frozen=True, slots=True)
class RoomView:
    """What a screen draws: the table as its seat may see it, and the room around it. `rev` grows with every change."""

    rev: int
    code: str
    game: str
    title: str
    language: str
    teams: tuple[Team, ...]
    table: Any
    phase: str
    prompts: tuple[tuple[str, str, str], ...]  # language, question, unit of the question on the table
    is_year: bool
    as_of: str
    clock: Clock | None
    past: tuple[Question, ...]  # whose answers are known, in the order they were settled
    can_undo: bool
    can_redo: bool
    is_open: bool
    paused: bool
    phones: Phones
    odds: tuple[str, ...]  # which odds the class sees
    people: tuple[Person, ...]
    captains: tuple[PersonId | None, ...]  # per team
    estimated: frozenset[PersonId]  # who has given an own estimate to the question on the table
    estimates: tuple[tuple[PersonId, Decimal], ...]  # these, once the cards lie open
    guess_by: PersonId | None  # whose entry this seat's guess is
    choices: Mapping[PersonId, int]  # the faces that members of this seat's team would place


def room_view(room: Fold, seat: Seat | None) -> RoomView:
    """What a seat, or with None everybody, may see."""
    table = room.game.view(room.state, seat)
    given = room.estimates.get(room.question, {})
    question = room.questions.get(getattr(table, "question", None) or "")  # a dice game asks none
    return RoomView(
        rev=room.rev,
        code=room.opened.code,
        game=room.opened.game,
        title=room.opened.title,
        language=room.opened.language,
        teams=room.teams,
        table=table,
        phase=room.game.phase(room.state),
        prompts=_prompts(question),
        is_year=question is not None and question.is_year,
        as_of="" if question is None else question.as_of,
        clock=room.clock,
        past=tuple(
            room.questions[r.question] for r in getattr(table, "results", ()) if r.question in room.questions
        ),
        can_undo=room.can_undo,
        can_redo=room.can_redo,
        is_open=room.is_open,
        paused=room.paused,
        phones=room.phones,
        odds=room.odds,
        people=room.roster.people,
        captains=tuple(c.id if (c := room.roster.captain(s)) else None for s in range(len(room.teams))),
        estimated=frozenset(given),
        estimates=tuple(sorted(given.items())) if _cards_open(table) else (),
        guess_by=None if seat is None else room.guess_by.get(seat),
        choices=_choices(room, seat),
    )


def _choices(room: Fold, seat: Seat | None) -> Mapping[PersonId, int]:
    phase, chosen = room.choices
    if seat is None or phase != room.phase:
        return {}
    members = {p.id for p in room.roster.team(seat)}
    return {person: face for person, face in chosen.items() if person in members}


def _cards_open(table: Any) -> bool:
    """Whether everybody may see what was guessed."""
    return getattr(table, "question", None) is not None and table.phase not in ("guess", "long-shot")


def _prompts(question: Question | None) -> tuple[tuple[str, str, str], ...]:
    if question is None:
        return ()
    return tuple((lang, wording.question, wording.unit) for lang, wording in question.texts)
