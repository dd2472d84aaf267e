"""The precision of a sampled p-value, against SciPy's binomial distribution."""

import numpy as np
import pytest
from scipy import stats

from core.errors import OptionError
from core.teaching.convergence import likely_range, misjudged, resamples_needed


def coverage(k, pvalue, within):
    """Return P(|count/k − p| ≤ within), count by count."""
    counts = np.arange(k + 1)
    close = np.abs(counts / k - pvalue) <= within + 1e-12
    return stats.binom.pmf(counts, k, pvalue)[close].sum()


@pytest.mark.parametrize(("pvalue", "within"), [(0.05, 0.02), (0.3, 0.05), (0.5, 0.1)])
def test_resamples_needed_is_the_last_number_that_falls_short_and_one(pvalue, within):
    needed = resamples_needed(pvalue, within, level=0.95)
    assert coverage(needed - 1, pvalue, within) < 0.95
    assert all(coverage(k, pvalue, within) >= 0.95 for k in range(needed, 3 * needed))


def test_likely_range_leaves_out_half_a_percent_on_each_side():
    low, high = likely_range(0.05, 10_000)
    assert (10_000 * low, 10_000 * high) == pytest.approx(stats.binom.ppf([0.005, 0.995], 10_000, 0.05))


def test_misjudged_is_a_binomial_tail():
    assert misjudged(0.045, 0.05, 1_000) == pytest.approx(stats.binom.sf(50, 1_000, 0.045))
    assert misjudged(0.06, 0.05, 1_000) == pytest.approx(stats.binom.cdf(50, 1_000, 0.06))
    # The count that equals α·K is significant, although 0.07·100 is 7.000000000000001 in floating point.
    assert misjudged(0.05, 0.07, 100) == pytest.approx(stats.binom.sf(7, 100, 0.05))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.0, 0.01), "pvalue == 0.0, must be a number > 0"),
        ((0.05, 1.0), "within == 1.0"),
        ((0.05, 1e-6), "compute p exactly"),
    ],
)
def test_options_out_of_range_are_named(arguments, message):
    with pytest.raises(OptionError, match=message):
        resamples_needed(*arguments)
