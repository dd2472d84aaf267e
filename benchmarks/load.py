"""Measure the time of a redraw while many people move sliders at the same time, and print a Markdown table.

From the project's root; about a minute for each page::

    python -m benchmarks.load [--people 50] [--seconds 30] [--pages helped-and-hurt] [--workers 2] [--computing 3]
        [--uploading 4]

It starts the app on a free port of 127.0.0.1 and opens one session for each person in Streamlit's own protocol. Each
person moves a slider, reads for a while and moves another. Then the app ends. All traffic stays on the machine; every
wait has a timeout.
"""

import argparse
import asyncio
import os
import platform
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks.person import PATIENCE_SECONDS, Person, open_stream
from benchmarks.processes import processor_seconds
from benchmarks.uploads import uploading

__all__ = ["Moved", "main", "running_app", "visit"]

ROOT = Path(__file__).parents[1]
PAGES = ("helped-and-hurt", "pvalue-grid")
MOST_PEOPLE, MOST_SECONDS = 200, 300
# For --computing: macro-F1 with a million resamples under every test, which takes minutes.
_LONG = "sample=stdlib_modules&metric=macro-f1&test=bootstrap&resamples=1000000&seed={}"


@contextmanager
def running_app(cores: int, workers: int = 0) -> Iterator[int]:
    """Start the app on this many cores, yield its port, and end it; with ``workers``, nginx and this many workers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [str(Path(sys.executable).with_name("helped-hurt")), "app", "--port", str(port), "--address", "127.0.0.1"]
    command += ["--workers", str(workers)] if workers else []
    with tempfile.TemporaryFile() as log:
        child = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        try:
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(child.pid, sorted(os.sched_getaffinity(0))[:cores])
            _wait_until_healthy(port, child)
            yield port
        finally:
            child.terminate()
            child.wait(20)


def _wait_until_healthy(port: int, child: subprocess.Popen[bytes]) -> None:
    for _ in range(120):
        if child.poll() is not None:
            raise SystemExit(f"The app ended with code {child.returncode} before it was ready.")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise SystemExit("The app was not ready within a minute.")


class Moved(NamedTuple):
    """The seconds of every redraw, and the total processor time and bytes of the app."""

    seconds: list[float]
    processor: float
    bytes: int


async def visit(
    port: int,
    page: str,
    people: int,
    seconds: float,
    pause: float,
    seed: int = 0,
    computing: int = 0,
    uploads: int = 0,
) -> Moved:
    """Let people open the page and move its sliders for a time; return the measurements.

    Parameters
    ----------
    pause : float
        The mean seconds between two moves of a person; each pause is half to one and a half times as long.
    computing : int
        The number of other visitors with a long computation.
    uploads : int
        The number of other visitors who repeatedly upload ten megabytes of real scores and leave.
    """
    everybody: list[Person] = []
    others: list[Person] = []
    long: list[asyncio.Task[float]] = []
    try:
        for i in range(people):
            everybody.append(Person(await open_stream(port), page, random.Random(f"{seed} {i}")))
            await everybody[-1].redraw()
        if not all(person.sliders for person in everybody):
            raise SystemExit(f"The page {page!r} shows no slider.")
        for i in range(computing):
            others.append(Person(await open_stream(port), "", random.Random(0), _LONG.format(i)))
            long.append(asyncio.create_task(others[-1].redraw()))
        sent, spent = sum(person.bytes for person in everybody), processor_seconds()
        end = time.perf_counter() + seconds
        comers = [asyncio.create_task(uploading(port, end, i)) for i in range(uploads)]
        await asyncio.gather(*(_moving(person, end, pause) for person in everybody))
        for each in comers:
            each.cancel()
        failed = [each for each in await asyncio.gather(*comers, return_exceptions=True) if isinstance(each, Exception)]
        if failed:
            raise SystemExit(f"An upload failed: {failed[0]}")
        if any(task.done() and not isinstance(task.exception(), TimeoutError) for task in long):
            raise SystemExit("Those who compute were done, or failed, before the others had moved.")
        spent, sent = processor_seconds() - spent, sum(person.bytes for person in everybody) - sent
    finally:
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await asyncio.gather(*(person.socket.close() for person in everybody + others), return_exceptions=True)
    return Moved([each for person in everybody for each in person.seconds], spent, sent)


async def _moving(person: Person, end: float, pause: float) -> None:
    while True:
        await asyncio.sleep(pause * person.random.uniform(0.5, 1.5))
        if time.perf_counter() >= end:
            return
        await person.move()


def _row(page: str, people: int, moved: Moved, seconds: float) -> str:
    took = sorted(1000 * each for each in moved.seconds)
    if len(took) < 2:
        return f"| {page} | {people} | {len(took)} | – | – | – | – | – | – |"
    cuts = statistics.quantiles(took, n=20, method="inclusive")
    figures = " | ".join(f"{value:,.0f} ms" for value in (cuts[9], cuts[18], took[-1]))
    each = f"{1000 * moved.processor / len(took):.1f} ms | {moved.bytes / len(took) / 1000:,.1f} kB"
    return f"| {page} | {people} | {len(took):,} | {len(took) / seconds:.1f} | {figures} | {each} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each page in a separate app and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--people", type=int, default=50, help=f"at once, at most {MOST_PEOPLE} [50]")
    parser.add_argument("--seconds", type=float, default=30, help=f"of moving, a page; at most {MOST_SECONDS} [30]")
    parser.add_argument("--pause", type=float, default=2, help="seconds between two moves, on average [2]")
    parser.add_argument("--pages", default=",".join(PAGES), help="addresses of pages with sliders")
    parser.add_argument("--cores", type=int, default=2, help="the app may use [2]")
    parser.add_argument("--workers", type=int, default=0, help="behind nginx; 0 is one process without it [0]")
    parser.add_argument("--computing", type=int, default=0, choices=range(17), help="others compute for minutes [0]")
    parser.add_argument("--uploading", type=int, default=0, choices=range(17), help="others upload 10 MB [0]")
    options = parser.parse_args(arguments)
    for name, most in (("people", MOST_PEOPLE), ("seconds", MOST_SECONDS), ("pause", 60), ("cores", 64)):
        if not 0 < getattr(options, name) <= most:
            parser.error(f"--{name} {getattr(options, name):g} must be > 0 and <= {most}")
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, ", end="")
    print(f"Streamlit {version('streamlit')}; load average {os.getloadavg()[0]:.1f} before the start")
    print(
        f"{options.people} people, a move every {options.pause:g} s each on average, the app on {options.cores} cores, "
        f"{f'{options.workers} workers behind nginx' if options.workers else 'one process'}, "
        f"{options.computing} others computing, {options.uploading} uploading\n"
    )
    print("| page | people | redraws | a second | median | 95th percentile | slowest | processor, each | sent, each |")
    print("|---|---|---|---|---|---|---|---|---|")
    for page in options.pages.split(","):
        with running_app(options.cores, options.workers) as port:
            others = {"computing": options.computing, "uploads": options.uploading}
            work = visit(port, page, options.people, options.seconds, options.pause, **others)
            moved = asyncio.run(asyncio.wait_for(work, options.seconds + 2 * PATIENCE_SECONDS))
            print(_row(page, options.people, moved, options.seconds), flush=True)


if __name__ == "__main__":
    main()
