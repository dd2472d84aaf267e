"""Random permutation tests of F1 and similar metrics, of kinds that are hard for a transform."""

from typing import NamedTuple

import numpy as np

from core.data.paired import PairedScores
from core.distributions.plane import PlaneSwaps
from core.metrics import resolve_metric
from core.significance import TESTS
from core.significance.pvalue import RejectionRegion, computed_pvalue

__all__ = ["Case", "by_plane", "pair_of", "random_case"]

METRICS = ("f1-errors", "f1", "precision", "macro-f1", "ratio")


class Case(NamedTuple):
    """Whole statistics ``(n, k)`` of two systems, printed as multiples of ``10**-decimals``."""

    metric: str
    baseline: np.ndarray
    experimental: np.ndarray
    decimals: int
    alternative: str
    boundary: str


def pair_of(case):
    """Return the case as a pair read from files with this number of decimals."""
    columns = tuple(f"c{i}" for i in range(case.baseline.shape[1]))
    labels = ("x", "y") if case.metric == "macro-f1" else None
    unit = 10.0**case.decimals
    return PairedScores(case.baseline / unit, case.experimental / unit, columns, decimals=case.decimals, labels=labels)


def by_plane(case, engine=PlaneSwaps):
    """Return the p-value of an engine of the plane, which `compare` asks only where the items are too many to list."""
    pair = pair_of(case)
    metric = resolve_metric(case.metric, pair)
    engine, totals = engine(pair.collapsed, metric, pair.decimals), pair.collapsed.counts @ np.stack(pair.collapsed[:2])

    def tail(side, threshold, strict):
        return (engine.at_most if side == "<=" else engine.at_least)(threshold.multiple, strict)

    difference = float(np.subtract(*metric.score(totals[::-1])))
    region = RejectionRegion.of(TESTS["permutation"], case.alternative, difference, strict=case.boundary == "exclude")
    return computed_pvalue(region, tail)


def random_case(random):
    """Return a case of some kind; ``random`` is a NumPy generator."""
    metric = str(random.choice(METRICS))
    kinds = int(random.integers(1, 9))
    span = int(random.choice([1, 2, 3, 10, 30, 300, 200_000]))
    counts = np.ones(kinds, dtype=int) if random.random() < 0.4 else random.integers(1, 40 if kinds <= 4 else 4, kinds)
    if metric == "macro-f1":
        rows = [_of_two_labels(random, kinds) for _ in range(2)]
        gold = rows[0][:, [2, 5]]
        rows[1] = _of_predictions(random, gold)
    else:
        rows = [_counts_of(random, metric, kinds, span) for _ in range(2)]
        if metric == "f1" and random.random() < 0.8:  # true positives, gold and predicted: the gold is shared
            rows = [each[:, [0, 1, 0, 3]] for each in rows]
            rows[1][:, 1] = rows[0][:, 1]
        shape = random.random()
        if shape < 0.2:  # all steps in one direction
            step = rows[1][:1] - rows[0][:1]
            rows[0] = rows[0] + np.abs(step) * 4
            rows[1] = rows[0] + step * random.integers(-3, 4, (kinds, 1))
        elif shape < 0.4:  # a common divisor
            rows = [each * int(random.choice([7, 30, 4096, 60_716])) for each in rows]
        elif shape < 0.6:  # ties
            rows[1] = np.where(random.random((kinds, 1)) < 0.5, rows[0], rows[1])
        elif shape < 0.7:  # each outcome and its mirror image
            rows = [np.vstack([rows[0], rows[1]]), np.vstack([rows[1], rows[0]])]
            counts = np.tile(counts, 2)
        elif shape < 0.85:  # items far larger than the others
            larger = np.where(random.random((kinds, 1)) < 0.3, random.integers(5, 200, (kinds, 1)), 1)
            rows, counts = [each * larger for each in rows], np.where(larger[:, 0] > 1, 1, counts)
    a, e = (np.repeat(each, counts, axis=0) for each in rows)
    decimals = 0 if metric == "macro-f1" else int(random.choice([0, 0, 1, 2, 3]))
    alternative = str(random.choice(["greater", "less", "two-sided"]))
    return Case(metric, a, e, decimals, alternative, str(random.choice(["include", "exclude"])))


def _counts_of(random, metric, kinds, span):
    def part_and_whole():
        whole = random.integers(1, span + 1, kinds)
        return np.column_stack([np.minimum(random.integers(0, span + 1, kinds), whole), whole])

    if metric == "f1-errors":
        return random.integers(0, span + 1, (kinds, 2))
    if metric == "ratio":
        return part_and_whole()
    return np.hstack([part_and_whole(), part_and_whole()])


def _of_two_labels(random, kinds):
    gold = random.integers(0, 2, kinds)
    return _of_predictions(random, np.column_stack([gold == 0, gold == 1]).astype(int))


def _of_predictions(random, gold):
    guess = random.integers(0, 2, len(gold))
    predicted = np.column_stack([guess == 0, guess == 1]).astype(int)
    return np.column_stack([predicted * gold, predicted, gold])[:, [0, 2, 4, 1, 3, 5]]
