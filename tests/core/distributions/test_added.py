"""Counting Σ ±d by adding up agrees with listing every sign, and with the inversion where both can be done."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.distributions.added import AddedSwaps, additions
from core.distributions.lattice import LatticeSum
from core.distributions.sums import SwappedSum, grouped


def law_of(differences):
    values = np.array(sorted(differences))
    return SwappedSum(*grouped(values, np.ones(len(values), dtype=np.int64)))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.fractions(-40, 40, max_denominator=3), st.booleans())
def test_every_sign_listed(differences, x, strict):
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    law = AddedSwaps(law_of(differences))
    up = sum(s > x if strict else s >= x for s in sums)
    down = sum(s < x if strict else s <= x for s in sums)
    assert law.at_least(x, strict).probability == Fraction(up, len(sums))
    assert law.at_most(x, strict).probability == Fraction(down, len(sums))


def test_its_points_are_the_whole_law():
    sums, mass = AddedSwaps(law_of([1, 2, 2])).points()
    assert dict(zip(sums.tolist(), mass.tolist(), strict=True)) == {
        -5.0: 1 / 8, -3.0: 1 / 8, -1.0: 1 / 4, 1.0: 1 / 4, 3.0: 1 / 8, 5.0: 1 / 8,
    }  # fmt: skip


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7])
def test_a_far_tail_keeps_its_digits(share):
    """Whole-number arithmetic of any size is the oracle: 80 signs need more bits than a double has."""
    differences = np.random.default_rng(3).integers(1, 60, 80).tolist()
    ways = {0: 1}
    for d in differences:
        ways = {x: ways.get(x, 0) + ways.get(x - d, 0) for x in {*ways, *(x + d for x in ways)}}
    total = sum(differences)
    x = int(share * total)
    exact = Fraction(sum(count for reached, count in ways.items() if 2 * reached - total >= x), 2**80)
    tail = AddedSwaps(law_of(differences)).at_least(x)
    assert abs(Fraction(tail.probability) - exact) <= Fraction(tail.error_bound)
    assert tail.probability == pytest.approx(float(exact), rel=1e-14, abs=0)
    assert LatticeSum(law_of(differences)).at_least(x).probability == pytest.approx(float(exact), rel=1e-8, abs=0)


def test_more_signs_than_a_double_holds_are_left_to_the_inversion():
    assert additions(SwappedSum(np.array([1, 2]), np.array([900, 101]))) == np.inf
    assert additions(SwappedSum(np.array([1, 2**24]), np.array([1, 1]))) == np.inf
    assert additions(SwappedSum(np.array([1, 2]), np.array([3, 2]))) == 5 * 8 / 2
