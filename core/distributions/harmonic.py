"""The harmonic mean of two fractions after swaps, where its difference is as extreme as the observed one.

With the sums of both fractions' numerators and denominators divided by their means over the two systems, F1 is
2·R₀·P₀·r·p / (R₀·r·p' + P₀·p·r') for the fractions r/r' and p/p'. Where nothing is below 0, δ' ≥ x says that

    top(E)·bottom(A) − top(A)·bottom(E) − x·bottom(E)·bottom(A) ≥ 0,

a polynomial of the swapped sums, of degree 4.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.collapsed import Collapsed
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["NUMERATORS", "Harmonic", "harmonic_of"]

Floats = NDArray[Any]

NUMERATORS = (0, 2)
# The difference that tells a slope.
_APART = 1e-6
# Sums are drawn at random so often to see whether the score is that mean, which agrees so nearly.
_TRIES, _SAME = 8, 1e-12


class Harmonic:
    """δ' of a harmonic mean as a function of the swapped sums, ``(..., 4)`` in parts of both systems' mean."""

    def __init__(self, baseline: Floats, experimental: Floats) -> None:
        self.means = (baseline + experimental) / 2
        self._a, self._e = baseline / self.means, experimental / self.means
        self._r, self._p = self.means[0] / self.means[1], self.means[2] / self.means[3]

    def difference(self, swapped: Floats) -> Floats:
        """δ' where so much is swapped."""
        (top, bottom), (other, below) = self._scores(swapped)
        return np.asarray(top / bottom - other / below)

    def beyond(self, swapped: Floats, x: float) -> Floats:
        """The polynomial, which has the sign of δ' − x."""
        (top, bottom), (other, below) = self._scores(swapped)
        return np.asarray(top * below - other * bottom - x * bottom * below) / (self._r + self._p) ** 2

    def positive(self, swapped: Floats) -> NDArray[np.bool_]:
        """Whether every sum of both systems is above 0."""
        return np.asarray(((self._e - swapped > 0) & (self._a + swapped > 0)).all(axis=-1))

    def gradient(self, swapped: Floats) -> Floats:
        """The slopes of δ' there ``(4,)``."""
        ways = _APART * np.eye(4)
        return (self.difference(swapped + ways) - self.difference(swapped - ways)) / (2 * _APART)

    def _scores(self, swapped: Floats) -> Any:
        for r, below_r, p, below_p in (np.moveaxis(self._e - swapped, -1, 0), np.moveaxis(self._a + swapped, -1, 0)):
            yield 2 * self._r * self._p * r * p, self._r * r * below_p + self._p * p * below_r


def harmonic_of(rows: Collapsed, metric: Metric) -> Floats:
    """Return the weights ``(k, 4)`` of numerator and denominator of both fractions whose harmonic mean the metric is.

    Raises
    ------
    NotExactError
        If it is none, or a quotient (where both numerators are one), or swaps may leave a system without one of them,
        or change nothing.
    """
    if len(metric.parts) == 2:
        weights = np.column_stack([np.array(each) for part in metric.parts for each in part])
        a, e, counts = rows
        sides = a @ weights, e @ weights
        if np.array_equal(*sides):
            raise NotExactError("no item changed")
        if min(side.min() for side in sides) < 0 or not (counts @ np.minimum(*sides) > 0).all():
            raise NotExactError(f"swaps may leave a system without a numerator or denominator of {metric.name}")
        first, second = (np.concatenate([side[:, i] for side in sides]) for i in NUMERATORS)
        drawn = np.random.default_rng(1).uniform(0, counts, (_TRIES, len(counts))) @ a
        r, below_r, p, below_p = (drawn @ weights).T
        mean = 2 * r * p / (r * below_p + p * below_r)
        if np.allclose(metric.score(drawn), mean, _SAME, 0) and not np.array_equal(first, second):
            return weights
    raise NotExactError(f"{metric.name} is no harmonic mean of two fractions with numerators of their own")
