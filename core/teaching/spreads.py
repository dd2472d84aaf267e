"""The bootstrap distributions of many helped/hurt data sets in one batch, for interactive plots.

δ* is the sum of n draws of +1, −1 and 0 over n. Its characteristic function is (1 + a(e^{it} − 1) + b(e^{−it} − 1))ⁿ,
a and b the rates of helped and hurt; one FFT over all data sets turns it into the probabilities of every sum.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.fft import next_fast_len

from core.common.arguments import check_choice
from core.common.arrays import Floats, Integers
from core.significance import ALTERNATIVES, TESTS
from core.significance.cells import helped_hurt_counts

# Beyond this number of standard deviations, and of further sums, a sum's probability is rounding error.
_DEVIATIONS, _MORE = 9, 24
_NEGLIGIBLE, _NEGLIGIBLE_LOG = 1e-14, 38.0


class Spreads(NamedTuple):
    """The bootstrap distributions of k data sets, and the part of each that the bootstrap test counts.

    Parameters
    ----------
    n : (k,) integer array
        Items.
    sums : (k, w) integer array
        Sums of n draws, in rising order: a difference times n.
    mass : (k, w) float array
        Their probabilities, 0 where that is below 1e-14.
    upper : (k,) bool array
        Whether the test counts the sums from 0 up, and not those from 0 down.
    """

    n: Integers
    sums: Integers
    mass: Floats
    upper: NDArray[np.bool_]

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Mask of the sums that the test counts, ``(k, w)``."""
        counted: NDArray[np.bool_] = np.where(self.upper[:, None], self.sums >= 0, self.sums <= 0)
        return counted

    def quantiles(self, *levels: float) -> Floats:
        """Return of each level q and data set the least difference x with F(x) ≥ q, shape (levels, k)."""
        cumulative = np.cumsum(self.mass, axis=1)
        # As core.distributions.distribution has it: a level that a sum ends at exactly is that sum's.
        last = cumulative[:, -1] - 1e-12
        rows = np.arange(len(self.n))
        places = [np.argmax(cumulative >= np.minimum(q - 1e-12, last)[:, None], axis=1) for q in levels]
        return np.array([self.sums[rows, place] / self.n for place in places])


def helped_hurt_spreads(n: ArrayLike, helped: ArrayLike, hurt: ArrayLike, *, alternative: str = "greater") -> Spreads:
    """Return what ``core.compare(helped_hurt(n, helped, hurt))`` has as its bootstrap distribution, for whole arrays.

    Parameters
    ----------
    n, helped, hurt : integers or (k,) integer arrays, broadcast against each other
    alternative : str
        As for `core.compare`.

    Returns
    -------
    Spreads
        Exact, but for probabilities below 1e-14.

    Raises
    ------
    OptionError
        If a count is not a whole number, negative, or the changed items are more than n.

    Examples
    --------
    >>> spreads = helped_hurt_spreads(10, 4, 3)
    >>> float(spreads.mass[spreads.counted].sum().round(6)), spreads.quantiles(0.5, 0.9).tolist()
    (0.421732, [[0.1], [0.4]])
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    n, helped, hurt = (np.atleast_1d(each) for each in helped_hurt_counts(n, helped, hurt))
    half = np.minimum(_DEVIATIONS * np.sqrt(helped + hurt) + _MORE, 2 * n)
    size = next_fast_len(2 * int(np.ceil(half.max())) + 2, real=True)
    size += size % 2
    angles = 2 * np.pi / size * np.arange(size // 2 + 1)
    frame, turn = np.nonzero(_matters(n, helped, hurt, angles))
    a, b = helped[frame] / n[frame], hurt[frame] / n[frame]
    step = np.exp(1j * angles)[turn]
    with np.errstate(divide="ignore"):
        exponent = n[frame] * np.log1p(a * (step - 1) + b * (step.conj() - 1))
    # Each window is centred on its own mean.
    waves = np.zeros((len(n), len(angles)), dtype=complex)
    waves[frame, turn] = np.exp(exponent - 1j * (helped - hurt)[frame] * angles[turn])
    mass = np.fft.fftshift(np.fft.irfft(waves.conj(), size, axis=1), axes=1)
    places = np.arange(size) - size // 2 + (helped - hurt)[:, None]
    mass[(mass <= _NEGLIGIBLE) | (np.abs(places) > n[:, None])] = 0.0
    mass /= mass.sum(axis=1, keepdims=True)
    return Spreads(n, places, mass, _is_upper(places, mass, alternative))


def _is_upper(sums: Integers, mass: Floats, alternative: str) -> NDArray[np.bool_]:
    """Whether the bootstrap test, whose threshold is 0, counts the sums above it: two-sided the less likely side."""
    sides = TESTS["bootstrap"].region(alternative, 0.0, tolerance=0.5).sides
    shares = [np.where(side.contains(sums), mass, 0.0).sum(axis=1) for side in sides]
    return np.array([side.tails[0][0] == ">=" for side in sides])[np.argmin(shares, axis=0)]


def _matters(n: Floats, helped: Floats, hurt: Floats, angles: Floats) -> NDArray[np.bool_]:
    """Return where |φ|ⁿ can be seen: |φ|² = 1 − 2f ≤ e^−2f, f = w(v − 2abw), w = 1 − cos t, v a draw's variance."""
    a, b = (each[:, None] / n[:, None] for each in (helped, hurt))
    w = 2 * np.sin(angles / 2) ** 2
    return n[:, None] * w * (a + b - (a - b) ** 2 - 2 * a * b * w) < _NEGLIGIBLE_LOG
