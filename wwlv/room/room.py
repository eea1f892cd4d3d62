"""The one mutable object: a room folds its log, decides moves against the fold, and appends."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from wwlv.decks.model import Card, Question
from wwlv.errors import WwlvError
from wwlv.room.chance import SeededChance
from wwlv.room.log import (
    ClockPaused,
    ClockRang,
    ClockStarted,
    ClockStopped,
    Entry,
    QuestionDrawn,
    Rewound,
    RoomClosed,
    RoomOpened,
    Team,
    TeamRenamed,
    TimeUp,
)
from wwlv.room.store import Conflict, Row, Store, now_ms
from wwlv.room.wire import GAMES, dumped, kind_of, loaded
from wwlv.rules.game import Chance, Game, IllegalMove, Seat
from wwlv.rules.wits.moves import AskQuestion

CODE_LETTERS = "BCDFGHJKLMNPQRTVWXY3479"
"""No vowels (no words), and nothing that looks like another sign: no 0 O, 1 I, 2 Z, 5 S, 6, 8, U."""

TRIES = 20
"""How often a move is decided anew when somebody else wrote first; far beyond what people can cause."""


_ZERO = Decimal(0)


class Stale(WwlvError):
    """The table moved on while a move was on its way."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time on a phase, in milliseconds: running to a deadline, or paused with some left, or rung."""

    total_ms: int
    deadline_ms: int | None = None
    left_ms: int | None = None
    rang: bool = False


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


class Room:
    """A running game. Several processes may hold one each over the same log; each is a peer of the others.

    Parameters
    ----------
    box : the cards to draw from; a peer that never asks questions needs none
    clock : milliseconds since the epoch
    chance : where luck comes from; by default seeded from the log's seed and the moment of the game
    """

    def __init__(
        self,
        store: Store,
        id: int,
        *,
        box: Sequence[Card] = (),
        clock: Callable[[], int] = now_ms,
        chance: Chance | None = None,
    ) -> None:
        self.store, self.id = store, id
        self._box, self._now, self._chance = tuple(box), clock, chance
        self.log: list[Entry] = []
        self.opened: RoomOpened
        self.teams: tuple[Team, ...] = ()
        self.questions: dict[str, Question] = {}
        self.state: Any = None
        self.clock: Clock | None = None
        self.is_open = True
        self._states: list[Any] = [None]  # the table after each entry
        self._undo: list[int] = []
        self._redo: list[int] = []
        self._step: str | None = None
        self._pulse: int | None = None
        self.refresh()

    @classmethod
    def open(
        cls,
        store: Store,
        *,
        game: str,
        setup: Any,
        teams: Sequence[Team],
        decks: Sequence[str] = (),
        language: str = "en",
        time_up: TimeUp = "ring",
        title: str = "",
        box: Sequence[Card] = (),
        clock: Callable[[], int] = now_ms,
        chance: Chance | None = None,
    ) -> "Room":
        """Open a room and sit the teams down; IllegalMove where the rules refuse the table, and nothing is kept."""
        seed = secrets.randbits(48)
        started = GAMES[game].start(setup, chance or SeededChance(seed))
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            try:
                id = store.create_room(code=code, game=game, title=title, now_ms=clock())
            except Conflict:
                continue
            break
        opened = RoomOpened(code, game, tuple(teams), tuple(decks), language, time_up, seed, title)
        events = (opened, *started)
        rows = [_row(k, event, "host", "open", clock()) for k, event in enumerate(events, start=1)]
        store.append(id, 0, rows)
        return cls(store, id, box=box, clock=clock, chance=chance)

    @property
    def game(self) -> Game:
        """The rules in play."""
        return GAMES[self.opened.game]

    @property
    def rev(self) -> int:
        """How many entries are folded."""
        return len(self.log)

    # --- folding
    def refresh(self) -> bool:
        """Fold what has been appended since; whether there was anything."""
        rows = self.store.read(self.id, after=self.rev)
        for row in rows:
            self._fold(Entry(row.seq, row.at_ms, row.by, row.step, loaded(row.kind, row.body)))
        return bool(rows)

    def changed(self) -> bool:
        """Like `refresh`, but asks the database only for its pulse while nobody writes."""
        pulse = self.store.pulse(self.id)
        if pulse == self._pulse:
            return False
        self._pulse = pulse
        return self.refresh()

    def _fold(self, entry: Entry) -> None:
        event = entry.event
        before = self.rev
        self.log.append(entry)
        match event:
            case RoomOpened():
                self.opened, self.teams = event, event.teams
            case QuestionDrawn():
                self.questions[event.question.id] = event.question
            case TeamRenamed():
                seat = event.seat
                self.teams = (
                    *self.teams[:seat],
                    replace(self.teams[seat], name=event.name),
                    *self.teams[seat + 1 :],
                )
            case RoomClosed():
                self.is_open = False
            case Rewound():
                self._rewind(before, event.to)
            case ClockStarted():
                self.clock = Clock(event.total_ms, deadline_ms=event.deadline_ms)
            case ClockPaused():
                self.clock = Clock(
                    self.clock.total_ms if self.clock else event.left_ms, left_ms=event.left_ms
                )
            case ClockRang():
                self.clock = replace(self.clock, deadline_ms=None, rang=True) if self.clock else None
            case ClockStopped():
                self.clock = None
            case _:
                if entry.step != self._step and self.state is not None:
                    self._undo.append(before)
                    self._redo.clear()
                self._step = entry.step
                self.state = self.game.evolve(self.state, event)
        self._states.append(self.state)

    def _rewind(self, head: int, to: int) -> None:
        """An undo and the redo that follows it are told apart by where they lead."""
        if self._undo and self._undo[-1] == to:
            self._redo.append(head)
            self._undo.pop()
        elif self._redo and self._redo[-1] == to:
            self._undo.append(head)
            self._redo.pop()
        else:
            self._undo.append(head)
            self._redo.clear()
        self.state = self._states[to]
        self.clock = None  # a clock that ran then says nothing about now
        self._step = None

    # --- moving
    def play(self, move: Any, by: str = "host") -> None:
        """Decide a move against the log as it stands and append what it causes; durable on return.

        Raises
        ------
        IllegalMove
            The rules refuse it; nothing is written.
        Stale
            Others kept writing first.
        """
        self._commit(lambda: self.game.decide(self.state, move, self._luck()), by)

    def ask(self, by: str = "host") -> None:
        """Draw the next card and put its question of this round on the table.

        Raises
        ------
        IllegalMove
            ``wrong-phase`` and its like, or ``empty-box``: there is no card to draw from.
        """
        self.refresh()
        question = self._drawn()
        move = AskQuestion(question.id, question.answer)
        self._commit(lambda: (QuestionDrawn(question), *self.game.decide(self.state, move, self._luck())), by)

    def _drawn(self) -> Question:
        self.game.decide(
            self.state, AskQuestion("?", _ZERO), self._luck()
        )  # may it be asked? then take a card
        if not self._box:
            raise IllegalMove("empty-box")
        for _ in range(TRIES):
            drawn = self.store.cards_drawn()
            fewest = min(drawn.get(card.id, 0) for card in self._box)
            left = sorted(card.id for card in self._box if drawn.get(card.id, 0) == fewest)
            chosen = self._luck().shuffled(left)[0]
            try:
                self.store.draw_card(chosen, fewest)
            except Conflict:
                continue
            card = next(card for card in self._box if card.id == chosen)
            place: int = self.state.round % len(card.questions)  # a play-off goes through the card again
            return card.questions[place]
        raise Stale("cards")

    def undo(self) -> None:
        """Take the last move back; IllegalMove ``nothing-to-undo``."""
        self.refresh()
        if not self._undo:
            raise IllegalMove("nothing-to-undo")
        self._append([Rewound(self._undo[-1])], "host")

    def redo(self) -> None:
        """Play again what was taken back; IllegalMove ``nothing-to-redo``."""
        self.refresh()
        if not self._redo:
            raise IllegalMove("nothing-to-redo")
        self._append([Rewound(self._redo[-1])], "host")

    def rename(self, seat: Seat, name: str) -> None:
        """Give a team another name."""
        self._append([TeamRenamed(seat, name)], "host")

    def close(self) -> None:
        """The class has gone; the log stays."""
        if self.is_open:
            self._append([RoomClosed()], "host")
        self.store.close_room(self.id)

    # --- the clock
    def pause(self) -> None:
        """Stop a running clock where it stands."""
        if self.clock is not None and self.clock.deadline_ms is not None:
            self._append([ClockPaused(max(0, self.clock.deadline_ms - self._now()))], "host")

    def resume(self) -> None:
        """Let a paused clock run on."""
        if self.clock is not None and self.clock.left_ms is not None:
            self._append([ClockStarted(self._now() + self.clock.left_ms, self.clock.total_ms)], "host")

    def extend(self, seconds: int) -> None:
        """More time: from the deadline, from what is left of a pause, or anew after it rang or where no clock runs."""
        more, clock = seconds * 1000, self.clock
        if clock is not None and clock.left_ms is not None:
            self._append([ClockPaused(clock.left_ms + more)], "host")
            return
        start = (
            max(clock.deadline_ms, self._now()) if clock is not None and clock.deadline_ms else self._now()
        )
        total = max(start + more - self._now(), clock.total_ms if clock and not clock.rang else 0)
        self._append([ClockStarted(start + more, total)], "host")

    def stop_clock(self) -> None:
        """Go on without a limit."""
        if self.clock is not None:
            self._append([ClockStopped()], "host")

    def tick(self) -> bool:
        """Ring a clock that has run out, and close the phase where the room says so; whether anything happened.

        Any process that is alive may call it; the log's key makes it happen once.
        """
        clock = self.clock
        if clock is None or clock.deadline_ms is None or self._now() < clock.deadline_ms:
            return False
        closing = self.game.time_up(self.state) if self.opened.time_up == "close" else None
        rev = self.rev
        events: list[Any] = [ClockRang()]
        if closing is not None:
            events += self.game.decide(self.state, closing, self._luck())
        with suppress(Conflict):  # another process closed it
            self._write(rev, self._with_clock(events), "clock")
        return self.refresh()

    # --- appending
    def _luck(self) -> Chance:
        """Chance that a peer folding the same log would draw too, and that an undo does not change: no second roll."""
        return self._chance or SeededChance(f"{self.opened.seed}.{self.game.phase(self.state)}")

    def _commit(self, events: Callable[[], Sequence[Any]], by: str) -> None:
        for _ in range(TRIES):
            self.refresh()
            decided = self._with_clock(events())
            try:
                self._write(self.rev, decided, by)
            except Conflict:
                continue
            self.refresh()
            return
        raise Stale(self.opened.code)

    def _append(self, events: Sequence[Any], by: str) -> None:
        self._commit(lambda: events, by)

    def _with_clock(self, events: Sequence[Any]) -> list[Any]:
        """Events of a move, and the clock of the phase they lead to."""
        state = self.state
        for event in events:
            if type(event) in self.game.EVENTS:
                state = self.game.evolve(state, event)
        if self.game.phase(state) == self.game.phase(self.state):
            return list(events)
        seconds = self.game.seconds(state)
        if seconds is None:
            return [*events, ClockStopped()] if self.clock is not None else list(events)
        return [*events, ClockStarted(self._now() + seconds * 1000, seconds * 1000)]

    def _write(self, after: int, events: Sequence[Any], by: str) -> None:
        step, at = secrets.token_hex(6), self._now()
        self.store.append(
            self.id, after, [_row(after + k, e, by, step, at) for k, e in enumerate(events, start=1)]
        )

    # --- seeing
    def view(self, seat: Seat | None = None) -> RoomView:
        """What a seat, or with None everybody, may see."""
        table = self.game.view(self.state, seat)
        question = self.questions.get(getattr(table, "question", None) or "")  # a dice game asks none
        return RoomView(
            rev=self.rev,
            code=self.opened.code,
            game=self.opened.game,
            title=self.opened.title,
            language=self.opened.language,
            teams=self.teams,
            table=table,
            phase=self.game.phase(self.state),
            prompts=_prompts(question),
            is_year=question is not None and question.is_year,
            as_of="" if question is None else question.as_of,
            clock=self.clock,
            past=tuple(
                self.questions[r.question]
                for r in getattr(table, "results", ())
                if r.question in self.questions
            ),
            can_undo=bool(self._undo),
            can_redo=bool(self._redo),
            is_open=self.is_open,
        )


def _prompts(question: Question | None) -> tuple[tuple[str, str, str], ...]:
    if question is None:
        return ()
    return tuple((lang, wording.question, wording.unit) for lang, wording in question.texts)


def _row(seq: int, event: Any, by: str, step: str, at_ms: int) -> Row:
    return Row(seq, at_ms, by, step, kind_of(event), dumped(event))
