"""The values of a sum from the largest down: states, their chances, and what is decided."""

import itertools
import math

import numpy as np
import pytest

from core.distributions.ordered import Draws, Signs, in_order, numbers
from core.distributions.peeling import all_states, peeled
from core.distributions.sums import ResampledSum, SwappedSum
from tests.oracles import far_out

LAWS = {
    "draws": ResampledSum(np.array([-40.0, -1.5, 0.0, 0.7, 9.0]), np.array([1, 2, 3, 1, 1])),
    "signs": SwappedSum(np.array([0.5, 1.25, 7.0, 30.0]), np.array([1, 3, 2, 1])),
}


def outcomes(law):
    """All sums and their masses, by listing."""
    items = np.repeat(law.values, law.counts).tolist()
    every = far_out.every_resample if isinstance(law, ResampledSum) else far_out.every_swap
    return every(items)


def test_values_come_from_the_farthest_to_the_nearest():
    order = in_order(LAWS["draws"])
    assert isinstance(order, Draws)
    assert order.middle == 0.0
    assert order.values.tolist() == [-40.0, 9.0, -1.5, 0.7, 0.0]
    assert order.counts.tolist() == [1, 1, 2, 1, 3]
    order = in_order(LAWS["signs"])
    assert isinstance(order, Signs)
    assert order.values.tolist() == [30.0, 7.0, 1.25, 0.5]


def test_a_value_is_drawn_as_often_as_by_a_binomial_law():
    order = in_order(LAWS["draws"])
    more, sums, chances = order.chances(1, np.array([0, 3]))  # 8 and 5 draws of 7 items are left, one of which is 9
    assert more.tolist() == list(range(len(more)))
    assert (sums == 9.0 * more).all()
    for row, left in zip(chances, (8, 5), strict=True):
        wanted = [math.comb(left, k) * (1 / 7) ** k * (6 / 7) ** (left - k) for k in more.tolist()]
        assert row == pytest.approx(wanted, rel=1e-13, abs=0)


def test_signs_are_plus_as_often_as_minus():
    more, sums, chances = in_order(LAWS["signs"]).chances(2, np.zeros(1, dtype=np.int64))
    assert more.tolist() == [0, 0, 0, 0]
    assert sums.tolist() == [-3.75, -1.25, 1.25, 3.75]
    assert chances.tolist() == [[1 / 8, 3 / 8, 3 / 8, 1 / 8]]


@pytest.mark.parametrize("kind", LAWS)
def test_all_states_are_all_outcomes(kind):
    law = LAWS[kind]
    order = in_order(law)
    states = all_states(order, len(order.values) - (kind == "draws"), 1e3, 10**6)
    assert states.masses.sum() == pytest.approx(1, rel=1e-12, abs=0)
    sums, masses = outcomes(law)
    for x in np.unique(np.round(sums, 9))[::7]:
        wanted = masses[sums <= x + 1e-6].sum()
        assert states.masses[states.sums <= x + 1e-6].sum() == pytest.approx(wanted, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("most", [8, 64, 10**6])
@pytest.mark.parametrize("kind", LAWS)
def test_what_is_decided_is_and_what_is_open_lies_within_its_slack(kind, most):
    law = LAWS[kind]
    order = in_order(law)
    sums, masses = outcomes(law)
    for number, x in itertools.product(range(len(law.values)), (-31.3, -3.1, 0.2, 2.6, 28.1)):
        known = peeled(order, number, x, 0.0, most, False)
        truth = masses[sums >= x].sum()
        open_ = known.states.masses.sum() + known.settled.masses.sum()
        assert known.above <= truth + 1e-12
        assert truth <= known.above + open_ + known.left_out + 1e-12
        if number < len(order.values) - (kind == "draws") or not len(known.settled):
            continue
        least, largest = (
            known.settled.masses[known.settled.sums + side * known.settled.slack >= 0].sum() for side in (-1, 1)
        )
        assert known.above + least - 1e-12 <= truth <= known.above + largest + 1e-12


def test_states_are_few_where_values_are_of_many_sizes():
    law = SwappedSum(10.0 ** np.arange(30), np.ones(30, dtype=int))
    known = peeled(in_order(law), 30, 1e25, 0.0, 4096, False)
    # Every sign is decided by the largest that differ: a plus at 10²⁶ or above, or one at 10²⁵ with whatever comes
    assert known.above == pytest.approx(0.5, abs=1e-12)


def test_too_many_states_are_refused():
    order = in_order(ResampledSum(np.sort(np.random.default_rng(1).normal(size=64)), np.full(64, 60.0)))
    assert peeled(order, 40, order.n * order.middle + 1.0, 0.0, 16, False) is None
    assert all_states(order, 40, 1e6, 16) is None


def test_how_many_values_are_large():
    order = in_order(SwappedSum(np.array([1.0, 1.1, 0.9, 50.0, 2_000.0]), np.array([9, 9, 9, 1, 1])))
    assert numbers(order, (0.5, 30.0), 8.0) == [2, 2, 0, 5]
    alike = in_order(SwappedSum(np.append(np.linspace(1, 2, 50), np.full(20, 1e6)), np.ones(70, dtype=int)))
    assert numbers(alike, (0.5,), 8.0) == [0, 20]
