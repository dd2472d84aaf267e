"""Documents with separate fractions for recall and precision, as in B³, and the distribution of their swaps."""

import math

import numpy as np

__all__ = ["b_cubed", "f1", "law_of_swaps"]


def f1(sums):
    """Return 2PR/(P + R) of sums (..., 4), from its definition."""
    recall, precision = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    return 2 / (1 / recall + 1 / precision)


def b_cubed(n, seed, apart=0.1, gain=0.0):
    """Return both systems' recall and precision, numerator and denominator each, of n documents."""
    generator = np.random.default_rng(seed)
    mentions = np.rint(generator.lognormal(3, 0.7, n)) + 1
    recall, precision = generator.beta(7, 3, (2, n))
    predicted = mentions * generator.uniform(0.8, 1.1, n)

    def system(better):
        r, p = (each * np.exp(apart * generator.normal(better, 1, n)) for each in (recall, precision))
        found = np.maximum(np.rint(predicted * np.exp(apart * generator.normal(size=n))), 1)
        return np.column_stack([mentions * np.minimum(r, 1), mentions, found * np.minimum(p, 1), found])

    return system(0.0), system(gain)


def law_of_swaps(baseline, experimental, counts):
    """Return the differences after every choice of how many of each kind are swapped, and their probabilities."""
    a, e = counts @ baseline, counts @ experimental
    grids = np.meshgrid(*[np.arange(count + 1) for count in counts], indexing="ij")
    moved = np.stack([grid.ravel() for grid in grids], axis=1) @ (experimental - baseline)
    mass = np.ones(())
    for count in np.asarray(counts).tolist():
        mass = np.multiply.outer(mass, [math.comb(count, k) / 2**count for k in range(count + 1)])
    return f1(e - moved) - f1(a + moved), mass.ravel()
