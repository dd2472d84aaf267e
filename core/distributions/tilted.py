"""Far tails of sums of real values, as a bracket around the probability that provably holds whatever its size.

With θ from K'(θ) = x, y = S − x has mean 0 under the tilted law, and P(S ≥ x) = e^{K(θ) − θx}·E_θ[e^{−θy}·1(y ≥ 0)].
The extremal majorant and minorant of e^{−λv}·1(v ≥ 0) of exponential type 2π (Graham & Vaaler 1981; Vaaler 1985,
Theorem 9) interpolate it, with its derivative, at the whole numbers. For a period P, N frequencies, h = P/N, λ = θh and
z = e^{−λ−2πiu} their Fourier transforms are, at 0 < u < 1::

    c(u) = (1 − u)·U − (λ/2πi)·(z/(1 − z) − e^{−λ}/(1 − e^{−λ})),    c(0) = U(0),

with U = 1/(1 − z) for the majorant and U = z/(1 − z) for the minorant. So (1/N)·[c(0) + 2·Re Σ c(j/N)·φ_j] with
φ_j = E_θ e^{2πijy/P} bounds the expectation from above, and from below but for what returns after a period: where
−L ≤ y < P that is e^{−θ(P − L)} at most. The half-width is about λ/2 of p itself; atoms and near-lattices keep it wide
by themselves.
"""

import math
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.likely import likely_tail
from core.distributions.spectrum import characteristic
from core.distributions.stratified import Law
from core.distributions.sums import ResampledSum, Tilted
from core.distributions.tail import Tail, surest
from core.distributions.tilting import tilt_to
from core.errors import NotExactError

__all__ = ["ENGINE", "FORGOTTEN", "extremal", "reach", "tilted_tail"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

ENGINE = "tilted-fourier"
_FEWEST, _MOST = 4_096, 2**18
# A tail's half-width is made this small a share of it where that many frequencies can: three digits mostly hold.
_RELATIVE = 1e-3
# So many frequencies × values, of which most are told to be negligible.
_LARGEST_WORK = 2**30
# So many are worth their time where it is not known how many are not, and where it is; where none of the last half
# matters, no more will.
_UNKNOWN_WORK, _KNOWN_WORK, _LASTING = 2**26, 2**23, 0.5
# Where the tolerance widens the bracket by so large a part of it, both ends are looked at instead.
_BLURRED = 0.5
# e^-25 = 1e-11: what may lie outside a period, and what a value may weigh that returns after one.
FORGOTTEN = 25.0
# So many times less certain than a smooth law's is worth another look.
_CLUSTERED = 4
# A tail of draws less certain than so, as a share of it, is listed if it can be.
_CROWDED = 0.02
# Where Chernoff's bound is tried, in units of what is best for a normal law.
_STEEPNESS = 0.3, 0.55, 1.0, 1.8
# The rounding of a few operations, and of a mean, as a share of what is added up.
_ROUNDING, _MEAN = 4e-16, 1e-15


def tilted_tail(law: Law, x: float, strict: bool) -> Tail:
    """P(S ≥ x), or P(S > x), for x strictly between the mean and the largest sum.

    A bracket holds both. Draws that crowd at x are listed, where few are likely.
    """
    tail = _inverted(law, x)
    if isinstance(law, ResampledSum) and tail.error_bound > _CROWDED * tail.probability:
        with suppress(NotExactError):
            return surest(tail, likely_tail(law, x, strict))
    return tail


def _inverted(law: Law, x: float) -> Tail:
    tilt = tilt_to(law, x)
    theta = tilt.theta
    descent = theta * (x - law.mean)
    log_scale = tilt.cumulant - descent
    # Of a normal law E_θ[e^{−θy}·1(y ≥ 0)] is about 1/(√2π·θσ) far out, and ½ near the mean.
    spread = 2 + 2.5 * theta * math.sqrt(tilt.variance)
    off = tilt.mean - x
    below, above = (reach(law, tilt, side) + abs(off) for side in (-1, 1))
    period = max(below + FORGOTTEN / theta, above)
    # With the smooth laws' half-width of λ/2 = θP/2N.
    most = min(max(_LARGEST_WORK // len(law.values), 4 * _FEWEST), _MOST)
    wanted = math.ceil(min(max(_FEWEST, 1.1 * theta * period / (2 * _RELATIVE)), most))
    first = wanted if wanted * len(law.values) <= _UNKNOWN_WORK else _KNOWN_WORK // len(law.values)
    count = min(wanted, max(_FEWEST // 4, first))
    low, high, noise, matter = _bracket(law, off, theta, period, count, _RELATIVE / spread)
    most = min(most, int(_KNOWN_WORK / max(matter * len(law.values), 1.0)))
    if count < min(wanted, most) or (high - low > _CLUSTERED * _RELATIVE * (high + low) and count < most):
        # Sums in clusters, as outliers leave them, which more frequencies may tell from the threshold
        needed = max(wanted, 1.1 * count * (high - low) / ((high + low) * _RELATIVE))
        count = math.ceil(min(needed, most))
        low, high, noise, _ = _bracket(law, off, theta, period, count, _RELATIVE / spread)
    wrapped = (math.exp(-theta * (period - below)) + 2 * math.exp(-FORGOTTEN)) / -math.expm1(-theta * period)
    # Sums are equal within the tolerance, and a majorant's slope is at most 2π times its size.
    tolerance = max(law.tolerance, _MEAN * (abs(x) + abs(tilt.mean) + below + above))
    blur = 4 * math.pi * tolerance * count / period
    if blur > _BLURRED * (high - low):
        low, *_ = _bracket(law, off - tolerance, theta, period, count, _RELATIVE / spread)
        _, high, *_ = _bracket(law, off + tolerance, theta, period, count, _RELATIVE / spread)
        blur = 0.0
    noise += blur
    low, high = max(low - wrapped - noise, 0.0), high + noise
    relative = tilt.rounding + _ROUNDING * abs(descent) + math.expm1(theta * tolerance)
    middle = (low + high) / 2
    return Tail.from_log(log_scale + math.log(middle), ENGINE, (high - low) / (2 * middle) + relative)


def reach(law: Law, tilt: Tilted, side: int, forgotten: float = FORGOTTEN) -> float:
    """How far the tilted sum lies from its mean on one side, but for e^−forgotten (Chernoff 1952).

    P_θ(y ≥ t) ≤ e^{K(θ + s) − K(θ) − s·(E_θ S − E S) − st} for every s > 0, and as much below with −s.
    """
    best = min(abs(law.support[side > 0] - tilt.mean), law.half_width(tilt))
    for steepness in _STEEPNESS:
        s = steepness * math.sqrt(2 * forgotten / tilt.variance)
        excess = law.tilted(tilt.theta + side * s).cumulant - tilt.cumulant - side * s * (tilt.mean - law.mean)
        best = min(best, (excess + forgotten) / s)
    return best


def _bracket(
    law: Law, off: float, theta: float, period: float, count: int, fine: float
) -> tuple[float, float, float, float]:
    """Bounds of E_θ[e^{−θy}·1(y ≥ 0)] from N frequencies, their rounding, and the share of more that matter.

    E_θ y is ``off``.
    The lower holds but for what returns after a period. What is negligible adds far less than ``fine``.
    """
    decay = period * theta / count
    # |c(u)| is at most 1/|1 − z| and a little, 1/4u and a little, so that all N errors add up to their logarithm.
    adding = 1 / (decay * count) + math.log(count) + 4
    j, phi, error = characteristic(law, 0.0, 2 * math.pi / period, count, theta, math.log(50 * adding / fine))
    low, high = extremal(j, phi * np.exp(2j * math.pi / period * off * j), decay, count)
    matter = len(j) / count if j[-1] >= _LASTING * count else 0.0
    return low, high, (error + _ROUNDING) * adding, matter


def extremal(j: Integers, phi: Complexes, decay: float, count: int) -> tuple[float, float]:
    """(1/N)·[c(0) + 2·Re Σ c(j/N)·φ_j] of the minorant and of the majorant, with λ = ``decay`` and N = ``count``."""
    u = j / count
    # 1 − z without cancellation
    gap = -math.expm1(-decay) + 2 * math.exp(-decay) * np.sin(np.pi * u) ** 2
    upper = 1 / (gap + 1j * math.exp(-decay) * np.sin(2 * np.pi * u))
    slope = decay / (2j * np.pi) * (upper - 1 + math.exp(-decay) / math.expm1(-decay))
    share = np.where(j == 0, 1.0, 2.0) / count
    high = float((share * phi * ((1 - u) * upper - slope)).real.sum())
    return high - float((share * phi * (1 - u)).real.sum()), high
