"""Measure what the package and the app take: disk, memory, time to the first chart, and redraws for fifty people.

From the project's root, with Chromium and nginx installed, on a machine that does nothing else; some five minutes::

    python -m benchmarks.footprint            # print the table
    python -m benchmarks.footprint --write    # and write it into docs/how-to/host.md
"""

import argparse
import asyncio
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from benchmarks.load import running_app, visit
from benchmarks.person import Person, open_stream
from benchmarks.processes import megabytes
from benchmarks.redraw import first_chart
from dashboard.pages import PAGES

__all__ = ["main"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to" / "host.md"
MARKS = "<!-- measured -->\n", "<!-- /measured -->"
_PEOPLE, _VISITORS, _STARTS = 50, 10, 3


def installed(*what: str) -> float:
    """Return the megabytes that a new environment holds after installing this, without the environment's own pip."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        before = _size(folder)
        subprocess.run([f"{folder}/bin/pip", "install", "--quiet", *what], check=True, cwd=ROOT)
        return _size(folder) - before


def _size(folder: str) -> float:
    return sum(path.lstat().st_size for path in Path(folder).rglob("*")) / 1e6


async def _together(port: int) -> float:
    people = []
    for i, page in enumerate(islice(cycle(PAGES), _VISITORS)):
        people.append(Person(await open_stream(port), page, random.Random(i)))
        await people[-1].redraw()
    for person in people:
        if person.sliders:
            await person.move()
    found = megabytes()
    await asyncio.gather(*(person.socket.close() for person in people))
    return found


def rows() -> list[tuple[str, str]]:
    """Return the name and the measured value of each quantity."""
    found = [
        ("`pip install .`: the package and the command", f"{installed('.'):.0f} MB"),
        ("`pip install -r requirements.txt`: everything", f"{installed('-r', 'requirements.txt'):.0f} MB"),
    ]
    first, later = [], []
    for _ in range(_STARTS):
        with running_app(2) as port:
            first.append(first_chart(port) / 1_000)
            later.append(first_chart(port) / 1_000)
    found.append(("First chart of *Two systems*, first visitor", f"{statistics.median(first):.1f} s"))
    found.append(("First chart of *Two systems*, later visitors", f"{statistics.median(later):.1f} s"))
    for workers, title in ((0, "one process"), (2, "two workers behind nginx")):
        with running_app(2, workers) as port:
            moved = asyncio.run(visit(port, "helped-and-hurt", _PEOPLE, 30, 2))
        slow = 1_000 * statistics.quantiles(moved.seconds, n=20, method="inclusive")[18]
        found.append((f"{_PEOPLE} people move sliders, {title}: 95th percentile of a redraw", f"{slow:.0f} ms"))
    with running_app(2) as port:
        found.append((f"Memory of one process with {_VISITORS} visitors", f"{asyncio.run(_together(port)):.0f} MB"))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, and write it into the documentation on request."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.footprint", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args(arguments)
    state = f"{platform.machine()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before the start"
    table = "| | measured |\n| --- | ---: |\n" + "".join(f"| {name} | {value} |\n" for name, value in rows())
    table += f"\nMeasured by `python -m benchmarks.footprint` on a machine that did nothing else ({state}).\n"
    print(table)
    if options.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        PAGE.write_text(before + MARKS[0] + table + MARKS[1] + after, encoding="utf-8")


if __name__ == "__main__":
    main()
