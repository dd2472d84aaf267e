"""What inversions share: the bracket against laws in closed form, and what is known of frequencies."""

import math

import numpy as np
import pytest
from scipy.special import ndtr

from core.distributions.inversion import InvertedSum, Known, bracketed, edge_tail
from core.distributions.sums import ResampledSum, SwappedSum

STEP = math.pi / (2 * 9)  # of a normal law's window


@pytest.mark.parametrize("mass", [1.0, 0.02])
@pytest.mark.parametrize("x", [-2.0, 0.0, 0.7])
def test_it_holds_a_normal_law(x, mass):
    k = np.arange(256)
    t = (k + 0.5) * STEP
    phi = mass * np.exp(-(t**2) / 2 - 1j * t * x)
    middle, half_width = bracketed(mass, phi, k, STEP, 256, 0.0, 0.0)
    assert abs(middle - mass * ndtr(x)) <= half_width < 0.04 * mass
    wider = bracketed(mass, phi, k, STEP, 256, 0.1, 0.0)
    assert wider[0] - wider[1] <= mass * ndtr(x - 0.1)
    assert wider[0] + wider[1] >= mass * ndtr(x + 0.1)
    assert bracketed(mass, phi, k, STEP, 256, 0.0, 1e-3)[1] > half_width


def test_it_holds_both_sides_of_an_atom():
    k = np.arange(512)
    middle, half_width = bracketed(1.0, np.ones(512, dtype=complex), k, STEP, 512, 0.0, 0.0)
    assert middle - half_width <= 0
    assert middle + half_width >= 1


def test_frequencies_are_computed_once():
    asked = []

    def compute(start, count):
        asked.append((start, count))
        k = np.arange(0, count, 2)
        return k, (start + k).astype(complex), 10.0**-start

    known = Known(compute)
    for frequencies in (4, 4, 10, 6):
        k, values, error = known.below(frequencies)
        assert k.tolist() == values.real.tolist() == list(range(0, frequencies, 2))
        assert error == 1.0
    assert asked == [(0, 4), (4, 6)]


@pytest.mark.parametrize(
    "law", [SwappedSum(np.array([1.0, 2.5]), np.ones(2)), ResampledSum(np.array([-3.5, 3.5]), np.ones(2))]
)
def test_the_largest_sum_is_in_closed_form(law):
    largest = law.support[1]
    assert edge_tail(law, largest, strict=False).probability == pytest.approx(0.25, rel=1e-15, abs=0)
    assert edge_tail(law, largest, strict=True).probability == 0
    assert edge_tail(law, largest + 1, strict=False).probability == 0
    assert edge_tail(law, 0.0, strict=False) is None


def test_a_whole_sum_is_asked_between_two_values():
    class Asked(InvertedSum):
        def _tail(self, x, strict, *, upper):
            return x, upper

    swapped = Asked(SwappedSum(np.array([3, 5, 6]), np.ones(3)))
    assert swapped.at_least(2) == (1.5, True)
    assert swapped.at_least(2, strict=True) == (2.5, True)
    assert swapped.at_most(2) == (-2.5, True)
    drawn = Asked(ResampledSum(np.array([0, 3, 5]), np.ones(3)))
    assert drawn.at_most(2) == (2.5, False)
    assert drawn.at_most(2, strict=True) == (1.5, False)
    real = Asked(ResampledSum(np.array([0.0, 3.3, 5.0]), np.ones(3)))
    assert real.at_most(2.2) == (2.2, False)
