"""Tails of sums of n draws from +1, 0 and −1, for many (n, helped, hurt) at once.

Every cell is tilted exponentially so that its mean sits on its own threshold (for three values the tilt has a closed
form), and the tail is one Fourier sum over the cells' characteristic functions. An FFT would give the
probability of every sum, but only one tail is needed, and |φ|ⁿ is negligible at all but some 30 to 60 frequencies for
any n. So p-values of any size keep their relative precision.
"""

import numpy as np
from numpy.typing import ArrayLike

from core.common.arrays import Floats
from core.distributions.sums import LOG_TAIL

# |φ|ⁿ below e^-45 = 3e-20 cannot change a probability held in double precision.
_NEGLIGIBLE = 45.0
# Arrays of this many cells stay in the processor's cache; with four times as many a wide search takes twice as long.
_CHUNK = 2**15


def at_least(n: ArrayLike, up: ArrayLike, down: ArrayLike, threshold: ArrayLike) -> Floats:
    """Return P(S ≥ threshold), S the sum of n draws of +1, −1 and 0 with probabilities up/n, down/n and the rest.

    All are integer arrays that are broadcast against each other, with ``up + down <= n``, which is not checked. The
    result is right to about 1e-12 relative; below 1e-308 it is 0.

    The primer's ten questions, 4 helped and 3 hurt: P(S ≤ 0) = P(−S ≥ 0).

    >>> round(float(at_least(10, 3, 4, 0)), 9)
    0.421732332
    """
    n, up, down, k = np.broadcast_arrays(*(np.asarray(each, dtype=float) for each in (n, up, down, threshold)))
    # At or below the mean, the other tail is the smaller one: P(S ≥ k) = 1 − P(−S ≥ 1 − k).
    turned = k <= up - down
    up, down, k = np.where(turned, down, up), np.where(turned, up, down), np.where(turned, 1 - k, k)
    tied = n - up - down
    k = np.where(tied == 0, k + (k - n) % 2, k)  # without ties every sum has the parity of n
    highest = np.where(up > 0, n, np.where(tied > 0, 0, -n))
    tail = np.zeros(n.shape)
    edge = k == highest  # no tilted mean reaches the edge of the support
    tail[edge] = (np.where(up > 0, up, tied)[edge] / n[edge]) ** n[edge]
    inside = k < highest
    tail[inside] = _above_the_mean(*(each[inside] for each in (n, up, tied, down, k)))
    return np.where(turned, 1 - tail, tail)


def _above_the_mean(n: Floats, up: Floats, tied: Floats, down: Floats, k: Floats) -> Floats:
    """P(S ≥ k) for mean < k < highest, all arrays ``(cells,)``."""
    r = k / n
    with np.errstate(divide="ignore", invalid="ignore"):
        # The tilt y = e^θ solves (up·y − down/y) / (up·y + tied + down/y) = r.
        root = np.sqrt((k * tied) ** 2 + 4 * up * down * (n - k) * (n + k))
        y = np.where(k >= 0, (k * tied + root) / (2 * up * (n - k)), 2 * down * (n + k) / (root - k * tied))
    theta = np.log(y)
    steps = np.stack([1 - r, -r, -1 - r], axis=-1)
    counts = np.stack([up, tied, down], axis=-1)
    # ln E e^{θ(S − k)} before the tilt, without cancellation
    cumulant = n * np.log1p((counts * np.expm1(theta[:, None] * steps)).sum(axis=-1) / n)
    weights = counts * np.stack([y, np.ones_like(y), 1 / y], axis=-1)
    weights /= weights.sum(axis=-1, keepdims=True)
    window = _window(n, k, weights)
    low, high = frequencies(n, weights, window)
    total = np.empty(len(n))
    order = np.argsort(low + high)
    for chunk in np.array_split(order, -(-int((low + high).sum()) // _CHUNK) or 1):
        if len(chunk):
            total[chunk] = _fourier_sum(*(each[chunk] for each in (n, k, theta, weights, window, low, high)))
    with np.errstate(divide="ignore"):
        return np.exp(cumulant + np.log(np.maximum(total, 0.0)))


def _window(n: Floats, k: Floats, weights: Floats) -> Floats:
    """The even number of sums that holds all but 1e-16 of the tilted mass."""
    plus, zero, minus = weights.T
    third = LOG_TAIL * (1 + np.abs(k) / n) / 3
    variance = n * (zero * (plus + minus) + 4 * plus * minus)
    half = np.minimum(third + np.sqrt(third**2 + 2 * LOG_TAIL * variance), n + np.abs(k))
    return 2 * np.ceil(half) + 2


def frequencies(n: ArrayLike, weights: Floats, window: Floats) -> tuple[Floats, Floats]:
    """Return how many of the frequencies 2πj/window, 0 ≤ j ≤ window/2, matter near 0 and how many near π.

    ``weights`` ``(cells, 3)`` are the probabilities of +1, 0 and −1; ``window`` is even. |φ|² = 1 − 2f with f = w(v −
    bw), w = 1 − cos t, v the variance of one draw and b twice the product of the outer weights. f is concave in w, so
    where |φ|ⁿ ≤ e^{−nf} is negligible at two frequencies it is so between them.
    """
    plus, zero, minus = weights.T
    b = 2 * plus * minus
    v = zero * (plus + minus) + 2 * b
    least = _NEGLIGIBLE / np.asarray(n)
    discriminant = v**2 - 4 * b * least
    root = v + np.sqrt(np.maximum(discriminant, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        first, last = 2 * least / root, root / (2 * b)
    below, above = (window / np.pi * np.arcsin(np.sqrt(np.minimum(w / 2, 1))) for w in (first, last))
    everything = (discriminant < 0) | (first >= 2)
    low = np.where(everything, window / 2, np.floor(below)) + 1
    high = np.where(everything | (last >= 2), 0, np.minimum(window / 2 - np.ceil(above) + 1, window / 2 + 1 - low))
    return low, high


def _fourier_sum(
    n: Floats, k: Floats, theta: Floats, weights: Floats, window: Floats, low: Floats, high: Floats
) -> Floats:
    """Σ_{s≥0} P(S = k + s)·e^{−θs} of the tilted sums, by the ``low`` first and the ``high`` last frequencies."""
    total = _terms(n, k, theta, weights, window, low, near_pi=False)
    both = np.flatnonzero(high)
    if both.size:
        total[both] += _terms(*(each[both] for each in (n, k, theta, weights, window, high)), near_pi=True)
    return total / window


def _terms(
    n: Floats, k: Floats, theta: Floats, weights: Floats, window: Floats, counts: Floats, *, near_pi: bool
) -> Floats:
    """The first terms of the sum, or the last, times the window.

    Near π, at t = π − u, the terms follow from those near 0: φ(π − u) = −conj(φ'(u)), where φ' has another weight
    of 0. So all angles are small, and no terms cancel: with s and c the squared sine and cosine of t/2, |φ|² = 1 −
    4s(zero·(plus + minus) + 4·plus·minus·c).
    """
    n, k, theta, window, counts = (each[:, None] for each in (n, k, theta, window, counts))
    plus, zero, minus = (each[:, None] for each in weights.T)
    j = np.arange(int(counts.max()))
    half_angle = np.pi / window * j
    # Tangents of half an angle and of half a phase, for speed: NumPy's sines and cosines take ten times as long.
    tangent = np.tan(half_angle)
    c = 1 / (1 + tangent**2)
    s, twist = tangent * (tangent * c), 2 * tangent * c
    turn = np.arctan2((plus - minus) * twist, (1 - 2 * zero if near_pi else 1) - 2 * (plus + minus) * s)
    if near_pi:
        s, c = c, s
    with np.errstate(divide="ignore"):  # φ may vanish
        size = np.exp(n / 2 * np.log1p(-np.minimum(s * (4 * zero * (plus + minus) + 16 * plus * minus * c), 1)))
    half = np.tan(n / 2 * turn - k * half_angle)
    # Σ_{s < window/2} e^{−(θ + it)s}, in which e^{−it·window/2} = (−1)^j
    odd = (window / 2 - j if near_pi else j) % 2
    numerator = 1 - (1 - 2 * odd) * np.exp(-theta * window / 2)
    shrink, rest = np.exp(-theta), -np.expm1(-theta)
    # Near π the conjugate, and −1 for every item and for every step up to k.
    sign, conjugate = (1 - 2 * ((n - k) % 2), -1) if near_pi else (1, 1)
    wave = (1 - half**2) * (rest + 2 * shrink * s) + half * (2 * conjugate * shrink * twist)
    wave *= sign * size * numerator / ((1 + half**2) * (rest**2 + 4 * shrink * s))
    twice = np.where((j == 0) | (j == window / 2), 1, 2) * (j < counts)
    return (twice * wave).sum(axis=1)
