"""What people do with their phones: joining, teams, estimates, bets and dice, each for the own team only."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tests.room.conftest import BOX, COLOURS, Time, asks, came, does, estimates, lays, to
from wwlv.errors import WwlvError
from wwlv.room import people
from wwlv.room.forward import forward
from wwlv.room.log import EstimateGiven, PersonJoined, Phones, QuestionDrawn, Team
from wwlv.room.room import Request, Room
from wwlv.room.roster import MOST_PEOPLE
from wwlv.room.store import Store
from wwlv.rules.game import IllegalMove
from wwlv.rules.lasvegas.moves import RollDice
from wwlv.rules.wits.model import Bet, LongShot, Setup, Target
from wwlv.rules.wits.moves import AskQuestion, CorrectGuess, FinishGame, PlaceBets, SubmitGuess, WithdrawGuess
from wwlv.rules.wits.presets import rules_of

Rooms = Callable[..., Room]


def rules(room: Room, **changes: Any) -> None:
    room.do(partial(people.phones_set, room, replace(room.phones, **changes)))


def refused(room: Room, act: Callable[[], None]) -> str:
    """The code with which something is refused; nothing may have been written."""
    before, rev = room.store.read(room.id), room.rev
    with pytest.raises(WwlvError) as problem:
        act()
    assert (room.store.read(room.id), room.rev) == (before, rev)
    return str(getattr(problem.value, "code", problem.value))


# --- joining
def test_whoever_joins_gets_the_next_number_and_no_team_yet(room: Rooms) -> None:
    host = room()
    assert [came(host, "Anna"), came(host, "王小明")] == [1, 2]
    assert [(p.name, p.seat) for p in host.view().people] == [("Anna", None), ("王小明", None)]


def test_nobody_joins_a_room_that_is_locked_closed_or_left(room: Rooms) -> None:
    host = room()
    host.do(partial(people.locked, host, True))
    assert refused(host, lambda: came(host, "Anna") and None) == "room-locked"
    host.do(partial(people.locked, host, False))
    came(host, "Anna")
    host.leave_for(room())
    assert refused(host, lambda: came(host, "Ben") and None) == "room-closed"
    closed = room()
    closed.close()
    assert refused(closed, lambda: came(closed, "Ben") and None) == "room-closed"


def test_a_room_is_full_at_the_limit_and_has_a_place_again_when_somebody_goes(room: Rooms) -> None:
    host = room()
    host.do(lambda: [PersonJoined(k, f"Nr {k}", None) for k in range(1, MOST_PEOPLE + 1)])
    assert refused(host, lambda: came(host, "Anna") and None) == "room-full"
    host.do(partial(people.removed, host, 7))
    assert came(host, "Anna") == MOST_PEOPLE + 1


def test_even_seating_goes_to_the_emptiest_team(room: Rooms) -> None:
    host = room()
    rules(host, seating="even")
    for k in range(5):
        came(host, f"Nr {k}")
    assert [p.seat for p in host.roster.people] == [0, 1, 2, 0, 1]
    host.do(partial(people.removed, host, 1))
    host.do(partial(people.removed, host, 4))
    came(host, "Late")
    assert host.roster.people[-1].seat == 0


def test_names_made_up_by_the_room_take_the_first_that_is_free_then_numbers(room: Rooms) -> None:
    host = room()
    rules(host, names="made")
    for _ in range(5):
        host.do(lambda: people.joined(host, "ignored", iter(["Fox", "F0x", "Owl"])))
    assert [p.name for p in host.roster.people] == ["Fox", "Owl", "Owl 2", "Owl 3", "Owl 4"]
    host.do(partial(people.removed, host, 1))
    host.do(lambda: people.joined(host, "", ["Fox", "Owl"]))
    assert host.roster.people[-1].name == "Fox"


def test_a_name_is_kept_as_it_was_cleaned_and_nobody_else_gets_it(room: Rooms) -> None:
    host = room()
    came(host, "  An\u202ena ")
    assert host.roster.people[0].name == "Anna"
    assert refused(host, lambda: came(host, "Аnna") and None) == "name-in-use"
    assert refused(host, lambda: came(host, "\u200b") and None) == "empty-name"
    host.do(partial(people.removed, host, 1))
    assert came(host, "Anna") == 2


def test_the_teacher_renames_and_the_name_is_checked(room: Rooms) -> None:
    host = room()
    came(host, "Anna"), came(host, "Rude")
    host.do(partial(people.renamed, host, 2, " Ben "))
    assert host.roster.people[1].name == "Ben"
    assert refused(host, lambda: host.do(partial(people.renamed, host, 2, "ANNA"))) == "name-in-use"
    assert refused(host, lambda: host.do(partial(people.renamed, host, 9, "Cem"))) == "removed"


# --- teams
def test_people_choose_their_team_only_where_the_house_rule_says_so(room: Rooms) -> None:
    host = room()
    anna = came(host, "Anna")
    does(host, anna, people.seated, 2)
    does(host, anna, people.seated, 1)
    assert refused(host, lambda: does(host, anna, people.seated, 3)) == "no-such-seat"
    for seating in ("even", "host"):
        rules(host, seating=seating)
        assert refused(host, lambda: does(host, anna, people.seated, 0)) == "seat-by-host"
    rev = host.rev
    does(host, anna, people.seated, 1)  # there already
    assert (host.rev, host.roster.people[0].seat) == (rev, 1)


def test_after_the_first_question_only_the_teacher_moves_people(room: Rooms) -> None:
    host = room()
    anna, late = came(host, "Anna", 0), came(host, "Late")
    host.ask()
    assert refused(host, lambda: does(host, anna, people.seated, 1)) == "seat-by-host"
    host.do(partial(people.moved, host, anna, 1))
    does(host, late, people.seated, 2)  # whoever has none yet still chooses
    assert [p.seat for p in host.roster.people] == [1, 2]
    host.do(partial(people.moved, host, anna, None))
    assert host.roster.people[0].seat is None
    assert refused(host, lambda: host.do(partial(people.moved, host, anna, 3))) == "no-such-seat"


def test_whoever_has_no_team_is_spread_evenly(room: Rooms) -> None:
    host = room()
    came(host, "Anna", 0)
    for k in range(4):
        came(host, f"Nr {k}")
    host.do(partial(people.spread, host))
    assert [p.seat for p in host.roster.people] == [0, 1, 2, 0, 1]


def test_a_captain_must_sit_in_a_team(room: Rooms) -> None:
    host = room()
    anna, ben, cem = came(host, "Anna", 0), came(host, "Ben", 0), came(host, "Cem")
    assert host.view().captains == (anna, None, None)
    host.do(partial(people.captain, host, ben))
    assert host.view().captains == (ben, None, None)
    assert refused(host, lambda: host.do(partial(people.captain, host, cem))) == "no-team"


# --- who may move
def test_a_move_is_refused_where_it_is_not_the_persons(room: Rooms) -> None:
    host = room()
    anna, cem, gone = came(host, "Anna", 0), came(host, "Cem"), came(host, "Gone", 1)
    host.do(partial(people.removed, host, gone))
    host.ask()
    phase, question = host.phase, host.question

    def code(person: int, phase: str = phase, question: str = question) -> str:
        return refused(host, lambda: does(host, person, people.estimated, phase, question, Decimal(5)))

    assert code(cem) == "no-team"
    assert code(gone) == "removed"
    assert code(77) == "removed"
    assert code(anna, phase="0.ready") == "stale-phase"
    assert code(anna, phase="") == "stale-phase"
    assert code(anna, question="other") == "stale-question"
    assert refused(host, lambda: does(host, anna, people.rolled, phase)) == "wrong-game"
    host.pause()
    assert code(anna) == "paused"
    host.resume()
    host.close()
    assert code(anna) == "room-closed"


def test_a_person_moves_for_the_own_team_and_for_no_other(room: Rooms) -> None:
    host = room()
    anna = came(host, "Anna", 1)
    host.ask()
    estimates(host, anna, 5)
    assert host.state.guesses == (None, Decimal(5), None)
    host.do(partial(people.moved, host, anna, 2))
    estimates(host, anna, 6)
    assert host.state.guesses == (None, Decimal(5), Decimal(6))


@pytest.mark.parametrize("act", ["laid", "shot", "passed"])
def test_bets_are_refused_before_their_phase_and_with_a_question_that_is_gone(room: Rooms, act: str) -> None:
    host = room()
    anna = came(host, "Anna", 0)
    host.ask()
    told = {"laid": (0, "too-high", 0), "shot": (0, 1), "passed": ()}[act]
    move = getattr(people, act)
    assert refused(host, lambda: does(host, anna, move, host.phase, host.question, *told)) == "wrong-phase"
    assert refused(host, lambda: does(host, anna, move, host.phase, "c9-1", *told)) == "stale-question"


# --- estimates
def test_the_latest_entry_of_a_member_is_the_teams_guess_and_own_estimates_are_kept(room: Rooms) -> None:
    host = room()
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host.ask()
    estimates(host, anna, "5.50")
    estimates(host, ben, 7)
    assert host.state.guesses[0] == 7
    assert host.guess_by == {0: ben}
    assert host.estimates == {host.question: {anna: Decimal("5.50"), ben: Decimal(7)}}
    estimates(host, anna, "5.5")  # again, for the team: nothing new of her own
    assert host.state.guesses[0] == Decimal("5.5")
    assert host.view(0).guess_by == anna
    assert host.view(1).guess_by is host.view().guess_by is None


def test_a_repeated_equal_estimate_writes_nothing(room: Rooms) -> None:
    for rule in ("latest", "median", "captain"):
        host = room()
        rules(host, guess=rule)
        anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
        host.ask()
        estimates(host, anna, 5)
        estimates(host, ben, 5 if rule == "latest" else 8)
        rev = host.rev
        for person in (ben, anna, anna):
            estimates(host, person, host.estimates[host.question][person])
        estimates(host, anna, "5.0")
        assert host.rev == rev, rule


def test_an_estimate_that_is_repeated_after_the_card_was_taken_back_is_a_card_again(room: Rooms) -> None:
    host = room()
    anna = came(host, "Anna", 0)
    host.ask()
    estimates(host, anna, 5)
    host.play(WithdrawGuess(0, host.question))
    assert host.view(0).guess_by is None
    estimates(host, anna, 5)
    assert host.state.guesses[0] == 5
    assert sum(isinstance(e.event, EstimateGiven) for e in host.log) == 1


def test_a_card_that_the_teacher_corrected_is_nobodys_entry(room: Rooms) -> None:
    host = room()
    anna = came(host, "Anna", 0)
    host.ask()
    estimates(host, anna, 5)
    assert host.view(0).guess_by == anna
    host.play(CorrectGuess(0, host.question, Decimal(6)))
    assert host.view(0).guess_by is None


def test_by_the_median_an_even_number_of_estimates_gives_the_mean_of_the_middle_two(room: Rooms) -> None:
    host = room()
    rules(host, guess="median")
    team = [came(host, f"Nr {k}", 0) for k in range(4)]
    stranger = came(host, "Stranger", 1)
    host.ask()
    estimates(host, stranger, 10**9)
    seen = []
    for person, value in zip(team, ("10", "1", "2.5", "1000"), strict=True):
        estimates(host, person, value)
        seen.append(host.state.guesses[0])
    assert seen == [Decimal(v) for v in ("10", "5.5", "2.5", "6.25")]
    host.do(partial(people.removed, host, team[3]))
    host.do(partial(people.moved, host, team[0], 1))
    estimates(host, team[1], 3)
    assert host.state.guesses[0] == Decimal("2.75")


SIZED = st.decimals(-(10**100), 10**100, allow_nan=False, places=60) | st.integers(-(10**100), 10**100).map(
    Decimal
)


@given(st.lists(SIZED, min_size=1, max_size=7))
@settings(max_examples=300)
def test_the_median_is_exact_however_large_the_numbers(values: list[Decimal]) -> None:
    def exact(value: Decimal) -> int:
        return int(value.scaleb(61, people._EXACT).to_integral_exact(context=people._EXACT))

    whole = sorted(exact(v) for v in values)
    half = len(whole) // 2
    doubled = 2 * whole[half] if len(whole) % 2 else whole[half - 1] + whole[half]
    assert 2 * exact(people.median(values)) == doubled


def test_a_room_whose_estimates_are_as_far_apart_as_can_be_typed_can_be_opened_again(
    room: Rooms, store: Store
) -> None:
    host = room()
    rules(host, guess="median")
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host.ask()
    estimates(host, anna, "1E+100")
    estimates(host, ben, "1E-60")
    assert Room(store, host.id).state == host.state


@pytest.mark.parametrize("value", ["1E+999999", "1E+999999999", "1E-999999", "9" * 102, "-1E+101", "0E+5000"])
def test_an_estimate_of_a_size_nobody_can_type_is_refused_and_takes_nobody_with_it(
    room: Rooms, value: str
) -> None:
    host = room()
    rules(host, guess="median")
    anna, ben, cem = (came(host, name, 0) for name in ("Anna", "Ben", "Cem"))
    host.ask()
    estimates(host, anna, 5)
    phase, question = host.phase, host.question
    answers = host.decide_all(
        [
            asks(host, ben, people.estimated, phase, question, Decimal(value)),
            asks(host, cem, people.estimated, phase, question, Decimal(7)),
        ]
    )
    assert getattr(answers[0], "code", "") == "too-big"
    assert answers[1] is None
    assert host.state.guesses[0] == 6


@pytest.mark.parametrize("value", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_an_estimate_that_is_no_number_is_refused(room: Rooms, value: str) -> None:
    host = room()
    anna = came(host, "Anna", 0)
    host.ask()
    assert refused(host, lambda: estimates(host, anna, value)) in ("too-big", "not-a-number")


def test_a_guess_the_house_rule_forbids_is_no_estimate_either(room: Rooms) -> None:
    host = room(allow_negative=False)
    rules(host, guess="captain")
    came(host, "Anna", 0)
    ben = came(host, "Ben", 0)
    host.ask()
    assert refused(host, lambda: estimates(host, ben, -1)) == "negative-guess"
    assert host.estimates == {}


def test_by_the_captain_the_others_estimate_for_themselves(room: Rooms) -> None:
    host = room()
    rules(host, guess="captain")
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host.ask()
    estimates(host, ben, 9)
    assert host.state.guesses[0] is None
    assert host.view().estimated == {ben}
    estimates(host, anna, 4)
    host.do(partial(people.captain, host, ben))
    assert host.state.guesses[0] == 4
    estimates(host, ben, 9)
    assert host.state.guesses[0] == 9
    assert host.guess_by == {0: ben}


def test_a_question_asked_again_is_estimated_anew(store: Store, time: Time, room: Rooms) -> None:
    asked = room()
    host = Room(store, asked.id, box=BOX[:1], clock=time)
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    rules(host, guess="median")
    host.ask()
    first = host.question
    estimates(host, anna, 5)
    host.undo()
    host.ask()
    assert host.question == first
    assert host.view().estimated == frozenset()
    estimates(host, ben, 9)
    assert host.state.guesses[0] == 9


# --- what stays hidden
VALUES = st.decimals(-999, 999, allow_nan=False, places=2)


@given(st.data(), st.sampled_from(["latest", "median", "captain"]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_no_view_but_the_own_changes_with_an_estimate_before_the_cards_lie_open(
    data: st.DataObject, rule: Any, long_shots: bool
) -> None:
    """The same people estimate twice, each value of the other teams drawn anew: nobody else may see a difference."""
    eye = data.draw(st.sampled_from([None, 0, 1, 2, 3, 4]))
    seats = [0, 0, 1, 1, 2, 3, 4]
    who = data.draw(st.lists(st.sampled_from(range(1, 8)), min_size=1, max_size=10))
    values = [data.draw(VALUES) for _ in who]
    anew = [v if seats[p - 1] == eye else data.draw(VALUES) for p, v in zip(who, values, strict=True)]
    store = Store("sqlite://")
    seen = []
    for drawn in (values, anew):
        host = _vegas(store)
        rules(host, guess=rule)
        for k, seat in enumerate(seats):
            came(host, f"Nr {k}", seat)
        host.do(partial(_asked, host))
        for person, value in zip(who, drawn, strict=True):
            estimates(host, person, value)
        if long_shots and any(g is not None for g in host.state.guesses):
            forward(host, anyway=True)
            assert host.state.phase == "long-shot"
        seen.append(replace(host.view(eye), code="", rev=0))
    store.close()
    assert seen[0] == seen[1]
    assert seen[0].estimates == ()
    assert seen[0].estimated == set(who)


def _vegas(store: Store) -> Room:
    teams = [Team(f"Team {k}", COLOURS[k]) for k in range(5)]
    return Room.open(store, game="wits", setup=Setup(rules_of("vegas"), 5), teams=teams, clock=Time())


def _asked(host: Room) -> list[Any]:
    """The same question every time, where a room draws one."""
    question = BOX[0].questions[0]
    return [QuestionDrawn(question), *host.decided(AskQuestion(question.id, question.answer))]


def test_own_estimates_are_shown_to_all_once_the_cards_lie_open(room: Rooms) -> None:
    host = room("vegas", 5)
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 1)
    host.ask()
    estimates(host, anna, 5)
    estimates(host, ben, 6)
    assert host.view(0).estimates == ()
    forward(host, anyway=True)
    assert host.state.phase == "long-shot"
    assert host.view(0).estimates == host.view().estimates == ()
    forward(host)
    assert host.view().estimates == ((anna, Decimal(5)), (ben, Decimal(6)))


# --- bets
def betting(room: Rooms, *values: object, **options: Any) -> tuple[Room, int, int]:
    """A table at the bets; two people of team 0, and cards of every team."""
    host = room(**options)
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host.ask()
    for seat, value in enumerate(values or (5, 10, 20)):
        host.play(SubmitGuess(seat, host.question, Decimal(str(value))))
    to(host, "bet")
    return host, anna, ben


def test_two_members_lay_a_token_each_at_the_same_time_and_both_lie(room: Rooms) -> None:
    host, anna, ben = betting(room)
    phase, question = host.phase, host.question
    host.decide_all(
        [
            asks(host, anna, people.laid, phase, question, 0, "guess:10", 0),
            asks(host, ben, people.laid, phase, question, 1, "guess:20", 0),
        ]
    )
    assert host.state.bets[0] == (Bet(0, Target("guess", Decimal(10))), Bet(1, Target("guess", Decimal(20))))
    lays(host, anna, 0, "too-high")
    assert host.state.bets[0] == (Bet(0, Target("too-high")), Bet(1, Target("guess", Decimal(20))))
    lays(host, ben, 1, "")
    assert host.state.bets[0] == (Bet(0, Target("too-high")),)


def test_chips_are_exactly_those_told_and_a_refusal_leaves_everything(room: Rooms) -> None:
    host, anna, _ = betting(room, 5, 20, 30)
    lays(host, anna, 0, "guess:5")
    to(host, "paid")
    host.ask()
    for seat, value in enumerate((5, 20, 30)):
        host.play(SubmitGuess(seat, host.question, Decimal(value)))
    to(host, "bet")
    owned = host.state.chips[0]
    assert owned > 0
    lays(host, anna, 0, "guess:20", owned)
    assert host.state.bets[0] == (Bet(0, Target("guess", Decimal(20)), owned),)
    lays(host, anna, 0, "guess:20", 1)
    assert host.state.bets[0] == (Bet(0, Target("guess", Decimal(20)), 1),)
    bets = host.state.bets
    for told, code in {
        (1, "guess:5", owned): "not-enough-chips",
        (1, "guess:5", -1): "negative-chips",
        (2, "guess:5", 0): "too-many-bets" if len(bets[0]) > 1 else "no-such-token",
        (-1, "guess:5", 0): "no-such-token",
        (1, "guess:6", 0): "no-such-space",
        (1, "red", 0): "no-such-space",
    }.items():
        assert refused(host, lambda told=told: lays(host, anna, *told)) == code  # type: ignore[misc]
    assert host.state.bets == bets


NONSENSE = ["guess:abc", "guess:1e999999999", "guess:-1e999999999", "board:99", "guess:NaN", "guess:sNaN", "guess:Infinity",
            "guess:", "board:", "board:-1", "board:²", "board:1e1", ":", " ", "guess", "too-high:1", "guess:" + "9" * 500,
            "guess:\ud800", "guess:1\x00", "long-shot:1", "black"]  # fmt: skip


@pytest.mark.parametrize("space", NONSENSE)
def test_a_space_that_is_nonsense_is_refused_as_no_such_space(room: Rooms, space: str) -> None:
    host, anna, _ = betting(room)
    assert refused(host, lambda: lays(host, anna, 0, space)) == "no-such-space"


@given(
    st.one_of(
        st.text(max_size=20),
        st.builds("{}:{}".format, st.sampled_from(["guess", "board"]), st.text(max_size=12)),
    )
)
@settings(max_examples=500)
def test_whatever_names_a_space_it_is_read_or_refused(text: str) -> None:
    try:
        assert Target.parse(str(Target.parse(text))) == Target.parse(text)
    except IllegalMove as problem:
        assert problem.code == "no-such-space"


def test_no_space_at_all_is_no_space() -> None:
    with pytest.raises(IllegalMove, match="no-such-space"):
        Target.parse("")


def test_to_pass_is_an_answer(room: Rooms) -> None:
    host, anna, ben = betting(room)
    lays(host, anna, 1, "guess:10")
    does(host, ben, people.passed, host.phase, host.question)
    assert host.state.bets[0] == (Bet(1, Target("guess", Decimal(10))),)
    other = came(host, "Other", 1)
    assert host.view().table.waiting == (1, 2)
    does(host, other, people.passed, host.phase, host.question)
    assert host.view().table.waiting == (2,)
    assert host.state.bets[1] == ()


def test_long_shots_move_one_token_and_passing_is_an_answer(room: Rooms) -> None:
    host = room("vegas", 5)
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 1)
    host.ask()
    for seat in range(4):
        host.play(SubmitGuess(seat, host.question, Decimal(seat)))
    forward(host, anyway=True)

    def shoots(person: int, token: int, team: int | None) -> None:
        does(host, person, people.shot, host.phase, host.question, token, team)

    shoots(anna, 0, 1)
    shoots(anna, 1, 2)
    shoots(anna, 0, None)
    assert host.state.long_shots[0] == (LongShot(1, 2),)
    for team in (4, 9, -1):  # team 4 has no card
        assert refused(host, lambda team=team: shoots(anna, 0, team)) == "no-such-space"  # type: ignore[misc]
    assert refused(host, lambda: shoots(anna, 5, 1)) == "no-such-token"
    does(host, ben, people.passed, host.phase, host.question)
    assert host.view().table.waiting == (2, 3, 4)


def test_in_a_play_off_the_others_are_refused(room: Rooms) -> None:
    host = room(tie="sudden-death", rounds=1, seats=3)
    anna, cem = came(host, "Anna", 0), came(host, "Cem", 2)
    host.ask()
    for seat, value in enumerate((10**6, 10**6, 10**7)):
        host.play(SubmitGuess(seat, host.question, Decimal(value)))
    to(host, "bet")
    for seat in (0, 1):
        host.play(_bets(host, seat, "too-high"))
    host.play(_bets(host, 2))
    to(host, "paid")
    host.play(FinishGame())
    host.ask()
    assert host.state.contenders == (0, 1)
    estimates(host, anna, 3)
    assert refused(host, lambda: estimates(host, cem, 3)) == "not-a-contender"


def _bets(host: Room, seat: int, *spaces: str) -> Any:
    return PlaceBets(seat, host.question, tuple(Bet(k, Target.parse(s)) for k, s in enumerate(spaces)))


# --- Las Vegas
def test_only_the_team_to_move_rolls_and_places(street: Rooms) -> None:
    host = street()
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 1)
    forward(host)
    assert refused(host, lambda: does(host, ben, people.rolled, host.phase)) == "not-your-turn"
    assert refused(host, lambda: does(host, anna, people.placed, host.phase, 1)) == "wrong-phase"
    before = host.phase
    does(host, anna, people.rolled, before)
    assert refused(host, lambda: does(host, anna, people.rolled, before)) == "stale-phase"
    face = host.view().table.choices[0].face
    missing = next(iter({0, 1, 2, 3, 4, 5, 6, 7} - {c.face for c in host.view().table.choices}))
    assert refused(host, lambda: does(host, anna, people.placed, host.phase, missing)) == "no-such-face"
    assert refused(host, lambda: does(host, anna, people.face_chosen, host.phase, missing)) == "no-such-face"
    does(host, anna, people.placed, host.phase, face)
    assert host.state.turn == 1
    assert refused(host, lambda: estimates(host, anna, 5)) == "wrong-game"


def test_the_team_alone_sees_where_its_members_would_place(street: Rooms) -> None:
    host = street()
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    host_turn = came(host, "Cem", 1)
    forward(host)
    host.play(RollDice(0, 1))
    face = host.view().table.choices[-1].face
    does(host, anna, people.face_chosen, host.phase, face)
    does(host, ben, people.face_chosen, host.phase, host.view().table.choices[0].face)
    assert host.view(0).choices == {anna: face, ben: host.view().table.choices[0].face}
    assert host.view(1).choices == host.view().choices == {}
    assert (
        refused(host, lambda: does(host, host_turn, people.face_chosen, host.phase, face)) == "not-your-turn"
    )
    rev = host.rev
    does(host, anna, people.face_chosen, host.phase, face)
    assert host.rev == rev
    does(host, ben, people.placed, host.phase, face)
    assert host.view(0).choices == {}


def test_where_the_captain_decides_the_others_only_say_what_they_would_do(street: Rooms) -> None:
    host = street()
    anna, ben = came(host, "Anna", 0), came(host, "Ben", 0)
    rules(host, choice="captain")
    forward(host)
    does(host, ben, people.rolled, host.phase)
    face = host.view().table.choices[0].face
    does(host, ben, people.face_chosen, host.phase, face)
    with pytest.raises(IllegalMove) as problem:
        does(host, ben, people.placed, host.phase, face)
    assert (problem.value.code, problem.value.params) == ("captain-decides", {"name": "Anna"})
    does(host, anna, people.placed, host.phase, face)
    assert host.state.turn == 1


# --- a class that plays on
def test_everybody_follows_into_the_next_room_under_the_same_number(room: Rooms, store: Store) -> None:
    old = room(seats=4)
    anna, gone, ben, last = came(old, "Anna", 3), came(old, "Gone", 0), came(old, "Ben", 1), came(old, "Last")
    for person in (gone, last):
        old.do(partial(people.removed, old, person))
    new = room(seats=3)
    new.do(lambda: people.carried(old, new.teams))
    assert [(p.id, p.name, p.seat) for p in new.roster.people] == [(anna, "Anna", None), (ben, "Ben", 1)]
    assert came(new, "Dora") > last  # nobody gets the number of somebody who was sent away


def test_phones_rules_that_change_nothing_write_nothing(room: Rooms) -> None:
    host = room()
    rev = host.rev
    host.do(partial(people.phones_set, host, Phones()))
    assert host.rev == rev


def test_a_request_may_be_decided_without_a_step(room: Rooms) -> None:
    host = room()
    assert host.decide_all([Request(partial(people.joined, host, "Anna"))]) == [None]
    assert host.log[-1].step
