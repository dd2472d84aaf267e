"""Characteristic functions of many small values at once, by power series: values enter by the sums of their powers.

- E e^{itx} = Σₖ (it)ᵏ·E xᵏ/k!
- ln Π f(a + tx)/f(a) = Σₖ cₖ·tᵏ⁺¹·Σ xᵏ⁺¹/(k + 1), f = cos + i·m·sin and cₖ the coefficients of (ln f)′
- ln Π cosh((θ + it)d)/cosh(θd) = Σₖ cₖ·((θ + it)²ᵏ − θ²ᵏ)·Σ d²ᵏ, with cₖ the coefficients of ln cosh z.

Most values of a smooth law are small at all frequencies that matter: |t| is up to some 7/σ√n there.
"""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["SMALL", "log_cosh_sums", "log_cosines", "wave_means"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

# |tx| at most, for which 20 terms of e^{itx} leave 1e-18, and |(θ + it)d| for which 14 of ln cosh leave 1e-18 of it;
# and |tx| of cos(a + tx), as a share of how far a is from a zero of the cosine, for which 24 terms leave 1e-15.
SMALL = 1.0, 0.4, 0.25
_TERMS = 20, 14, 24


def wave_means(t: Floats, x: Floats, weights: Floats) -> Complexes:
    """Σ w·e^{itx} for all |tx| ≤ 1.

    Examples
    --------
    >>> t, x = np.array([0.5, 2.0]), np.array([-0.3, 0.1, 0.5])
    >>> np.allclose(wave_means(t, x, np.ones(3)), np.exp(1j * np.outer(t, x)).sum(axis=1), rtol=1e-15)
    True
    """
    unit = float(np.abs(x).max(initial=0.0)) or 1.0
    scaled, powers, factor = x / unit, np.empty(_TERMS[0], dtype=complex), weights
    for k in range(_TERMS[0]):
        powers[k] = factor.sum()
        factor = factor * scaled / (k + 1)
    return _polynomial(powers, 1j * unit * t)


def log_cosh_sums(t: Floats, theta: float, d: Floats, counts: Floats) -> Complexes:
    """Σ count·ln(cosh((θ + it)d)/cosh(θd)) for all |(θ + it)d| ≤ 0.4.

    Examples
    --------
    >>> t, d = np.array([0.1, 0.9]), np.array([0.05, 0.1, 0.4])
    >>> np.allclose(log_cosh_sums(t, 0.0, d, np.ones(3)), np.log(np.cos(np.outer(t, d))).sum(axis=1), rtol=1e-14)
    True
    """
    unit = float(d.max(initial=0.0)) or 1.0
    squares, powers, factor = (d / unit) ** 2, np.empty(_TERMS[1] + 1), counts.astype(float)
    for k in range(_TERMS[1] + 1):
        powers[k] = factor.sum()
        factor = factor * squares
    coefficients = powers * _log_cosh()
    return _difference(coefficients.astype(complex), ((theta + 1j * t) * unit) ** 2, (theta * unit) ** 2)


def log_cosines(waves: Complexes, t: Floats, x: Floats, counts: Floats, mean: float = 0.0) -> Complexes:
    """Σ count·ln E e^{iε(a + tx)} of each t and each wave e^{ia}, ε signs of one mean: the factors are
    cos(a + tx) + i·mean·sin(a + tx).

    All |tx| are at most a quarter of how far a is from a zero of theirs, a complex one but for a mean of 0.

    Examples
    --------
    >>> a, t, x = np.array([0.1, -0.4]), np.array([0.5, 0.9]), np.array([-0.3, 0.1, 0.2])
    >>> exact = np.log(np.cos(a + np.multiply.outer(t, x)[:, :, None])).sum(axis=1)
    >>> np.allclose(log_cosines(np.exp(1j * a), t, x, np.ones(3)), exact, rtol=1e-13)
    True
    """
    unit = float(np.abs(x).max(initial=0.0)) or 1.0
    start = waves.real + 1j * mean * waves.imag if mean else waves.real
    # (ln f)′ = w with w′ = −1 − w², since f″ = −f
    terms = np.zeros((_TERMS[2], len(waves)), dtype=start.dtype)
    terms[0] = (1j * mean * waves.real - waves.imag if mean else -waves.imag) / start
    for k in range(_TERMS[2] - 1):
        terms[k + 1] = -((k == 0) + (terms[: k + 1] * terms[k::-1]).sum(axis=0)) / (k + 1)
    sums, factor, scaled = np.empty(_TERMS[2]), counts.astype(float), x / unit
    for k in range(_TERMS[2]):
        factor = factor * scaled
        sums[k] = factor.sum() / (k + 1)
    times = np.multiply.outer(unit * t, np.ones(_TERMS[2])).cumprod(axis=1)
    logs: Complexes = counts.sum() * np.log(start.astype(complex)) + (times * sums) @ terms
    return logs


@cache
def _log_cosh() -> Floats:
    """The coefficients of z²ᵏ in ln cosh z, whose derivative y obeys y′ = 1 − y²."""
    slopes = [Fraction(0)]
    for k in range(2 * _TERMS[1]):
        slopes.append((Fraction(k == 0) - sum(slopes[i] * slopes[k - i] for i in range(k + 1))) / (k + 1))
    return np.array([0.0] + [float(slopes[2 * k - 1] / (2 * k)) for k in range(1, _TERMS[1] + 1)])


def _polynomial(coefficients: Complexes, z: Complexes) -> Complexes:
    total = np.full(z.shape, coefficients[-1])
    for each in coefficients[-2::-1]:
        total = total * z + each
    return total


def _difference(coefficients: Complexes, z: Complexes, at: float) -> Complexes:
    """p(z) − p(at), as (z − at) times the divided difference, so that nothing cancels."""
    quotient, total = np.zeros(z.shape, dtype=complex), complex(coefficients[-1])
    for each in coefficients[-2::-1]:
        quotient = quotient * z + total
        total = total * at + each
    return (z - at) * quotient
