"""The exponential tilt that moves the mean of a sum onto a far threshold."""

import math

from core.distributions.stratified import Law
from core.distributions.sums import Tilted

__all__ = ["tilt_to"]

_CLOSE = 1e-13


def tilt_to(law: Law, target: float) -> Tilted:
    """Return the law tilted by the θ > 0 at which its mean is the target, strictly between mean and largest sum.

    Newton's steps on E_θ S, whose derivative is the variance, kept between bounds that only ever narrow.
    """
    low, high = 0.0, math.inf
    tilt = law.tilted(0.0)
    theta, scale = 0.0, target - tilt.mean
    for _ in range(200):
        off = target - tilt.mean
        if abs(off) <= _CLOSE * scale:
            break
        low, high = (theta, high) if off > 0 else (low, theta)
        step = theta + off / tilt.variance if tilt.variance > 0 else math.inf
        if not low < step < high or (theta and step > 4 * theta):
            step = (low + high) / 2 if high < math.inf else 4 * theta
        if step == theta or not math.isfinite(step):
            break
        theta = step
        tilt = law.tilted(theta)
    return tilt
