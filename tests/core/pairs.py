"""Pairs for the tests, and assertions about p-values."""

import math
from contextlib import contextmanager
from unittest import mock

import numpy as np
import pytest
from scipy import stats

from core.data.paired import PairedScores
from tests.oracles import scores

__all__ = [
    "ALTERNATIVES", "MIRROR", "TESTS", "assert_exact", "assert_sampled", "labelled", "log10", "of_differences",
    "sampled_count", "without_steps",
]  # fmt: skip

TESTS = ("bootstrap", "shifted-bootstrap", "permutation")
ALTERNATIVES = ("greater", "less", "two-sided")
MIRROR = {"greater": "less", "less": "greater", "two-sided": "two-sided"}


@contextmanager
def without_steps():
    """Disable lattice detection: multiples of an irrational unit are integers only for the oracle."""
    with mock.patch("core.distributions.linear.find_step", return_value=None):
        yield


def of_differences(differences, scale=1):
    """Return a pair whose experimental minus baseline scores are ``differences / scale``."""
    return PairedScores.from_scores([max(-d, 0) / scale for d in differences], [max(d, 0) / scale for d in differences])


def labelled(generator, n, labels):
    """Return a pair of random labels, and the statistics of both systems."""
    gold, baseline, experimental = (generator.choices(labels, k=n) for _ in range(3))
    columns = tuple(f"{what}:{label}" for label in labels for what in ("tp", "predicted", "gold"))
    rows = [scores.label_statistics(gold, each, labels) for each in (baseline, experimental)]
    return PairedScores(*map(np.array, rows), columns, labels=tuple(labels)), *rows


def assert_exact(result, truth, rel=1e-9):
    """Compare an exact p-value with the true one, a `Fraction`."""
    assert result.method == "exact", result.reason
    assert result.reason is None
    assert result.pvalue_interval is None
    if result.confidence_interval().method == "exact":
        assert (result.n_resamples, result.seed) == (None, None)
    assert result.pvalue == pytest.approx(float(truth), rel=rel, abs=0)
    if truth:
        assert result.log10_pvalue == pytest.approx(log10(truth), abs=rel)


def log10(fraction):
    """Return the decimal logarithm of a fraction of whole numbers of any size."""
    return math.log10(fraction.numerator) - math.log10(fraction.denominator)


def sampled_count(result):
    """Return how many resamples a sampled p-value counted, the smaller side of a two-sided bootstrap."""
    share = result.pvalue
    if result.test == "permutation":
        count = share * (result.n_resamples + 1) - 1
    elif result.test == "bootstrap" and result.alternative == "two-sided":
        count = share * result.n_resamples / 2
    else:
        count = share * result.n_resamples
    assert count == pytest.approx(round(count), abs=1e-6)
    return round(count)


def assert_sampled(result, truth, level=1 - 1e-6):
    """Require that the true p-value lies in the Clopper–Pearson interval of the sampled count.

    Of tilted samples, which are weighted, in their own interval, widened from 99 % to about that level.
    """
    assert result.method == "monte-carlo"
    assert not result.computed
    assert result.reason
    if result.engine == "tilted-sampling":
        assert abs(math.log(float(truth) / result.pvalue)) <= 2 * math.log(result.pvalue_interval[1] / result.pvalue)
        return
    if result.test == "bootstrap" and result.alternative == "two-sided":
        truth = truth / 2
    interval = stats.binomtest(sampled_count(result), result.n_resamples).proportion_ci(level, "exact")
    assert interval.low <= float(truth) <= interval.high
