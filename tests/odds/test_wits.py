"""The law of the winning space, and rounds settled in bulk, held to the rules."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wwlv.odds.spaces import long_shots_of, odds_of, values_of
from wwlv.odds.wits import (
    BLACK,
    DUMMY,
    NO_BET,
    RED,
    TOO_HIGH,
    card,
    long_shot,
    settled,
    simulated,
    space_values,
    winning_law,
)
from wwlv.rules.wits.model import Bet, LongShot, Rules, Target
from wwlv.rules.wits.presets import PRESETS, rules_of
from wwlv.rules.wits.scoring import mat, settlement

ORIGINAL = PRESETS["original"]
HOUSES: list[Rules] = [
    *PRESETS.values(),
    rules_of("original", {"two_player_dummy": True}),
    rules_of("vegas-back", {"two_player_dummy": True, "small_tables": True}),
    rules_of("original", {"too_high_odds": None, "duplicate_odds": "highest", "author_bonus": 2}),
    rules_of("vegas", {"centre_colour": "red", "small_tables": True, "token_values": [100, 200]}),
    rules_of("vegas", {"centre_colour": "black", "duplicates": "stack", "too_high_odds": 6}),
]
CLASSES = st.lists(st.integers(0, 9), min_size=1, max_size=9)


# --- the exact law
@pytest.mark.parametrize(
    ("p", "decimals", "table"),
    [
        (0.5, 2, (-0.95, -0.67, -0.18, 0.09, -0.18, -0.34, -0.73, -0.95)),
        (0.35, 2, (-0.66, 0.11, 0.49, 0.07, -0.57, -0.81, -0.96, -1)),
        (0.65, 2, (-1, -0.95, -0.77, -0.42, -0.20, 0.19, -0.08, -0.71)),
    ],
)
def test_seven_guesses_are_worth_what_the_table_of_the_field_notes_says(
    p: float, decimals: int, table: tuple[float, ...]
) -> None:
    spaces = space_values(guesses=7, p=p, rules=ORIGINAL)
    assert [s.odds for s in spaces] == [6, 5, 4, 3, 2, 3, 4, 5]
    assert [round(s.per_chip, decimals) for s in spaces] == list(table)


def test_the_law_of_seven_guesses_is_the_printed_one() -> None:
    assert winning_law(guesses=7, p=0.5).round(3).tolist() == [
        0.008, 0.055, 0.164, 0.273, 0.273, 0.164, 0.055, 0.008,
    ]  # fmt: skip


def test_three_guesses_are_worth_what_the_table_says() -> None:
    even = space_values(guesses=3, p=0.5, rules=ORIGINAL)
    assert [s.per_chip for s in even] == pytest.approx([-0.125, 0.5, 0.125, -0.5])
    too_high = space_values(guesses=3, p=0.35, rules=ORIGINAL)[0]
    assert round(too_high.per_chip, 2) == 0.92


def test_a_token_is_worth_most_just_left_of_the_median() -> None:
    spaces = space_values(guesses=7, p=0.5, rules=ORIGINAL)
    best = max(spaces, key=lambda s: s.per_token)
    assert best.target == Target("guess", value=Decimal(3))
    assert round(best.per_token, 2) == 0.82


@given(st.integers(0, 40), st.floats(0, 1))
def test_the_chances_of_all_spaces_sum_to_one(guesses: int, p: float) -> None:
    law = winning_law(guesses=guesses, p=p)
    assert law.shape == (guesses + 1,)
    assert (law >= 0).all()
    assert law.sum() == pytest.approx(1)


@given(st.integers(1, 9), st.floats(0.01, 0.99), st.sampled_from(HOUSES))
def test_chips_break_even_at_the_break_even_chance_and_kelly_stakes_only_on_an_edge(
    guesses: int, p: float, rules: Rules
) -> None:
    for space in space_values(guesses=guesses, p=p, rules=rules):
        assert space.break_even == pytest.approx(1 / (space.odds + 1))
        assert replace(space, chance=space.break_even).per_chip == pytest.approx(0)
        assert (space.kelly > 0) == (space.per_chip > 0)
        if 0 < space.kelly < 1:  # no stake nearby lets the chips grow faster
            growth = [
                space.chance * np.log1p(f * space.odds) + (1 - space.chance) * np.log1p(-f)
                for f in (space.kelly, space.kelly * 0.99, min(space.kelly * 1.01, 0.999))
            ]
            assert growth[0] >= max(growth) - 1e-12


def test_red_is_left_of_the_centre_and_the_centre_pays_neither_colour() -> None:
    *_, red, black = space_values(guesses=5, p=0.5, rules=PRESETS["vegas"])
    assert (red.target.kind, black.target.kind) == ("red", "black")
    law = winning_law(guesses=5, p=0.5)
    assert red.chance == pytest.approx(law[1] + law[2])
    assert black.chance == pytest.approx(law[4] + law[5])
    *_, red, _ = space_values(guesses=5, p=0.5, rules=replace(PRESETS["vegas"], centre_colour="red"))
    assert red.chance == pytest.approx(law[1:4].sum())


def test_a_mat_without_the_space_too_high_offers_none() -> None:
    assert all(s.target.kind != "too-high" for s in space_values(guesses=7, p=0.5, rules=PRESETS["vegas"]))


def test_equal_cards_win_together_each_at_its_odds_or_at_the_highest() -> None:
    cards = [Decimal(v) for v in (23, 30, 30, 34, 43)]
    chances = (0.1, 0.2, 0.3, 0.3, 0.1)  # too high, 23, 30, 34, 43
    own = odds_of(mat(cards, PRESETS["vegas"]), chances, PRESETS["vegas"])
    assert [(s.odds, s.chance) for s in own[:5]] == [(4, 0.2), (3, 0.3), (2, 0.3), (3, 0.3), (4, 0.1)]
    assert own[5].chance == pytest.approx(
        0.5
    )  # red: 23, and 30 although one of its boards lies on the centre
    edition = PRESETS["vegas-edition"]
    highest = odds_of(mat(cards, edition), chances, edition)
    assert [s.odds for s in highest[:6]] == [6, 4, 3, 3, 3, 4]
    stacked = odds_of(mat(cards, ORIGINAL), chances, ORIGINAL)
    assert [s.odds for s in stacked] == [6, 4, 3, 3, 4]


def test_a_long_shot_wins_with_the_card_of_its_team() -> None:
    cards = [Decimal(34), None, Decimal(23), Decimal(23)]
    shots = long_shots_of(mat(cards, PRESETS["vegas"]), (0.5, 0.2, 0.3), PRESETS["vegas"])
    assert [(s.target.seat, s.chance, s.odds) for s in shots] == [(0, 0.3, 10), (2, 0.2, 10), (3, 0.2, 10)]
    assert long_shots_of(mat(cards, ORIGINAL), (0.5, 0.2, 0.3), ORIGINAL) == ()


def test_chances_for_other_values_than_lie_there_are_refused() -> None:
    with pytest.raises(ValueError, match="one more"):
        odds_of(mat([Decimal(1), Decimal(2)], ORIGINAL), (0.5, 0.5), ORIGINAL)
    with pytest.raises(ValueError, match="no law"):
        winning_law(guesses=3, p=1.1)


# --- given rounds, held to the rules
def a_round(rng: np.random.Generator, rules: Rules) -> dict[str, Any]:
    """Guesses with many ties, some missing, an answer, and bets that may lie."""
    seats = 2 if rules.two_player_dummy else int(rng.integers(1, 10))
    guesses = [None if rng.random() < 0.1 else Decimal(int(v)) for v in rng.integers(-3, 8, seats)]
    spaces = mat(guesses, rules)
    places: list[tuple[int, Target | None]] = [(NO_BET, None)]
    places += [(card(s), _on(guesses, s, rules)) for s, g in enumerate(guesses) if g is not None]
    places += [(TOO_HIGH, Target("too-high"))] * (rules.too_high_odds is not None and bool(spaces))
    if rules.colour_odds is not None:
        places += [(RED, Target("red")), (BLACK, Target("black"))]
    if any(not s.seats for s in spaces):
        places.append((DUMMY, Target("guess", value=next(s.value for s in spaces if not s.seats))))
    shots = [s for s, g in enumerate(guesses) if g is not None and rules.long_shot_odds is not None]
    codes, chips = np.zeros((seats, 2), int), np.zeros((seats, 2), int)
    bets: list[list[Bet]] = [[] for _ in range(seats)]
    long_shots: list[list[LongShot]] = [[] for _ in range(seats)]
    for seat, token in np.ndindex(seats, 2):
        if shots and rng.random() < 0.2:
            team = int(rng.choice(shots))
            codes[seat, token] = long_shot(team)
            long_shots[seat].append(LongShot(token, team))
            continue
        codes[seat, token], target = places[rng.integers(len(places))]
        if target is not None:
            chips[seat, token] = rng.integers(0, 30)
            bets[seat].append(Bet(token, target, int(chips[seat, token])))
    return {
        "guesses": guesses, "answer": Decimal(int(rng.integers(-4, 9))), "spaces": spaces, "codes": codes,
        "chips": chips, "bets": bets, "long_shots": long_shots,
    }  # fmt: skip


def _on(guesses: list[Decimal | None], seat: int, rules: Rules) -> Target:
    if rules.duplicates == "stack":
        return Target("guess", value=guesses[seat])
    return Target("board", seat=seat)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.preset)
def test_thousands_of_rounds_pay_what_the_rules_pay(rules: Rules) -> None:
    rng = np.random.default_rng(5)
    by_seats: dict[int, list[dict[str, Any]]] = {}
    for _ in range(1000):
        one = a_round(rng, rules)
        by_seats.setdefault(len(one["guesses"]), []).append(one)
    for rounds in by_seats.values():
        ours = settled(
            [[np.nan if g is None else float(g) for g in r["guesses"]] for r in rounds],
            [float(r["answer"]) for r in rounds],
            [r["codes"] for r in rounds],
            [r["chips"] for r in rounds],
            rules=rules,
            round=3,
        )
        for k, one in enumerate(rounds):
            parts = {name: one[name] for name in ("answer", "spaces", "bets", "long_shots")}
            theirs = settlement(round=3, question="q", rules=rules, **parts)
            assert ours.change[k].tolist() == list(theirs.deltas)
            assert np.flatnonzero(ours.winners[k]).tolist() == list(theirs.winners)
            assert ours.too_high[k] == (not theirs.winning)


def test_one_set_of_bets_serves_for_all_rounds() -> None:
    bets = [[card(1), TOO_HIGH], [card(0), NO_BET], [card(2), card(2)]]
    result = settled([[1, 2, 3]] * 4, [0, 1, 2, 9], bets, rules=ORIGINAL)
    assert result.change.tolist() == [[6, 0, 0], [0, 3, 0], [2, 0, 0], [0, 0, 6]]
    assert result.too_high.tolist() == [True, False, False, False]


def test_a_table_larger_than_a_block_is_settled_to_its_end() -> None:
    truths = np.arange(10_000) % 4
    result = settled(np.tile([1.0, 2.0, 3.0], (10_000, 1)), truths, [[TOO_HIGH, card(2)]] * 3, rules=ORIGINAL)
    assert (result.change[:, 0] == np.array([6, 0, 0, 3])[truths]).all()


@pytest.mark.parametrize(
    ("code", "chips", "words"),
    [
        (RED, 0, "not there"),
        (card(2), 0, "not there"),  # has no card
        (long_shot(0), 0, "not there"),
        (card(3), 0, "a team that"),
        (-1, 0, "a team that"),
        (NO_BET, 1, "without a token"),
        (card(0), -1, "without a token"),
    ],
)
def test_a_bet_that_cannot_lie_is_refused(code: int, chips: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        settled([[1, 2, np.nan]], [1], [[code, NO_BET]] * 3, [[chips, 0]] * 3, rules=ORIGINAL)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.preset)
def test_the_mean_of_settled_rounds_is_the_expected_value(rules: Rules) -> None:
    rng, rounds = np.random.default_rng(6), 40_000
    seats = 2 if rules.two_player_dummy else 6
    cards = [Decimal(v) for v in ((3, 8) if seats == 2 else (3, 5, 5, 8, 9, 12))]
    spaces = mat(cards, rules)
    values = [spaces[group[0]].value for group in values_of(spaces)]
    truths = rng.normal(7, 4, rounds)
    edges = np.array([norm_cdf((float(v) - 7) / 4) for v in values])
    chances = np.diff([0, *edges, 1])
    place = {"too-high": TOO_HIGH, "red": RED, "black": BLACK}
    for space in odds_of(spaces, chances, rules):
        target = space.target
        if target.kind == "board":
            code = card(int(target.seat or 0))
        elif target.kind == "guess":
            code = card(cards.index(target.value)) if target.value in cards else DUMMY
        else:
            code = place[target.kind]
        lays = [[code, NO_BET]] + [[NO_BET, NO_BET]] * (seats - 1)
        chips = np.zeros((seats, 2), int)
        chips[0, 0] = 1
        plain = replace(rules, author_bonus=0, round_bonus=0)
        truth = settled([[float(c) for c in cards]] * rounds, truths, lays, chips, rules=plain).change[:, 0]
        expected = space.per_chip + space.per_token * rules.token_values[0]
        assert abs(truth.mean() - expected) <= 3.5 * truth.std() / rounds**0.5


def norm_cdf(z: float) -> float:
    from math import erf, sqrt

    return (1 + erf(z / sqrt(2))) / 2


# --- many random rounds
@pytest.mark.parametrize(
    ("guesses", "p", "rules"),
    [(7, 0.5, "original"), (6, 0.35, "vegas-back"), (5, 0.65, "vegas"), (3, 0.35, "original")],
)
def test_simulated_rounds_agree_with_the_law(guesses: int, p: float, rules: str) -> None:
    table = simulated(
        guesses=guesses, p=p, rounds=300_000, rng=np.random.default_rng(7), rules=PRESETS[rules]
    )
    law = winning_law(guesses=guesses, p=p)
    assert (np.abs(table.win_probability - law) <= 3.5 * table.win_probability_se + 1e-5).all()
    exact = {
        s.target.kind + str(s.target): s for s in space_values(guesses=guesses, p=p, rules=PRESETS[rules])
    }
    cards = [s for s in exact.values() if s.target.kind in ("guess", "board")]
    assert [s.odds for s in cards] == table.odds[1:].tolist()
    off = np.abs(table.expected_value[1:] - [s.per_chip for s in cards])
    assert (off <= 3.5 * table.expected_value_se[1:] + 1e-4).all()
    assert np.isnan(table.expected_value[0]) == (PRESETS[rules].too_high_odds is None)
    assert table.token_value[1:] == pytest.approx(table.win_probability[1:] * table.odds[1:])


def test_the_same_seed_gives_the_same_rounds_with_any_number_of_workers() -> None:
    def run(executor: ProcessPoolExecutor | None) -> Any:
        return simulated(p=0.4, rounds=200_000, rng=np.random.default_rng(8), executor=executor)

    alone = run(None)
    with ProcessPoolExecutor(2) as pool:
        assert (run(pool).win_probability == alone.win_probability).all()
    other = simulated(p=0.4, rounds=200_000, rng=np.random.default_rng(9))
    assert (other.win_probability != alone.win_probability).any()


def test_progress_tells_of_every_round() -> None:
    told: list[int] = []
    simulated(p=0.5, guesses=1, rounds=3_000_000, rng=np.random.default_rng(1), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 3_000_000
    assert len(told) > 1


def test_nothing_to_play_is_refused() -> None:
    for guesses, p, rounds in ((0, 0.5, 1), (7, 1.5, 1), (7, 0.5, 0)):
        with pytest.raises(ValueError, match="nothing to play"):
            simulated(guesses=guesses, p=p, rounds=rounds, rng=np.random.default_rng(1))


@settings(max_examples=60)
@given(CLASSES, st.sampled_from(list(PRESETS)))
def test_the_value_of_a_space_does_not_depend_on_which_team_sits_where(
    values: list[int], preset: str
) -> None:
    rules = PRESETS[preset]
    chances = np.full(len(set(values)) + 1, 1 / (len(set(values)) + 1))

    def worth(cards: list[int]) -> list[tuple[float, float]]:
        spaces = mat([Decimal(v) for v in cards], rules)
        return [(s.per_chip, s.per_token) for s in odds_of(spaces, chances, rules)]

    assert worth(values) == worth(values[::-1])
