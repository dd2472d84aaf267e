"""Measure `core.compare` and SciPy's resampling on the same arrays, and print a Markdown table.

From the project's root; ``--quick`` takes less than a minute, everything less than ten::

    python -m benchmarks.speed [--quick] [--sizes 100,1000] [--data binary,real] [--effects some,clear] [--repeats 3]
"""

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path

from benchmarks.data import EFFECTS, KINDS

__all__ = ["Cell", "Row", "Settings", "main", "report", "run"]

# On Linux the peak memory of a child includes that of its parent at the start, so only NumPy is imported here.

ROOT = Path(__file__).parents[1]
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
USUAL = ("binary", "real", "outlier")
TESTS = ("bootstrap", "permutation")
RESAMPLES = 10_000
# Above a size, SciPy draws this many scores in all (resamples × n), and its time is extrapolated.
SCALED_DRAWS = 20_000_000
QUICK = {"sizes": (100, 1_000, 10_000), "data": ("binary", "real"), "repeats": 1, "unscaled": 1_000, "budget": 55.0}


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of a run; ``unscaled`` is the largest size at which SciPy draws every resample."""

    sizes: tuple[int, ...] = SIZES
    data: tuple[str, ...] = USUAL
    effects: tuple[str, ...] = ("some",)
    repeats: int = 3
    unscaled: int = 10_000
    budget: float = 580.0


@dataclass(frozen=True, slots=True)
class Cell:
    """The median of one tool's repeats; the seconds are for all resamples, extrapolated if fewer were drawn."""

    seconds: float
    memory: float
    pvalue: float
    method: str
    resamples: int
    log10: float | None = None
    bound: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of both tools on one data set; None if the time was used up."""

    data: str
    effect: str
    n: int
    test: str
    core: Cell | None
    scipy: Cell | None


def run(settings: Settings) -> Iterator[Row]:
    """Yield the rows, small sizes first, until the budget is used up; later rows have no cells."""
    deadline = time.monotonic() + settings.budget
    largest = max(settings.sizes)
    cells = product(sorted(settings.sizes), settings.data, settings.effects, TESTS)
    for n, data, effect, test in cells:
        if data == "outlier" and n != largest:
            continue
        resamples = RESAMPLES if n <= settings.unscaled else max(2, SCALED_DRAWS // n)
        ours, theirs = (
            _median([tool, test, data, effect, str(n)], drawn, settings.repeats, deadline)
            for tool, drawn in (("core", RESAMPLES), ("scipy", resamples))
        )
        yield Row(data, effect, n, test, ours, theirs)


def _median(what: list[str], resamples: int, repeats: int, deadline: float) -> Cell | None:
    command = [sys.executable, "-m", "benchmarks.measure", *what, "--resamples", str(resamples)]
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
    first = measured[0]
    return Cell(
        seconds, memory, first["pvalue"], first["method"], resamples, first.get("log10"), first.get("bound", 0.0)
    )


def report(row: Row) -> str:
    """Return a row of the Markdown table.

    Examples
    --------
    >>> print(report(Row("binary", "some", 100, "bootstrap", Cell(0.001, 1e8, 0.03712, "exact", 10_000), None)))
    | binary | some | 100 | bootstrap | 0.0371 (exact) | all | 1.0 ms | 100 MB | – | – | – | – | – |
    """
    ours, theirs = row.core, row.scipy
    cells = [row.data, row.effect, f"{row.n:,}", row.test]
    cells += ["–"] * 4 if ours is None else [f"{_p(ours)} ({ours.method})", _digits(ours), *_cost(ours)]
    if theirs is None:
        cells += ["–"] * 5
    else:
        whole = theirs.resamples == RESAMPLES  # the p-value of a few resamples is not informative
        cells.append(_p(theirs) if whole else f"scaled from {theirs.resamples:,}")
        cells.append(_off(ours, theirs) if ours and whole else "–")
        cells += [*_cost(theirs), _ratio(theirs.seconds / ours.seconds) if ours else "–"]
    return _line(cells)


def _p(cell: Cell) -> str:
    if cell.pvalue >= 1e-3 or not cell.log10:
        return f"{cell.pvalue:.4f}"
    exponent = math.floor(cell.log10)
    return f"{10 ** (cell.log10 - exponent):.2f}e{exponent}"


def _digits(cell: Cell) -> str:
    """Return the number of digits of p that the stated bound makes certain."""
    if cell.method == "sampled":
        return "–"
    relative = cell.bound / cell.pvalue if cell.pvalue else 0.0
    return "all" if relative < 1e-12 else f"{-math.log10(relative):.0f}"


def _off(ours: Cell, theirs: Cell) -> str:
    """Return the relative error of SciPy's p-value, given an exact one."""
    if ours.method == "sampled" or not ours.pvalue:
        return "–"
    off = abs(theirs.pvalue / ours.pvalue - 1)
    return f"{off:.1%}" if off < 10 else f"{off:,.0f} times" if off < 1e6 else f"{off:.0e} times"


def _cost(cell: Cell) -> tuple[str, str]:
    return _duration(cell.seconds), f"{cell.memory / 1e6:,.0f} MB"


def _duration(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def _ratio(ratio: float) -> str:
    return f"{ratio:.1f}×" if ratio < 10 else f"{ratio:,.0f}×"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _heading(settings: Settings) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in ("helped-hurt", "numpy", "scipy"))
    titles = (
        "scores", "gain", "n", "test", "p", "digits", "time", "peak memory",
        "SciPy: p", "off by", f"time of {RESAMPLES:,} resamples", "peak memory", "faster",
    )  # fmt: skip
    return "\n".join([
        f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores, {platform.system()}; "
        f"median of {settings.repeats}.",
        "",
        _line(titles),
        _line(["---"] * 4 + ["---:"] * 9),
    ])  # fmt: skip


def _sizes(text: str) -> tuple[int, ...]:
    sizes = text.split(",")
    if not all(size.isdecimal() and int(size) > 1 for size in sizes):
        raise argparse.ArgumentTypeError(f"{text!r} must be whole numbers of at least 2, such as 100,1000.")
    return tuple(int(size) for size in sizes)


def _some_of(known: Sequence[str], text: str) -> tuple[str, ...]:
    if not set(text.split(",")) <= set(known):
        raise argparse.ArgumentTypeError(f"{text!r} must be some of {','.join(known)}.")
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
    add("--data", type=partial(_some_of, KINDS), help=f"some of {','.join(KINDS)} (default: {','.join(USUAL)})")
    add("--effects", type=partial(_some_of, EFFECTS), help=f"some of {','.join(EFFECTS)} (default: some)")
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
