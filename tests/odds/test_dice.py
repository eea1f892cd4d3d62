"""The laws of dice against each other, against counting, and against what is drawn."""

from itertools import product

import numpy as np
import pytest

from wwlv.odds import dice, hands


@pytest.mark.parametrize(("n", "ways"), [(0, 1), (1, 6), (2, 21), (4, 126), (8, 1287)])
def test_dice_fall_in_so_many_ways_whose_chances_are_one(n: int, ways: int) -> None:
    counts = dice.compositions(n)
    assert counts.shape == (ways, 6)
    assert len({tuple(row) for row in counts.tolist()}) == ways
    assert set(counts.sum(axis=1).tolist()) == {n}
    assert dice.chances(counts).sum() == pytest.approx(1, abs=1e-12)


def test_chances_are_those_of_counting_all_ordered_rolls() -> None:
    rolls = list(product(range(1, 7), repeat=4))
    counts = dice.compositions(4)
    counted = {tuple(row): 0 for row in counts.tolist()}
    for roll in rolls:
        counted[tuple(roll.count(f) for f in range(1, 7))] += 1
    expected = [counted[tuple(row)] / len(rolls) for row in counts.tolist()]
    assert dice.chances(counts) == pytest.approx(expected, abs=1e-15)
    different = np.bincount([len(set(roll)) for roll in rolls], minlength=7) / len(rolls)
    assert dice.distinct_faces(4) == pytest.approx(different)
    alike = sum(max(roll.count(f) for f in range(1, 7)) >= 3 for roll in rolls) / len(rolls)
    assert dice.at_least_somewhere(4, 3) == pytest.approx(alike)


def test_the_count_of_one_face_is_binomial_and_the_margin_of_the_whole_law() -> None:
    counts = dice.compositions(8)
    margin = np.bincount(counts[:, 2], weights=dice.chances(counts), minlength=9)
    assert dice.count_of_face(8) == pytest.approx(margin, abs=1e-12)
    assert dice.at_least(8, 1) == pytest.approx(1 - (5 / 6) ** 8)
    assert dice.at_least(8, 0) == pytest.approx(1)
    assert dice.at_least(8, 9) == 0


def test_a_random_turn_is_that_of_counting_all_rolls_with_a_white_die() -> None:
    law = np.zeros((3, 2))
    for first, second, white in product(range(1, 7), repeat=3):
        for face in {first, second, white}:
            if face == 1:
                share = 1 / len({first, second, white}) / 6**3
                law[(first == 1) + (second == 1), int(white == 1)] += share
    law[0, 0] = 1 - law.sum()
    assert dice.placed_at_random(2, 1) == pytest.approx(law, abs=1e-12)
    assert 1 - law[0, 0] == pytest.approx(1 / 6)


def test_drawn_rolls_have_their_law() -> None:
    games = 600_000
    rolls = dice.rolled(np.tile([0, 3, 8], games // 3), rng=np.random.default_rng(1), games=games)
    assert set(rolls[:, 0::3].sum(axis=0).tolist()) == {0}
    for at, n in ((1, 3), (2, 8)):
        mine = rolls[:, at::3]
        assert set(mine.sum(axis=0).tolist()) == {n}
        counts = dice.compositions(n)
        radix = 9 ** np.arange(6)
        seen = np.unique(radix @ mine.astype(np.int64), return_counts=True)
        observed = dict(zip(seen[0].tolist(), seen[1].tolist(), strict=True))
        expected = dice.chances(counts) * games / 3
        actual = np.array([observed.get(int(radix @ row.astype(np.int64)), 0) for row in counts])
        freedom = len(counts) - 1
        chi2 = ((actual - expected) ** 2 / expected).sum()
        # the rare rolls give chi-square a longer tail than the normal one: its variance is 2 f + (sum 1/p - ...) / N
        spread = np.sqrt(2 * freedom + (1 / dice.chances(counts)).sum() / (games / 3))
        assert abs(chi2 - freedom) < 5 * spread


def test_an_alias_table_keeps_the_exact_probabilities() -> None:
    laws = [np.array([0.1, 0.0, 0.6, 0.3]), np.array([1.0]), np.array([0.5, 0.5])]
    table = dice.alias(laws)
    for first, size, law in zip(table.first, table.size, laws, strict=True):
        cells = slice(first, first + size)
        kept = np.zeros(table.size.sum())
        kept[cells] += table.keep[cells]
        np.add.at(kept, table.other[cells], 1 - table.keep[cells])
        assert kept[cells] / size == pytest.approx(law, abs=1e-12)


@pytest.mark.parametrize(("own", "white"), [(0, 0), (1, 0), (3, 0), (8, 0), (2, 2), (8, 2)])
def test_the_law_of_a_hand_is_one_and_the_same_for_every_face(own: int, white: int) -> None:
    law, mine, theirs = hands.law(own, white), dice.compositions(own), dice.compositions(white)
    assert law.shape == (len(mine), len(theirs))
    assert law.sum() == pytest.approx(1, abs=1e-12)
    assert law.sum(axis=1) @ mine == pytest.approx(np.full(6, own / 6))
    assert law.sum(axis=0) @ theirs == pytest.approx(np.full(6, white / 6))


def test_the_law_of_two_dice_is_that_of_thinking() -> None:
    # a pair (1/6) goes as one; otherwise a die goes, then the other anywhere: 5/6 * 1/6 to the same casino
    law = hands.law(2)[:, 0]
    pairs = dice.compositions(2).max(axis=1) == 2
    assert law[pairs].sum() == pytest.approx(1 / 6 + 5 / 36)
