"""Matthews' correlation coefficient, from its definitions."""

import math
import random

import numpy as np
import pytest

import core
from core.readers import Upload, read_labels


def pair_of(*columns):
    return read_labels(*(Upload(f"{i}", "\n".join(labels).encode()) for i, labels in enumerate(columns)))


def drawn(labels, n=60, seed=0):
    generator = random.Random(seed)
    gold = generator.choices(labels, k=n)
    systems = [[g if generator.random() < right else generator.choice(labels) for g in gold] for right in (0.5, 0.7)]
    return gold, *systems


def test_mcc_of_two_labels_follows_its_definition():
    gold, *systems = drawn(["no", "yes"])
    result = core.compare(pair_of(gold, *systems), metric="mcc", n_resamples=200)
    for found, predicted in zip((result.baseline, result.experimental), systems, strict=True):
        cells = {(g, p): 0 for g in ("no", "yes") for p in ("no", "yes")}
        for g, p in zip(gold, predicted, strict=True):
            cells[g, p] += 1
        tp, tn, fp, fn = cells["yes", "yes"], cells["no", "no"], cells["no", "yes"], cells["yes", "no"]
        expected = (tp * tn - fp * fn) / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        assert found == pytest.approx(expected, rel=1e-12, abs=0)


def test_mcc_of_more_labels_is_the_correlation_of_their_indicators():
    names = ["a", "b", "c", "d"]
    gold, *systems = drawn(names)
    result = core.compare(pair_of(gold, *systems), metric="mcc", n_resamples=200)
    x = np.array([[g == name for name in names] for g in gold], dtype=float)
    y = np.array([[p == name for name in names] for p in systems[1]], dtype=float)
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    assert result.experimental == pytest.approx(
        (x * y).sum() / math.sqrt((x * x).sum() * (y * y).sum()), rel=1e-12, abs=0
    )


@pytest.mark.parametrize("test", core.TESTS)
def test_labels_that_never_change_correlate_with_nothing(test):
    gold, predicted, _ = drawn(["no", "yes"])
    pair = pair_of(gold, ["yes"] * 60, predicted)
    assert core.compare(pair, metric="mcc", n_resamples=200).baseline == 0
    same = core.compare(pair_of(gold, predicted, predicted), metric="mcc", test=test, n_resamples=200)
    assert (same.pvalue, same.statistic) == (1, 0)
