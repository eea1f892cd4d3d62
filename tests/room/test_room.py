"""A room: peers over one log, undo and redo as events, clocks, the box of cards."""

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from functools import partial
from itertools import groupby
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.room.conftest import BOX, COLOURS, Time, asks, came, does, estimates, lays, to
from wwlv.room import people
from wwlv.room.forward import forward
from wwlv.room.log import ClockRang, PersonJoined, Phones, Rewound, Team
from wwlv.room.room import CODE_LETTERS, Request, Room
from wwlv.room.roster import skeleton
from wwlv.room.store import Conflict, Store, StoreError
from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.model import Bet, LongShot, Setup, Target
from wwlv.rules.wits.moves import CloseGuesses, CorrectGuess, OpenBetting, SubmitGuess, VoidQuestion
from wwlv.rules.wits.presets import rules_of

Rooms = Callable[..., Room]


def guesses(room: Room, *values: object) -> None:
    for seat, value in enumerate(values):
        room.play(SubmitGuess(seat, room.state.question, Decimal(str(value))))


def same(room: Room, other: Room) -> bool:
    other.refresh()
    return room.state == other.state and room.view() == other.view()


def test_a_peer_folds_the_same_table(room: Rooms, store: Store, time: Time) -> None:
    first = room()
    first.ask()
    guesses(first, 5, 6, 7)
    first.pause()
    assert same(first, Room(store, first.id, clock=time))


def test_two_peers_move_at_one_table(room: Rooms, store: Store, time: Time) -> None:
    host = room()
    host.ask()
    phone = Room(store, host.id, clock=time)
    guesses(host, 5)
    phone.play(
        SubmitGuess(1, host.state.question, Decimal(9)), by="seat:1"
    )  # it had not seen the host's move
    assert phone.state.guesses == (Decimal(5), Decimal(9), None)
    assert host.changed()
    assert same(host, phone)
    assert not host.changed()
    assert [e.by for e in host.log[-2:]] == ["host", "seat:1"]


def test_a_refused_move_writes_nothing(room: Rooms, store: Store) -> None:
    host = room()
    with pytest.raises(IllegalMove):
        host.play(CloseGuesses(""))
    assert len(store.read(host.id)) == host.rev


def test_a_table_the_rules_refuse_leaves_no_room_behind(room: Rooms, store: Store) -> None:
    with pytest.raises(IllegalMove, match="too-few-teams"):
        room("vegas", 4)
    assert store.rooms() == ()


def test_a_code_has_no_look_alikes_and_no_words() -> None:
    assert not set(CODE_LETTERS) & set("AEIOU01258S6Z")


def test_undo_and_redo_are_entries_and_nothing_is_rewritten(room: Rooms, store: Store, time: Time) -> None:
    host = room()
    states = [host.state]
    host.ask()
    states.append(host.state)
    for seat in range(3):
        host.play(SubmitGuess(seat, host.state.question, Decimal(seat)))
        states.append(host.state)
    before = store.read(host.id)
    for wanted in reversed(states[:-1]):
        host.undo()
        assert host.state == wanted
    with pytest.raises(IllegalMove, match="nothing-to-undo"):
        host.undo()
    for wanted in states[1:]:
        host.redo()
        assert host.state == wanted
    with pytest.raises(IllegalMove, match="nothing-to-redo"):
        host.redo()
    assert store.read(host.id)[: len(before)] == before
    assert sum(isinstance(e.event, Rewound) for e in host.log) == 8
    assert same(host, Room(store, host.id, clock=time))


def test_a_move_after_an_undo_starts_a_new_line_of_history(room: Rooms) -> None:
    host = room()
    host.ask()
    guesses(host, 5, 6)
    host.undo()
    host.undo()
    host.play(SubmitGuess(2, host.state.question, Decimal(7)))
    assert host.state.guesses == (None, None, Decimal(7))
    assert not host.view().can_redo
    host.undo()
    assert host.state.guesses == (None, None, None)


def test_an_undone_reveal_hides_the_answer_again(room: Rooms) -> None:
    host = room(author_bonus=3)
    host.ask()
    guesses(host, 5, 6, 7)
    for move in (CloseGuesses, OpenBetting):
        host.play(move(host.state.question))
    host.play(VoidQuestion(host.state.question))
    assert host.view().past == ()
    assert host.view().prompts == ()


def test_a_phase_with_a_limit_starts_its_clock_and_another_phase_stops_it(room: Rooms, time: Time) -> None:
    host = room(bet_s=None)
    host.ask()
    assert host.clock is not None
    assert host.clock.deadline_ms == time.ms + 30_000
    guesses(host, 5, 6, 7)
    assert host.clock is not None
    host.play(CloseGuesses(host.state.question))
    assert host.clock is None


def test_a_paused_clock_stands_still_and_runs_on(room: Rooms, time: Time) -> None:
    host = room()
    host.ask()
    time.ms += 10_000
    host.pause()
    time.ms += 600_000  # a laptop asleep
    assert not host.tick()
    host.resume()
    assert host.clock is not None
    assert host.clock.deadline_ms == time.ms + 20_000


def test_more_time_counts_from_the_deadline_from_a_pause_or_anew(room: Rooms, time: Time) -> None:
    host = room()
    host.ask()
    host.extend(30)
    assert host.clock is not None
    assert host.clock.deadline_ms == time.ms + 60_000
    host.pause()
    host.extend(30)
    assert host.clock is not None
    assert host.clock.left_ms == 90_000
    host.stop_clock()
    assert host.clock is None
    host.extend(30)
    assert host.clock is not None
    assert host.clock.deadline_ms == time.ms + 30_000


def test_a_clock_that_runs_out_rings_once_whoever_notices(room: Rooms, store: Store, time: Time) -> None:
    host = room()
    host.ask()
    peer = Room(store, host.id, clock=time)
    time.ms += 30_000
    assert host.tick()
    assert peer.tick()  # it tried too, was told, and folded what the first wrote
    assert not peer.tick()
    assert sum(isinstance(e.event, ClockRang) for e in host.log) == 1
    assert host.state.phase == "guess"
    assert same(host, peer)


def test_where_the_room_says_so_time_up_closes_the_phase(room: Rooms, time: Time) -> None:
    host = room(time_up="close")
    host.ask()
    guesses(host, 5)
    time.ms += 30_000
    assert host.tick()
    assert host.state.phase == "sorted"
    assert host.clock is None


def test_round_r_asks_question_r_of_the_rth_drawn_card(room: Rooms) -> None:
    host = room(rounds=3, no_guesses="skip")
    for number in (1, 2, 3):
        host.ask()
        asked = host.questions[host.state.question]
        assert asked.number == number
        host.play(CloseGuesses(host.state.question))
    assert len({q.card for q in host.questions.values()}) == 3


def test_no_card_comes_twice_until_the_box_is_through_across_games(room: Rooms, store: Store) -> None:
    drawn = []
    for _ in range(2):
        host = room(rounds=4)
        for _ in range(4):
            host.ask()
            drawn.append(host.questions[host.state.question].card)
            host.play(CloseGuesses(host.state.question))
    assert sorted(drawn) == sorted(card.id for card in BOX)
    host = room()
    host.ask()
    assert sorted(store.cards_drawn().values()) == [1] * 7 + [2]


def test_a_refused_question_takes_no_card(room: Rooms, store: Store) -> None:
    host = room()
    host.ask()
    with pytest.raises(IllegalMove, match="wrong-phase"):
        host.ask()
    assert sum(store.cards_drawn().values()) == 1


def test_an_empty_box_says_so(room: Rooms, store: Store) -> None:
    peer = Room(store, room().id)
    with pytest.raises(IllegalMove, match="empty-box"):
        peer.ask()


def test_a_card_taken_by_somebody_else_is_left_and_another_drawn(
    room: Rooms, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, real = room(), store.draw_card
    calls: list[str] = []

    def taken_first(card: str, before: int) -> None:
        calls.append(card)
        if len(calls) == 1:
            real(card, before)
            raise Conflict(card)
        real(card, before)

    monkeypatch.setattr(store, "draw_card", taken_first)
    host.ask()
    assert host.questions[host.state.question].card == calls[1] != calls[0]


def test_the_public_view_of_a_room_holds_no_answer_before_its_reveal(room: Rooms) -> None:
    host: Any = room()
    host.ask()
    guesses(host, 5, 6, 7)
    answer = host.state.answer
    assert f"Decimal('{answer}')" not in repr(host.view())
    assert "Because" not in repr(host.view())


def test_a_closed_room_is_no_longer_offered_but_kept(room: Rooms, store: Store) -> None:
    host = room()
    host.close()
    assert store.rooms(open_only=True) == ()
    assert not Room(store, host.id).is_open


# --- many moves, retries, and others who write first
def code(problem: object) -> str:
    return "" if problem is None else str(getattr(problem, "code", problem))


def test_a_message_sent_twice_is_written_once_whoever_gets_it(
    room: Rooms, store: Store, time: Time, url: str
) -> None:
    host = room()
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host.ask()
    peer = Room(store, host.id, clock=time)
    phase, question = host.phase, host.question

    def says(at: Room, person: int, value: int, step: str) -> str:
        request = asks(at, person, people.estimated, phase, question, Decimal(value), step=step)
        return code(at.decide_all([request])[0])

    assert says(host, anna, 5, "p1.abc") == ""
    assert says(host, ben, 6, "p2.abc") == ""
    rev = host.rev
    other = Store(url)
    for at in (host, peer, Room(other, host.id, clock=time)):
        assert says(at, anna, 5, "p1.abc") == ""
        assert at.has_step("p1.abc")
        assert (at.rev, at.state.guesses[0]) == (rev, 6)  # Ben's later card stays
    other.close()
    forward(host)
    assert says(peer, anna, 5, "p1.abc") == ""  # also when its moment has gone
    assert says(peer, anna, 5, "p1.new") == "stale-phase"


def test_a_message_twice_in_one_batch_is_written_once(room: Rooms) -> None:
    host, anna = _asked(room)
    one = asks(host, anna, people.estimated, host.phase, host.question, Decimal(5), step="p1.a")
    rev = host.rev
    assert host.decide_all([one, one]) == [None, None]
    assert host.rev == rev + 2  # the estimate and the card


def test_one_that_is_refused_leaves_the_others(room: Rooms) -> None:
    host, anna = _asked(room)
    phase, question = host.phase, host.question
    dora = came(host, "Dora", 1)
    answers = host.decide_all(
        [
            asks(host, anna, people.estimated, phase, question, Decimal(5)),
            asks(host, 99, people.estimated, phase, question, Decimal(6)),
            asks(host, dora, people.estimated, "9.bet", question, Decimal(7)),
            asks(host, dora, people.estimated, phase, question, Decimal(8)),
        ]
    )
    assert [code(a) for a in answers] == ["", "removed", "stale-phase", ""]
    assert host.state.guesses == (Decimal(5), Decimal(8), None)


def test_each_of_a_batch_is_decided_on_what_those_before_it_made(room: Rooms) -> None:
    host = room()
    answers = host.decide_all(
        [Request(partial(people.joined, host, name)) for name in ("Anna", "ANNA", "Ben")]
    )
    assert [code(a) for a in answers] == ["", "name-in-use", ""]
    assert [(p.id, p.name) for p in host.roster.people] == [(1, "Anna"), (2, "Ben")]


def beaten(store: Store, monkeypatch: pytest.MonkeyPatch, first: Callable[[], None]) -> None:
    """The next time the store is written to, somebody else is first."""
    real, done = store.append, [False]

    def append(*told: Any) -> None:
        if not done[0]:
            done[0] = True
            first()
        real(*told)

    monkeypatch.setattr(store, "append", append)


def test_a_batch_is_decided_anew_when_another_peer_wrote_first(
    room: Rooms, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, anna = _asked(room)
    ben = came(host, "Ben", 0)
    peer = Room(store, host.id, clock=time)
    phase, question = host.phase, host.question
    beaten(
        store,
        monkeypatch,
        lambda: does(peer, ben, people.estimated, phase, question, Decimal(9), step="p2.a"),
    )
    rev = host.rev
    answers = host.decide_all(
        [
            asks(host, anna, people.estimated, phase, question, Decimal(5), step="p1.a"),
            asks(
                host, ben, people.estimated, phase, question, Decimal(9), step="p2.a"
            ),  # the same, come to both
            Request(partial(people.joined, host, "Dora")),
        ]
    )
    assert answers == [None, None, None]
    assert host.rev == rev + 5
    assert host.state.guesses[0] == 5
    assert host.estimates[question] == {anna: 5, ben: 9}
    assert [p.name for p in host.roster.people] == ["Anna", "Ben", "Dora"]
    assert same(host, peer)
    assert same(host, Room(store, host.id, clock=time))


def test_what_another_peer_made_impossible_is_refused_when_it_is_decided_anew(
    room: Rooms, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, anna = _asked(room)
    peer = Room(store, host.id, clock=time)
    request = asks(host, anna, people.estimated, host.phase, host.question, Decimal(5), step="p1.a")
    beaten(store, monkeypatch, lambda: forward(peer))
    assert [code(a) for a in host.decide_all([request])] == ["stale-phase"]
    assert not host.has_step("p1.a")
    assert same(host, peer)


@pytest.mark.parametrize("problem", [StoreError("full", "x"), RuntimeError("a bug")])
def test_when_nothing_can_be_written_the_room_is_as_it_was(
    room: Rooms, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    host, anna = _asked(room)
    phase, question = host.phase, host.question
    before = (host.rev, host.state, host.roster, host.estimates, host.guess_by, host.view(), host.view(0))

    def full(*_: Any) -> None:
        raise problem

    with monkeypatch.context() as broken:
        broken.setattr(store, "append", full)
        moves = [
            asks(host, anna, people.estimated, phase, question, Decimal(5), step="p1.a"),
            Request(partial(people.joined, host, "Dora")),
        ]
        with pytest.raises(type(problem)):
            host.decide_all(moves)
        with pytest.raises(type(problem)):
            host.pause()
    assert (
        host.rev,
        host.state,
        host.roster,
        host.estimates,
        host.guess_by,
        host.view(),
        host.view(0),
    ) == before
    assert not host.has_step("p1.a")
    assert host.decide_all(moves) == [None, None]
    assert host.has_step("p1.a")
    assert same(host, Room(store, host.id, clock=time))


def test_a_redo_that_comes_after_a_card_of_a_phone_is_refused(
    room: Rooms, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, anna = _asked(room)
    guesses(host, 1)
    host.undo()
    peer = Room(store, host.id, clock=time)
    beaten(store, monkeypatch, lambda: estimates(peer, anna, 5))
    with pytest.raises(IllegalMove, match="nothing-to-redo"):
        host.redo()
    assert host.state.guesses[0] == 5


# --- what an undo of the teacher's leaves to the phones
def _asked(room: Rooms, **options: Any) -> tuple[Room, int]:
    host = room(**options)
    anna = came(host, "Anna", 0)
    host.ask()
    return host, anna


def test_cards_of_phones_are_no_step_of_the_teachers(room: Rooms) -> None:
    host, anna = _asked(room)
    estimates(host, anna, 5)
    estimates(host, anna, 6)
    host.undo()
    assert host.state.phase == "ready"


def test_a_roll_and_a_placing_of_a_phone_are_steps_the_teacher_can_take_back(street: Rooms) -> None:
    host = street()
    anna = came(host, "Anna", 0)
    forward(host)
    does(host, anna, people.rolled, host.phase)
    rolled = host.state
    does(host, anna, people.placed, host.phase, host.view().table.choices[0].face)
    host.undo()
    assert host.state == rolled
    host.undo()
    assert host.state.phase == "roll"
    host.redo()
    assert host.state == rolled


def test_an_undo_keeps_the_cards_that_phones_handed_in_since(room: Rooms, store: Store, time: Time) -> None:
    host, anna = _asked(room)
    ben = came(host, "Ben", 1)
    host.play(SubmitGuess(2, host.question, Decimal(1)))  # the teacher types for a team without a phone
    estimates(host, anna, 5)
    host.play(SubmitGuess(2, host.question, Decimal(2)))
    estimates(host, ben, 6)
    host.undo()
    assert host.state.guesses == (Decimal(5), Decimal(6), Decimal(1))
    host.undo()
    assert host.state.guesses == (
        Decimal(5),
        Decimal(6),
        None,
    )  # the first of them came before the first undo
    assert host.guess_by == {0: anna, 1: ben}
    host.redo()
    assert host.state.guesses == (Decimal(5), Decimal(6), Decimal(1))
    host.redo()
    assert host.state.guesses == (Decimal(5), Decimal(6), Decimal(2))
    host.undo()
    assert host.state.guesses == (Decimal(5), Decimal(6), Decimal(1))
    assert same(host, Room(store, host.id, clock=time))


def test_an_undo_after_a_redo_keeps_the_cards_that_phones_handed_in_since(room: Rooms) -> None:
    host, anna = _asked(room)
    guesses(host, 1)
    host.undo()
    host.redo()
    estimates(host, anna, 5)
    host.undo()
    assert host.state.guesses[0] == 5
    host.undo()
    assert host.state.phase == "ready"


def test_an_undo_keeps_bets_of_phones_but_not_on_a_space_that_goes_with_it(room: Rooms) -> None:
    host, anna = _asked(room)
    guesses(host, 5, 10, 20)
    for move in (CloseGuesses, OpenBetting):
        host.play(move(host.question))
    host.play(CorrectGuess(2, host.question, Decimal(30)))
    lays(host, anna, 0, "guess:10")
    lays(host, anna, 1, "guess:30")
    host.undo()
    assert [s.value for s in host.state.spaces] == [5, 10, 20]
    assert host.state.bets[0] == (Bet(0, Target("guess", Decimal(10))),)
    for _ in range(2):
        forward(host)  # and the question can be paid
    assert host.state.phase == "paid"


def test_an_undo_keeps_long_shots_but_not_on_a_team_whose_card_goes_with_it(room: Rooms) -> None:
    host, anna = _asked(room, preset="vegas", seats=5)
    guesses(host, 5, 10)
    forward(host, anyway=True)
    host.play(CorrectGuess(2, host.question, Decimal(30)))
    for token, team in ((0, 1), (1, 2)):
        does(host, anna, people.shot, host.phase, host.question, token, team)
    host.undo()
    assert host.state.long_shots[0] == (LongShot(0, 1),)


def test_an_undo_into_another_phase_leaves_what_belongs_to_the_phase_that_is_gone(room: Rooms) -> None:
    host, anna = _asked(room)
    estimates(host, anna, 5)
    to(host, "bet")
    lays(host, anna, 0, "guess:5")
    host.undo()
    assert (host.state.phase, host.state.bets[0], host.state.guesses[0]) == ("sorted", (), 5)
    host.redo()
    assert host.state.bets[0] == (Bet(0, Target("guess", Decimal(5))),)


# --- a break
def test_a_break_without_a_clock_refuses_people_and_lasts_until_the_teacher_goes_on(room: Rooms) -> None:
    host, anna = _asked(room, guess_s=None)
    assert host.clock is None
    host.pause()
    rev = host.rev
    host.pause()
    assert host.rev == rev
    assert host.view().paused
    with pytest.raises(IllegalMove, match="paused"):
        estimates(host, anna, 5)
    host.resume()
    estimates(host, anna, 5)
    rev = host.rev
    host.resume()
    assert host.rev == rev


def test_a_break_with_a_clock_refuses_people_and_keeps_the_time(room: Rooms, time: Time) -> None:
    host, anna = _asked(room)
    time.ms += 12_000
    host.pause()
    time.ms += 60_000
    with pytest.raises(IllegalMove, match="paused"):
        estimates(host, anna, 5)
    host.resume()
    assert host.clock is not None
    assert host.clock.deadline_ms == time.ms + 18_000
    estimates(host, anna, 5)


@pytest.mark.parametrize("limit", [None, 30])
def test_going_on_with_the_game_ends_a_break(room: Rooms, limit: int | None) -> None:
    host, anna = _asked(room, guess_s=limit, bet_s=limit)
    guesses(host, 5, 6, 7)
    host.pause()
    host.play(SubmitGuess(1, host.question, Decimal(8)))  # what the teacher types ends no break
    assert host.paused
    forward(host)
    assert not host.paused
    forward(host)
    lays(host, anna, 0, "guess:5")
    assert (host.clock is None) == (limit is None)


def test_more_time_in_a_break_runs_only_when_the_class_goes_on(room: Rooms, time: Time) -> None:
    host, _ = _asked(room, guess_s=None)
    host.pause()
    host.extend(30)
    time.ms += 600_000
    assert not host.tick()
    assert host.paused
    host.resume()
    assert not host.paused
    assert host.clock is not None
    assert host.clock.deadline_ms == time.ms + 30_000


def test_a_break_is_called_on_the_clock_as_it_stands_not_as_it_was_seen(
    room: Rooms, store: Store, time: Time
) -> None:
    host, _ = _asked(room, bet_s=None)
    guesses(host, 5, 6, 7)
    remote = Room(store, host.id, clock=time)
    forward(host)  # the clock of the guesses is gone
    remote.pause()
    assert remote.paused
    assert remote.clock is None


# --- any order of what people and the teacher do
AT, PERSONS = st.integers(0, 1), st.integers(1, 4)
START = st.sampled_from(["ready", "guess", "bet"])
GUESS = st.sampled_from(["latest", "median", "captain"])
SEEN = (
    "state",
    "roster",
    "estimates",
    "guess_by",
    "choices",
    "phones",
    "clock",
    "paused",
    "is_open",
    "phase",
    "question",
)


def seen_of(room: Room) -> dict[str, Any]:
    views = {f"view {seat}": room.view(seat) for seat in (None, *range(len(room.teams)))}
    return {name: getattr(room, name) for name in SEEN} | views


class AnyOrder(RuleBasedStateMachine):
    """Two peers at one table, people and the teacher in any order: whoever folds the log anew must see the same."""

    def __init__(self) -> None:
        super().__init__()
        self.store, self.time, self.asked = Store("sqlite://"), Time(), 0
        self.said: list[tuple[int, Any, tuple[Any, ...], str]] = []

    def teardown(self) -> None:
        self.store.close()

    @initialize(rule=GUESS, limit=st.sampled_from([None, 30]), secret=st.booleans(), start=START)
    def sit_down(self, rule: Any, limit: int | None, secret: bool, start: str) -> None:
        options = {"guess_s": limit, "secret_bets": secret, "rounds": 2}
        setup = Setup(rules_of("original", options), 3)
        teams = [Team(f"Team {k}", COLOURS[k]) for k in range(3)]
        self.host = Room.open(self.store, game="wits", setup=setup, teams=teams, box=BOX, clock=self.time)
        self.host.do(partial(people.phones_set, self.host, Phones(guess=rule)))
        self.peer = Room(self.store, self.host.id, box=BOX, clock=self.time)
        for seat in (0, 0, 1):
            came(self.host, f"Nr {seat}{self.host.rev}", seat)
        if start != "ready":
            to(self.host, "guess")
            guesses(self.host, 1, 2, 2)
            to(self.host, start)

    def teacher(self, act: Callable[[], object]) -> bool:
        with suppress(IllegalMove):
            act()
            return True
        return False

    def says(self, at: int, person: int, act: Any, *told: Any) -> None:
        room = (self.host, self.peer)[at]
        room.refresh()
        self.asked += 1
        said = (person, act, told, f"p{person}.{self.asked}")
        self.said.append(said)
        room.decide_all([asks(room, person, act, *told, step=said[3])])

    @rule(at=AT, name=st.sampled_from(["Anna", "Аnna", "Ben", "王小明", "", "\u200b"]))
    def join(self, at: int, name: str) -> None:
        room = (self.host, self.peer)[at]
        room.refresh()
        last = room.roster.last
        self.teacher(lambda: room.do(partial(people.joined, room, name)))
        assert room.roster.last >= last

    @rule(at=AT, person=PERSONS, seat=st.integers(0, 3))
    def sit(self, at: int, person: int, seat: int) -> None:
        self.says(at, person, people.seated, seat)

    @rule(person=PERSONS, where=st.sampled_from([None, 0, 1, 2, "gone", "captain"]))
    def the_teacher_puts(self, person: int, where: Any) -> None:
        acts = {"gone": people.removed, "captain": people.captain}
        act = acts[where] if where in acts else partial(people.moved, seat=where)
        self.teacher(lambda: self.host.do(partial(act, self.host, person)))

    @rule(at=AT, person=PERSONS, value=st.sampled_from(["1", "2", "2.0", "30", "-4", "1E+100"]))
    def estimate(self, at: int, person: int, value: str) -> None:
        self.peer.refresh()
        self.says(at, person, people.estimated, self.peer.phase, self.peer.question, Decimal(value))

    @rule(at=AT, person=PERSONS, token=st.integers(0, 1), k=st.integers(-1, 3), chips=st.integers(0, 2))
    def lay(self, at: int, person: int, token: int, k: int, chips: int) -> None:
        self.peer.refresh()
        spaces = ["too-high", *(f"guess:{s.value}" for s in self.peer.state.spaces)]
        space = "" if k < 0 else spaces[k % len(spaces)]
        self.says(at, person, people.laid, self.peer.phase, self.peer.question, token, space, chips)

    @precondition(lambda self: self.said)
    @rule(at=AT, data=st.data())
    def say_again(self, at: int, data: st.DataObject) -> None:
        person, act, told, step = data.draw(st.sampled_from(self.said))
        room = (self.host, self.peer)[at]
        room.refresh()
        known, rev = room.has_step(step), room.rev
        answers = room.decide_all([asks(room, person, act, *told, step=step)])
        if known:
            assert (answers, room.rev) == ([None], rev)

    @rule(seat=st.integers(0, 2), value=st.integers(1, 3))
    def teacher_types(self, seat: int, value: int) -> None:
        move = SubmitGuess if self.host.state.phase == "guess" else CorrectGuess
        self.teacher(lambda: self.host.play(move(seat, self.host.question, Decimal(value))))

    @rule(at=AT)
    def go_on(self, at: int) -> None:
        room = (self.host, self.peer)[at]
        room.refresh()
        before, waited = room.phase, room.paused
        if self.teacher(lambda: forward(room)) and waited and room.phase != before:
            assert not room.paused

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.take_back()

    def take_back(self) -> None:
        host = self.host
        host.refresh()
        before, cards = host.state, {s: host.state.guesses[s] for s in host.guess_by}
        if not self.teacher(host.undo) or host.phase != f"{before.round}.{before.phase}":
            return
        assert {s: host.state.guesses[s] for s in cards} == cards
        for then, now in zip(before.bets, host.state.bets, strict=True):
            assert {b for b in then if self.lies(b)} <= set(now)

    def lies(self, bet: Bet) -> bool:
        return bet.space.kind == "too-high" or any(s.value == bet.space.value for s in self.host.state.spaces)

    @rule()
    def redo(self) -> None:
        self.teacher(self.host.redo)

    @rule(at=AT, act=st.sampled_from(["pause", "resume", "stop_clock"]), seconds=st.integers(0, 40))
    def wait(self, at: int, act: str, seconds: int) -> None:
        getattr((self.host, self.peer)[at], act)()
        self.time.ms += seconds * 1000
        self.peer.refresh()
        self.peer.tick()

    @invariant()
    def whoever_folds_anew_sees_the_same(self) -> None:
        self.host.refresh()
        self.peer.refresh()
        fresh = Room(self.store, self.host.id, box=BOX, clock=self.time)
        assert seen_of(self.host) == seen_of(fresh)
        assert seen_of(self.peer) == seen_of(fresh)

    @invariant()
    def no_bet_lies_where_no_card_is(self) -> None:
        assert all(self.lies(bet) for own in self.host.state.bets for bet in own)

    @invariant()
    def no_two_people_have_one_number_or_one_look(self) -> None:
        found = self.host.roster.people
        assert len({p.id for p in found}) == len({skeleton(p.name) for p in found}) == len(found)
        joined = [e.event.person for e in self.host.log if isinstance(e.event, PersonJoined)]
        assert joined == sorted(set(joined))

    @invariant()
    def every_message_is_written_at_most_once(self) -> None:
        steps = [step for step, _ in groupby(e.step for e in self.host.log if e.step.startswith("p"))]
        assert len(steps) == len(set(steps))


AnyOrder.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyOrder = AnyOrder.TestCase
