"""Where the boundary of what is extreme lies, box by box: between two planes, as Bernstein coefficients prove.

What is swapped of a numerator leaves the experimental system, so that δ' falls with it: as extreme as x are the
outcomes with no more of it than a height over all other coordinates, the boundary.
"""

from dataclasses import dataclass, fields
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.harmonic import NUMERATORS, Harmonic
from core.distributions.swapped_score import SwappedScore

__all__ = ["SLACK", "Planes", "Surface", "coordinates"]

Floats = NDArray[Any]

# How many times what rounding may part two scores that are equal is left open on either side of the boundary.
SLACK = 2
_DEGREE = 4
# Newton's steps to a height, what tells a slope, and how often a plane is moved until it is proven.
_NEWTON, _APART, _MOVES = 6, 1e-6, 6
# More than rounding adds to the coefficients of a polynomial that is told from 5³ of its values.
_ROUNDING = 1e-11
# A plane is moved by so much more than the slope says where that proves it, and less where it is proven.
_FURTHER, _NEARER = 1.02, 0.98
# Along no coordinate the boundary bends less than such a part of the most.
_STRAIGHT = 1e-3
# A coordinate that varies by less than such a part of the widest is rounding.
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, eq=False)
class Planes:
    """For each of m boxes a plane over its k coordinates, next to which the boundary of what is extreme lies.

    What lies at or below plane + ``sure`` is as extreme as asked, what lies above plane + ``maybe`` is not.
    """

    middle: Floats  # (m, k)
    level: Floats  # (m,)
    slope: Floats  # (m, k)
    sure: Floats  # (m,)
    maybe: Floats  # (m,)

    @property
    def ends(self) -> tuple[Floats, Floats]:
        """Between what heights above the slope outcomes are left open: above the first, up to the second."""
        return self.level + self.sure, self.level + self.maybe

    def only(self, which: NDArray[Any]) -> "Planes":
        """Of some boxes."""
        return Planes(*(getattr(self, field.name)[which] for field in fields(self)))

    def and_(self, other: "Planes") -> "Planes":
        """Of both."""
        names = [field.name for field in fields(self)]
        return Planes(*(np.concatenate([getattr(self, name), getattr(other, name)]) for name in names))


def coordinates(
    score: SwappedScore, steps: NDArray[Any], counts: NDArray[Any], weights: Floats
) -> tuple["Surface", Floats, Floats]:
    """Return the boundary of δ' ≥ |δ|, and the height ``(u,)`` and other coordinates ``(u, k)`` of each kind of items.

    They are such that the boundary is level in the middle, that the others have a standard deviation of 1 and are
    uncorrelated, and that the boundary bends most along one of them and least along another.

    Parameters
    ----------
    score, steps, counts : SwappedScore, numpy.ndarray, numpy.ndarray
        The score of swapped sums, what swapping an item of each kind moves ``(u, k)``, and how many there are ``(u,)``.
    weights : numpy.ndarray
        Those of `harmonic_of`.
    """
    law = Harmonic(score.baseline @ weights, score.experimental @ weights)
    x, steps = abs(score.observed), steps @ weights / law.means
    origin = counts @ steps / 2
    pull, spread = law.gradient(origin), np.sqrt(counts @ steps**2)
    main = max(NUMERATORS, key=lambda i: -pull[i] * spread[i])
    up = np.zeros(4)
    up[[i for i in NUMERATORS if np.array_equal(steps[:, i], steps[:, main])]] = 1.0  # both, where they change alike
    level, rest = pull / (pull @ up), steps * (1 - up)
    variances, ways = np.linalg.eigh((rest.T * counts) @ rest / 4)
    varies = variances > _NEGLIGIBLE**2 * max(variances[-1], 1e-300)
    varies[-1] = True  # one of nothing, where nothing else does
    deviations = np.sqrt(np.maximum(variances[varies], 1e-300))
    axes, places = ways[:, varies].T * deviations[:, None], rest @ ways[:, varies] / deviations
    axes = axes - np.outer(axes @ level, up)
    surface = Surface(law, x, origin, axes, up)
    each = np.eye(len(axes))
    bends = [[surface.height(np.stack([a + b, a - b, b - a, -a - b])) @ [1, -1, -1, 1] for a in each] for b in each]
    turned = np.linalg.eigh(np.nan_to_num(bends))[1]
    return Surface(law, x, origin, turned.T @ axes, up), steps @ level, places @ turned


@dataclass(frozen=True, eq=False)
class Surface:
    """The boundary of δ' ≥ x over the coordinates w: swapped sums are ``origin + w @ axes + height·up``."""

    law: Harmonic
    x: float
    origin: Floats  # (4,)
    axes: Floats  # (k, 4)
    up: Floats  # (4,)

    def height(self, w: Floats) -> Floats:
        """Of the boundary over each w, as Newton's steps find it."""
        base = self.origin + w @ self.axes
        height = np.zeros(base.shape[:-1])
        for _ in range(_NEWTON):
            here, above = (
                self.law.beyond(base + (height + more)[..., None] * self.up, self.x) for more in (0.0, _APART)
            )
            rise = above - here  # none where only one denominator is left
            height = height - _APART * np.divide(here, rise, out=np.zeros_like(here), where=rise != 0)
        return height

    @cached_property
    def bends(self) -> Floats:
        """How far the boundary leaves its plane three standard deviations along each coordinate ``(k,)``."""
        ways = np.eye(len(self.axes))
        far, near, none, back, behind = (np.nan_to_num(self.height(by * ways)) for by in (3.0, 0.1, 0.0, -0.1, -3.0))
        rise = 15.0 * (near - back)
        bends = np.maximum(np.abs(far - none - rise), np.abs(behind - none + rise))
        return np.asarray(np.maximum(bends, _STRAIGHT * max(bends.max(), _STRAIGHT)))

    def planes(self, low: Floats, high: Floats, slack: float, slope: Floats | None = None) -> Planes:
        """Return a plane over each box from ``low`` to ``high``, ``(m, k)``, and between what the boundary lies.

        Above x + ``slack`` all is as extreme, below x − ``slack`` nothing is. Without a ``slope`` ``(m, k)`` it is the
        boundary's.

        A polynomial on a box lies between the least and the largest of its Bernstein coefficients (Cargo & Shisha
        1966). They are those of the polynomial on the plane, moved until they all have one sign.
        """
        middle, half = (low + high) / 2, (high - low) / 2
        with np.errstate(all="ignore"):  # outside the domain nothing is proven
            level = self.height(middle)
            rises = self._slope(middle, half) if slope is None else slope
            told = np.isfinite(rises).all(axis=1) & np.isfinite(level)
            rises, level = np.where(told[:, None], rises, 0.0), np.where(told, level, 0.0)
            ends = [self._offset(middle, half, level, rises, side * (slack + _ROUNDING)) for side in (1, -1)]
        return Planes(middle, level - (rises * middle).sum(axis=-1), rises, *ends)

    def _slope(self, middle: Floats, half: Floats) -> Floats:
        """How the boundary rises from one side of a box to the other."""
        ways = np.eye(len(self.axes))
        rise = [self.height(middle + half * way) - self.height(middle - half * way) for way in ways]
        return np.where(half > 0, np.stack(rise, axis=-1) / np.where(half > 0, 2 * half, 1.0), 0.0)

    def _offset(self, middle: Floats, half: Floats, level: Floats, slope: Floats, beyond: float) -> Floats:
        """How far from the plane all below is as extreme as x + beyond; or all above less so, where beyond < 0."""
        nodes, coefficients = _bernstein(middle.shape[1])
        steps = half[:, None] * nodes  # (m, nodes, k)
        plane = self.origin + (middle[:, None] + steps) @ self.axes
        plane = plane + (level[:, None] + (steps * slope[:, None]).sum(axis=-1))[..., None] * self.up
        side, offset = np.sign(beyond), np.zeros(len(middle))
        here, above = (self.law.beyond(plane + by * self.up, self.x + beyond) for by in (0.0, _APART))
        falls = (here - above) / _APART
        for move in range(_MOVES):
            at = plane + offset[:, None, None] * self.up
            least = (side * self.law.beyond(at, self.x + beyond) @ coefficients).min(axis=1)
            proven = (least >= 0) & self.law.positive(at).all(axis=1)
            if move and proven.all():
                break
            # The first move may be towards the boundary.
            nearer = 0.0 if move else _NEARER / falls.max(axis=1)
            offset = offset + side * least * np.where(least < 0, _FURTHER / falls.min(axis=1), nearer)
        return np.where(proven, offset, -side * np.inf)


@cache
def _bernstein(k: int) -> tuple[Floats, Floats]:
    """Where on [−1, 1]^k a polynomial is asked for, and what makes its Bernstein coefficients of the values there."""
    at = np.linspace(0, 1, _DEGREE + 1)[:, None]
    i = np.arange(_DEGREE + 1)
    ways = np.array([comb(_DEGREE, each) for each in i])
    one = np.linalg.inv(ways * at**i * (1 - at) ** (_DEGREE - i)).T
    nodes = np.stack(np.meshgrid(*[2 * at[:, 0] - 1] * k, indexing="ij"), axis=-1).reshape(-1, k)
    coefficients = one
    for _ in range(k - 1):
        coefficients = np.kron(coefficients, one)
    return nodes, coefficients
