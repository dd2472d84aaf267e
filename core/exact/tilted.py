"""Far tails of sums of real values, as a bracket around the probability that provably holds whatever its size.

With θ from K'(θ) = x, y = S − x has mean 0 under the tilted law, and P(S ≥ x) = e^{K(θ) − θx}·E_θ[e^{−θy}·1(y ≥ 0)].
The extremal majorant and minorant of e^{−λv}·1(v ≥ 0) of exponential type 2π (Graham & Vaaler 1981; Vaaler 1985,
Theorem 9) interpolate it, with its derivative, at the whole numbers. For a period P, N frequencies, h = P/N, λ = θh and
z = e^{−λ−2πiu} their Fourier transforms are, at 0 < u < 1::

    c(u) = (1 − u)·U − (λ/2πi)·(z/(1 − z) − e^{−λ}/(1 − e^{−λ})),    c(0) = U(0),

with U = 1/(1 − z) for the majorant and U = z/(1 − z) for the minorant. So (1/N)·[c(0) + 2·Re Σ c(j/N)·φ_j] with
φ_j = E_θ e^{2πijy/P} bounds the expectation from above, and from below but for what lies outside the period. The
half-width is about λ/2 of p itself; atoms and near-lattices keep it wide by themselves.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact.spectrum import characteristic
from core.exact.stratified import Law
from core.exact.sums import SwappedSum
from core.exact.tail import Tail
from core.exact.tilting import tilt_to

__all__ = ["tilted_tail"]

Floats = NDArray[Any]

ENGINE = "tilted-fourier"
_FEWEST, _MOST = 4_096, 2**18
# A tail's half-width is made this small a share of it where that many frequencies can: three digits mostly hold.
RELATIVE = 1e-3
# So many frequencies × values, of which most are told to be negligible.
_LARGEST_WORK = 2**30
# e^-36 = 2e-16: what a period away from the threshold still weighs.
_FORGOTTEN = 36.0
# What half a window leaves outside.
_OUTSIDE = 1e-16
_ROUNDING = 4e-16
# Of so few ways to swap each is counted.
_LISTED = 2**14


def tilted_tail(law: Law, x: float, strict: bool, share: float = RELATIVE) -> Tail:
    """P(S ≥ x), or P(S > x), for x strictly between the mean and the largest sum, certain to about that share of it."""
    tilt = tilt_to(law, x)
    theta = tilt.theta
    half = max(law.half_width(tilt) + abs(tilt.mean - x), _FORGOTTEN / theta)
    # With the smooth laws' half-width of λ/2 = θ·half/N.
    wanted = theta * half / share
    most = min(max(_LARGEST_WORK // len(law.values), 4 * _FEWEST), _MOST)
    count = 1 << int(math.log2(min(max(_FEWEST, 2 * wanted), most)))
    low, high, noise = _bracket(law, tilt.mean - x, theta, half, count)
    # Sums are equal within the tolerance, and a majorant's slope is at most 2π times its size.
    noise += 4 * math.pi * law.tolerance * count / (2 * half)
    low, high = max(low - noise, 0.0), high + noise
    descent = theta * (x - law.mean)
    log_scale = tilt.cumulant - descent
    relative = tilt.rounding + _ROUNDING * abs(descent) + math.expm1(theta * law.tolerance)
    if isinstance(law, SwappedSum) and log_scale + math.log(high) + law.signs * math.log(2) < math.log(_LISTED):
        return _counted(law, x, strict)
    middle = (low + high) / 2
    return Tail.from_log(log_scale + math.log(middle), ENGINE, (high - low) / (2 * middle) + relative)


def _bracket(law: Law, off: float, theta: float, half: float, count: int) -> tuple[float, float, float]:
    """Bounds of E_θ[e^{−θy}·1(y ≥ 0)] from N frequencies of the period 2·half, and their rounding; E_θ y is ``off``."""
    step = math.pi / half
    j, phi, error = characteristic(law, 0.0, step, count, theta)
    phi = phi * np.exp(1j * step * off * j)
    decay = 2 * half * theta / count
    u = j / count
    # 1 − z without cancellation
    gap = -math.expm1(-decay) + 2 * math.exp(-decay) * np.sin(np.pi * u) ** 2
    upper = 1 / (gap + 1j * math.exp(-decay) * np.sin(2 * np.pi * u))
    slope = decay / (2j * np.pi) * (upper - 1 - 1 / math.expm1(decay))
    share = np.where(j == 0, 1.0, 2.0) / count
    high = float((share * phi * ((1 - u) * upper - slope)).real.sum())
    wrapped = (math.exp(-theta * half) + _OUTSIDE) / -math.expm1(-2 * theta * half)
    low = high - float((share * phi * (1 - u)).real.sum()) - wrapped
    # |c(u)| is at most 1/|1 − z| and a little, 1/4u and a little, so that all N errors add up to their logarithm.
    noise = (error + _ROUNDING) * (1 / (decay * count) + math.log(count) + 4)
    return low, high, noise


def _counted(law: SwappedSum, x: float, strict: bool) -> Tail:
    """Count the signs with S ≥ x: those that turn values of at most (Σ|d| − x)/2 in all."""
    room = (law.support[1] - x) / 2 + (-law.tolerance if strict else law.tolerance) / 2
    turned = np.zeros(1)
    for value in np.repeat(law.values, law.counts.astype(np.int64)):
        if value > room:
            break
        more = turned + value
        turned = np.concatenate([turned, more[more < room if strict else more <= room]])
    log = math.log(len(turned)) - law.signs * math.log(2)
    return Tail.from_log(log, "enumeration", _ROUNDING * (1 - log))
