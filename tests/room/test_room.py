"""A room: peers over one log, undo and redo as events, clocks, the box of cards."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from tests.room.conftest import BOX, Time
from wwlv.room.log import ClockRang, Rewound
from wwlv.room.room import CODE_LETTERS, Room
from wwlv.room.store import Conflict, Store
from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.moves import CloseGuesses, OpenBetting, SubmitGuess, VoidQuestion

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
