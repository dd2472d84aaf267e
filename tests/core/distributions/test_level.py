"""Harmonic means of many documents: the truth is inside the bracket, and the bracket tells something."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.collapsed import Collapsed
from core.distributions import exact_sum
from core.distributions.level import LevelSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from tests.oracles.documents import b_cubed, f1, law_of_swaps


def engine(baseline, experimental, counts=None):
    counts = np.ones(len(baseline)) if counts is None else counts
    rows = Collapsed(baseline, experimental, np.asarray(counts, dtype=np.int64))
    return LevelSwaps(rows, METRICS["f1"], None, exact_sum)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**31), st.integers(8, 14), st.sampled_from([0.003, 0.03, 0.1, 0.4]))
def test_the_truth_of_few_documents_is_inside_the_bound(seed, n, apart):
    a, e = b_cubed(n, seed, apart, gain=0.3)
    differences, mass = law_of_swaps(a, e, np.ones(n, dtype=int))
    found = engine(a, e)
    for multiple in (1, -1, 0):
        low, high = (float(mass[differences > multiple * differences[0] + off].sum()) for off in (1e-12, -1e-12))
        with suppress(NotExactError):  # of so few documents it may be too uncertain
            tail = found.at_least(multiple)
            assert low - tail.error_bound - 1e-15 <= tail.probability <= high + tail.error_bound + 1e-15


@pytest.mark.parametrize("gain", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("seed", range(3))
def test_many_documents_of_few_kinds(gain, seed):
    a, e = b_cubed(4, 3 + seed, 0.05, gain)
    counts = np.array([40, 35, 30, 25])
    differences, mass = law_of_swaps(a, e, counts)
    x = differences[0]
    sign = 1 if x >= 0 else -1
    found = engine(a, e, counts)
    for multiple in (sign, -sign):
        low, high = (float(mass[differences > multiple * x + off].sum()) for off in (1e-12, -1e-12))
        tail = found.at_least(multiple)
        assert low - tail.error_bound <= tail.probability <= high + tail.error_bound
        assert tail.error_bound <= 0.05 * tail.probability
        assert found.at_most(-multiple).probability == tail.probability


@pytest.mark.parametrize(("n", "apart", "gain"), [(60, 0.05, 0.3), (348, 0.1, 0.1), (1_000, 0.05, 0.0)])
def test_samples_agree(n, apart, gain):
    a, e = b_cubed(n, n, apart, gain)
    if f1(e.sum(axis=0)) < f1(a.sum(axis=0)):
        a, e = e, a
    tail = engine(a, e).at_least(1)
    generator, hits, n_samples = np.random.default_rng(n), 0, 40_000
    x = f1(e.sum(axis=0)) - f1(a.sum(axis=0))
    for _ in range(10):
        moved = generator.integers(0, 2, (n_samples // 10, n)) @ (e - a)
        hits += int((f1(e.sum(axis=0) - moved) - f1(a.sum(axis=0) + moved) >= x - 1e-12).sum())
    p = tail.probability
    assert hits / n_samples == pytest.approx(p, abs=4 * np.sqrt(p * (1 - p) / n_samples) + tail.error_bound)
    assert tail.error_bound < 0.03 * p


def test_the_picture_has_the_moments_of_samples():
    a, e = b_cubed(200, 5, 0.1)
    values, mass = engine(a, e).points()
    moved = np.random.default_rng(5).integers(0, 2, (20_000, 200)) @ (e - a)
    sampled = f1(e.sum(axis=0) - moved) - f1(a.sum(axis=0) + moved)
    assert (np.diff(values) > 0).all()
    assert mass.sum() == pytest.approx(1, abs=1e-9)
    assert mass @ values == pytest.approx(0, abs=0.03 * sampled.std())
    assert np.sqrt(mass @ values**2) == pytest.approx(sampled.std(), rel=0.03, abs=0)


def test_what_bends_too_much_is_refused():
    a, e = b_cubed(50, 3, 2.0)
    a[0], e[0] = [900, 1_000, 900, 1_000], [10, 1_000, 10, 1_000]
    with pytest.raises(NotExactError, match="differ too much for an exact p-value of F1"):
        engine(a, e).at_least(1)
