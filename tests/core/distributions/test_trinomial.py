"""Tails of sums of +1, 0 and −1, against rational arithmetic and SciPy's binomial tails."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.special import betainc

from core.distributions.trinomial import at_least
from tests.oracles.rational import helped_hurt_tail


def tails(n, up, down):
    """Return P(S >= k) for k = −n − 1 … n + 2 as fractions, by convolving one draw at a time."""
    masses = np.array([1], dtype=object)
    step = np.array([down, n - up - down, up], dtype=object)
    for _ in range(n):
        masses = np.convolve(masses, step)
    beyond = np.cumsum(masses[::-1])[::-1]
    return [Fraction(1), *(Fraction(int(each), n**n) for each in beyond), Fraction(0), Fraction(0)]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 13])
def test_every_tail_of_every_small_cell(n):
    cells = [(up, down) for up in range(n + 1) for down in range(n + 1 - up)]
    for up, down in cells:
        truth = [float(each) for each in tails(n, up, down)]
        np.testing.assert_allclose(at_least(n, up, down, np.arange(-n - 1, n + 3)), truth, rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("n", "up", "down"), [(40, 3, 37), (40, 1, 38), (41, 20, 21), (60, 1, 0), (60, 0, 1), (60, 30, 28)]
)
def test_tails_keep_their_digits_to_the_end_of_the_support(n, up, down):
    truth = [float(each) for each in tails(n, up, down)]
    np.testing.assert_allclose(at_least(n, up, down, np.arange(-n - 1, n + 3)), truth, rtol=1e-11, atol=0)


@pytest.mark.parametrize(("up", "down", "least"), [(100, 3, 0), (150, 90, 40), (2, 190, -100), (200, 100, 0)])
def test_hundreds_of_draws(up, down, least):
    n = 300
    truth = float(helped_hurt_tail(n, up, down, least))
    assert at_least(n, down, up, -least) == pytest.approx(truth, rel=1e-11, abs=0)


@pytest.mark.parametrize("n", [1_000, 1_000_000, 10_000_000])
@pytest.mark.parametrize("share", [1e-3, 0.2, 0.5, 0.9])
def test_without_items_down_it_is_a_binomial_tail(n, share):
    up = int(n * share)
    k = np.unique((up + np.array([-3, -1, 0, 1, 5, 10]) * np.sqrt(up * (1 - share))).astype(int))
    k = k[k > 0]
    np.testing.assert_allclose(at_least(n, up, 0, k), betainc(k, n - k + 1, up / n), rtol=1e-9)
