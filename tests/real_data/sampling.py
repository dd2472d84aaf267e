"""What an exact or sampled result must satisfy to agree with statistics recorded from 100,000 resamples."""

import math

import pytest
from scipy import stats

import core

__all__ = ["RESAMPLES", "assert_agrees", "assert_interval", "assert_share", "permutation_count", "swap_count"]

RESAMPLES = 100_000


def assert_share(result, count):
    """Require that an exact p-value lies in the 99.9 % interval of a recorded count of resamples.

    A p-value that was sampled here is compared by Fisher's exact test at the same level.
    """
    if result.computed:
        interval = stats.binomtest(count, RESAMPLES).proportion_ci(0.999, "exact")
        assert interval.low <= result.pvalue <= interval.high, (count, result.pvalue)
    else:
        ours, total = round(result.pvalue * result.n_resamples), result.n_resamples
        table = [[count, RESAMPLES - count], [ours, total - ours]]
        assert stats.fisher_exact(table).pvalue > 0.001, (count, result.pvalue)


def permutation_count(row):
    """Return the one-sided count behind SciPy's two-sided p, twice (count + 1) / (R + 1) of the smaller tail."""
    count = row["scipy_perm_p"] * (RESAMPLES + 1) / 2 - 1
    assert count == pytest.approx(round(count), abs=1e-6)
    return round(count)


def swap_count(row):
    """Return the two-sided count behind the p of approximate randomization, (count + 1) / (R + 1)."""
    assert row["ar_p"] == pytest.approx((row["ar_count"] + 1) / (row["R"] + 1), rel=1e-12, abs=0)
    assert row["R"] == RESAMPLES
    return row["ar_count"]


def assert_interval(result, ends):
    """Require that the recorded 95 % percentile interval is ours within sampling error.

    Six standard errors of a sampled 2.5 % tail say how far the recorded ends may lie from ours, in probability; where
    our interval is sampled too, both errors count.
    """
    drawn = result.confidence_interval().n_resamples
    variance = 0.025 * 0.975 * (1 / RESAMPLES + (1 / drawn if drawn else 0))
    slack = 2 * 6 * math.sqrt(variance)
    inner, outer = (result.confidence_interval(0.95 + side * slack, "percentile") for side in (-1, 1))
    unit = 1e-9 * max(map(abs, ends))
    assert outer.low - unit <= ends[0] <= inner.low + unit
    assert inner.high - unit <= ends[1] <= outer.high + unit


def assert_agrees(pair, row, metric="mean", n_resamples=20_000):
    """Compare the bootstrap, its interval and the permutation test of a pair with one recorded row."""
    bootstrap = core.compare(pair, metric=metric, n_resamples=n_resamples, test="bootstrap", alternative="greater")
    assert bootstrap.n_items == row["N"]
    assert bootstrap.statistic == pytest.approx(row["diff"], rel=1e-9, abs=1e-15)
    experimental, baseline = next(
        (row[first], row[second])
        for first, second in (("meanA", "meanB"), ("macroF1_A", "macroF1_B"), ("A", "B"))
        if first in row
    )
    if metric == "accuracy" and "acc_A" in row:
        experimental, baseline = row["acc_A"], row["acc_B"]
    assert bootstrap.experimental == pytest.approx(experimental, rel=1e-9, abs=0)
    assert bootstrap.baseline == pytest.approx(baseline, rel=1e-9, abs=0)
    if "wins" in row:
        assert (bootstrap.helped, bootstrap.hurt, bootstrap.tied) == (row["wins"], row["losses"], row["ties"])
    assert_share(bootstrap, round(row["boot_prop_le0"] * RESAMPLES))
    assert_interval(bootstrap, row["boot_ci95"])
    if "scipy_perm_p" in row:
        alternative = "greater" if row["diff"] > 0 else "less"
        one_sided = core.compare(
            pair, metric=metric, test="permutation", alternative=alternative, n_resamples=n_resamples
        )
        assert_share(one_sided, permutation_count(row))
    else:
        two_sided = core.compare(
            pair, metric=metric, test="permutation", alternative="two-sided", n_resamples=n_resamples
        )
        assert_share(two_sided, swap_count(row))
    if "mcnemar_exact_p" in row:
        two_sided = core.compare(pair, metric=metric, test="permutation", alternative="two-sided")
        assert two_sided.computed
        assert two_sided.pvalue == pytest.approx(row["mcnemar_exact_p"], rel=1e-9, abs=0)
        assert math.log10(row["mcnemar_exact_p"]) == pytest.approx(two_sided.log10_pvalue, abs=1e-9)
