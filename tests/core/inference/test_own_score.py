"""The interval of one system's score, against enumeration of all resamples and against SciPy."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

import core
from core.data.paired import PairedScores


def quantiles(values, level):
    """Return the smallest x with F(x) ≥ q, for equally likely values."""
    ordered = sorted(values)
    ends = ((1 - level) / 2, (1 + level) / 2)
    return tuple(float(ordered[-(-Fraction(str(round(q, 6))) * len(ordered) // 1) - 1]) for q in ends)


def test_right_or_wrong_items_have_clopper_and_pearsons():
    result = core.compare(core.helped_hurt(60, 9, 4, both_correct=20))
    for interval, right in zip(result.own_intervals(), (24, 29), strict=True):
        truth = binomtest(right, 60).proportion_ci(0.95)
        assert (interval.low, interval.high) == pytest.approx((truth.low, truth.high), rel=1e-9, abs=0)
        assert interval.kind == "Clopper-Pearson"


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_ratings_have_the_quantiles_of_all_resamples(level):
    a, e = [3, 1, 2, 5, 4], [5, 1, 1, 5, 2]
    result = core.compare(a, e)
    for scores, interval in zip((a, e), result.own_intervals(level), strict=True):
        means = [Fraction(sum(drawn), 5) for drawn in product(scores, repeat=5)]
        assert (interval.low, interval.high) == pytest.approx(quantiles(means, level), abs=1e-12)
        assert (interval.kind, interval.method) == ("percentile", "exact")


def test_a_macro_average_is_resampled_within_its_tasks():
    tasks = {"x": [(0, 1), (1, 1)], "y": [(0, 1), (1, 0), (0, 1)]}
    rows = [(a, e, name) for name, items in tasks.items() for a, e in items]
    a, e, names = zip(*rows, strict=True)
    result = core.compare(a, e, strata=names)
    for side, interval in enumerate(result.own_intervals()):
        parts = [[Fraction(sum(d), len(d)) for d in product([i[side] for i in items], repeat=len(items))]
                 for items in tasks.values()]  # fmt: skip
        means = [sum(each) / 2 for each in product(*parts)]
        assert (interval.low, interval.high) == pytest.approx(quantiles(means, 0.95), abs=1e-12)


def test_clusters_are_drawn_whole():
    a, e, clusters = [1, 0, 1, 1, 0, 0, 1, 0], [1, 1, 1, 1, 0, 1, 1, 0], list("aabbccdd")
    result = core.compare(a, e, clusters=clusters)
    for side, interval in zip((a, e), result.own_intervals(), strict=True):
        sums = [side[i] + side[i + 1] for i in range(0, 8, 2)]
        means = [Fraction(sum(drawn), 8) for drawn in product(sums, repeat=4)]
        assert (interval.low, interval.high) == pytest.approx(quantiles(means, 0.95), abs=1e-12)


def test_an_f1_has_the_quantiles_of_its_own_resamples():
    random = np.random.default_rng(1)
    a, e = (random.integers(0, 4, (40, 2)) for _ in range(2))
    pair = PairedScores.from_scores(a, e, columns=["tp", "errors"])
    result = core.compare(pair, metric="f1-errors", n_resamples=4000)
    for side, interval in zip((a, e), result.own_intervals(), strict=True):
        sums = side[random.integers(0, 40, (20_000, 40))].sum(axis=1)
        truth = np.quantile(2 * sums[:, 0] / (2 * sums[:, 0] + sums[:, 1]), [0.025, 0.975])
        assert (interval.low, interval.high) == pytest.approx(tuple(truth), abs=0.012)
        assert (interval.method, interval.n_resamples) == ("monte-carlo", 4000)


@pytest.mark.parametrize(
    "scores",
    [
        {"old": [0, 0.5, 1, 0.25, 1, 0.75], "new": [1, 0.5, 1, 0.5, 1, 0.25]},
        {"old": [0, 0, 1, 0, 1, 0], "new": [1, 0, 1, 0, 1, 1]},
    ],
)
def test_a_system_has_the_interval_that_a_ranking_gives_it(scores):
    result, ranking = core.compare(scores["old"], scores["new"]), core.rank(scores)
    by_name = {each.name: each.interval for each in ranking.systems}
    for name, interval in zip(scores, result.own_intervals(), strict=True):
        assert by_name[name] == (interval.low, interval.high)


def test_a_level_that_is_none_is_refused():
    with pytest.raises(core.OptionError, match="level"):
        core.compare([0, 1], [1, 1]).own_intervals(95)
