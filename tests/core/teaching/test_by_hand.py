"""Draws by hand, against brute force and `core.compare`; a shorter sequence is the beginning of a longer one."""

import itertools

import numpy as np
import pytest

from core import PairedScores, compare, helped_hurt
from core.errors import OptionError
from core.significance.pvalue import clopper_pearson
from core.teaching.by_hand import all_flips, draw_by_hand, few_items, metric_by_hand

TESTS = ("bootstrap", "permutation")
TEN = PairedScores.from_scores([0, 1, 1, 0, 0, 1, 0, 1, 0, 1], [1, 1, 0, 1, 1, 0, 1, 1, 0, 0])
# Differences of 1/3 printed with six decimals; three of them are worth exactly one whole point.
THIRDS = PairedScores.from_scores([0, 0, 0, 1], [0.333333, 0.333333, 0.333333, 0], decimals=6)
REAL = PairedScores.from_scores(np.random.default_rng(5).normal(size=9), np.random.default_rng(6).normal(0.4, size=9))
PAIRS = pytest.mark.parametrize("pair", [TEN, THIRDS, REAL], ids=["ten", "thirds", "real"])


@PAIRS
@pytest.mark.parametrize("test", TESTS)
def test_fewer_draws_are_the_beginning_of_more(pair, test):
    many = draw_by_hand(pair, n_draws=1_000, test=test, seed=7)
    for n_draws in (0, 1, 10, 999):
        some = draw_by_hand(pair, n_draws=n_draws, test=test, seed=7)
        assert np.array_equal(some.differences, many.differences[:n_draws])
        assert np.array_equal(some.counted, many.counted[:n_draws])
        assert np.array_equal(some.running(), many.running()[:n_draws])
        assert (some.n_draws, some.count) == (n_draws, many.counted[:n_draws].sum())


@PAIRS
def test_the_mean_of_each_resample_is_that_of_the_items_it_holds(pair):
    for n_draws in range(1, 40):
        drawn = draw_by_hand(pair, n_draws=n_draws)
        assert drawn.latest.sum() == len(pair)
        assert drawn.differences[-1] == pytest.approx(drawn.latest @ drawn.changes / len(pair), abs=1e-6)
        flipped = draw_by_hand(pair, n_draws=n_draws, test="permutation")
        assert set(flipped.latest) <= {-1, 1}
        assert flipped.differences[-1] == pytest.approx(flipped.latest @ flipped.changes / len(pair), abs=1e-6)


def test_ties_at_the_boundary_count_though_decimals_were_cut_off():
    drawn = draw_by_hand(THIRDS, n_draws=400)
    # One time the item that lost a whole point, and the three others a third each: exactly zero.
    tied = [i + 1 for i in range(400) if draw_by_hand(THIRDS, n_draws=i + 1).latest[3] == 1]
    assert len(tied) > 100
    assert all(drawn.counted[i - 1] and drawn.differences[i - 1] == 0 for i in tied)


@PAIRS
@pytest.mark.parametrize("test", TESTS)
def test_the_sampled_pvalue_approaches_that_of_compare(pair, test):
    drawn = draw_by_hand(pair, n_draws=20_000, test=test, seed=3)
    low, high = clopper_pearson(drawn.count, 20_000, level=0.9999)
    assert low <= compare(pair, test=test, alternative="greater").pvalue <= high
    assert drawn.pvalue == (drawn.count + (test == "permutation")) / (20_000 + (test == "permutation"))


@PAIRS
def test_all_flips_are_counted_as_brute_force_counts_them(pair):
    changes = draw_by_hand(pair, n_draws=0).changes
    sums = np.array([np.dot(signs, changes) for signs in itertools.product((1, -1), repeat=len(pair))])
    flips = all_flips(pair)
    assert (flips.count, flips.total) == ((sums >= changes.sum() - 1e-5).sum(), 2 ** len(pair))
    assert flips.pvalue == pytest.approx(
        compare(pair, test="permutation", alternative="greater").pvalue, rel=1e-14, abs=0
    )
    values, mass = flips.comparison.null_distribution.values, flips.comparison.null_distribution.mass
    assert values @ mass == pytest.approx(0, abs=1e-12)


def test_a_few_items_keep_their_order_and_their_names():
    pair = helped_hurt(500, 100, 70)
    few = few_items(pair, 12, seed=4)
    rows = [int(name) - 1 for name in few.ids]
    assert len(set(rows)) == 12
    assert rows == sorted(rows)
    assert np.array_equal(few.experimental, pair.experimental[rows])
    assert few_items(pair, 12, seed=5).ids != few.ids
    assert few_items(TEN, 12) is TEN


def test_ratios_of_equal_weight_can_be_drawn_and_f1_cannot():
    ratio = PairedScores.from_scores([[1, 5], [4, 5], [2, 5]], [[2, 5], [4, 5], [5, 5]])
    assert metric_by_hand(ratio) == "ratio"
    assert draw_by_hand(ratio, n_draws=1, metric="ratio").changes.tolist() == pytest.approx([0.2, 0, 0.6])
    counts = PairedScores.from_scores([[1, 2, 1, 3], [1, 1, 1, 1]], [[2, 2, 2, 3], [1, 1, 1, 2]])
    with pytest.raises(OptionError, match="Use one score for each item"):
        metric_by_hand(counts)


def test_too_many_items_are_refused_in_words():
    with pytest.raises(OptionError, match="pick some with few_items"):
        draw_by_hand(helped_hurt(41, 4, 3), n_draws=1)
    with pytest.raises(OptionError, match="41 items, must be <= 40"):
        all_flips(helped_hurt(41, 4, 3))
    with pytest.raises(OptionError, match="n == 50, must be a whole number >= 1 and <= 40"):
        few_items(helped_hurt(100, 4, 3), 50)


@pytest.mark.parametrize(("helped", "hurt", "least"), [(3, 2, 5), (30, 20, 6), (1, 0, 1), (0, 0, 0)])
@pytest.mark.parametrize("seed", range(2))
def test_some_items_of_few_changed_among_many(helped, hurt, least, seed):
    pair = helped_hurt(100_000, helped, hurt)
    few = few_items(pair, 12, seed=seed)
    assert len(set(few.ids)) == 12
    assert int((few.baseline != few.experimental).any(axis=1).sum()) == least
    rows = np.array(few.ids, dtype=int) - 1
    assert (np.diff(rows) > 0).all()
    assert np.array_equal(few.baseline, pair.baseline[rows])
