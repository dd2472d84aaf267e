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
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.fft import ifft, next_fast_len

from core.distributions.extreme_rows import Rows, check_quotient, extreme_rows
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_frequencies import frequencies
from core.distributions.plane_picture import MOST_LISTED, picture
from core.distributions.swapped_plane import COARSE, FINE, SwappedPlane
from core.distributions.tail import Tail
from core.errors import NotExactError

__all__ = ["CoarseRowSwaps", "RowSwaps"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

_EPSILON = float(np.finfo(float).eps)
_MOST_ROWS = 2**18
# What may lie outside the window: where the first takes too long, the next.
_FINE, _COARSE = (FINE, 1e-12), (COARSE, 1e-7, 1e-6, 1e-5, 1e-4)
# A law that matters at more frequencies, or takes more factors, is known to fewer digits.
_MANY, _LONGEST = 2**12, 15 * 10**6
# Of frequencies in a line, so many lines are added up at most.
_MOST_LINES = 2**9


class RowSwaps(PlaneSwaps):
    """The law of the metric's difference after random swaps, as of `PlaneSwaps`, of far more possible totals.

    Raises
    ------
    NotExactError
        If the swap differences span more than two dimensions, the score is no quotient of sums, or φ matters at too
        many frequencies.
    """

    levels: ClassVar[tuple[float, ...]] = _FINE

    def _check(self) -> None:
        if min(self.law.sizes(np.zeros(2))) > _MOST_ROWS:
            raise NotExactError("swaps lead to too many possible totals in every direction")
        check_quotient(self.score, self.basis)
        if self._quotient is None:  # its rows may move both ways
            extreme_rows(self.score, self.basis, self.law.support, 1, False, None)
        self._plain = self._inverted(np.zeros(2), self.levels)

    def untilted(self, multiple: int, strict: bool) -> Tail:
        value, bound, _ = self._mass(self._plain, multiple, strict)
        return Tail.of(min(max(value, 0.0), 1.0), bound, self.engine)

    def _tilted(self, multiple: int, strict: bool) -> Tail:
        theta = self._tilt(multiple)
        with suppress(NotExactError):
            return self._tilted_by(theta, _FINE, multiple, strict)
        with suppress(NotExactError):
            return super()._tilted(multiple, strict)
        return self._tilted_by(theta, _COARSE, multiple, strict)

    def _tilted_by(self, theta: Floats, levels: tuple[float, ...], multiple: int, strict: bool) -> Tail:
        law = self._inverted(theta, levels)
        value, bound, largest = self._mass(law, multiple, strict)
        bound += self._missed(theta, multiple, law.start, law.shape, largest)
        # The cumulant and θ·T are sums of many terms: so much their difference can be off, relative to p.
        bound += abs(value) * 1e-15 * (float(self.law.counts @ np.abs(self.law.steps @ theta)) + len(self.law.counts))
        if not value > 2 * bound:
            raise NotExactError("the tilted law does not reach that far")
        log = largest + math.log(value)
        return Tail(math.exp(log), log, math.exp(largest) * bound, self.engine)

    def _inverted(self, theta: Floats, levels: tuple[float, ...]) -> "_Inverted":
        """The tilted law, to fewer digits if need be; refused where too few signs are left to chance for any."""
        narrow = levels is _COARSE and bool(theta.any())
        for outside in levels[:-1]:
            with suppress(NotExactError):
                return _Inverted(self._leaning(outside, narrow), theta)
        return _Inverted(self._leaning(levels[-1], narrow), theta)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, or where these are too many about 37,000, for pictures.

        φ is negligible beyond so few frequencies that the masses at so many points tell all others.
        """
        try:
            self.law.check(MOST_LISTED)
            return super().points()
        except NotExactError:
            law = self._plain
        return picture(self.score, self.basis, law.start, law.shape, law.frequencies, law.phi)

    def _mass(self, law: "_Inverted", multiple: int, strict: bool) -> tuple[float, float, float]:
        """P(δ' ≥ multiple·δ) divided by e^largest, its error bound, and that logarithm."""
        low, high = self.law.support
        box = np.maximum(low, law.start), np.minimum(high, law.start + law.shape - 1)
        return law.mass(*extreme_rows(self.score, self.basis, box, multiple, strict, self._quotient))


class CoarseRowSwaps(RowSwaps):
    """The same, to as many digits as take no longer than samples that leave as much open."""

    levels = _COARSE


class _Inverted:
    """The tilted law of the swapped sum on its window, by the frequencies at which φ is not negligible."""

    def __init__(self, law: SwappedPlane, theta: Floats) -> None:
        self.theta, self.outside = theta, law.outside
        self.shape = np.array([next_fast_len(int(size), real=True) for size in law.sizes(theta)])
        self.start = law.start(theta, self.shape)
        self.exponent = law.cumulant(theta) - float((law.total - 2 * self.start) @ theta)
        slope = np.tanh(law.steps @ theta)
        found, self.left_out = frequencies(law, self.shape, slope)  # (m, 2), k not below 0
        if len(found) > max(_MANY, _LONGEST / len(law.counts)):
            raise NotExactError(f"the law matters at {len(found):,} frequencies, which take long to add up")
        self.frequencies = found
        self.phi, self.error = law.characteristic(self.frequencies, self.shape, law.total - 2 * self.start, slope)

    def mass(self, rows: Rows, along: int) -> tuple[float, float, float]:
        """Σ weight·mass over those outcomes, divided by e^largest, its error bound, and that logarithm."""
        across, cells = 1 - along, float(np.prod(self.shape.astype(float)))
        if not len(rows.r):
            return 0.0, self.outside, 0.0
        width, height = int(self.shape[along]), int(self.shape[across])
        slant = 2 * float(self.theta[along])  # an outcome at q weighs e^{slant·q} in its row
        heaviest = (rows.last if slant > 0 else rows.first) - int(self.start[along])
        exponents = self.exponent + slant * heaviest + 2 * float(self.theta[across]) * (rows.r - self.start[across])
        largest = float(exponents.max())
        weights, n = np.exp(exponents - largest), rows.last - rows.first + 1
        turning = 1 if slant > 0 else -1  # from the heaviest outcome of a row to its lightest
        # Frequencies with k < 0 are not listed; of j and −j, one line of sums tells both.
        at, k = self.frequencies, self.frequencies[:, 1]
        phi = self.phi * np.where((k == 0) | (2 * k == self.shape[1]), 1.0, 2.0)
        lines, line = np.unique(np.abs(at[:, along]), return_inverse=True)
        mirrored = at[:, along] < 0
        places = np.where(mirrored, -at[:, across], at[:, across]) % height
        gaps = np.expm1(-abs(slant) - 2j * np.pi * turning / width * lines)
        # No geometric series is larger than that of its sizes, or than two over what its first two terms differ by.
        added = np.bincount(line, np.abs(phi)) * np.minimum(2 / np.maximum(np.abs(gaps), 1e-300), n.max())
        some = _most_important(added * weights.sum() / cells, self.outside / 8)
        total, bound = 0.0, float(np.delete(added, some).sum() * weights.sum())
        begin, end = _Turns(heaviest, width), _Turns(heaviest - turning * n, width)
        decay, starts = np.exp(-abs(slant) * n), np.flatnonzero(np.diff(rows.r, prepend=rows.r[0] - 1))
        for i in some:
            if gaps[i]:
                series = (decay * end.times(int(lines[i])) - begin.times(int(lines[i]))) / gaps[i]
                rounding = (12 + 4 * _Turns.LONGEST) * _EPSILON / abs(gaps[i])
            else:
                series, rounding = n.astype(complex), 4 * _EPSILON * width
            along_rows = np.zeros(height, dtype=complex)
            along_rows[rows.r[starts] - self.start[across]] = np.add.reduceat(weights * series, starts)
            mine = np.flatnonzero(line == i)
            sums = ifft(along_rows)[places[mine]] * height
            sums = np.where(mirrored[mine], sums.conj(), sums)
            parts = phi[mine]
            total += float((parts * sums).real.sum())
            # Of φ, of the series, and of the FFT by Cauchy and Schwarz.
            bound += float(self.error[mine] @ np.abs(parts * sums))
            bound += float(np.abs(parts).sum()) * rounding * float(weights.sum())
            spread = math.sqrt(height) * float(np.linalg.norm(along_rows))
            bound += 2 * float(np.linalg.norm(parts)) * 6 * _EPSILON * math.log2(height + 1) * spread
        return total / cells, bound / cells + self.left_out + self.outside, largest


def _most_important(added: Floats, may: float) -> Integers:
    """The lines that add most, in order, so that the others add less than they may; at most so many as are added up."""
    order = np.argsort(added)
    few = max(int(np.searchsorted(np.cumsum(added[order]), may)), len(order) - _MOST_LINES)
    return np.sort(order[few:])


class _Turns:
    """e^{2πi·j·q/w} for one j after another, which are mostly neighbours."""

    LONGEST = 16  # products in a row, each of which rounds

    def __init__(self, q: Integers, width: int) -> None:
        self._q, self._width = q % width, width
        self._one, self._at, self._now, self._left = self._exactly(1), 0, np.ones(len(q), dtype=complex), self.LONGEST

    def times(self, j: int) -> Complexes:
        """e^{2πi·j·q/w}."""
        if j - self._at == 1 and self._left:
            self._now, self._left = self._now * self._one, self._left - 1
        elif j != self._at:
            self._now, self._left = self._exactly(j), self.LONGEST
        self._at = j
        return self._now

    def _exactly(self, j: int) -> Complexes:
        turns: Complexes = np.exp(2j * np.pi / self._width * (j * self._q % self._width))
        return turns
