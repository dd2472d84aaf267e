"""Measure the primer's four figures with this project and with the primer's algorithm; print a Markdown table.

From the project's root; about a minute and a half, ``--quick`` a few seconds::

    python -m benchmarks.grid [--quick] [--repeats 5]

Jansen's primer (example 3) draws 10,000 resamples of n items for each of 480 cells. Here its algorithm is vectorised in
the fastest way found in NumPy: one-byte integers, 32-bit indices, and batches that fit in the cache.
"""

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from core.teaching.grid import PRIMER, PvalueGrid, pvalue_grid

__all__ = ["main", "primer_pvalue"]

RESAMPLES = 10_000
# The number of scores in a batch; the fastest of 1e4, 1e5 and 1e6.
BATCH = 100_000
# The number of equally spaced cells of each size that --quick measures and scales to all.
QUICK_CELLS = 4
MAP_SIZES = (1_000, 10_000)


def primer_pvalue(n: int, helped: int, hurt: int, rng: np.random.Generator) -> float:
    """Return the share of resamples of the artificial data whose sum is at or below zero."""
    differences = np.zeros(n, dtype=np.int8)
    differences[:helped], differences[helped : helped + hurt] = 1, -1
    at_most_zero = done = 0
    while done < RESAMPLES:
        rows = min(max(1, BATCH // n), RESAMPLES - done)
        drawn = differences.take(rng.integers(0, n, size=(rows, n), dtype=np.int32))
        at_most_zero += int((drawn.sum(axis=1, dtype=np.int32) <= 0).sum())
        done += rows
    return at_most_zero / RESAMPLES


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds of the work, and its result."""
    begin = time.perf_counter()
    result = work()
    return time.perf_counter() - begin, result


def median(work: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Return the median of the seconds, without a first uncounted run, and the result."""
    result = work()
    return statistics.median(timed(work)[0] for _ in range(repeats)), result


def sampled(grid: PvalueGrid, every: int) -> tuple[float, float]:
    """Return the seconds of the primer's algorithm for all cells, and its largest error in standard errors."""
    rng = np.random.default_rng(0)
    cells = np.stack([grid.n, grid.helped_items, grid.hurt_items], axis=1)[::every].tolist()
    seconds, pvalues = timed(lambda: np.array([primer_pvalue(*cell, rng) for cell in cells]))
    exact = grid.pvalue[::every]
    # The resolution of a count is one.
    error = np.maximum(np.sqrt(exact * (1 - exact) / RESAMPLES), 1 / RESAMPLES)
    return seconds * len(grid) / len(cells), float((np.abs(pvalues - exact) / error).max())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grid", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"the primer's algorithm on {QUICK_CELLS} cells a size")
    parser.add_argument("--repeats", type=int, default=5, help="of our own runs; their median is shown (default: 5)")
    chosen = parser.parse_args(arguments)
    versions = ", ".join(f"{name} {version(name)}" for name in ("helped-hurt", "numpy", "scipy"))
    print(f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores, {platform.system()}.\n")
    print("| n | cells | time | primer's algorithm | faster | largest error of the sampled p |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    total = 0.0
    for n in PRIMER["n"]:
        figure = {**PRIMER, "n": n}
        ours, grid = median(lambda figure=figure: pvalue_grid(**figure), chosen.repeats)
        theirs, error = sampled(grid, len(grid) // QUICK_CELLS if chosen.quick else 1)
        total += theirs
        print(f"{_row(f'{n:,}', len(grid), ours, theirs)} {error:.1f} standard errors |", flush=True)
    ours, grid = median(lambda: pvalue_grid(**PRIMER), chosen.repeats)
    print(f"{_row('all four', len(grid), ours, total)} |")
    if chosen.quick:
        print(f"\nThe primer's time is scaled from {QUICK_CELLS} cells a size.")
    print()
    for n in MAP_SIZES:
        axes = np.linspace(0.25, 15, 60), np.linspace(0, 20, 60)
        seconds, heat_map = median(lambda n=n, axes=axes: pvalue_grid(n, *axes), chosen.repeats)
        print(f"A heat map of 60 × 60 cells, n = {n:,}: {1e3 * seconds:.0f} ms ({len(heat_map):,} cells).")


def _row(name: str, cells: int, ours: float, theirs: float) -> str:
    return f"| {name} | {cells} | {1e3 * ours:.1f} ms | {theirs:.1f} s | {theirs / ours:,.0f}× |"


if __name__ == "__main__":
    main()
