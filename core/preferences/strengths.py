"""Bradley and Terry's strengths: P(i is preferred to j) = 1/(1 + exp(θⱼ − θᵢ)), a tie as half a win of both.

Bradley and Terry (1952), *Biometrika* 39. The likelihood has a maximum if and only if a chain of wins leads from every
system to every other (Ford 1957): `placeable` finds the systems that have strengths.
"""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.special import expit

from core.common.arrays import Floats
from core.common.progress import report_progress
from core.preferences.judgments import Preferences
from core.significance.resampling import Progress

# A difference of two strengths changes by at most 1 in a step: then every step raises the likelihood
# (Bach 2010, *Electronic Journal of Statistics* 4, proposition 1).
_LONGEST_STEP = 0.5
_MOST_STEPS = 500
# Resamples fitted together, and the most numbers that their draws may take.
_BLOCK = 256
_MOST_DRAWN = 20_000_000


def strengths(wins: Floats, *, prior: float = 0.0, start: Floats | None = None, tolerance: float = 1e-12) -> Floats:
    """Return the maximum-likelihood strengths, whose mean is 0, by Newton's method with bounded steps.

    ``wins`` ``(…, s, s)`` are those of each system (row) over each other (column). ``prior`` judgments of each system
    against the average one, half of them won, are added: with them a maximum exists. The search begins at ``start`` and
    stops when no strength changes by more than ``tolerance``.

    >>> strengths(np.array([[0, 3], [1, 0]])).round(4).tolist()
    [0.5493, -0.5493]
    """
    s = wins.shape[-1]
    played = wins + np.swapaxes(wins, -1, -2)
    theta = np.zeros(wins.shape[:-1]) if start is None else np.broadcast_to(start, wins.shape[:-1]).copy()
    diagonal = np.arange(s)
    for _ in range(_MOST_STEPS):
        chance = expit(theta[..., :, None] - theta[..., None, :])
        alone = expit(theta)
        slope = (wins - played * chance).sum(axis=-1) + prior * (0.5 - alone)
        curvature = played * chance * (1 - chance)
        # Adding 1/s to every cell fixes the mean, which the likelihood leaves free.
        matrix = 1 / s - curvature
        matrix[..., diagonal, diagonal] += curvature.sum(axis=-1) + prior * alone * (1 - alone)
        step = np.linalg.solve(matrix, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        theta = theta + step * np.minimum(1, _LONGEST_STEP / np.maximum(longest, 1e-300))
        theta -= theta.mean(axis=-1, keepdims=True)
        if longest.max() <= tolerance:
            break
    return theta


def placeable(wins: Floats, names: tuple[str, ...]) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the largest set of systems that have strengths, and the reason for each other system."""
    graph = csr_array(wins > 0)
    label = connected_components(graph, connection="strong")[1]
    played = (wins + wins.T).sum(axis=1)
    size, weight = np.bincount(label), np.bincount(label, played)
    chosen = max(range(len(size)), key=lambda i: (size[i], weight[i]))
    kept = np.flatnonzero(label == chosen)
    if len(kept) < 2:
        kept = kept[:0]
    unplaced = []
    for i in sorted(set(range(len(names))) - set(kept.tolist())):
        if not wins[:, i].any():
            why = "never loses"
        elif not wins[i].any():
            why = "never wins"
        elif not len(kept):
            why = "no chain of wins leads from it to another system and back"
        else:
            ahead = kept[0] in breadth_first_order(graph, i, return_predecessors=False)
            behind = i in breadth_first_order(graph, kept[0], return_predecessors=False)
            why = (
                "never loses to the ranked systems, directly or through others" if ahead
                else "never wins against the ranked systems, directly or through others" if behind
                else "no judgment compares it with the ranked systems, directly or through others"
            )  # fmt: skip
        unplaced.append((i, why))
    return kept.tolist(), unplaced


def bootstrap_strengths(
    data: Preferences, theta: Floats, n_resamples: int, seed: int, progress: Progress | None = None
) -> tuple[Floats, int]:
    """Return the strengths on resamples of the items, ``(R, s)``, and the number of resamples that needed a prior.

    An item is drawn with all its judgments. If the likelihood of a resample has no maximum, one judgment of each system
    against the average one, half won and half lost, is added.

    Each search begins at ``theta`` ``(s,)``, the strengths in the data.
    """
    s = len(data.names)
    of_rows, row = _distinct(data)
    k, n = of_rows.shape[1], len(row)
    generator = np.random.default_rng(seed)
    parts, weak = [], 0
    block = max(1, min(_BLOCK, _MOST_DRAWN // k))
    for begin in range(0, n_resamples, block):
        size = min(block, n_resamples - begin)
        drawn = np.empty((k, size))
        for each in range(size):
            drawn[:, each] = np.bincount(row[generator.integers(n, size=n)], minlength=k)
        wins = np.ascontiguousarray((of_rows @ drawn).T).reshape(size, s, s)
        apart = _apart(wins)
        found = np.empty((size, s))
        for some, prior in ((~apart, 0.0), (apart, 1.0)):
            if some.any():
                found[some] = strengths(wins[some], prior=prior, start=theta, tolerance=1e-6)
        parts.append(found)
        weak += int(apart.sum())
        report_progress(progress, begin + size, n_resamples)
    return np.concatenate(parts), weak


def rank_ranges(theta: Floats, drawn: Floats, level: float) -> list[tuple[int, int]]:
    """Return simultaneous confidence ranges of the systems' ranks.

    A system is significantly weaker than another if their difference lies outside the simultaneous interval of all
    differences. Its width is the quantile of the largest studentised difference on the resamples (Mogstad, Romano,
    Shaikh and Wilhelm 2024, *Review of Economic Studies*).

    ``theta`` ``(s,)`` are the strengths and ``drawn`` ``(R, s)`` those on resamples.

    >>> drawn = np.array([[1.1, 0, -0.1], [0.9, 0.1, 0], [1, -0.1, 0.1]])
    >>> rank_ranges(np.array([1, 0, 0]), drawn, 0.95)
    [(1, 1), (2, 3), (2, 3)]
    """
    s, away = len(theta), drawn - theta
    spread, largest = np.empty((s, s)), np.zeros(len(drawn))
    for i in range(s):
        apart = away[:, i, None] - away
        spread[i] = np.sqrt((apart**2).mean(axis=0))
        np.maximum(largest, np.abs(apart / np.where(spread[i] > 0, spread[i], np.inf)).max(axis=1), out=largest)
    width = np.quantile(largest, level, method="inverted_cdf") * spread
    stronger = theta[:, None] - theta > width + 1e-9
    return [(1 + int(stronger[:, i].sum()), s - int(stronger[i].sum())) for i in range(s)]


def _distinct(data: Preferences) -> tuple[csr_array, NDArray[Any]]:
    """Return the wins (s² cells) of each distinct item, ``(s², k)``, and for each item its place among these."""
    s = len(data.names)
    low, high = np.minimum(data.first, data.second), np.maximum(data.first, data.second)
    code = (low * s + high) * 3 + 1 + np.where(data.first == low, data.verdict, -data.verdict)
    sorting = np.lexsort((code, data.item))
    code, begins = code[sorting], np.flatnonzero(np.diff(data.item[sorting])) + 1
    alike = Counter(each.tobytes() for each in np.split(code, begins))
    # Sorted, so that resamples do not depend on the order of the items.
    rows = [np.frombuffer(each, dtype=code.dtype) for each in sorted(alike)]
    column = np.repeat(np.arange(len(rows)), [len(each) for each in rows])
    pair, verdict = np.divmod(np.concatenate(rows), 3)
    cell = np.concatenate([pair, pair % s * s + pair // s])
    won = np.concatenate([verdict, 2 - verdict]) / 2
    wins = csr_array((won, (cell, np.tile(column, 2))), shape=(s * s, len(rows)))
    return wins, np.repeat(np.arange(len(rows)), [alike[each] for each in sorted(alike)])


def _apart(wins: Floats) -> NDArray[Any]:
    """For each of the ``(b, s, s)`` tables, whether some system is not connected to every other by wins."""
    b, s, _ = wins.shape
    table, winner, loser = np.nonzero(wins)
    edges = (np.ones(len(table), dtype=np.int8), (table * s + winner, table * s + loser))
    label = connected_components(csr_array(edges, shape=(b * s, b * s)), connection="strong")[1].reshape(b, s)
    return (label != label[:, :1]).any(axis=1)
