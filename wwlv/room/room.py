"""The one mutable object: a room folds its log, decides moves against the fold, and appends."""

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from wwlv.decks.model import Card, Question
from wwlv.errors import WwlvError
from wwlv.room import kept
from wwlv.room.chance import SeededChance
from wwlv.room.fold import Clock as Clock
from wwlv.room.fold import Fold
from wwlv.room.log import (
    ODDS,
    ClockPaused,
    ClockRang,
    ClockStarted,
    ClockStopped,
    Entry,
    OddsShown,
    PersonJoined,
    QuestionDrawn,
    Rewound,
    RoomClosed,
    RoomLeftFor,
    RoomOpened,
    RoomPaused,
    RoomResumed,
    Team,
    TeamRenamed,
    TimeUp,
)
from wwlv.room.roster import seat_at
from wwlv.room.store import Conflict, Row, Store, now_ms
from wwlv.room.view import RoomView as RoomView
from wwlv.room.view import room_view
from wwlv.room.wire import GAMES, dumped, kind_of, loaded
from wwlv.rules.game import Chance, IllegalMove, Seat
from wwlv.rules.wits.moves import AskQuestion

CODE_LETTERS = "BCDFGHJKLMNPQRTVWXY3479"
"""No vowels (no words), and nothing that looks like another sign: no 0 O, 1 I, 2 Z, 5 S, 6, 8, U."""

TRIES = 20
"""How often a move is decided anew when somebody else wrote first; far beyond what people can cause."""


_ZERO = Decimal(0)


class Stale(WwlvError):
    """The table moved on while a move was on its way."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something to be decided against the log as it then stands: the events it causes, whose it is, and its step."""

    events: Callable[[], Sequence[Any]]
    by: str = "host"
    step: str = ""


class Room(Fold):
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
        super().__init__()
        self.store, self.id = store, id
        self.box, self._now, self._chance = tuple(box), clock, chance
        self.uses_up_cards = (
            True  # or cards go back into the box, and only no question is asked twice in this room
        )
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
        people: Sequence[Any] = (),
    ) -> "Room":
        """Open a room and sit the teams down, with people who were in another (`people.carried`); IllegalMove where the rules refuse the table, and nothing is kept."""
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
        events = (opened, *started, *people)
        rows = [_row(k, event, "host", "open", clock()) for k, event in enumerate(events, start=1)]
        store.append(id, 0, rows)
        return cls(store, id, box=box, clock=clock, chance=chance)

    # --- folding
    def refresh(self) -> bool:
        """Fold what has been appended since; whether there was anything."""
        rows = self.store.read(self.id, after=self.rev)
        for row in rows:
            self.add(Entry(row.seq, row.at_ms, row.by, row.step, loaded(row.kind, row.body)))
        return bool(rows)

    def changed(self) -> bool:
        """Like `refresh`, but asks the database only for its pulse while nobody writes."""
        pulse = self.store.pulse(self.id)
        if pulse == self._pulse:
            return False
        self._pulse = pulse
        return self.refresh()

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
        self._one(Request(lambda: self.decided(move), by))

    def do(self, events: Callable[[], Sequence[Any]], by: str = "host", step: str = "") -> None:
        """Append what a function of this room decides, `people.removed` and its like; IllegalMove, Stale."""
        self._one(Request(events, by, step))

    def decided(self, move: Any) -> tuple[Any, ...]:
        """The events a move would cause now; raises IllegalMove."""
        return self.game.decide(self.state, move, self._luck())

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
        self._one(Request(lambda: (QuestionDrawn(question), *self.decided(move)), by))

    def _drawn(self) -> Question:
        self.game.decide(
            self.state, AskQuestion("?", _ZERO), self._luck()
        )  # may it be asked? then take a card
        if not self.box:
            raise IllegalMove("empty-box")
        for _ in range(TRIES):
            drawn = self.store.cards_drawn() if self.uses_up_cards else self._asked()
            fewest = min(drawn.get(card.id, 0) for card in self.box)
            left = sorted(card.id for card in self.box if drawn.get(card.id, 0) == fewest)
            chosen = self._luck().shuffled(left)[0]
            try:
                if self.uses_up_cards:
                    self.store.draw_card(chosen, fewest)
            except Conflict:
                continue
            card = next(card for card in self.box if card.id == chosen)
            place: int = self.state.round % len(card.questions)  # a play-off goes through the card again
            return card.questions[place]
        raise Stale("cards")

    def _asked(self) -> Counter[str]:
        return Counter(question.card for question in self.questions.values())

    def undo(self) -> None:
        """Take the last move back; IllegalMove ``nothing-to-undo``."""
        self._commit(self._undoing, joined=True)

    def _undoing(self) -> list[Request]:
        if not self._undo:
            raise IllegalMove("nothing-to-undo")
        to = self._undo[-1]
        rewound = Request(lambda: [Rewound(to)])
        if self.game.phase(self._moments[to].state) != self.phase:
            return [rewound]
        return [rewound, *(Request(partial(kept.again, self, e.event), e.by) for e in kept.since(self, to))]

    def redo(self) -> None:
        """Play again what was taken back; IllegalMove ``nothing-to-redo``."""
        self.do(self._redoing)

    def _redoing(self) -> Sequence[Any]:
        if not self._redo:
            raise IllegalMove("nothing-to-redo")
        return [Rewound(self._redo[-1])]

    def rename(self, seat: Seat, name: str) -> None:
        """Give a team another name."""
        self._append([TeamRenamed(seat, name)], "host")

    def leave_for(self, other: "Room") -> None:
        """The class plays on there: everybody who is in follows, devices and all, also who came in just now."""
        self._append([RoomLeftFor(other.id, other.opened.code)], "host")
        other.do(
            lambda: [
                PersonJoined(p.id, p.name, seat_at(other.teams, p.seat))
                for p in self.roster.people
                if p.id > other.roster.last
            ]
        )
        self.store.move_grants(self.id, other.id)
        self.store.close_room(self.id)

    def show_odds(self, charts: Sequence[str]) -> None:
        """Which odds the class sees from here on, of `ODDS`; others are dropped."""
        shown = tuple(name for name in ODDS if name in charts)
        if shown != self.odds:
            self._append([OddsShown(shown)], "host")

    def close(self) -> None:
        """The class has gone; the log stays."""
        if self.is_open:
            self._append([RoomClosed()], "host")
        self.store.close_room(self.id)

    # --- the clock
    def pause(self) -> None:
        """The class waits: a running clock stops where it stands, and people's moves are refused."""
        self.do(self._pausing)

    def _pausing(self) -> Sequence[Any]:
        if self.clock is not None and self.clock.deadline_ms is not None:
            return [ClockPaused(max(0, self.clock.deadline_ms - self._now()))]
        return [] if self.paused else [RoomPaused()]

    def resume(self) -> None:
        """The class goes on, and a paused clock with it."""
        self.do(self._resuming)

    def _resuming(self) -> Sequence[Any]:
        events: list[Any] = [RoomResumed()] if self._waits else []
        if self.clock is not None and self.clock.left_ms is not None:
            events.append(ClockStarted(self._now() + self.clock.left_ms, self.clock.total_ms))
        return events

    def extend(self, seconds: int) -> None:
        """More time: from the deadline, from what is left of a pause, or anew after it rang or where no clock runs."""
        self.do(lambda: [self._more_time(seconds * 1000)])

    def _more_time(self, more: int) -> Any:
        clock, now = self.clock, self._now()
        if self.paused:  # it runs when the class goes on
            return ClockPaused((clock.left_ms or 0 if clock is not None else 0) + more)
        start = max(clock.deadline_ms, now) if clock is not None and clock.deadline_ms else now
        total = max(start + more - now, clock.total_ms if clock and not clock.rang else 0)
        return ClockStarted(start + more, total)

    def stop_clock(self) -> None:
        """Go on without a limit."""
        self.do(lambda: [ClockStopped()] if self.clock is not None else [])

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
        rows = self._rows(rev, self._with_clock(events), "clock", secrets.token_hex(6))
        with suppress(Conflict):  # another process closed it
            self.store.append(self.id, rev, rows)
        return self.refresh()

    # --- appending
    def _luck(self) -> Chance:
        """Chance that a peer folding the same log would draw too, and that an undo does not change: no second roll."""
        return self._chance or SeededChance(f"{self.opened.seed}.{self.game.phase(self.state)}")

    def decide_all(self, requests: Sequence[Request]) -> list[WwlvError | None]:
        """Decide one after the other and write all in one transaction: many phones cost one sync of the disk.

        Returns for each None where it is written (or was before: its step is known), else why it was refused.
        Raises StoreError or Stale where nothing could be written; then the room is as it was.
        """
        return self._commit(lambda: requests)

    def _commit(
        self, requests: Callable[[], Sequence[Request]], *, joined: bool = False
    ) -> list[WwlvError | None]:
        shared = secrets.token_hex(6) if joined else ""
        for _ in range(TRIES):
            self.refresh()
            rev, mark = self.rev, self.mark()
            rows: list[Row] = []
            try:
                answers = [self._answer(request, shared, rows) for request in requests()]
                if rows:
                    self.store.append(self.id, rev, rows)
            except Conflict:
                self.restore(mark, rev)
                continue
            except BaseException:
                self.restore(mark, rev)
                raise
            return answers
        raise Stale(self.opened.code)

    def _answer(self, request: Request, shared: str, rows: list[Row]) -> WwlvError | None:
        if request.step and self.has_step(request.step):
            return None
        try:
            events = self._with_clock(request.events())
        except WwlvError as refusal:
            return refusal
        step = shared or request.step or secrets.token_hex(6)
        for row, event in zip(self._rows(self.rev, events, request.by, step), events, strict=True):
            self.add(Entry(row.seq, row.at_ms, row.by, row.step, event))
            rows.append(row)
        return None

    def _append(self, events: Sequence[Any], by: str) -> None:
        self._one(Request(lambda: events, by))

    def _one(self, request: Request) -> None:
        (refused,) = self._commit(lambda: [request])
        if refused is not None:
            raise refused

    def _with_clock(self, events: Sequence[Any]) -> list[Any]:
        """Events of a move, and the clock of the phase they lead to."""
        state = self.state
        for event in events:
            if type(event) in self.game.EVENTS:
                state = self.game.evolve(state, event)
        if self.game.phase(state) == self.game.phase(self.state):
            return list(events)
        if self._waits:  # whoever goes on has ended the break
            events = [*events, RoomResumed()]
        seconds = self.game.seconds(state)
        if seconds is None:
            return [*events, ClockStopped()] if self.clock is not None else list(events)
        return [*events, ClockStarted(self._now() + seconds * 1000, seconds * 1000)]

    def _rows(self, after: int, events: Sequence[Any], by: str, step: str) -> list[Row]:
        at = self._now()
        return [_row(after + k, event, by, step, at) for k, event in enumerate(events, start=1)]

    # --- seeing
    def view(self, seat: Seat | None = None) -> RoomView:
        """What a seat, or with None everybody, may see."""
        return room_view(self, seat)


def _row(seq: int, event: Any, by: str, step: str, at_ms: int) -> Row:
    return Row(seq, at_ms, by, step, kind_of(event), dumped(event))
