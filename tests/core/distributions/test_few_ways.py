"""Swaps that reach far are counted: as many as there are when every one is listed."""

import math
from itertools import product

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.distributions import exact_sum
from core.distributions.enumeration import lowest
from core.distributions.few_ways import _counted, few_ways
from core.distributions.sums import ResampledSum, SwappedSum


@pytest.mark.parametrize("strict", [False, True])
def test_signs_are_counted_by_halves(strict):
    sizes, counts = np.array([1.0, 2.0, 3.0, 7.0, 8.0]), np.array([2.0, 3.0, 2.0, 4.0, 3.0])
    every = np.repeat(sizes, counts.astype(int))
    sums = np.array(list(product([-1, 1], repeat=14))) @ every
    law = SwappedSum(sizes, counts, tolerance=1e-9)
    for x in (0.0, 31.0, 40.0, every.sum()):
        found = int(np.count_nonzero(sums > x if strict else sums >= x))
        tail = _counted(law, lowest(law, x, strict)) if found else None
        assert found == 0 or tail.log == pytest.approx(math.log(found) - 14 * math.log(2), rel=1e-14, abs=0)


def test_too_many_signs_are_not_counted():
    law = SwappedSum(np.sqrt(np.arange(1.0, 61.0)), np.ones(60))
    for x in (0.0, 30.0, 100.0):
        assert few_ways(law, x, False) is None


def test_draws_are_not_counted():
    assert few_ways(ResampledSum(np.array([0.0, 1.5, 2.25]), np.array([9.0, 1.0, 1.0])), 20.0, False) is None


@pytest.mark.parametrize("n", [60, 100])
def test_far_tails_are_counted_before_anything_is_inverted(monkeypatch, n):
    def inverted(*_):
        raise AssertionError("an inversion")

    for module in ("spectrum", "peeled_core", "tilted", "fourier"):
        monkeypatch.setattr(f"core.distributions.{module}.characteristic", inverted)
    generator = np.random.default_rng(n)
    d = np.append(generator.standard_cauchy(n - 20), generator.normal(9, 1, 20))
    signs = np.where(np.abs(d) < np.sort(np.abs(d))[9], -1, 1)  # one system loses what matters least
    found = core.compare(PairedScores.from_scores(0 * d, signs * np.abs(d)), test="permutation", alternative="greater")
    assert found.engine == "enumeration"
    assert found.log10_pvalue < -n * math.log10(2) + 24 * math.log10(2)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_whole_numbers_beyond_double_precision_are_counted(seed, strict):
    # Fifteen printed decimals of a hundred items add up to more than 2^53, where ties would be parted.
    values = sorted(set(np.random.default_rng(seed).integers(1, 9 * 10**14, 100).tolist()))
    lost = sum(values[:2])
    turned = [0]
    for value in values:
        turned += [each + value for each in turned if each + value <= lost]
    ways = sum(each < lost if strict else each <= lost for each in turned)
    tail = exact_sum(SwappedSum(np.array(values), np.ones(100, dtype=np.int64))).at_least(
        sum(values) - 2 * lost, strict
    )
    assert tail.log == pytest.approx(math.log(ways) - 100 * math.log(2), rel=1e-14, abs=0)


def test_ways_beside_a_huge_value_are_counted():
    values = np.append(np.random.default_rng(7).uniform(3, 15, 70), [600.0, 1.25, 1.3])
    law = SwappedSum(np.sort(values), np.ones(73))
    # None turned, the least, and the second, but not both.
    assert few_ways(law, values.sum() - 2 * 1.31, strict=False).probability * 2**73 == pytest.approx(
        3, rel=1e-12, abs=0
    )
