"""Exponentials of a square, e^{(a + is)m²}, as short sums of cosines of m, and how fast their frequencies fade.

The characteristic function of a sum and the square of another is then a few values of that of the two sums alone.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct

__all__ = ["CLOSE", "in_cosines", "tapered"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

# So many cosines are tried, until they are close; directions that the nodes tell from others by less are left out.
_COSINES = (2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
CLOSE, _ALIKE = 1e-7, 1e-10
# Few of them have a half period of 3, more of 2. On Bernstein's ellipse of ρ = 8 around their nodes |m²| is then at
# most 3.1, and on that of ρ = 4 at most 1.91.
_FEW, _WIDE, _NARROW = 16, (3, 8.0, 3.1), (2, 4.0, 1.91)
# How smoothly the exponential is tapered, and by how much its contour is shifted, in those.
_TAPERS, _SHIFTS = (1 / 8, 1 / 32), np.geomspace(0.05, 20, 24)[:, None]
_NO_END = 1e9


def in_cosines(power: Complexes) -> tuple[Complexes, Floats, float]:
    """Return c ``(j, k)`` and t ``(j,)`` with e^{power·m²} ≈ Σ c·cos tm at |m| ≤ 1, and how far that is off.

    Parameters
    ----------
    power : numpy.ndarray
        ``(k,)``, of which the last is the largest; it is off by ∞ where no sum is close enough.

    Examples
    --------
    >>> c, t, off = in_cosines(np.array([0.2 + 1j]))
    >>> bool(abs(c[:, 0] @ np.cos(0.7 * t) - np.exp((0.2 + 1j) * 0.7**2)) <= off <= CLOSE)
    True
    """
    largest = float(np.abs(power).max(initial=0.0))
    if not largest:
        return np.ones((1, len(power)), dtype=complex), np.zeros(1), 0.0
    for cosines in _COSINES:
        if cosines < largest:
            continue
        fit = _fit(cosines)
        if fit.cosines(power[-1:], largest)[1] <= CLOSE:
            found, off = fit.cosines(power, largest)
            if off <= CLOSE:
                return found, fit.frequencies, off
    return np.zeros((1, len(power)), dtype=complex), np.zeros(1), math.inf


class _Fit:
    """Sums of so many cosines that are functions of m² at |m| ≤ 1, by the least squares of many nodes."""

    def __init__(self, cosines: int) -> None:
        period, self._rho, self._ellipse = _WIDE if cosines <= _FEW else _NARROW
        self.frequencies = math.pi * np.arange(cosines) / period
        self._nodes = 64 + 2 * cosines
        zeta = np.cos(np.pi * (np.arange(self._nodes) + 0.5) / self._nodes)
        least = math.cos(math.pi / period)
        angles = np.arccos(least + (1 - least) * (1 + zeta) / 2)
        self._squares = (period / math.pi * angles) ** 2
        self._waves = np.cos(np.multiply.outer(angles, np.arange(cosines)))
        u, s, v = np.linalg.svd(self._waves, full_matrices=False)
        kept = s > _ALIKE * s[0]
        self._u, self._v = u[:, kept], v[kept].T / s[kept]

    def cosines(self, power: Complexes, largest: float) -> tuple[Complexes, float]:
        """The coefficients of e^{power·m²}, and how far they are off, by Chebyshev's series of what they leave."""
        values = np.exp(np.multiply.outer(self._squares, power))
        both = np.concatenate([values.real, values.imag], axis=1)  # real products take a quarter of the time
        found = self._v @ (self._u.T @ both)
        left = np.abs(dct(both - self._waves @ found, axis=0))
        real, imaginary = np.split(left, 2, axis=1)
        series = np.hypot(real, imaginary).sum(axis=0) / self._nodes
        # What the nodes do not show of an entire function (Trefethen 2013, Theorem 8.2).
        hidden = 4 / (self._rho - 1) * math.exp(self._ellipse * largest - self._nodes * math.log(self._rho))
        real, imaginary = np.split(found, 2, axis=1)
        return real + 1j * imaginary, float(series.max(initial=0.0)) + hidden


_fit = lru_cache(maxsize=32)(_Fit)


def tapered(real: float, imaginary: Floats, negligible: float) -> tuple[Floats, Floats]:
    """Return T ``(k,)`` and ln ∫|f̂| of f(m) = e^{(real + i·imaginary)m²}·τ(m), ∫|f̂(t)| over |t| > T being negligible.

    With τ the indicator of ±R smoothed by a normal law of standard deviation ρ, nearly 1 at |m| ≤ 1, f is entire, and
    by shifting the contour by η |f̂(t)| ≤ e^{η²/2ρ² − ηt}·∫ e^{real·m² + 2η·imaginary·|m|}·τ(m) dm / 2π.

    Parameters
    ----------
    real, imaginary : float, numpy.ndarray
        Not below 0.
    negligible : float
        −ln of what is negligible.
    """
    found = np.full(len(imaginary), _NO_END), np.zeros(len(imaginary))
    for rho in _TAPERS:
        if 8 * real * rho**2 > 1:
            continue
        eta = _SHIFTS * rho
        shifted = _SHIFTS**2 / 2 + _log_integral(rho, real, 2 * eta * imaginary) - np.log(math.pi * eta)
        end = ((shifted + negligible) / eta).min(axis=0)
        # Cauchy and Schwarz, and Parseval
        size = (np.log(end / math.pi) + _log_integral(rho, 2 * real, np.zeros(len(imaginary)))) / 2
        nearer = end < found[0]
        found = np.where(nearer, end, found[0]), np.where(nearer, size, found[1])
    return found


def _log_integral(rho: float, power: float, slope: Floats) -> Floats:
    """ln ∫ e^{power·m² + slope·|m|}·τ(m) dm at most."""
    end, left = 1 + 8 * rho, 1 - 2 * power * rho**2
    tilt = 2 * power * end + slope
    return power * end**2 + slope * end + (tilt * rho) ** 2 / (2 * left) + math.log(4 * end / math.sqrt(left))
