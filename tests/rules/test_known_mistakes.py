"""One test for each mistake seen in other implementations (and the corner cases of the rulebooks)."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from wwlv.rules.game import IllegalMove
from wwlv.rules.wits.presets import PRESETS, rules_of
from wwlv.rules.wits.scoring import mat, offsets, winning
from wwlv.settle import settle


def odds(count: int) -> list[int]:
    return [2 + abs(k) for k in offsets(count)]


def wits(guesses: str, answer: str, game: str = "original", **more: Any) -> dict[str, Any]:
    values = guesses.split()
    return settle(
        {"game": game, "guesses": {f"T{k}": v for k, v in enumerate(values, 1)}, "answer": answer, **more}
    )


def bet(space: str, chips: int = 0) -> dict[str, Any]:
    return {"space": space, "chips": chips}


def test_the_stake_comes_back_on_top_of_the_profit() -> None:
    assert wits("1 2 3", "2", bets={"T1": [bet("guess:2", 5)]})["delta"]["T1"] == 2 * (1 + 5)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, [2]),
        (2, [3, 3]),
        (3, [3, 2, 3]),
        (4, [4, 3, 3, 4]),
        (5, [4, 3, 2, 3, 4]),
        (6, [5, 4, 3, 3, 4, 5]),
        (7, [5, 4, 3, 2, 3, 4, 5]),
    ],
)
def test_four_answers_pay_4_3_3_4_and_every_count_has_its_odds(count: int, expected: list[int]) -> None:
    assert odds(count) == expected


def test_the_empty_2_to_1_takes_no_bet() -> None:
    with pytest.raises(IllegalMove, match="no-such-space"):
        wits("1 2 3 4", "3", bets={"T1": [bet("guess:2.5")]})


def test_closest_means_without_going_over_not_by_distance() -> None:
    assert wits("1 10 11", "9")["winners"] == ["T1"]


def test_an_exact_guess_is_not_over() -> None:
    assert wits("1 9 11", "9")["winners"] == ["T2"]


def test_equal_winning_boards_on_both_colours_pay_both_colours() -> None:
    paid = wits("23 30 34 34 43 54", "40", "vegas", bets={"T1": [bet("red"), bet("black")]})
    assert [s["colour"] for s in paid["spaces"]] == ["red"] * 3 + ["black"] * 3
    assert paid["delta"]["T1"] == 200


def test_red_and_black_pay_1_to_1_and_never_the_odds_of_the_board() -> None:
    assert wits("1 2 3 4 5 6 7", "1", "vegas", bets={"T2": [bet("red", 300)]})["delta"]["T2"] == 400


def test_a_duplicate_on_the_centre_adds_no_colour() -> None:
    paid = wits("23 30 34 43 43 47 54", "45", "vegas", bets={"T1": [bet("red"), bet("black")]})
    assert paid["delta"]["T1"] == 100


@pytest.mark.parametrize(("colour", "gain"), [(None, 0), ("red", 100), ("black", 0)])
def test_the_centre_has_the_colour_the_house_gives_it(colour: str | None, gain: int) -> None:
    paid = wits("1 2 3 4 5", "3", "vegas", rules={"centre_colour": colour}, bets={"T1": [bet("red")]})
    assert paid["delta"]["T1"] == gain


@pytest.mark.parametrize("value", ["0", "-1"])
def test_a_guess_of_0_or_minus_1_is_a_guess_like_any_other(value: str) -> None:
    paid = wits(f"{value} 5 9", "3", bets={"T2": [bet(f"guess:{value}"), bet("too-high")]})
    assert paid["winners"] == ["T1"]
    assert not paid["too_high"]
    assert paid["delta"]["T2"] == 3


def test_no_board_beyond_the_seventh_is_dropped() -> None:
    paid = wits("1 2 3 4 5 6 7 8 9", "9")
    assert len(paid["spaces"]) == 9
    assert paid["winners"] == ["T9"]
    assert paid["spaces"][0]["odds"] == 6


def test_equal_values_written_differently_are_one_space() -> None:
    spaces = mat([Decimal("5"), Decimal("5.0"), Decimal("0.30"), Decimal("0.3")], PRESETS["original"])
    assert [s.seats for s in spaces] == [(2, 3), (0, 1)]


def test_equal_boards_side_by_side_lie_in_seat_order_and_shift_the_odds() -> None:
    spaces = mat([Decimal(v) for v in (9, 5, 5, 5, 1)], PRESETS["vegas"])
    assert [(s.seats, s.odds) for s in spaces] == [((4,), 4), ((1,), 3), ((2,), 2), ((3,), 3), ((0,), 4)]


def test_the_vegas_covers_follow_the_number_of_boards_really_in() -> None:
    for boards, expected in {4: [4, 3, 3, 4], 3: [3, 2, 3], 2: [3, 3], 1: [2]}.items():
        guesses = [Decimal(k) if k < boards else None for k in range(5)]
        assert [s.odds for s in mat(guesses, PRESETS["vegas"])] == expected


def test_all_too_high_in_vegas_pays_nobody_and_in_the_edition_only_its_own_space() -> None:
    stakes = {"T1": [bet("red", 100), bet("long-shot:T1")], "T2": [bet("board:T1", 200)]}
    assert wits("2 3 4 5 6", "1", "vegas", bets=stakes)["delta"] == {
        "T1": -100,
        "T2": -200,
        "T3": 0,
        "T4": 0,
        "T5": 0,
    }
    stakes = {"T1": [bet("too-high", 100), bet("red", 100)]}
    assert wits("2 3 4 5 6", "1", "vegas-edition", bets=stakes)["delta"]["T1"] == 6 * 200 - 100


def test_several_equal_authors_each_get_the_full_bonus_and_pay_a_long_shot_in_full() -> None:
    paid = wits("1 5 5 7 9", "6", "vegas", round=4, bets={"T1": [bet("long-shot:T2"), bet("long-shot:T3")]})
    assert paid["delta"] == {"T1": 2000, "T2": 400, "T3": 400, "T4": 0, "T5": 0}


def test_duplicates_pay_their_own_odds_or_by_house_rule_the_highest() -> None:
    stakes = {"T1": [bet("board:T2"), bet("board:T3")]}
    assert wits("1 5 5 7 9", "6", "vegas", bets=stakes)["delta"]["T1"] == 300 + 200
    assert wits("1 5 5 7 9", "6", "vegas-edition", bets=stakes)["delta"]["T1"] == 300 + 300


def test_the_back_of_the_vegas_mat_lies_side_by_side_and_pays_points() -> None:
    paid = wits("1 5 5 7 9", "0", "vegas-back", bets={"T1": [bet("too-high")]})
    assert [s["odds"] for s in paid["spaces"]] == [4, 3, 2, 3, 4]
    assert paid["delta"]["T1"] == 6


def test_unequal_tokens_count_in_the_order_they_are_laid() -> None:
    paid = wits(
        "1 2 3 4 5",
        "5",
        "vegas",
        rules={"token_values": [100, 200]},
        bets={"T1": [bet("red"), bet("board:T5")]},
    )
    assert paid["delta"]["T1"] == 4 * 200


def test_a_long_shot_takes_a_token_away_from_the_board() -> None:
    stakes = {"T1": [bet("long-shot:T1"), bet("long-shot:T2"), bet("red")]}
    with pytest.raises(IllegalMove, match="too-many-bets"):
        wits("1 2 3 4 5", "5", "vegas", bets=stakes)


def test_one_long_shot_by_house_rule() -> None:
    with pytest.raises(IllegalMove, match="too-many-bets"):
        wits(
            "1 2 3 4 5",
            "5",
            "vegas",
            rules={"max_long_shots": 1},
            bets={"T1": [bet("long-shot:T1"), bet("long-shot:T2")]},
        )


def test_the_icon_of_a_team_without_a_board_cannot_be_chosen() -> None:
    case = {"T1": "1", "T2": "2", "T3": "3", "T4": "4", "T5": None}
    with pytest.raises(IllegalMove, match="no-such-space"):
        settle({"game": "vegas", "guesses": case, "answer": "3", "bets": {"T1": [bet("long-shot:T5")]}})


def test_a_bet_limit_binds_on_every_question_but_the_last() -> None:
    stakes = {"T1": [bet("guess:1", 6), bet("guess:2", 5)]}
    with pytest.raises(IllegalMove, match="over-the-limit"):
        wits("1 2 3", "2", rules={"bet_limit": 10}, round=6, bets=stakes)
    assert wits("1 2 3", "2", rules={"bet_limit": 10}, round=7, bets=stakes)["delta"]["T1"] == 2 * 6 - 6


def test_two_teams_play_with_the_mean_of_their_guesses_as_a_third_card() -> None:
    paid = wits("10 25", "18", rules={"two_player_dummy": True}, bets={"T1": [bet("guess:17.5")]})
    assert [s["teams"] for s in paid["spaces"]] == [["T1"], [], ["T2"]]
    assert paid["winners"] == []
    assert not paid["too_high"]
    assert paid["delta"] == {"T1": 2, "T2": 0}


def test_the_mean_card_is_exact_far_beyond_a_float() -> None:
    low, high = Decimal("1"), Decimal("1" + 40 * "0")  # the default context, 28 digits, would lose the 1
    spaces = mat([low, high], rules_of("original", {"two_player_dummy": True}))
    assert Fraction(spaces[1].value) == (Fraction(low) + Fraction(high)) / 2


def test_a_huge_and_a_tiny_guess_are_compared_exactly() -> None:
    spaces = mat(
        [Decimal("1e90"), Decimal("1e-50"), Decimal("1.00000000000000000000000000000001")],
        PRESETS["original"],
    )
    assert winning(spaces, Decimal("1")) == (0,)


def test_a_timer_in_vegas_lets_the_game_go_on_without_the_late_board() -> None:
    assert rules_of("vegas").late_guess == "wait"
    assert rules_of("vegas", {"guess_s": 30}).late_guess == "none"
    assert rules_of("vegas", {"guess_s": 30, "late_guess": "wait"}).late_guess == "wait"
