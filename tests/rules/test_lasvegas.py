"""Las Vegas by its rules: the street, the dice, the pay-out, the white dice, the end."""

import json
import math
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tests.rules.street import Street
from wwlv.room.chance import ScriptedChance, SeededChance
from wwlv.rules import lasvegas
from wwlv.rules.game import Game, IllegalMove
from wwlv.rules.lasvegas.deciding import filled
from wwlv.rules.lasvegas.model import NOTES, WHITE, Rules, Setup, State
from wwlv.rules.lasvegas.moves import (
    DealRound,
    FinishGame,
    PayCasino,
    PlaceDice,
    PlayAbsent,
    RollDice,
)
from wwlv.rules.lasvegas.presets import PRESETS, rules_of
from wwlv.rules.lasvegas.scoring import payment

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
CASINOS = [e for e in EXAMPLES if e["input"]["game"] == "las-vegas-casino"]


def refusal(street: Street, move: Any) -> str:
    before = street.state
    with pytest.raises(IllegalMove) as refused:
        street.play(move)
    assert street.state is before
    return refused.value.code


def test_las_vegas_is_a_game() -> None:
    assert isinstance(lasvegas, Game)


def test_the_pile_holds_54_notes_worth_two_and_a_half_million() -> None:
    assert sum(NOTES.values()) == 54
    assert sum(Rules().notes()) == 2_500_000
    assert Counter(Rules().notes()) == {
        10_000: 6, 20_000: 8, 30_000: 8, 40_000: 6, 50_000: 6, 60_000: 5, 70_000: 5, 80_000: 5, 90_000: 5,
    }  # fmt: skip
    assert Counter(rules_of("las-vegas", {"hundred_thousands": True}).notes())[100_000] == 5


def test_a_casino_is_filled_until_it_holds_the_minimum() -> None:
    pile = (10_000, 20_000, 30_000, 50_000, 90_000, 40_000, 10_000, 60_000, 20_000, 20_000, 10_000, 70_000)
    assert filled(pile, 50_000) == (
        (10_000, 20_000, 30_000), (50_000,), (90_000,), (40_000, 10_000), (60_000,), (20_000, 20_000, 10_000),
    )  # fmt: skip


@pytest.mark.parametrize("example", CASINOS, ids=[e["id"] for e in CASINOS])
def test_a_casino_pays_as_the_rulebooks_show(example: dict[str, Any]) -> None:
    names = list(example["input"]["dice"])
    seats = {name: WHITE if name == "white" else k for k, name in enumerate(names)}
    paid = payment(1, example["input"]["notes"], {seats[n]: d for n, d in example["input"]["dice"].items()})
    shown = {names[s]: note for s, note in paid.paid if s != WHITE}
    assert {"paid": shown, "returned": list(paid.returned)} == example["expect"]


def test_a_tie_on_top_does_not_burn_the_top_note() -> None:
    assert payment(1, (80_000, 30_000), {0: 3, 1: 3, 2: 1}).paid == ((2, 80_000),)


def test_no_tied_player_is_kept_and_none_comes_back_for_the_second_note() -> None:
    paid = payment(1, (80_000, 30_000, 10_000), {0: 3, 1: 3, 2: 1})
    assert paid.cancelled == ((0, 1),)
    assert [seat for seat, _ in paid.paid] == [2]
    assert paid.returned == (30_000, 10_000)


def test_every_group_of_equal_counts_cancels() -> None:
    paid = payment(1, (70_000, 40_000), {0: 2, 2: 2, 1: 1, 3: 1})
    assert paid.cancelled == ((0, 2), (1, 3))
    assert paid.paid == ()


def test_players_without_dice_never_tie() -> None:
    assert payment(1, (90_000,), {0: 0, 1: 0, 2: 1}).paid == ((2, 90_000),)


def test_white_takes_its_note_under_the_pile_and_the_next_takes_the_next() -> None:
    paid = payment(1, (80_000, 30_000), {WHITE: 4, 1: 2, 0: 1})
    assert paid.paid == ((WHITE, 80_000), (1, 30_000))
    assert paid.returned == (80_000,)
    paid = payment(1, (70_000, 40_000), {2: 4, WHITE: 3, 0: 2})
    assert [p for p in paid.paid if p[0] != WHITE] == [(2, 70_000)]


@pytest.mark.parametrize(
    ("preset", "seats", "code"),
    [
        ("las-vegas", 1, "too-few-teams"),
        ("las-vegas", 6, "too-many-teams"),
        ("las-vegas-neutral", 5, "too-many-teams"),
    ],
)
def test_a_table_of_the_wrong_size_is_refused(preset: str, seats: int, code: str) -> None:
    with pytest.raises(IllegalMove, match=code):
        lasvegas.start(Setup(rules_of(preset), seats), SeededChance(1))


def test_all_dice_are_rolled_and_all_of_a_face_placed() -> None:
    street = Street(2).play(DealRound())
    assert refusal(street, PlaceDice(0, 1, 3)) == "wrong-phase"
    assert refusal(street, RollDice(0, 1, (1, 2, 3))) == "wrong-dice"
    assert refusal(street, RollDice(0, 1, (0, 1, 2, 3, 4, 5, 6, 7))) == "wrong-dice"
    assert refusal(street, RollDice(1, 1)) == "not-your-turn"
    assert refusal(street, RollDice(0, 2)) == "stale-round"
    street.play(RollDice(0, 1, (3, 3, 3, 1, 1, 6, 6, 2)))
    assert refusal(street, RollDice(0, 1)) == "wrong-phase"  # no second roll
    assert refusal(street, PlaceDice(0, 1, 4)) == "no-such-face"
    street.play(PlaceDice(0, 1, 3))
    assert street.state.dice[2] == (3, 0, 0)
    assert street.state.own == (5, 8)
    assert street.state.turn == 1


def test_a_team_without_dice_is_skipped_and_the_last_goes_on_alone() -> None:
    street = Street(3).play(DealRound())
    street.turn(*(1,) * 8, face=1)  # all at once: out for the round
    street.turn(*(2,) * 8, face=2)
    street.turn(3, 3, 3, 3, 4, 4, 4, 4, face=3)
    assert street.state.turn == 2
    street.turn(5, 5, 5, 6, face=6)
    assert street.state.turn == 2
    street.turn(5, 5, 5, face=5)
    assert street.state.phase == "pay"


def test_the_start_card_passes_left_whoever_finished() -> None:
    street = Street(3, start=1).play(DealRound())
    assert street.state.turn == 1
    while street.state.phase != "paid":
        street.play(street.step(min))
    assert street.state.start == 2
    street.play(DealRound())
    assert street.state.turn == 2


def test_white_dice_are_rolled_along_and_placed_together() -> None:
    street = Street(2, "las-vegas-neutral").play(DealRound())
    assert street.state.left(0) == 12
    street.play(RollDice(0, 1, (1, 1, 5, 2, 2, 3, 4, 4), (1, 6, 2, 3)))
    faces = {c.face: (c.own, c.white) for c in lasvegas.view(street.state, None).choices}
    assert faces == {1: (2, 1), 2: (2, 1), 3: (1, 1), 4: (2, 0), 5: (1, 0), 6: (0, 1)}
    street.play(PlaceDice(0, 1, 6))  # a face that white alone shows
    assert street.state.dice[5] == (0, 0, 1)
    assert (street.state.own[0], street.state.white[0]) == (8, 3)


def test_a_team_with_white_dice_only_still_rolls_and_places() -> None:
    street = Street(2, "las-vegas-neutral").play(DealRound())
    street.turn(*(1,) * 8, white=(2, 3, 4, 5), face=1)
    street.turn(*(6,) * 8, white=(6, 6, 6, 6), face=6)
    assert street.state.turn == 0
    assert street.state.left(0) == 4
    street.turn(white=(2, 2, 4, 5), face=2)
    assert street.state.dice[1] == (0, 0, 2)


def test_the_two_spare_white_dice_of_three_teams_go_to_their_own_numbers_before_the_first_turn() -> None:
    street = Street(3, "las-vegas-neutral", chance=ScriptedChance(faces=[2, 5])).play(DealRound())
    assert [row[3] for row in street.state.dice] == [0, 1, 0, 0, 1, 0]
    assert street.state.phase == "roll"
    typed = Street(3, "las-vegas-neutral").play(DealRound((4, 4)))
    assert typed.state.dice[3][3] == 2
    assert refusal(Street(3, "las-vegas-neutral"), DealRound((4,))) == "wrong-dice"


@pytest.mark.parametrize("seats", [2, 4])
def test_two_and_four_teams_have_no_spare_white_dice(seats: int) -> None:
    street = Street(seats, "las-vegas-neutral").play(DealRound())
    assert sum(row[seats] for row in street.state.dice) == 0


def test_an_absent_team_places_its_most_dice_of_equals_the_lowest() -> None:
    street = Street(2).play(DealRound(), RollDice(0, 1, (5, 5, 3, 3, 6, 1, 2, 4)), PlayAbsent(0, 1))
    assert street.state.dice[2][0] == 2
    street.play(PlayAbsent(1, 1))  # rolls for it
    assert sum(row[1] for row in street.state.dice) > 0


@pytest.mark.parametrize(("absent", "stays"), [("keep-dice", 2), ("remove-dice", 0)])
def test_by_house_rule_an_absent_team_is_out_for_the_round(absent: str, stays: int) -> None:
    street = Street(2, absent=absent).play(DealRound())
    street.turn(3, 3, 1, 1, 5, 6, 6, 6, face=3).turn(*(4,) * 8, face=4)
    street.play(PlayAbsent(0, 1))
    assert street.state.dice[2][0] == stays
    assert street.state.phase == "pay"


def over(*won: tuple[int, ...]) -> Any:
    street = Street(len(won))
    state = replace(street.state, won=won, phase="over", ended_by="rounds")
    return lasvegas.outcome(state)


def test_most_money_wins_among_equals_most_notes_else_it_is_shared() -> None:
    result = over((50_000,), (60_000,))
    assert (result.winners, result.reason) == ((1,), "money")
    result = over((50_000,), (30_000, 20_000), (10_000,))
    assert (result.winners, result.reason, result.tied) == ((1,), "notes", (0, 1))
    assert [(p.rank, p.seat) for p in result.standings] == [(1, 1), (2, 0), (3, 2)]
    result = over((50_000,), (50_000,), (10_000,))
    assert (result.winners, result.reason) == ((0, 1), "shared")
    assert [p.rank for p in result.standings] == [1, 1, 3]


def test_the_game_ends_after_four_rounds_and_not_before() -> None:
    street = Street(2)
    for round in range(1, 5):
        street.play(DealRound())
        while street.state.phase != "paid":
            street.play(street.step(max))
        if round < 4:
            assert refusal(street, FinishGame()) == "rounds-left"
    assert refusal(street, DealRound()) == "no-more-rounds"
    assert street.play(FinishGame()).state.phase == "over"
    assert len(street.state.history) == 4
    assert refusal(street, FinishGame(bell=True)) == "game-over"


def test_the_bell_drops_an_unpaid_round() -> None:
    street = Street(2).play(DealRound(), RollDice(0, 1), FinishGame(bell=True))
    assert street.state.money == (0, 0)
    assert len(street.state.pile) == 54
    assert lasvegas.outcome(street.state) is not None


def test_casinos_start_the_next_round_empty() -> None:
    street = Street(2).play(DealRound())
    while street.state.phase != "paid":
        street.play(street.step(min))
    assert street.state.notes == ((),) * 6
    street.play(DealRound())
    assert all(sum(row) == 0 for row in street.state.dice)
    assert all(sum(notes) >= 50_000 for notes in street.state.notes)


def test_no_view_tells_the_order_of_the_pile() -> None:
    state = Street(3).play(DealRound(), RollDice(0, 1)).state
    for seed in range(5):
        shuffled = replace(state, pile=SeededChance(seed).shuffled(state.pile))
        for seat in (None, 0, 1):
            assert lasvegas.view(shuffled, seat) == lasvegas.view(state, seat)


# --- many games
def check(state: State, pile: int) -> None:
    """What must hold at every moment."""
    assert len(state.pile) + sum(map(len, state.notes)) + sum(map(len, state.won)) == pile
    if state.phase in ("roll", "place", "pay"):
        dice = sum(sum(row) for row in state.dice) + sum(state.own) + sum(state.white)
        spare = state.rules.spare_white(state.seats)
        assert dice == state.seats * (8 + state.rules.white_for(state.seats)) + spare
    for paid in state.payments:
        placed = [state.dice[paid.casino - 1][s if s != WHITE else state.seats] for s, _ in paid.paid]
        assert len(set(placed)) == len(placed)
        assert placed == sorted(placed, reverse=True)
        assert all(placed)


@given(
    seats=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    neutral=st.booleans(),
    options=st.fixed_dictionaries(
        {}, optional={"hundred_thousands": st.booleans(), "minimum_by_players": st.booleans()}
    ),
)
@settings(max_examples=60, deadline=None)
def test_notes_and_dice_are_conserved_in_any_game(
    seats: int, seed: int, neutral: bool, options: dict[str, Any]
) -> None:
    dice = random.Random(seed)
    preset = "las-vegas-neutral" if neutral and seats < 5 else "las-vegas"
    street = Street(seats, preset, chance=SeededChance(seed), **options)
    pile = len(street.state.rules.notes())
    while street.state.phase != "over":
        street.play(street.step(dice.choice))
        check(street.state, pile)
    assert street.refolded() == street.state
    assert sum(map(len, street.state.history)) == 24


REFERENCE = {2: (600_900, 4_400), 3: (432_600, 3_500), 4: (340_100, 2_800), 5: (274_900, 2_400)}
"""Mean total a player and its standard error, of an independent implementation at the rulebook's settings."""


def played(seats: int, seed: int) -> State:
    """A game in which every face shown is equally likely to be chosen."""
    dice = random.Random(f"{seats}-{seed}")
    street = Street(seats, chance=SeededChance(seed))
    low = 54
    while street.state.phase != "over":
        street.play(street.step(dice.choice))
        low = min(low, len(street.state.pile))
        if street.state.phase == "roll" and not any(map(any, street.state.dice)):
            # a full street: the pile was never through (RULES 4.3), and no returned note has come back
            assert all(sum(notes) >= 50_000 for notes in street.state.notes)
    turned = sum(len(e.notes[k]) for e in street.log if hasattr(e, "notes") for k in range(6))
    assert turned <= 52 < 54  # so a note put under the pile is never turned again
    return street.state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_five_hundred_random_games_agree_with_an_independent_implementation(seats: int) -> None:
    means = [sum(played(seats, seed).money) / seats for seed in range(500)]
    mean = sum(means) / len(means)
    error = math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) - 1) / len(means))
    reference, reference_error = REFERENCE[seats]
    assert abs(mean - reference) <= 3 * math.hypot(error, reference_error)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"dice": 8}, "unknown-option"),
        ({"rounds": 5}, "bad-option"),
        ({"absent": "leave"}, "bad-option"),
        ({"minimum": True}, "bad-option"),
    ],
)
def test_an_unknown_option_or_value_is_named(options: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalMove, match=code) as refused:
        rules_of("las-vegas", options)
    assert refused.value.params["option"] in options


def test_the_minimum_by_players_and_the_presets() -> None:
    by_players = rules_of("las-vegas", {"minimum_by_players": True})
    assert [by_players.minimum_for(n) for n in (2, 3, 4, 5)] == [30_000, 40_000, 50_000, 60_000]
    assert set(PRESETS) == {"las-vegas", "las-vegas-neutral"}


def test_paying_goes_casino_by_casino() -> None:
    street = Street(2).play(DealRound())
    while street.state.phase != "pay":
        street.play(street.step(min))
    for casino in range(1, 7):
        street.play(PayCasino())
        assert street.state.payments[-1].casino == casino
    assert street.state.phase == "paid"
