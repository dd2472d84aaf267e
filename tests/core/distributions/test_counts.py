"""Every swap and every resample of a few items, against all of them in rational arithmetic."""

import itertools
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

import core
from core.data.item_statistics import Collapsed
from core.distributions.counts import CountedResamples, CountedSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from core.significance.bootstrap import BootstrapDistribution

F1 = METRICS["f1"]


def test_irrational_statistics_are_swapped_as_they_are():
    baseline, experimental = np.random.default_rng(3).uniform(1, 5, (2, 6, 4))
    law = CountedSwaps(Collapsed(baseline, experimental, np.ones(6, dtype=np.int64)), F1, None)
    right = []
    for swapped in itertools.product([False, True], repeat=6):
        where = np.array(swapped)[:, None]
        e, a = np.where(where, baseline, experimental), np.where(where, experimental, baseline)
        right.append(float(F1.score(e.sum(axis=0)) - F1.score(a.sum(axis=0))))
    observed = right[0]
    for multiple in (1, -1, 0):
        expected = np.mean([each >= multiple * observed - 1e-12 for each in right])
        assert law.at_least(multiple).value == pytest.approx(expected, abs=1e-15)
    values, mass = law.points()
    assert values == pytest.approx(sorted(right), abs=1e-11)
    assert mass.tolist() == [1 / 64] * 64


@pytest.mark.parametrize("seed", range(20))
def test_outcomes_are_told_apart_as_far_as_floating_point_does(seed):
    # The errors are few beside the true positives: outcomes differ by 1e-8 to 1e-12, and a tolerance of 1e-12 joined
    # them.
    generator = np.random.default_rng(seed)
    n, few = 3 + seed % 5, 10.0 ** -(8 + seed % 4)
    hits, errors = generator.uniform(1, 5, (2, n)), few * generator.uniform(0, 5, (2, n))
    rows = np.stack([hits, errors], axis=2)
    law = CountedSwaps(Collapsed(*rows, np.ones(n, dtype=np.int64)), METRICS["f1-errors"], None)
    exact = [[[Fraction(x) for x in row] for row in side] for side in rows.tolist()]
    differences = []
    for swapped in itertools.product([0, 1], repeat=n):
        sums = [[sum(exact[side ^ i][at][k] for at, i in enumerate(swapped)) for k in (0, 1)] for side in (1, 0)]
        one, other = (s[0] / (s[0] + s[1] / 2) for s in sums)
        differences.append(one - other)
    slack = Fraction(2 * (8 + n), 10**15)
    least, most = (sum(d >= differences[0] + off for d in differences) / 2**n for off in (slack, -slack))
    assert least <= law.at_least(1).value <= most


def test_a_sum_that_swaps_make_much_smaller_ties_as_far_as_it_is_rounded():
    # In floating point, 139 − (139 − 0.0891…) has a relative error of more than 1e-12.
    baseline, experimental = np.array([[10, 10, 139, 139]]), np.array([[10, 10, 0.08913928616207954, 1]])
    law = CountedSwaps(Collapsed(baseline, experimental, np.ones(1, dtype=np.int64)), F1, None)
    assert [law.at_least(1).value, law.at_least(1, strict=True).value] == [1.0, 0.5]
    assert [law.at_least(-1).value, law.at_least(-1, strict=True).value] == [0.5, 0.0]


def macro_f1(sums):
    """Return the mean of both labels' F1 as a fraction, of (tp, predicted, gold) of each."""
    each = [sums[3 * i : 3 * i + 3] for i in range(2)]
    return sum(Fraction(2 * tp, guessed + gold) if guessed + gold else Fraction(0) for tp, guessed, gold in each) / 2


def labelled(seed, n):
    generator = np.random.default_rng(seed)
    columns = generator.choice(["a", "b"], (3, n), p=[0.6, 0.4])
    columns[0, :2] = ["a", "b"]
    columns[2, 2:] = np.where(columns[1, 2:] == "a", "b", "a")
    return columns


def statistics(gold, guessed):
    return [[int(g == x == p), int(p == x), int(g == x)] for g, p in zip(gold, guessed, strict=True) for x in "ab"]


@pytest.mark.parametrize("seed", range(4))
def test_every_sequence_of_draws(seed):
    n = 5
    columns = labelled(seed, n)
    gold, *systems = columns
    rows = [np.array(statistics(gold, each)).reshape(n, 6) for each in systems]
    drawn = [rows[0][list(at)].sum(axis=0) for at in product(range(n), repeat=n)]
    others = [rows[1][list(at)].sum(axis=0) for at in product(range(n), repeat=n)]
    gaps = [macro_f1(list(map(int, e))) - macro_f1(list(map(int, a))) for a, e in zip(drawn, others, strict=True)]
    gap = macro_f1([int(x) for x in rows[1].sum(axis=0)]) - macro_f1([int(x) for x in rows[0].sum(axis=0)])
    pair = core.read_labels(*(core.Upload(f"{i}.txt", "\n".join(each).encode()) for i, each in enumerate(columns)))
    for (test, boundary), truth in {
        ("bootstrap", "include"): sum(each <= 0 for each in gaps),
        ("bootstrap", "exclude"): sum(each < 0 for each in gaps),
        ("shifted-bootstrap", "include"): sum(each >= 2 * gap for each in gaps),
        ("shifted-bootstrap", "exclude"): sum(each > 2 * gap for each in gaps),
    }.items():
        result = core.compare(pair, metric="macro-f1", test=test, alternative="greater", boundary=boundary)
        certain = truth in (0, n**n) and result.engine == "bounds"  # certain from the bounds of the scores alone
        assert (result.computed, result.engine) == (True, "bounds" if certain else "enumeration")
        off = abs(Fraction(result.pvalue) - Fraction(truth, n**n))
        assert off <= Fraction(result.error_bound) + Fraction(1, 10**15)
    law = BootstrapDistribution(result.resampled, 1, 0).computed_distribution
    values, mass = law.values, law.mass
    assert mass.sum() == pytest.approx(1)
    assert float(mass @ values) == pytest.approx(float(sum(gaps) / n**n), abs=1e-12)


def test_the_law_of_a_sum_is_the_binomial():
    law = CountedResamples(np.array([[1.0], [0.0]]), np.array([300, 200]), lambda sums: sums[..., 0], 1e-9)
    for k in (0, 12, 200, 300, 420, 500):
        assert law.at_most(k).value == pytest.approx(binom.cdf(k, 500, 0.6), rel=1e-10, abs=0)
        assert law.at_least(k, strict=True).value == pytest.approx(binom.sf(k, 500, 0.6), rel=1e-10, abs=0)


@pytest.mark.parametrize(("n", "kinds"), [(60, 6), (10**6, 2), (200_000, 150_000)])
def test_too_many_are_refused_at_once(n, kinds):
    counts = np.full(kinds, n // kinds)
    with pytest.raises(NotExactError, match="too many to list"):
        CountedResamples(np.zeros((kinds, 1)), counts, lambda sums: sums[..., 0], 0.0)
