"""The bootstrap distributions of many helped/hurt data sets in one batch, as a picture that is dragged needs them.

δ* is the sum of n draws of +1, −1 and 0 over n. Its characteristic function is (1 + a(e^{it} − 1) + b(e^{−it} − 1))ⁿ,
a and b the rates of helped and hurt; one FFT over all data sets turns it into the probabilities of every sum.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.fft import next_fast_len

from core.arguments import check_choice
from core.distribution import Distribution
from core.outcomes import Counted
from core.studies.cells import helped_hurt_counts
from core.tests import ALTERNATIVES, TESTS

__all__ = ["Spread", "helped_hurt_spreads"]

Floats = NDArray[Any]

# Beyond so many standard deviations, and some sums more, a sum's probability is lost in double precision.
_DEVIATIONS, _MORE = 9, 24
_NEGLIGIBLE, _NEGLIGIBLE_LOG = 1e-14, 38.0


class Spread(NamedTuple):
    """The bootstrap distribution of one data set, and the part of it that the bootstrap test counts."""

    distribution: Distribution
    counted: Counted


def helped_hurt_spreads(
    n: ArrayLike, helped: ArrayLike, hurt: ArrayLike, *, alternative: str = "greater"
) -> list[Spread]:
    """Return what ``core.compare(helped_hurt(n, helped, hurt))`` has as its bootstrap distribution, for whole arrays.

    Parameters
    ----------
    n, helped, hurt : integers or (k,) integer arrays, broadcast against each other
    alternative : str
        As for `core.compare`.

    Returns
    -------
    list of k Spread
        Exact, but for probabilities below 1e-14.

    Raises
    ------
    OptionError
        If a count is not a whole number, negative, or the changed items are more than n.

    Examples
    --------
    >>> [spread] = helped_hurt_spreads(10, 4, 3)
    >>> round(spread.counted.share(spread.distribution), 6), spread.distribution.quantile(0.5)
    (0.421732, 0.1)
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    n, helped, hurt = (np.atleast_1d(each) for each in helped_hurt_counts(n, helped, hurt))
    half = np.minimum(_DEVIATIONS * np.sqrt(helped + hurt) + _MORE, 2 * n)
    size = next_fast_len(2 * int(np.ceil(half.max())) + 2, real=True)
    size += size % 2
    sums = np.arange(size) - size // 2
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
    return [_spread(*each, sums, alternative) for each in zip(n.tolist(), (helped - hurt).tolist(), mass, strict=True)]


def _matters(n: Floats, helped: Floats, hurt: Floats, angles: Floats) -> NDArray[np.bool_]:
    """Return where |φ|ⁿ can be seen: |φ|² = 1 − 2f ≤ e^−2f, f = w(v − 2abw), w = 1 − cos t, v a draw's variance."""
    a, b = (each[:, None] / n[:, None] for each in (helped, hurt))
    w = 2 * np.sin(angles / 2) ** 2
    return n[:, None] * w * (a + b - (a - b) ** 2 - 2 * a * b * w) < _NEGLIGIBLE_LOG


def _spread(n: int, gain: int, mass: Floats, sums: NDArray[np.int64], alternative: str) -> Spread:
    seen = (mass > _NEGLIGIBLE) & (np.abs(sums + gain) <= n)
    distribution = Distribution((sums[seen] + gain) / n, mass[seen] / mass[seen].sum())
    tails = TESTS["bootstrap"].question(alternative, gain / n).counted(gain / n, False, 0.5 / n)
    return Spread(distribution, min(tails, key=lambda tail: tail.share(distribution)))
