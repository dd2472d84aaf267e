"""Artificial statistics of two systems for `benchmarks.speed`, of every kind and with any gain."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

__all__ = ["EFFECTS", "KINDS", "Data", "data"]

# The lead of the better system in standard errors: p is about 1/2, 0.02 and 1e-10.
EFFECTS = {"none": 0.0, "some": 2.0, "clear": 6.4}

# Time and precision depend on the printed decimals; `score` maps summed statistics (…, k) to scores (…,).
CLASSES = 4


class Data(NamedTuple):
    """Statistics ``(n, k)`` of both systems, or with k = 1 their scores, and the metric of their sums."""

    baseline: np.ndarray
    experimental: np.ndarray
    metric: str
    score: Callable[[np.ndarray], np.ndarray]
    labels: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None  # gold and both predictions


def data(kind: str, effect: str, n: int) -> Data:
    """Return ``n`` items, the same in every process."""
    return KINDS[kind](n, EFFECTS[effect], np.random.default_rng(n))


def _of_scores(baseline: np.ndarray, experimental: np.ndarray) -> Data:
    n = len(baseline)
    return Data(baseline[:, None], experimental[:, None], "mean", lambda sums: sums[..., 0] / n)


def _ahead(noise: np.ndarray, gain: float) -> np.ndarray:
    """Return differences with this noise, whose mean is ``gain`` standard errors above 0."""
    deviation = noise.std()
    return noise - noise.mean() + gain * deviation / np.sqrt(len(noise))


def binary(n: int, gain: float, rng: np.random.Generator) -> Data:
    """Right or wrong; one item in ten changed, or more if a large gain on few items needs it."""
    changed = max(n // 10, min(n, round(1.3 * gain**2)))
    helped = min(changed, round((changed + gain * np.sqrt(changed)) / 2))
    baseline = (rng.random(n) < 0.6).astype(float)
    experimental = baseline.copy()
    baseline[:changed], experimental[:changed] = 1, 0
    baseline[:helped], experimental[:helped] = 0, 1
    return _of_scores(baseline, experimental)


def noisy(n: int, gain: float, rng: np.random.Generator) -> Data:
    """Right or wrong plus noise of 1e-7, as in probabilities rounded to 32 bits."""
    made = binary(n, gain, rng)
    made.experimental[:] += 1e-7 * rng.normal(size=made.experimental.shape)
    return made


def real(n: int, gain: float, rng: np.random.Generator, decimals: int | None = None) -> Data:
    """Normal scores, at full precision or with the decimals of files."""
    baseline = rng.normal(0.5, 0.2, n)
    experimental = baseline + _ahead(rng.normal(0, 0.1, n), gain)
    if decimals is not None:
        baseline, experimental = np.round(baseline, decimals), np.round(experimental, decimals)
    return _of_scores(baseline, experimental)


def outlier(n: int, gain: float, rng: np.random.Generator) -> Data:
    """Scores with two decimals and one outlier of a million."""
    made = real(n, gain, rng, 2)
    made.experimental[0] = 1e6
    return made


def heavy(n: int, gain: float, rng: np.random.Generator) -> Data:
    """Differences with heavy tails: Student's t with 1.5 degrees of freedom."""
    baseline = rng.normal(0.5, 0.2, n)
    return _of_scores(baseline, baseline + _ahead(rng.standard_t(1.5, n), gain))


def tokens(n: int, gain: float, rng: np.random.Generator) -> Data:
    """Correct tokens in sentences of 5 to 60 tokens."""
    size = rng.integers(5, 61, n)
    baseline, experimental = rng.binomial(size, 0.9), rng.binomial(size, 0.9)
    experimental = _repaired(baseline, experimental, size, gain, rng)
    rows = (np.column_stack([right, size]).astype(float) for right in (baseline, experimental))
    return Data(*rows, "ratio", lambda sums: sums[..., 0] / sums[..., 1])


def f1(n: int, gain: float, rng: np.random.Generator) -> Data:
    """Entities found, in the gold data, and predicted; up to six in a sentence."""
    gold = rng.integers(0, 7, n)
    baseline, experimental = rng.binomial(gold, 0.8), rng.binomial(gold, 0.8)
    experimental = _repaired(baseline, experimental, gold, gain, rng)
    rows = []
    for found in (baseline, experimental):
        predicted = found + rng.binomial(1, 0.3, n)
        rows.append(np.column_stack([found, gold, found, predicted]).astype(float))
    return Data(*rows, "f1", _f1)


def _f1(sums: np.ndarray) -> np.ndarray:
    precision, recall = sums[..., 2] / sums[..., 3], sums[..., 0] / sums[..., 1]
    return 2 * precision * recall / (precision + recall)


def macro_f1(n: int, gain: float, rng: np.random.Generator) -> Data:
    """One of four classes for each item."""
    gold = rng.integers(0, CLASSES, n)
    predictions = [np.where(rng.random(n) < 0.7, gold, rng.integers(0, CLASSES, n)) for _ in range(2)]
    right = [(predicted == gold).astype(int) for predicted in predictions]
    repaired = _repaired(*right, np.ones(n, dtype=int), gain, rng) > right[1]
    predictions[1] = np.where(repaired, gold, predictions[1])
    rows = [_by_class(gold, predicted) for predicted in predictions]
    return Data(*rows, "macro-f1", _macro_f1, (gold, *predictions))


def _by_class(gold: np.ndarray, predicted: np.ndarray) -> np.ndarray:
    """Return (n, 3 · classes): for each class whether it was predicted correctly, is gold, and was predicted."""
    classes = np.arange(CLASSES)
    is_gold, is_predicted = gold[:, None] == classes, predicted[:, None] == classes
    return np.hstack([is_gold & is_predicted, is_gold, is_predicted]).astype(float)


def _macro_f1(sums: np.ndarray) -> np.ndarray:
    hit, gold, predicted = np.split(sums, 3, axis=-1)
    return (2 * hit / (gold + predicted)).mean(axis=-1)


def _repaired(
    baseline: np.ndarray, experimental: np.ndarray, best: np.ndarray, gain: float, rng: np.random.Generator
) -> np.ndarray:
    """Give the experimental system the best score on the items needed for a lead of ``gain`` standard errors."""
    order = rng.permutation(len(best))
    before, after = (experimental - baseline)[order], (best - baseline)[order]
    z = [
        (np.append(0, np.cumsum(after**power)) + np.append(np.cumsum(before[::-1] ** power)[::-1], 0))
        for power in (1, 2)
    ]
    ahead = z[0] / np.sqrt(np.maximum(z[1], 1))
    enough = int(np.argmax(ahead >= gain)) if (ahead >= gain).any() else int(np.argmax(ahead))
    repaired = experimental.copy()
    repaired[order[:enough]] = best[order[:enough]]
    return repaired


KINDS: dict[str, Callable[[int, float, np.random.Generator], Data]] = {
    "binary": binary,
    "noisy": noisy,
    "decimals-3": partial(real, decimals=3),
    "decimals-4": partial(real, decimals=4),
    "real": real,
    "heavy": heavy,
    "outlier": outlier,
    "tokens": tokens,
    "f1": f1,
    "macro-f1": macro_f1,
}
