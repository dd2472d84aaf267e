"""Ties of items and of enumerated resamples, whose rounding errors are larger than they or than others are."""

import math

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.metrics import Metric


def adjusted(sums):
    return sums[..., 0] / sums[..., 1] + sums[..., 2] / sums[..., 3] + sums[..., 4] / sums[..., 5] - 1


def part(at):
    return tuple(float(i == at) for i in range(6)), tuple(float(i == at + 1) for i in range(6))


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
def test_scores_that_cancel_to_nothing_are_equal(test):
    # Three recalls that add up to 1 in every resample
    metric = Metric("adjusted", tuple("abcdef"), score=adjusted, parts=(part(0), part(2), part(4)))
    baseline = [[2, 17, 3, 17, 12, 17], [6, 13, 5, 13, 2, 13], [4, 11, 4, 11, 3, 11], [2, 7, 4, 7, 1, 7]]
    experimental = [[7, 17, 1, 17, 9, 17], [6, 13, 1, 13, 6, 13], [5, 11, 2, 11, 4, 11], [4, 7, 2, 7, 1, 7]]
    pair = PairedScores.from_scores(baseline, experimental, columns=metric.columns)
    assert core.compare(pair, metric=metric, test=test, alternative="greater").pvalue == 1


def test_ties_of_differences_of_two_columns_are_told_by_both():
    metric = Metric("net", ("gained", "lost", "all"), fraction=((1, -1, 0), (0, 0, 1)))
    baseline = [[0, 0, 2], [0.4, 0.2, 1], [0.3, 0.3, 2], [0.4, 0, 3]]
    experimental = [[0.3, 0, 3], [0.3, 0, 2], [0.4, 0.5, 1], [0.5, 0.3, 2]]
    pair = PairedScores.from_scores(baseline, experimental, columns=metric.columns, decimals=1)
    result = core.compare(pair, metric=metric, test="bootstrap", alternative="greater")
    sums = np.rint(10 * np.array([baseline, experimental]))[:, np.indices((4,) * 4).reshape(4, -1)].sum(axis=1)
    gains = (sums[1, :, 0] - sums[1, :, 1]) * sums[0, :, 2] - (sums[0, :, 0] - sums[0, :, 1]) * sums[1, :, 2]
    assert result.computed
    assert result.pvalue == pytest.approx((gains <= 0).mean(), abs=1e-12)


def test_small_scores_beside_a_huge_denominator_are_not_equal():
    columns = ["recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator"]
    pair = PairedScores.from_scores(
        [[1, 3, 1, 1], [1, 10**13, 1, 1]], [[1, 3, 1, 2], [3, 10**13, 3, 5]], columns=columns
    )
    result = core.compare(pair, metric="f1", test="bootstrap", alternative="greater")
    assert result.computed
    assert result.pvalue == pytest.approx(1 / 4, abs=1e-12)


@pytest.mark.parametrize(("noisy", "clean"), [(0.1 + 0.2, 0.3), (1.1 * 1.1, 1.21), (0.7 + 0.1, 0.8)])
@pytest.mark.parametrize("beside", [[], [math.pi, math.e, math.sqrt(2)]])
def test_items_that_differ_by_rounding_are_tied(noisy, clean, beside):
    assert noisy != clean
    a, e = [noisy] * 3 + [0.5] * 6 + beside, [clean] * 3 + [0.7] * 6 + beside
    result = core.compare(a, e)
    assert (result.helped, result.hurt, result.tied) == (6, 0, 3 + len(beside))
    assert (result.changed, result.pvalue) == (6, 2 / 2**6)


def test_whole_numbers_that_differ_by_one_are_not_tied():
    result = core.compare([1e15, 1e15, 5], [1e15 + 1, 1e15, 6])
    assert (result.helped, result.hurt, result.tied, result.pvalue) == (2, 0, 1, 0.5)
