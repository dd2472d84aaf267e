"""Two taggers drawn sentence by sentence, with the moments of a real one (Zmigrod et al. 2022, Tables 1 and 2)."""

import math

import numpy as np

from core.data.paired import PairedScores
from core.errors import OptionError

__all__ = ["SIZES", "tagged_sentences"]

# Table 1: mean and standard deviation over sentences, of Stanza on the English UD test set.
_ACCURACY = (0.9543, 0.1116)
_LENGTH = (12.08, 10.60)
# Table 2: by how much the second tagger's mean accuracy is scaled, for each number of sentences.
_FACTORS = {250: 0.95, 500: 0.96, 1000: 0.97, 2000: 0.98, 4000: 0.985, 8000: 0.99}

SIZES = tuple(_FACTORS)


def tagged_sentences(n: int, seed: int, factor: float | None = None) -> PairedScores:
    """Draw two taggers' results on n sentences: tokens right, and tokens, of each sentence (Table 1).

    A tagger's accuracy on a sentence is normal, 0.9543 ± 0.1116 clipped to [0, 1]; a sentence's length is normal,
    12.08 ± 10.60 rounded, at least 1; tokens right are their rounded product.

    Parameters
    ----------
    n, seed : int
        The number of sentences, and what fixes the draw.
    factor : float, optional
        What the second tagger's mean accuracy is multiplied by; by default that of Table 2, interpolated in log n
        between its rows and held beyond them.

    Examples
    --------
    >>> pair = tagged_sentences(1000, seed=0)
    >>> len(pair), pair.columns
    (1000, ('numerator', 'denominator'))
    """
    if n < 1:
        raise OptionError(f"n == {n}, must be >= 1.")
    if factor is None:
        factor = float(np.interp(math.log(n), np.log(SIZES), list(_FACTORS.values())))
    random = np.random.default_rng(seed)
    length = np.maximum(np.rint(random.normal(*_LENGTH, n)), 1)
    mean, deviation = _ACCURACY
    right = [
        np.rint(np.clip(random.normal(scale * mean, deviation, n), 0, 1) * length) for scale in (1.0, factor)
    ]  # fmt: skip
    return PairedScores.from_scores(
        np.column_stack([right[0], length]),
        np.column_stack([right[1], length]),
        baseline_name="tagger A",
        experimental_name="tagger B",
        decimals=0,
    )
