"""Measure `core.compare` beside SciPy's resampling on the same arrays, and print a Markdown table.

From the project's root; ``--quick`` takes less than a minute, the whole less than ten::

    python -m benchmarks.speed [--quick] [--sizes 100,1000] [--data binary,real] [--repeats 3] [--budget 600]
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

__all__ = ["Cell", "Row", "Settings", "main", "report", "run"]

# Nothing large is imported here: on Linux a child's peak memory begins with that of its parent.

ROOT = Path(__file__).parents[1]
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
USUAL = ("binary", "real", "outlier")
DATA = (*USUAL, "decimals-3", "decimals-4", "heavy", "clear")
TESTS = ("bootstrap", "permutation")
RESAMPLES = 10_000
# Beyond a size, SciPy draws this many scores in all (resamples × n), and its time is scaled.
SCALED_DRAWS = 20_000_000
QUICK = {"sizes": (100, 1_000, 10_000), "data": ("binary", "real"), "repeats": 1, "unscaled": 1_000, "budget": 55.0}


@dataclass(frozen=True, slots=True)
class Settings:
    """What to measure; ``unscaled`` is the last size at which SciPy draws every resample."""

    sizes: tuple[int, ...] = SIZES
    data: tuple[str, ...] = USUAL
    repeats: int = 3
    unscaled: int = 10_000
    budget: float = 580.0


@dataclass(frozen=True, slots=True)
class Cell:
    """The median of one tool's repeats; seconds for all resamples, scaled where fewer were drawn."""

    seconds: float
    memory: float
    pvalue: float
    method: str
    resamples: int


@dataclass(frozen=True, slots=True)
class Row:
    """Both tools on one data set; None where time ran out."""

    data: str
    n: int
    test: str
    core: Cell | None
    scipy: Cell | None


def run(settings: Settings) -> Iterator[Row]:
    """Yield the rows, small sizes first, until the budget is used up; what is left then has no cells."""
    deadline = time.monotonic() + settings.budget
    largest = max(settings.sizes)
    for n in sorted(settings.sizes):
        for data in settings.data:
            if data == "outlier" and n != largest:
                continue
            for test in TESTS:
                resamples = RESAMPLES if n <= settings.unscaled else max(2, SCALED_DRAWS // n)
                ours = _median("core", test, data, n, RESAMPLES, settings.repeats, deadline)
                theirs = _median("scipy", test, data, n, resamples, settings.repeats, deadline)
                yield Row(data, n, test, ours, theirs)


def _median(tool: str, test: str, data: str, n: int, resamples: int, repeats: int, deadline: float) -> Cell | None:
    command = [
        sys.executable,
        "-m",
        "benchmarks.measure",
        tool,
        test,
        data,
        str(n),
        "--resamples",
        str(resamples),
    ]
    measured = []
    for _ in range(repeats):
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            break
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=remaining)
        except subprocess.TimeoutExpired:
            break
        if done.returncode:
            raise SystemExit(f"{' '.join(command[1:])} failed:\n{done.stderr}")
        measured.append(json.loads(done.stdout))
    if not measured:
        return None
    seconds = statistics.median(one["seconds"] for one in measured) * RESAMPLES / resamples
    memory = statistics.median(one["memory"] for one in measured)
    return Cell(seconds, memory, measured[0]["pvalue"], measured[0]["method"], resamples)


def report(row: Row) -> str:
    """Return a row of the Markdown table.

    Examples
    --------
    >>> print(report(Row("binary", 100, "bootstrap", Cell(0.001, 1e8, 0.03712, "exact", 10_000), None)))
    | binary | 100 | bootstrap | 0.0371 (exact) | 1.0 ms | 100 MB | – | – | – | – |
    """
    ours, theirs = row.core, row.scipy
    cells = [row.data, f"{row.n:,}", row.test, *_shown(ours), *_shown(theirs)]
    cells.append(_ratio(theirs.seconds / ours.seconds) if ours and theirs else "–")
    return _line(cells)


def _shown(cell: Cell | None) -> tuple[str, str, str]:
    if cell is None:
        return "–", "–", "–"
    # A p-value of a few resamples tells nothing.
    found = f"{cell.pvalue:.4f} ({cell.method})" if cell.resamples == RESAMPLES else f"scaled from {cell.resamples:,}"
    return found, _duration(cell.seconds), f"{cell.memory / 1e6:,.0f} MB"


def _duration(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def _ratio(ratio: float) -> str:
    return f"{ratio:.1f}×" if ratio < 10 else f"{ratio:,.0f}×"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _heading(settings: Settings) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in ("helped-hurt", "numpy", "scipy"))
    titles = (
        "scores", "n", "test", "p", "time", "peak memory",
        "SciPy: p", f"time of {RESAMPLES:,} resamples", "peak memory", "faster",
    )  # fmt: skip
    return "\n".join([
        f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores, {platform.system()}; "
        f"median of {settings.repeats}.",
        "",
        _line(titles),
        _line(["---"] * 3 + ["---:"] * 7),
    ])  # fmt: skip


def _sizes(text: str) -> tuple[int, ...]:
    sizes = text.split(",")
    if not all(size.isdecimal() and int(size) > 1 for size in sizes):
        raise argparse.ArgumentTypeError(f"{text!r} must be whole numbers of at least 2, such as 100,1000.")
    return tuple(int(size) for size in sizes)


def _data(text: str) -> tuple[str, ...]:
    if not set(text.split(",")) <= set(DATA):
        raise argparse.ArgumentTypeError(f"{text!r} must be some of {','.join(DATA)}.")
    return tuple(text.split(","))


def _repeats(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1.")
    return int(text)


def _settings(arguments: Sequence[str] | None) -> Settings:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--quick", action="store_true", help="sizes to 10,000, one repeat, less than a minute")
    add("--sizes", type=_sizes, help="numbers of items, with commas (default: 100 to 1,000,000)")
    add("--data", type=_data, help=f"some of {','.join(DATA)} (default: {','.join(USUAL)})")
    add("--repeats", type=_repeats, help="repeats, of which the median is shown (default: 3)")
    add("--budget", type=float, help="seconds after which nothing more is measured (default: 580)")
    given = vars(parser.parse_args(arguments))
    chosen = dict(QUICK) if given.pop("quick") else {}
    return Settings(**chosen | {name: value for name, value in given.items() if value is not None})


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table row by row."""
    settings = _settings(arguments)
    begin = time.monotonic()
    print(_heading(settings), flush=True)
    complete = True
    for row in run(settings):
        print(report(row), flush=True)
        complete &= row.core is not None and row.scipy is not None
    print(f"\nTook {time.monotonic() - begin:.0f} s.")
    if not complete:
        print(f"– was not measured: the budget of {settings.budget:g} s was used up.")


if __name__ == "__main__":
    main()
