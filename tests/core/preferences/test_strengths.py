"""Bradley and Terry's strengths against published values and `choix`."""

import choix
import numpy as np
import pytest

from core.preferences.judgments import Preferences
from core.preferences.strengths import bootstrap_strengths, placeable, rank_ranges, strengths

# Wins of the 1987 American League East (Agresti, Categorical Data Analysis): row against column.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11], [6, 0, 7, 5, 11, 9, 9], [4, 6, 0, 7, 7, 8, 12], [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12], [4, 4, 5, 6, 6, 0, 6], [2, 4, 1, 3, 1, 7, 0],
    ]
)  # fmt: skip
AGRESTI = [1.581356, 1.436408, 1.294485, 1.247618, 1.107698, 0.683853, 0]


@pytest.mark.parametrize("seed", range(5))
def test_choix_finds_the_same(seed):
    generator = np.random.default_rng(seed)
    wins = generator.integers(0, 6, (9, 9)) + (generator.random((9, 9)) < 0.3) * 20.0
    np.fill_diagonal(wins, 0)
    theirs = choix.ilsr_pairwise_dense(wins, tol=1e-12, max_iter=10_000)
    assert strengths(wins) == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_a_hard_table_is_solved():
    """A chain of systems with one win in 10,000 against the next: very different strengths."""
    wins = np.array([[0, 9_999, 0], [1, 0, 9_999], [0, 1, 0.0]])
    step = np.log(9_999)
    assert strengths(wins) == pytest.approx([step, 0, -step], abs=1e-6)


def test_systems_outside_the_largest_strongly_connected_part_have_reasons():
    names = ("always", "a", "b", "never", "far", "farther", "below")
    wins = np.zeros((7, 7))
    wins[0, [1, 2]] = wins[1, 2] = wins[2, 1] = wins[1, 3] = wins[4, 5] = wins[5, 4] = 1
    wins[1, 2] = 3
    wins[2, 6] = 1
    kept, unplaced = placeable(wins, names)
    assert kept == [1, 2]
    assert dict(unplaced) == {
        0: "never loses",
        3: "never wins",
        4: "no judgment compares it with the ranked systems, directly or through others",
        5: "no judgment compares it with the ranked systems, directly or through others",
        6: "never wins",
    }
    assert placeable(np.array([[0, 1.0], [0, 0]]), ("a", "b"))[0] == []


def test_resamples_draw_items_with_all_their_judgments():
    """Ten copies of each judgment change no result, because they belong to the same items."""
    once = votes(np.random.default_rng(1), 60)
    many = [list(each) * 10 for each in once]
    few, same = (Preferences.from_judgments(*some, names=tuple("abc")) for some in (once, many))
    one, ten = (bootstrap_strengths(data, strengths(data.wins()), 200, 3)[0] for data in (few, same))
    assert np.quantile(one, [0.1, 0.9], axis=0) == pytest.approx(np.quantile(ten, [0.1, 0.9], axis=0), abs=0.3)


def test_the_resamples_strengths_vary_as_theory_says():
    """Two systems: the log-odds of a share p of n votes have the variance 1/(n p (1 − p))."""
    n, p = 400, 0.6
    data = Preferences.from_judgments(
        [str(i) for i in range(n)], ["a"] * n, ["b"] * n, [1] * int(n * p) + [-1] * (n - int(n * p))
    )
    drawn, weak = bootstrap_strengths(data, strengths(data.wins()), 2_000, 0)
    difference = drawn[:, 0] - drawn[:, 1]
    assert difference.std() == pytest.approx(1 / np.sqrt(n * p * (1 - p)), rel=0.06, abs=0)
    assert weak == 0


@pytest.mark.thorough
def test_possible_ranks_hold_the_true_ones():
    """Of 60 studies with 95 % ranges at most a few miss any system's true rank."""
    generator, missed = np.random.default_rng(4), 0
    truth = np.array([0.8, 0.4, 0.0, -0.4])
    for seed in range(60):
        first = generator.integers(4, size=300)
        second = (first + generator.integers(1, 4, size=300)) % 4
        won = generator.random(300) < 1 / (1 + np.exp(truth[second] - truth[first]))
        data = Preferences.from_judgments(
            [str(i) for i in range(300)], ["abcd"[i] for i in first], ["abcd"[i] for i in second],
            np.where(won, 1, -1).tolist(), names="abcd",
        )  # fmt: skip
        theta = strengths(data.wins())
        found = rank_ranges(theta, bootstrap_strengths(data, theta, 300, seed)[0], 0.95)
        missed += any(not low <= i + 1 <= high for i, (low, high) in enumerate(found))
    assert missed <= 8  # 3 and three standard errors


def votes(generator, n):
    pairs = [generator.permutation(3)[:2] for _ in range(n)]
    return (
        [f"q{i}" for i in range(n)], ["abc"[i] for i, _ in pairs], ["abc"[j] for _, j in pairs],
        [int(v) for v in generator.integers(-1, 2, n)],
    )  # fmt: skip
