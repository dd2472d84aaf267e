"""Far tails of sums of integers too many for rational arithmetic: one draw is tilted by hand, and its sums counted.

An outcome s weighs e^{θs} more, so that the threshold is where the tilted sums lie; what the circle of cells cannot
hold is more than fifteen of their standard deviations away.
"""

import numpy as np

__all__ = ["bootstrap_at_least", "permutation_at_least"]


def bootstrap_at_least(values, threshold):
    """Return the logarithm of P(S ≥ threshold) for n draws with replacement from n integers."""
    values, n = np.asarray(values, dtype=np.int64), len(values)

    def tilted(theta):
        exponents = theta * values
        weights = np.exp(exponents - exponents.max())
        log_mgf = exponents.max() + np.log(weights.mean())
        weights /= weights.sum()
        mean = weights @ values
        return n * log_mgf, n * mean, n * (weights @ (values - mean) ** 2), weights

    theta = _reaching(lambda theta: tilted(theta)[1], threshold, np.abs(values).max())
    cumulant, _, variance, weights = tilted(theta)
    cells = _cells(variance)
    transform = np.fft.rfft(np.bincount(values % cells, weights=weights, minlength=cells)) ** n
    return _discounted(np.fft.irfft(transform, cells), theta, threshold, cumulant)


def permutation_at_least(differences, threshold):
    """Return the logarithm of P(S ≥ threshold) for the integers with random signs."""
    sizes, times = np.unique(np.abs(np.asarray(differences, dtype=np.int64)), return_counts=True)

    def mean(theta):
        return times @ (sizes * np.tanh(theta * sizes))

    theta = _reaching(mean, threshold, sizes.max())
    slopes = np.tanh(theta * sizes)
    cells = _cells(times @ (sizes**2 * (1 - slopes**2)))
    turn = 2 * np.pi * np.arange(cells // 2 + 1) / cells
    transform = np.ones(len(turn), dtype=complex)
    for size, slope in zip(sizes.repeat(times), slopes.repeat(times), strict=True):
        transform *= np.cos(turn * size) - 1j * slope * np.sin(turn * size)  # a power takes far longer
    cumulant = times @ np.log(np.cosh(theta * sizes))
    return _discounted(np.fft.irfft(transform, cells), theta, threshold, cumulant)


def _reaching(mean, threshold, largest):
    low, high = 0.0, 1 / largest
    while mean(high) < threshold:
        high *= 2
    for _ in range(200):
        low, high = ((low + high) / 2, high) if mean((low + high) / 2) < threshold else (low, (low + high) / 2)
    return high


def _cells(variance):
    return 1 << int(np.ceil(np.log2(32 * np.sqrt(variance) + 64)))


def _discounted(masses, theta, threshold, cumulant):
    """Return ln Σ e^{K − θs}·mass over the cells at the threshold and up to half a circle beyond it."""
    beyond = np.arange(len(masses) // 2)
    found = masses[(threshold + beyond) % len(masses)] @ np.exp(-theta * beyond)
    return cumulant - theta * threshold + np.log(found)
