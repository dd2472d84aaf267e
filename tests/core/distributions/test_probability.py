"""The error bounds of a result."""

import math

import pytest

from core.distributions.probability import Probability, certified, complement, method_of, total
from core.errors import NotExactError


def test_a_tail_is_certified_up_to_two_thousandths_of_it():
    assert certified(Probability.of(1e-3, 1.9e-6, "fourier")).error_bound == pytest.approx(1.9e-6)
    with pytest.raises(NotExactError, match=r"fourier: p ≈ 0\.001 is certain only within ±2\.1e-06"):
        certified(Probability.of(1e-3, 2.1e-6, "fourier"))
    with pytest.raises(NotExactError, match="certain only within"):
        certified(Probability.of(0.0, 1e-12, "lattice"))
    assert certified(Probability.of(0.0, 0.0, "lattice")).error_bound == 0


def test_tails_add_up_with_their_errors_and_engines():
    both = total(Probability.of(1e-5, 1e-9, "fourier"), Probability.of(1e-3, 1e-6, "lattice"))
    assert (both.value, both.error_bound, both.engine) == (
        pytest.approx(1.01e-3),
        pytest.approx(1.001e-6),
        "fourier+lattice",
    )
    far = total(Probability.from_log(-900.0, 1e-9, "lattice"), Probability.from_log(-901.0, 1e-9, "lattice"))
    assert (far.value, far.log) == (0.0, pytest.approx(-900 + math.log1p(math.exp(-1))))
    assert far.relative_error == pytest.approx(1e-9)


def test_a_complement_keeps_the_absolute_error():
    rest = complement(Probability.of(0.25, 1e-5, "fourier"))
    assert (rest.value, rest.error_bound) == (0.75, pytest.approx(1e-5))


@pytest.mark.parametrize(
    ("error", "method"), [(0.0, "exact"), (1e-6, "exact"), (1.1e-6, "numerical"), (2e-3, "numerical")]
)
def test_methods(error, method):
    assert method_of(error) == method
