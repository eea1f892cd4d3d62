"""The host's next move, and for whom the table waits."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest

from tests.room.conftest import Time, came, estimates, lays, to
from wwlv.room import people
from wwlv.room.forward import absent, awaited, best_face, forward, thinking
from wwlv.room.room import Room
from wwlv.room.store import Store
from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.moves import FinishGame, SubmitGuess

Rooms = Callable[..., Room]


@pytest.mark.parametrize("preset", ["original", "vegas", "vegas-edition"])
def test_the_one_button_plays_a_whole_game(room: Rooms, preset: str) -> None:
    host = room(preset, 5, rounds=2)
    phases = []
    while host.state.phase != "over":
        if host.state.phase == "guess":
            host.play(SubmitGuess(0, host.question, Decimal(7)))
        forward(host, anyway=True)
        phases.append(host.state.phase)
    a_round = ["guess", *(["long-shot"] if preset == "vegas" else []), "sorted", "bet", "answer", "paid"]
    assert phases == [*a_round, *a_round, "over"]
    with pytest.raises(IllegalMove, match="game-over"):
        forward(host)


def test_the_one_button_plays_a_whole_game_of_las_vegas(street: Rooms) -> None:
    host = street(rounds=1)
    while host.state.phase != "over":
        forward(host)
    assert len(host.state.history) == 1
    assert host.view().table.outcome is not None


def test_where_the_house_waits_for_every_team_the_button_waits_too(room: Rooms) -> None:
    host = room("vegas", 5)
    forward(host)
    host.play(SubmitGuess(0, host.question, Decimal(7)))
    with pytest.raises(IllegalMove, match="guesses-missing"):
        forward(host)
    forward(host, anyway=True)
    assert host.state.phase == "long-shot"


def test_a_tied_game_goes_on_with_the_play_off(room: Rooms) -> None:
    host = room(tie="sudden-death", rounds=1)
    forward(host)
    host.play(SubmitGuess(0, host.question, Decimal(7)))
    to(host, "paid")
    forward(host)
    assert (host.state.phase, host.state.contenders) == ("ready", (0, 1, 2))
    forward(host)
    assert (host.state.phase, host.state.round) == ("guess", 2)


def test_a_button_pressed_for_a_moment_that_has_gone_does_nothing(
    room: Rooms, store: Store, time: Time
) -> None:
    host = room()
    remote = Room(store, host.id, clock=time)
    seen = remote.phase
    forward(host, phase=host.phase)
    forward(remote, phase=seen)
    assert remote.phase == "1.guess"


def test_the_button_places_the_face_that_brings_most(street: Rooms) -> None:
    host = street()
    forward(host)
    forward(host)
    view = host.view().table
    chosen = next(c for c in view.choices if c.face == best_face(view))
    gains = {c.face: dict(c.then.paid).get(view.turn, 0) for c in view.choices}
    assert gains[chosen.face] == max(gains.values())
    before = sum(host.state.dice[chosen.face - 1])
    forward(host)
    assert sum(host.state.dice[chosen.face - 1]) == before + chosen.own


# --- for whom the table waits
def test_a_team_is_absent_when_it_has_people_and_none_of_them_is_connected(room: Rooms) -> None:
    host = room(seats=4)
    anna, ben, cem = came(host, "Anna", 0), came(host, "Ben", 0), came(host, "Cem", 1)
    came(host, "Nobody's")
    host.ask()
    view = host.view()
    assert absent(view, {anna, ben, cem}) == ()
    assert absent(view, {ben, cem}) == ()  # one member is enough
    assert absent(view, {ben}) == (1,)
    assert absent(view, set()) == (0, 1)  # teams 2 and 3 are the teacher's: never absent
    assert awaited(view, set()) == (2, 3)
    assert awaited(view, {anna}) == (0, 2, 3)
    estimates(host, anna, 5)
    assert awaited(host.view(), {anna, cem}) == (1, 2, 3)
    host.do(partial(people.removed, host, cem))
    assert absent(host.view(), {anna}) == ()


def test_who_thinks_is_connected_has_a_team_and_no_estimate(room: Rooms) -> None:
    host = room()
    anna, ben, cem = came(host, "Anna", 0), came(host, "Ben", 0), came(host, "Cem", 1)
    none = came(host, "None")
    host.ask()
    everybody = {anna, ben, cem, none}
    assert thinking(host.view(), everybody) == (anna, ben, cem)
    assert thinking(host.view(), {ben, none}) == (ben,)
    estimates(host, ben, 5)
    assert thinking(host.view(), everybody) == (
        anna,
        cem,
    )  # the team has a card; Anna has not said what she thinks


def test_in_a_play_off_only_the_tied_teams_think(room: Rooms) -> None:
    host = room(tie="sudden-death", rounds=1)
    anna, ben, cem = came(host, "Anna", 0), came(host, "Ben", 1), came(host, "Cem", 2)
    host.ask()
    for person in (anna, ben, cem):
        estimates(host, person, 10**6)
    to(host, "bet")
    for person in (anna, ben):
        lays(host, person, 0, "too-high")
    to(host, "paid")
    host.play(FinishGame())
    host.ask()
    assert thinking(host.view(), {anna, ben, cem}) == (anna, ben)


def test_a_server_says_who_is_connected_and_is_forgotten_when_it_falls_silent(
    store: Store, room: Rooms
) -> None:
    at, elsewhere = room().id, room().id
    store.set_present(at, "one", [1, 2], 1_000)
    store.set_present(at, "two", [2, 5], 2_000)
    store.set_present(elsewhere, "one", [9], 1_000)
    assert store.present(at, 3_000) == {1, 2, 5}
    store.set_present(at, "one", [], 3_000)
    assert store.present(at, 3_000) == {2, 5}
    assert store.present(at, 17_000) == frozenset()
    assert store.present(at, 16_999) == {2, 5}
