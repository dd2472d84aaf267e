"""The bootstrap distributions of many helped/hurt data sets in one batch, as a picture that is dragged needs them.

δ* is the sum of n draws of +1, −1 and 0 over n. Its characteristic function is (1 + a(e^{it} − 1) + b(e^{−it} − 1))ⁿ,
a and b the rates of helped and hurt; one FFT over all data sets turns it into the probabilities of every sum.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.arguments import check_choice
from core.distribution import Distribution
from core.outcomes import Counted
from core.studies.cells import helped_hurt_counts
from core.tests import ALTERNATIVES, TESTS

__all__ = ["Spread", "helped_hurt_spreads"]

Floats = NDArray[Any]

# Beyond so many standard deviations, and some sums more, a sum's probability is lost in double precision.
_DEVIATIONS, _MORE = 9, 24
_NEGLIGIBLE = 1e-14


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
    size = 2 ** int(np.ceil(np.log2(2 * half.max() + 1)))
    sums = np.arange(size) - size // 2
    # Each window is centred on its own mean.
    turns = np.exp(2j * np.pi / size * np.arange(size // 2 + 1))
    with np.errstate(divide="ignore"):
        exponent = n[:, None] * np.log1p(
            (helped[:, None] * (turns - 1) + hurt[:, None] * (turns.conj() - 1)) / n[:, None]
        )
    centred = np.exp(exponent - (helped - hurt)[:, None] * np.log(turns))
    mass = np.fft.fftshift(np.fft.irfft(centred.conj(), size, axis=1), axes=1)
    return [_spread(*each, sums, alternative) for each in zip(n.tolist(), (helped - hurt).tolist(), mass, strict=True)]


def _spread(n: int, gain: int, mass: Floats, sums: NDArray[np.int64], alternative: str) -> Spread:
    seen = (mass > _NEGLIGIBLE) & (np.abs(sums + gain) <= n)
    distribution = Distribution((sums[seen] + gain) / n, mass[seen] / mass[seen].sum())
    tails = TESTS["bootstrap"].question(alternative, gain / n).counted(gain / n, False, 0.5 / n)
    return Spread(distribution, min(tails, key=lambda tail: tail.share(distribution)))
