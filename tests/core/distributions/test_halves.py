"""Harmonic means of some forty documents: against every swap, against kinds, and against their own bound."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.data.collapsed import Collapsed
from core.distributions import halves
from core.distributions.halves import HalvedSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from tests.oracles import enumeration
from tests.oracles import scores as oracle
from tests.oracles.documents import b_cubed, law_of_swaps


def engine(baseline, experimental, counts=None, decimals=None):
    counts = np.ones(len(baseline)) if counts is None else counts
    return HalvedSwaps(Collapsed(baseline, experimental, np.asarray(counts, dtype=np.int64)), METRICS["f1"], decimals)


def tails(differences, mass, x, near=1e-12):
    """P(δ' > x) and P(δ' ≥ x), as far as floating point tells them apart."""
    return (float(mass[differences > x + near].sum()), float(mass[differences >= x - near].sum()))


@settings(max_examples=40, deadline=None)
@example(230, 1, 1.5, True)
@given(st.integers(0, 2**31), st.integers(1, 9), st.sampled_from([0.01, 0.3, 1.5]), st.booleans())
def test_every_swap_in_fractions(seed, n, apart, ties):
    a, e = b_cubed(n, seed, apart)
    if ties:  # what is found in thirds, and few mentions
        a, e = (np.maximum(np.rint(side % 5 * 3), 1) / 3 for side in (a, e))
        a[:, 1] = e[:, 1]
    law = enumeration.swapped(a.tolist(), e.tolist(), oracle.f1)
    observed = enumeration.observed(a.tolist(), e.tolist(), oracle.f1)
    if (a == e).all():
        return
    found = engine(a, e)
    for multiple in (1, -1, 0):
        for strict in (False, True):
            off = 3e-14 if strict else -3e-14
            right = float(sum(mass for each, mass in law.items() if each > multiple * observed + off))
            assert found.at_least(multiple, strict).probability == pytest.approx(right, abs=1e-15)
            assert found.at_most(-multiple, strict).probability == pytest.approx(right, abs=1e-15)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("looked", [2**20, 2**8, 0])
def test_what_is_not_looked_at_is_inside_the_bound(seed, looked, monkeypatch):
    monkeypatch.setattr(halves, "_LOOKED", looked)
    monkeypatch.setattr(halves, "_SOME", looked // 2)
    n = 12 + seed % 4
    a, e = b_cubed(n, seed, [0.02, 0.1, 0.4, 1.0][seed % 4], gain=0.2)
    differences, mass = law_of_swaps(a, e, np.ones(n, dtype=int))
    found = engine(a, e)
    for multiple in (1, -1, 2):
        low, high = tails(differences, mass, multiple * differences[0])
        tail = found.at_least(multiple)
        assert low - tail.error_bound - 1e-15 <= tail.probability <= high + tail.error_bound + 1e-15
        if looked == 2**20:
            assert tail.probability == pytest.approx(high, abs=1e-15)
        elif looked == 0 and low > 0.05:
            assert tail.error_bound < 0.15 * tail.probability  # the bound tells something


@pytest.mark.parametrize("seed", range(3))
def test_forty_documents_of_few_kinds_that_are_hardly_apart(seed):
    # Parted by less than differences are, every document is a kind of its own; without, their sums can be listed.
    kinds, each = 5, 8
    a, e = b_cubed(kinds, seed, 0.2, gain=0.1)
    counts = np.full(kinds, each)
    differences, mass = law_of_swaps(a, e, counts)
    x = differences[0]
    moved = 1e-12 * np.random.default_rng(seed).normal(size=(kinds * each, 1))
    a, e = np.repeat(a, each, axis=0), np.repeat(e, each, axis=0) * (1 + moved)
    low, high = tails(differences, mass, x, near=1e-9)
    found = engine(a, e).at_least(1)
    assert low - found.error_bound <= found.probability <= high + found.error_bound
    assert found.error_bound <= max(0.02 * found.probability, high - low)


def test_kinds_are_counted_and_not_copied():
    counts = np.array([30, 12, 9, 4, 2])
    a, e = b_cubed(5, 7, 0.2)
    differences, mass = law_of_swaps(a, e, counts)
    found = engine(a, e, counts)
    for multiple in (1, -1):
        right = tails(differences, mass, multiple * differences[0])[1]
        assert found.at_least(multiple).probability == pytest.approx(right, rel=1e-8, abs=0)
    values, masses = found.points()
    assert (np.diff(values) > 1e-13).all()
    assert masses.sum() == pytest.approx(1)
    assert masses @ values == pytest.approx(mass @ differences, abs=0.02 * np.sqrt(mass @ differences**2))
    assert masses @ values**2 == pytest.approx(mass @ differences**2, rel=0.02, abs=0)


def test_differences_that_printing_parts_are_one_kind():
    # 12 − 26/3 and 8 − 14/3 printed with 15 digits.
    a = np.array([[8.66666666666667, 12, 12, 12]] * 30 + [[4.66666666666667, 8, 8, 8]] * 30)
    e = np.array([[12.0, 12, 12, 12]] * 30 + [[8.0, 8, 8, 8]] * 30)
    found = engine(a, e)
    assert found.at_least(1).probability == pytest.approx(0.5**60, rel=1e-9, abs=0)
    assert len(found.points()[0]) <= 31**2  # equal differences are one


def test_whole_numbers_are_compared_without_rounding():
    generator = np.random.default_rng(9)
    a, e = generator.integers(1, 9, (2, 18, 4)).astype(float)
    differences, mass = law_of_swaps(a, e, np.ones(18, dtype=int))
    assert engine(a, e, decimals=0).at_least(1).probability == pytest.approx(
        tails(differences, mass, differences[0])[1]
    )


@pytest.mark.parametrize("columns", [[0], [2], [3], [1], [1, 3], [0, 3], [0, 1, 2, 3]])
def test_any_statistics_may_differ(columns):
    a, e = b_cubed(11, 4, 0.3)
    e[:, 1] += np.random.default_rng(4).uniform(0, 5, 11)
    e[:, [i for i in range(4) if i not in columns]] = a[:, [i for i in range(4) if i not in columns]]
    differences, mass = law_of_swaps(a, e, np.ones(11, dtype=int))
    found = engine(a, e)
    for multiple in (1, -1):
        right = tails(differences, mass, multiple * differences[0])[1]
        assert found.at_least(multiple).probability == pytest.approx(right, abs=1e-15)


def test_too_many_are_refused():
    with pytest.raises(NotExactError, match="41 items changed, too many to list every way to swap half of them"):
        engine(*b_cubed(41, 1))
    with pytest.raises(NotExactError, match="2,000 items changed"):
        engine(*b_cubed(1, 1), counts=[2_000])
