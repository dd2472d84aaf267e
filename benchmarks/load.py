"""Measure how long a redraw takes while many people move sliders at once, and print a Markdown table.

From the project's root; about a minute a page::

    python -m benchmarks.load [--people 50] [--seconds 30] [--pages helped-and-hurt] [--workers 2] [--computing 3]

It starts the app on a free port of 127.0.0.1, opens one session a person in Streamlit's own protocol, lets everybody
move a slider, read for a while and move another, and ends the app. Nothing leaves the machine; every wait has an end.
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
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["Moved", "Person", "main", "processor_seconds", "running_app", "visit"]

ROOT = Path(__file__).parents[1]
PAGES = ("helped-and-hurt", "pvalue-grid")
MOST_PEOPLE, MOST_SECONDS = 200, 300
# A redraw that takes longer has failed.
PATIENCE_SECONDS = 60
# With --computing: macro-F1 on a million resamples under every test, which takes minutes.
_LONG = "metric=macro-f1&test=bootstrap&resamples=1000000&seed={}"
_DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


@contextmanager
def running_app(cores: int, workers: int = 0) -> Iterator[int]:
    """Start the app on so many cores, yield its port, and end it; with workers, so many behind nginx."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [str(Path(sys.executable).with_name("streamlit")), "run", "dashboard/app.py"]
    command += ["--server.port", str(port), "--server.address", "127.0.0.1"]
    if workers:
        command = [str(Path(sys.executable).with_name("helped-hurt")), "app", "--workers", str(workers)]
        command += ["--port", str(port), "--address", "127.0.0.1"]
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


@dataclass
class Person:
    """One browser: a session, the sliders that its page shows, and how long each redraw took."""

    socket: ClientConnection
    page: str
    random: random.Random
    link: str = ""  # the settings of the page's address
    script: str = ""
    sliders: dict[str, tuple[Slider, str]] = field(default_factory=dict)  # id: the slider and its fragment
    states: dict[str, WidgetState] = field(default_factory=dict)  # id: where the slider stands
    # As a browser does, the messages of the last two runs are kept, and the server need not send them again.
    kept: deque[list[str]] = field(default_factory=lambda: deque([[], []], 2))
    seconds: list[float] = field(default_factory=list)
    bytes: int = 0  # sent by the app so far

    async def redraw(self, fragment: str = "") -> float:
        """Ask for the page with the sliders as they stand, and return the seconds until it was sent completely.

        Raises
        ------
        RuntimeError
            If the script did not end well, or drew an error.
        """
        message = BackMsg()
        client = message.rerun_script
        client.page_script_hash, client.fragment_id = self.script, fragment
        client.page_name = "" if self.script else self.page
        client.query_string = self.link
        client.context_info.timezone, client.context_info.locale = "UTC", "en"
        client.context_info.url = f"http://127.0.0.1/{self.page}"
        client.cached_message_hashes.extend(hash_ for run in self.kept for hash_ in run)
        client.widget_states.widgets.extend(self.states.values())
        begun = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        self.kept.append([])
        # Those that the page, or its fragment, still has are drawn again.
        self.sliders = {name: kept for name, kept in self.sliders.items() if fragment and kept[1] != fragment}
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                data = bytes(await self.socket.recv())
                self.bytes += len(data)
                if self._read(ForwardMsg.FromString(data)):
                    break
        took = time.perf_counter() - begun
        self.states = {name: state for name, state in self.states.items() if name in self.sliders}
        return took

    def _read(self, message: ForwardMsg) -> bool:
        """Take note of a message; return whether the script has finished."""
        if message.metadata.cacheable and message.hash:
            self.kept[-1].append(message.hash)
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.script = message.navigation.page_script_hash
            shown = {page.page_script_hash: page.url_pathname for page in message.navigation.app_pages}[self.script]
            if shown != self.page:
                raise RuntimeError(f"The app shows {shown!r} instead of {self.page!r}.")
        elif kind == "delta":
            element = message.delta.new_element
            if element.WhichOneof("type") == "slider":
                self._place(element.slider, message.delta.fragment_id)
            if element.alert.format == Alert.ERROR:
                raise RuntimeError(f"The page says: {element.alert.body}")
        elif kind == "script_finished":
            if message.script_finished in _DONE:
                return True
            if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                raise RuntimeError("The script did not end well.")
        return False

    def _place(self, slider: Slider, fragment: str) -> None:
        """Put a slider where the app wants it, or leave it where it stands."""
        if slider.id not in self.states or slider.set_value:
            state = WidgetState(id=slider.id)
            if slider.options:
                first = slider.raw_value if slider.set_value else [slider.options[int(i)] for i in slider.default]
                state.string_array_value.data.extend(first)
            else:
                state.double_array_value.data.extend(slider.value if slider.set_value else slider.default)
            self.states[slider.id] = state
        self.sliders[slider.id] = (slider, fragment)

    async def move(self) -> None:
        """Move one slider anywhere and wait for the redraw."""
        slider, fragment = self.random.choice(list(self.sliders.values()))
        state = self.states[slider.id]
        if slider.options:
            state.string_array_value.data[:] = [self.random.choice(slider.options)]
        else:
            steps = round((slider.max - slider.min) / slider.step)
            state.double_array_value.data[:] = [slider.min + slider.step * self.random.randint(0, steps)]
        self.seconds.append(await self.redraw(fragment))


class Moved(NamedTuple):
    """What moving the sliders took: every redraw, and of all together the app's processor time and bytes sent."""

    seconds: list[float]
    processor: float
    bytes: int


async def visit(
    port: int, page: str, people: int, seconds: float, pause: float, seed: int = 0, computing: int = 0
) -> Moved:
    """Let so many people open the page and move its sliders for so long; return what that took.

    Parameters
    ----------
    pause : float
        Each reads for half to one and a half times as many seconds between two moves.
    computing : int
        So many others have each begun a long computation by then.
    """
    everybody: list[Person] = []
    others: list[Person] = []
    long: list[asyncio.Task[float]] = []
    try:
        for i in range(people):
            everybody.append(Person(await _stream(port), page, random.Random(f"{seed} {i}")))
            await everybody[-1].redraw()
        if not all(person.sliders for person in everybody):
            raise SystemExit(f"The page {page!r} shows no slider.")
        for i in range(computing):
            others.append(Person(await _stream(port), "", random.Random(0), _LONG.format(i)))
            long.append(asyncio.create_task(others[-1].redraw()))
        sent, spent = sum(person.bytes for person in everybody), processor_seconds()
        end = time.perf_counter() + seconds
        await asyncio.gather(*(_moving(person, end, pause) for person in everybody))
        if any(task.done() and not isinstance(task.exception(), TimeoutError) for task in long):
            raise SystemExit("Those who compute were done, or failed, before the others had moved.")
        spent, sent = processor_seconds() - spent, sum(person.bytes for person in everybody) - sent
    finally:
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await asyncio.gather(*(person.socket.close() for person in everybody + others), return_exceptions=True)
    return Moved([each for person in everybody for each in person.seconds], spent, sent)


async def _stream(port: int) -> ClientConnection:
    return await connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None)


def processor_seconds() -> float:
    """Return the processor time of all processes that this one started, nginx and workers too; nan off Linux."""
    if not Path("/proc/self/stat").exists():
        return float("nan")
    parents, ticks = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            # After the name, which may hold anything: state, parent, … and user and system time as the 12th and 13th.
            fields = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)], ticks[int(stat.parent.name)] = (
                int(fields[1]),
                int(fields[11]) + int(fields[12]),
            )
    started = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in started} - started:
        started |= more
    return sum(ticks.get(each, 0) for each in started - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


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
    """Measure each page in an app of its own and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--people", type=int, default=50, help=f"at once, at most {MOST_PEOPLE} [50]")
    parser.add_argument("--seconds", type=float, default=30, help=f"of moving, a page; at most {MOST_SECONDS} [30]")
    parser.add_argument("--pause", type=float, default=2, help="seconds between two moves, on average [2]")
    parser.add_argument("--pages", default=",".join(PAGES), help="addresses of pages with sliders")
    parser.add_argument("--cores", type=int, default=2, help="the app may use [2]")
    parser.add_argument("--workers", type=int, default=0, help="behind nginx; 0 is one process without it [0]")
    parser.add_argument("--computing", type=int, default=0, choices=range(17), help="others compute for minutes [0]")
    options = parser.parse_args(arguments)
    for name, most in (("people", MOST_PEOPLE), ("seconds", MOST_SECONDS), ("pause", 60), ("cores", 64)):
        if not 0 < getattr(options, name) <= most:
            parser.error(f"--{name} {getattr(options, name):g} must be > 0 and <= {most}")
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, ", end="")
    print(f"Streamlit {version('streamlit')}; load average {os.getloadavg()[0]:.1f} before the start")
    print(
        f"{options.people} people, a move every {options.pause:g} s each on average, the app on {options.cores} cores, "
        f"{f'{options.workers} workers behind nginx' if options.workers else 'one process'}, "
        f"{options.computing} others computing\n"
    )
    print("| page | people | redraws | a second | median | 95th percentile | slowest | processor, each | sent, each |")
    print("|---|---|---|---|---|---|---|---|---|")
    for page in options.pages.split(","):
        with running_app(options.cores, options.workers) as port:
            work = visit(port, page, options.people, options.seconds, options.pause, computing=options.computing)
            moved = asyncio.run(asyncio.wait_for(work, options.seconds + 2 * PATIENCE_SECONDS))
            print(_row(page, options.people, moved, options.seconds), flush=True)


if __name__ == "__main__":
    main()
