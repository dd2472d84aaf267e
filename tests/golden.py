"""Recorded results of some 200 comparisons: ``python -m tests.golden`` writes ``golden.json`` again.

The data come from a generator of three lines, so they do not depend on the version of a library. `tests/test_golden.py`
compares new results with the recorded ones, to every digit that ``method`` promises.
"""

import json
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import core

RECORDED = Path(__file__).with_name("golden.json")
SIZES = (12, 60, 400)
KINDS = ("right or wrong", "ratings", "one decimal", "thirds", "32 bits", "real", "tokens", "f1", "f1-errors", "labels")


def numbers(seed: int, n: int) -> np.ndarray:
    """Return n numbers in [0, 1), after Lehmer (1951) with the constants of Park and Miller (1988)."""
    found = []
    state = seed * 7_919 + 1
    for _ in range(n + 10):
        state = state * 48_271 % 2_147_483_647
        found.append(state / 2_147_483_647)
    return np.array(found[10:])


def pair_of(kind: str, n: int, seed: int) -> tuple[core.PairedScores, str]:
    """Return a pair whose experimental system is slightly better, and its metric."""
    u, v, w, x = (numbers(seed * 10 + i, n) for i in range(4))
    if kind == "right or wrong":
        return core.PairedScores.from_scores(np.float64(u < 0.6), np.float64((u < 0.6) ^ (v < 0.15))), "mean"
    if kind == "ratings":
        return core.PairedScores.from_scores(1 + np.floor(5 * u), 1 + np.floor(5 * np.maximum(u * v, v))), "mean"
    if kind == "one decimal":
        return core.PairedScores.from_scores(np.round(100 * u, 1), np.round(100 * v, 1), decimals=1), "mean"
    if kind == "thirds":
        return core.PairedScores.from_scores(np.floor(4 * u) / 3, np.floor(4 * np.sqrt(v)) / 3), "mean"
    if kind == "32 bits":
        noisy = np.float64(np.float32(1 / 3)) * np.floor(4 * u) + 1e-8 * (w - 0.5)
        return core.PairedScores.from_scores(noisy, np.floor(4 * v) / 3), "mean"
    if kind == "real":
        return core.PairedScores.from_scores(np.sqrt(u), np.sqrt(np.sqrt(u * v))), "mean"
    if kind == "tokens":
        words = 5 + np.floor(20 * w)
        right = [np.floor(words * each) for each in (u, np.sqrt(v))]
        return core.PairedScores.from_scores(*(np.column_stack([each, words]) for each in right)), "ratio"
    if kind == "f1-errors":
        rows = [np.column_stack([np.floor(6 * a), np.floor(4 * b)]) for a, b in ((u, v), (w, x))]
        return core.PairedScores.from_scores(*rows), "f1-errors"
    gold, predicted = 1 + np.floor(5 * u), [1 + np.floor(5 * each) for each in (v, w)]
    if kind == "f1":
        found = [np.floor(np.minimum(gold, each) * (0.4 + 0.6 * x)) for each in predicted]
        rows = [np.column_stack([f, gold, f, p]) for f, p in zip(found, predicted, strict=True)]
        return core.PairedScores.from_scores(*rows), "f1"
    names = np.array(["a", "b"])
    labels = [names[np.int64(each < 0.5)] for each in (u, (u + 0.4 * v) / 1.4, (u + 0.3 * w) / 1.3)]
    files = [
        core.Upload(name, "\n".join(each).encode()) for name, each in zip(("gold", "old", "new"), labels, strict=True)
    ]
    return core.read_labels(*files), "macro-f1"


def results() -> Iterator[dict[str, object]]:
    """Yield the comparisons: all kinds, sizes and tests, some with clusters, strata or one side."""
    for i, kind in enumerate(KINDS):
        for n in SIZES:
            pair, metric = pair_of(kind, n, i + 1)
            for test in core.TESTS:
                yield _result(f"{kind}, {n}, {test}", pair, metric=metric, test=test)
            yield _result(f"{kind}, {n}, greater", pair, metric=metric, alternative="greater")
            clusters = [f"c{j // 3}" for j in range(n)]
            yield _result(f"{kind}, {n}, clusters", pair.with_clusters(clusters), metric=metric)
            strata = [f"s{j % 2}" for j in range(n)]
            yield _result(f"{kind}, {n}, strata", pair.with_strata(strata), metric=metric)
    for n, helped, hurt in ((100, 2, 0), (500, 17, 7), (10_000, 300, 250), (1_000_000, 5_200, 5_000)):
        for test in core.TESTS:
            yield _result(f"{n}, {helped}, {hurt}, {test}", core.helped_hurt(n, helped, hurt), test=test)


def _result(name: str, pair: core.PairedScores, **options: object) -> dict[str, object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = core.compare(pair, n_resamples=2_000, **options)
    return {
        "name": name,
        "method": result.method,
        "pvalue": float(f"{result.pvalue:.12g}"),  # not the last digits, which each order of summation rounds otherwise
        "pvalue_interval": result.pvalue_interval,
        "difference": result.statistic,
        "digest": result.digest,
    }


if __name__ == "__main__":
    RECORDED.write_text("[\n" + ",\n".join(map(json.dumps, results())) + "\n]\n")
