"""The bootstrap distributions of many helped/hurt data sets in one batch, for interactive plots.

S = n·δ* is the sum of n draws of +1, −1 and 0. Its characteristic function is φ(t) = (1 + a(e^{it} − 1) + b(e^{−it} −
1))ⁿ, a and b the rates of helped and hurt. A cell is g neighbouring sums; N cells cover all sums but 1e-14 of the
probability. With θ = 2π/(Ng), the cell that begins at the sum c + jg has the probability

    P(c + jg ≤ S < c + (j + 1)g) = 1/(Ng) Σ_k φ(kθ) e^{−ikθc} D(kθ) e^{−2πijk/N},   D(t) = Σ_{i<g} e^{−iti},

over −Ng/2 < k ≤ Ng/2, so terms whose k differ by N are added before one FFT of length N. Few terms can be seen. The
terms for k and −k are conjugates, because the probabilities are real.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.fft import next_fast_len

from core.common.arguments import check_choice
from core.common.arrays import Floats, Integers
from core.distributions.trinomial import frequencies
from core.significance import ALTERNATIVES
from core.significance.cells import helped_hurt_counts

# Beyond this number of standard deviations, and of further sums, a sum's probability is rounding error.
_DEVIATIONS, _MORE = 9, 24
_NEGLIGIBLE = 1e-14
# With this number of cells, a cell is at most a seventh of a standard deviation wide, or a few sums.
_CELLS = 256


class Spreads(NamedTuple):
    """The bootstrap distributions of k data sets, and the part of each that the bootstrap test counts."""

    n: Integers  # (k,) items
    width: Integers  # (k,) the sums in each cell; a sum of n draws is a difference times n
    sums: Integers  # (k, w) the first sum of each cell, in rising order
    mass: Floats  # (k, w) the probabilities of the cells, 0 where that is below 1e-14
    # (k,) whether the test counts the sums from 0 up, and not those from 0 down. No cell has counted and other sums.
    upper: NDArray[np.bool_]

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Mask of the cells that the test counts, ``(k, w)``."""
        counted: NDArray[np.bool_] = (self.sums >= 0) == self.upper[:, None]
        return counted | ((self.sums == 0) & (self.width[:, None] == 1))

    def quantiles(self, *levels: float) -> Floats:
        """Return of each level q and data set the least difference x with F(x) ≥ q, shape (levels, k).

        F rises evenly within a cell of several sums, which is wrong by less than 1 % of a standard deviation.
        """
        cumulative = np.cumsum(self.mass, axis=1)
        # As in `Distribution.quantile`, the slack of 1e-12 keeps a level on its step despite rounding.
        last = cumulative[:, -1] - 1e-12
        rows = np.arange(len(self.n))
        found = []
        for level in levels:
            reached = np.minimum(level - 1e-12, last)
            place = (cumulative < reached[:, None]).sum(axis=1)
            mass = self.mass[rows, place]
            beyond = np.ceil(self.width * (1 - (cumulative[rows, place] - reached) / mass)).astype(np.int64) - 1
            found.append((self.sums[rows, place] + np.clip(beyond, 0, self.width - 1)) / self.n)
        return np.array(found)


def helped_hurt_spreads(
    n: ArrayLike, helped: ArrayLike, hurt: ArrayLike, *, alternative: str = "greater", bar: ArrayLike | None = None
) -> Spreads:
    """Return what ``core.compare(helped_hurt(n, helped, hurt))`` has as its bootstrap distribution, for whole arrays.

    ``bar`` is how many sums a bar of a chart will show: the cells are then that wide or a fraction of it, so that the
    time does not grow with n. Without it each sum is a cell.

    Raises OptionError if a count is not a whole number, negative, or the changed items are more than n.

    >>> spreads = helped_hurt_spreads(10, 4, 3)
    >>> float(spreads.mass[spreads.counted].sum().round(6)), spreads.quantiles(0.5, 0.9).tolist()
    (0.421732, [[0.1], [0.4]])
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    n, helped, hurt = (np.atleast_1d(each) for each in helped_hurt_counts(n, helped, hurt))
    gain = helped - hurt
    span = 2 * np.minimum(np.ceil(_DEVIATIONS * np.sqrt(helped + hurt)).astype(np.int64) + _MORE, 2 * n) + 2
    width = np.ones_like(n)
    if bar is not None:
        least = -(-span // _CELLS)
        width = np.maximum(least, -(-np.asarray(bar) // np.maximum(np.asarray(bar) // least, 1)))
    size = next_fast_len(int((-(-span // width)).max()) + 2, real=True)
    size += size % 2
    # P(S = s)/P(S = −s) = (a/b)^s, so the side of zero that is less likely is that of the smaller count.
    upper = hurt > helped if alternative == "two-sided" else np.full(len(n), alternative == "less")
    first = (gain // width - size // 2) * width - np.where(upper, 0, width - 1)
    period = width * size
    a, b = helped / n, hurt / n
    frame, k = _terms(*frequencies(n, np.stack([a, 1 - a - b, b], axis=1), period), period)
    # Tangents of half an angle and of half a phase, for speed, as in core.distributions.trinomial.
    half_angle = np.pi * k / period[frame]
    tangent = np.abs(np.tan(half_angle))  # rounding may move π/2 beyond the pole
    c = 1 / (1 + tangent**2)
    s = tangent * (tangent * c)
    a, b, g = a[frame], b[frame], width[frame]
    turn = np.arctan2(2 * (a - b) * tangent * c, 1 - 2 * (a + b) * s)
    with np.errstate(divide="ignore"):
        absolute = np.exp(n[frame] / 2 * np.log1p(-np.minimum(4 * s * ((1 - a - b) * (a + b) + 4 * a * b * c), 1)))
    if width.max() > 1:  # |D(t)| = sin(gt/2)/sin(t/2)
        absolute *= np.where(k > 0, np.sin(g * half_angle) / np.maximum(tangent * np.sqrt(c), 1e-300), g)
    half = np.tan((n[frame] * turn - (2 * first[frame] + g - 1) * half_angle) / 2)
    # A term and its conjugate count together.
    absolute *= np.where((k == 0) | (2 * k == period[frame]), 1, 2) / (1 + half**2)
    cell = frame * size + k % size
    parts = (1 - half**2) * absolute, 2 * half * absolute
    real, imaginary = (np.bincount(cell, part, len(n) * size).reshape(len(n), -1) for part in parts)
    mass = np.fft.fft(real + 1j * imaginary).real / period[:, None]
    sums = first[:, None] + width[:, None] * np.arange(size)
    mass[(mass <= _NEGLIGIBLE) | (sums > n[:, None]) | (sums + width[:, None] <= -n[:, None])] = 0.0
    mass /= mass.sum(axis=1, keepdims=True)
    return Spreads(n, width, sums, mass, upper)


def _terms(low: Floats, high: Floats, period: Integers) -> tuple[Integers, Integers]:
    """Return the data set and the k of the ``low`` first and the ``high`` last terms of each."""
    counts = (low + high).astype(np.int64)
    frame = np.repeat(np.arange(len(counts)), counts)
    k = np.arange(len(frame)) - np.repeat(np.cumsum(counts) - counts, counts)
    skipped = (period // 2 + 1 - counts)[frame]
    return frame, np.where(k < low[frame], k, k + skipped)
