"""Compare two systems on a very large table, and print a Markdown table of time and memory.

From the project's root; each measurement runs in a separate process, whose memory includes DuckDB's::

    python -m benchmarks.frames [--rows 1000000,100000000]
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import core
from core.readers.frames import read_large

__all__ = ["main", "measure", "write"]


def write(folder: str, n: int) -> None:
    """Write a table of right-or-wrong scores as Parquet: 60 % and 60.01 % right, with independent items."""
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)")
        connection.execute(
            "COPY (SELECT (random() < 0.6)::TINYINT AS old, (random() < 0.6001)::TINYINT AS new FROM range(?)) "
            f"TO '{folder}' (FORMAT parquet, PER_THREAD_OUTPUT true)",
            [n],
        )


def measure(folder: str) -> dict[str, float]:
    """Read and compare the table; return seconds, peak megabytes of this process, and p."""
    begin = time.perf_counter()
    pair = read_large([f"{folder}/*.parquet"], baseline="old", experimental="new")
    read = time.perf_counter() - begin
    result = core.compare(pair)
    return {"n": len(pair), "read": read, "all": time.perf_counter() - begin, "megabytes": _peak(), "p": result.pvalue}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _alone(function: Callable[..., Any], *arguments: object) -> Any:
    """Return the result of a function that runs in a separate process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(function, *arguments).result()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure tables of each size and print one row for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frames", description=__doc__)
    parser.add_argument("--rows", default="1000000,100000000")
    chosen = parser.parse_args(arguments)
    print("| rows | file | read | read and compare | peak memory | p |\n|---|---|---|---|---|---|")
    for n in map(int, chosen.rows.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            _alone(write, f"{folder}/scores", n)
            size = sum(path.stat().st_size for path in Path(folder, "scores").iterdir()) / 1e6
            found = _alone(measure, f"{folder}/scores")
        print(
            f"| {found['n']:,} | {size:,.0f} MB | {found['read']:.2f} s | {found['all']:.2f} s "
            f"| {found['megabytes']:,.0f} MB | {found['p']:.4g} |", flush=True
        )  # fmt: skip


if __name__ == "__main__":
    main()
