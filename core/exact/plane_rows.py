"""Exact permutation tests on planes too large to list: the extreme outcomes of each row lie on one side of a point.

The mass at a point (q, r) of the window is Σ φ_jk·e^{2πi(jq/w + kr/v)} / wv, and φ is negligible but for some hundred
frequencies near 0. Where a score is a quotient of two sums, as F1 is, it moves one way along a row, and a row's extreme
outcomes are those up to some q or from it on. Their mass needs no list: the sum over q is a geometric series Γ_j(r),
and that over r one FFT for each j::

    P(δ' ≥ x) = Σ_jk φ_jk · Σ_r e^{2πikr/v}·Γ_j(r) / wv

Where each row's extreme outcomes end is decided in whole numbers. Far tails are tilted as in `plane`: an outcome T then
weighs e^{K(θ) − θ·T}, which makes another geometric series.
"""

import math
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.fft import ifft, irfft2, next_fast_len, rfft2

from core.errors import NotExactError
from core.exact.plane import PlaneSwaps
from core.exact.swapped_plane import BETWEEN, COARSE, COARSER, COARSEST, FINE, SwappedPlane
from core.exact.swapped_score import SwappedScore
from core.exact.tail import Tail

__all__ = ["CoarseRowSwaps", "RowSwaps"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

_EPSILON = float(np.finfo(float).eps)
# At most so many rows, and frequencies at which φ is looked at.
_MOST_ROWS, _MOST_FREQUENCIES = 2**18, 2**20
# A law that matters at more frequencies is known to fewer digits: at least at so many, and at most where items are few.
_MANY, _MOST_OF_FEW, _LONGEST = 2**12, 2**14, 15 * 10**6
# φ is bounded on a grid of so many frequencies a coordinate.
_FEWEST_CELLS, _MOST_CELLS = 2**8, 2**11
# A picture has so many points a coordinate.
_PICTURE = 192


class _Rows(NamedTuple):
    """The extreme outcomes: in row ``r`` of the window, those from ``first`` to ``last``; no row is empty."""

    r: Integers
    first: Integers
    last: Integers


class RowSwaps(PlaneSwaps):
    """The law of the metric's difference after random swaps, as of `PlaneSwaps`, of far more possible totals.

    Raises
    ------
    NotExactError
        If the swap differences span more than two dimensions, the score is no quotient of sums, or φ matters at too
        many frequencies.
    """

    levels: ClassVar[tuple[float, ...]] = (FINE, BETWEEN, COARSE)

    def _check(self) -> None:
        if min(self.law.sizes(np.zeros(2))) > _MOST_ROWS:
            raise NotExactError("swaps lead to too many possible totals in every direction")
        if not _is_quotient(self.score, self.basis):
            raise NotExactError(f"{self.score.metric.name} is no quotient of two sums, which many totals would need")
        self._plain = self._inverted(np.zeros(2))

    def _untilted(self, multiple: int, strict: bool) -> Tail:
        value, bound, _ = self._mass(self._plain, multiple, strict)
        return Tail.of(min(max(value, 0.0), 1.0), bound, self.engine)

    def _tilted(self, multiple: int, strict: bool) -> Tail:
        theta = self._tilt(multiple * self.score.observed)
        try:
            law = self._inverted(theta)
        except NotExactError:
            return super()._tilted(multiple, strict)
        value, bound, largest = self._mass(law, multiple, strict)
        # The cumulant and θ·T are sums of many terms: so much their difference can be off, relative to p.
        bound += abs(value) * 1e-15 * (float(self.law.counts @ np.abs(self.law.steps @ theta)) + len(self.law.counts))
        if not value > 2 * bound:
            return super()._tilted(multiple, strict)
        log = largest + math.log(value)
        return Tail(math.exp(log), log, math.exp(largest) * bound, self.engine)

    def _inverted(self, theta: Floats) -> "_Inverted":
        """The tilted law, to fewer digits if need be; refused where too few signs are left to chance for any."""
        for outside in self.levels[:-1]:
            with suppress(NotExactError):
                return _Inverted(replace(self.law, outside=outside), theta)
        return _Inverted(replace(self.law, outside=self.levels[-1]), theta)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, or where these are too many about 37,000, for pictures.

        φ is negligible beyond so few frequencies that the masses at so many points tell all others.
        """
        try:
            return super().points()
        except NotExactError:
            law = self._plain
        near = (np.abs(law.frequencies) < _PICTURE // 2).all(axis=1)
        phi = np.zeros((_PICTURE, _PICTURE // 2 + 1), dtype=complex)
        phi[law.frequencies[near, 0] % _PICTURE, law.frequencies[near, 1]] = law.phi[near]
        mass = np.maximum(irfft2(phi, s=(_PICTURE, _PICTURE)), 0.0).ravel()
        cells = np.stack(np.divmod(np.arange(mass.size), _PICTURE), axis=1) / _PICTURE
        differences = self.score.differences((law.start + cells * law.shape) @ self.basis)
        order = np.argsort(differences)
        order = order[mass[order] > 1e-12]
        return differences[order], mass[order] / mass[order].sum()

    def _mass(self, law: "_Inverted", multiple: int, strict: bool) -> tuple[float, float, float]:
        """P(δ' ≥ multiple·δ) divided by e^largest, its error bound, and that logarithm."""
        for along in np.argsort(-law.shape):  # the fewest rows
            rows = self._extreme(law, int(along), multiple, strict)
            if rows is not None:
                return law.mass(rows, int(along))
        raise NotExactError(f"{self.score.metric.name} moves both ways along a row of possible totals")

    def _extreme(self, law: "_Inverted", along: int, multiple: int, strict: bool) -> _Rows | None:
        """The outcomes at least that extreme, or None where a score does not move one way along each row."""
        across, (low, high) = 1 - along, self.law.support
        first, last = (np.maximum(low - law.start, 0), np.minimum(high - law.start, law.shape - 1))
        r = np.arange(first[across], last[across] + 1)

        def at(q: Integers) -> Integers:
            cells = np.empty((len(r), 2), dtype=np.int64)
            cells[:, across], cells[:, along] = r, q
            swapped: Integers = (law.start + cells) @ self.basis
            return swapped

        def extreme(q: Integers) -> NDArray[np.bool_]:
            return self.score.beyond(at(q), multiple, strict)

        begin, end = (np.full(len(r), each[along]) for each in (first, last))
        if not self.score.moves_one_way(*(at(q) for q in (begin, (begin + end) // 2, end))):
            return None
        at_begin, at_end = extreme(begin), extreme(end)
        # Between the ends of a row the answer changes once at most: ``same`` still has that of its beginning.
        same, other = begin.copy(), end.copy()
        while (other - same > 1).any():
            middle = (same + other) // 2
            as_begun = extreme(middle) == at_begin
            same, other = np.where(as_begun, middle, same), np.where(as_begun, other, middle)
        until = np.where(at_begin & ~at_end, same, end)
        since = np.where(~at_begin & at_end, other, begin)
        some = at_begin | at_end
        return _Rows(r[some], since[some], until[some])


class CoarseRowSwaps(RowSwaps):
    """The same, to six or seven digits."""

    levels = (COARSER, COARSEST)


class _Inverted:
    """The tilted law of the swapped sum on its window, by the frequencies at which φ is not negligible."""

    def __init__(self, law: SwappedPlane, theta: Floats) -> None:
        self.theta, self.outside, self.negligible = theta, law.outside, law.negligible
        self.shape = np.array([next_fast_len(int(size), real=True) for size in law.sizes(theta)])
        self.start = law.start(theta, self.shape)
        self.exponent = law.cumulant(theta) - float((law.total - 2 * self.start) @ theta)
        slope = np.tanh(law.steps @ theta)
        self.frequencies = _frequencies(law, self.shape, slope)  # (m, 2), k not below 0
        if len(self.frequencies) > max(_MANY, min(_MOST_OF_FEW, _LONGEST / len(law.counts))):
            raise NotExactError(f"the law matters at {len(self.frequencies):,} frequencies, which take long to add up")
        self.phi, self.error = law.characteristic(self.frequencies, self.shape, law.total - 2 * self.start, slope)

    def mass(self, rows: _Rows, along: int) -> tuple[float, float, float]:
        """Σ weight·mass over those outcomes, divided by e^largest, its error bound, and that logarithm."""
        across, cells = 1 - along, float(np.prod(self.shape.astype(float)))
        if not len(rows.r):
            return 0.0, self.outside, 0.0
        width, height = int(self.shape[along]), int(self.shape[across])
        slant = 2 * float(self.theta[along])  # an outcome at q weighs e^{slant·q} in its row
        heaviest = rows.last if slant > 0 else rows.first
        exponents = self.exponent + slant * heaviest + 2 * float(self.theta[across]) * rows.r
        largest = float(exponents.max())
        weights, n = np.exp(exponents - largest), rows.last - rows.first + 1
        turning = 1 if slant > 0 else -1  # from the heaviest outcome of a row to its lightest
        total = bound = 0.0
        k = self.frequencies[:, 1]
        share = np.where((k == 0) | (2 * k == self.shape[1]), 1.0, 2.0)  # those with k < 0 are not listed
        for j in np.unique(self.frequencies[:, along]):
            mine = np.flatnonzero(self.frequencies[:, along] == j)
            step = complex(-abs(slant), -turning * 2 * math.pi * j / width)
            turned = np.exp(2j * np.pi / width * (j * heaviest % width))
            if step:
                angle = -turning * 2 * np.pi / width * (j * n % width)
                series = np.expm1(-abs(slant) * n + 1j * angle) / np.expm1(step)
                rounding = 12 * _EPSILON / abs(np.expm1(step))
            else:
                series, rounding = n.astype(complex), 4 * _EPSILON * width
            lines = np.zeros(height, dtype=complex)
            lines[rows.r] = weights * turned * series
            sums = ifft(lines)[self.frequencies[mine, across] % height] * height
            phi, parts = self.phi[mine], share[mine]
            total += float((parts * (phi * sums).real).sum())
            # Of φ, of the series, and of the FFT by Cauchy and Schwarz.
            size = float((parts * np.abs(phi)).sum())
            bound += self.error * float((parts * np.abs(phi * sums)).sum()) + size * rounding * float(weights.sum())
            spread = math.sqrt(height) * float(np.linalg.norm(lines))
            bound += 2 * float(np.linalg.norm(phi)) * 6 * _EPSILON * math.log2(height + 1) * spread
        # Whatever is left out, by Cauchy and Schwarz, and what lies outside the window.
        left_out = math.exp(self.negligible) * math.sqrt(float(weights**2 @ n))
        return total / cells, bound / cells + left_out + self.outside, largest


def _frequencies(law: SwappedPlane, shape: Integers, tilt: Floats) -> Integers:
    """The (j, k) at which φ may not be negligible; those with k < 0 are their mirror images.

    The bound of −ln|φ| is by one FFT known on a grid, and from there falls by no more than its steepest slope allows.
    Near 0, −ln|φ| ≥ ¼·Σ weight·(1 − cos τ·c) and 1 − cos x ≥ x²/2 − x⁴/24 tell.
    """
    total, steps, bounds = law.decay(tilt)
    wanted, slope = 1 - law.negligible, law.steepest(tilt)
    size = 1 << math.ceil(math.log2(max(8 * math.pi * slope / max(total, 1e-300), 1)))
    size = min(max(size, _FEWEST_CELLS), _MOST_CELLS)
    fall = math.pi / size * slope
    if total - fall < wanted:  # which is the bound at most frequencies
        raise NotExactError("too few items changed to tell at which frequencies the law matters")
    grid = np.zeros((size, size))
    np.add.at(grid, tuple((steps % size).T), bounds)
    j, k = np.nonzero(total - rfft2(grid).real < wanted + fall)
    j = np.where(2 * j > size, j - size, j)
    each = [np.ceil((at - 0.5) * n / size) for at, n in ((j, shape[0]), (k, shape[1]))]
    wide = [int(n // size) + 2 for n in shape]
    if len(j) * math.prod(wide) > _MOST_FREQUENCIES:
        raise NotExactError("the possible totals are too irregular to add up")
    a = (each[0][:, None, None] + np.arange(wide[0])[:, None]) + np.zeros(wide[1])
    b = (each[1][:, None, None] + np.arange(wide[1])) + np.zeros((wide[0], 1))
    inside = (2 * a > -shape[0]) & (2 * a <= shape[0]) & (b >= 0) & (2 * b <= shape[1])
    places = np.unique(a[inside].astype(np.int64) * int(shape[1]) + b[inside].astype(np.int64))
    found = np.column_stack(np.divmod(places, int(shape[1])))
    t, weights = 2 * np.pi * found / shape, law.counts * (1 - tilt**2)
    powers = [(p, 4 - p) for p in range(5)]
    x, y = law.steps.T.astype(float)
    second = [float(weights @ (x**2)), 2 * float(weights @ (x * y)), float(weights @ (y**2))]
    fourth = [math.comb(4, p) * float(weights @ (x**p * y**q)) for p, q in powers]
    square = second[0] * t[:, 0] ** 2 + second[1] * t[:, 0] * t[:, 1] + second[2] * t[:, 1] ** 2
    quartic = sum(c * t[:, 0] ** p * t[:, 1] ** q for c, (p, q) in zip(fourth, powers, strict=True))
    turns = np.abs(t) @ np.abs(law.steps).max(axis=0) <= math.pi  # then 1 − cos x ≥ 2x²/π²
    return found[np.maximum(square / 2 - quartic / 24, np.where(turns, 2 / math.pi**2 * square, 0.0)) < 4 * wanted]


def _is_quotient(score: SwappedScore, basis: Integers) -> bool:
    """Whether the score is a quotient of two linear functions on the plane: then it keeps cross ratios on all lines.

    Of other rational functions, hardly any whole numbers drawn at random would (Schwartz 1980).
    """
    drawn = Random(1)
    for sums in (score.experimental, score.baseline):
        for _ in range(3):
            begin, step = (
                sum(
                    (drawn.randrange(1, 10**6) * row.astype(object) for row in basis), start=0 * basis[0].astype(object)
                )
                for _ in range(2)
            )
            at = np.stack([sums.astype(object) + begin + t * step for t in range(4)])
            found = score.metric.rational_score(at)
            if found is None or not all(found[1]):
                return False
            a, b, c, d = (Fraction(int(top), int(bottom)) for top, bottom in zip(*found, strict=True))
            if 3 * (a - c) * (b - d) != 4 * (a - d) * (b - c):
                return False
    return True
