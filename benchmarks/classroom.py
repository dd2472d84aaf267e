"""Measure the time until a teacher's screen shows what each student of a class has sent, and print a Markdown table.

From the project's root, under two minutes::

    python -m benchmarks.classroom [--people 200] [--seconds 30]

A teacher opens a room and the students join it, each in a session whose page polls every four seconds, as in a browser.
Each student sends one guess at a random time. The k-th guess counts as shown when the teacher's page, which polls every
two seconds, reports k answers. Then the room ends.
"""

import argparse
import asyncio
import os
import platform
import random
import re
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect

from benchmarks.load import MOST_PEOPLE, running_app
from benchmarks.person import PATIENCE_SECONDS, Person

__all__ = ["Visitor", "main", "meet"]

PAGE = "in-class"


@dataclass
class Visitor(Person):
    """One browser in the room: its buttons, the number of answers it shows, and the fragments it redraws regularly."""

    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)  # label: id and fragment
    sent: int = 0  # as shown in the bar
    every: dict[str, float] = field(default_factory=dict)  # fragment: seconds
    room: str = ""

    def _read(self, message: ForwardMsg) -> bool:
        kind = message.WhichOneof("type")
        if kind == "delta":
            element = message.delta.new_element
            if element.WhichOneof("type") == "button":
                self.buttons[element.button.label] = (element.button.id, message.delta.fragment_id)
            elif found := re.match(r"\*\*(\d+)\*\* of \d+ sent", element.markdown.body):
                self.sent = int(found[1])
        elif kind == "auto_rerun":
            self.every[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "page_info_changed":
            self.room = parse_qs(message.page_info_changed.query_string).get("room", [""])[0]
        return super()._read(message)

    async def press(self, label: str) -> None:
        """Press a button and wait until the page is drawn."""
        name, fragment = self.buttons[label]
        self.states[name] = WidgetState(id=name, trigger_value=True)
        try:
            await self.redraw(fragment)
        finally:
            self.states.pop(name, None)

    async def look(self, until: float) -> None:
        """Redraw the page automatically, as often as it asks, until this time."""
        fragment, seconds = next(iter(self.every.items()))
        while (now := time.perf_counter()) < until:
            await asyncio.sleep(min(seconds, until - now))
            await self.redraw(fragment)


async def meet(port: int, people: int, seconds: float, seed: int = 0) -> list[float]:
    """Let a class guess within this many seconds; return the time until the teacher's page showed each guess."""
    everybody: list[Visitor] = []

    async def visitor(query: str) -> Visitor:
        stream = await connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None)
        one = Visitor(stream, PAGE, random.Random(f"{seed} {len(everybody)}"), link=query)
        everybody.append(one)
        await one.redraw()
        return one

    try:
        teacher = await visitor("")
        await teacher.press("Open a room")
        await teacher.press("Begin")
        students = [await visitor(f"room={teacher.room}") for _ in range(people)]
        end = time.perf_counter() + seconds
        shown: list[float] = []
        looking = asyncio.create_task(_watch(teacher, people, shown, end + PATIENCE_SECONDS))
        sent = await asyncio.gather(*(_guess(student, seconds, end) for student in students))
        await looking
        await teacher.press("End the room")
        return [later - begun for begun, later in zip(sorted(sent), shown, strict=True)]
    finally:
        await asyncio.gather(*(one.socket.close() for one in everybody), return_exceptions=True)


async def _watch(teacher: Visitor, people: int, shown: list[float], latest: float) -> None:
    """Record the time at which each new guess is shown."""
    fragment, seconds = next(iter(teacher.every.items()))
    while len(shown) < people:
        if time.perf_counter() > latest:
            raise SystemExit(f"Only {len(shown)} of {people} guesses were shown.")
        begun = time.perf_counter()
        await teacher.redraw(fragment)
        now = time.perf_counter()
        shown += [now] * (teacher.sent - len(shown))
        await asyncio.sleep(max(seconds - (now - begun), 0))


async def _guess(student: Visitor, seconds: float, end: float) -> float:
    """Look at the room, guess at a random time, and keep looking; return the time of the guess."""
    moment = end - seconds * student.random.uniform(0.05, 1)
    await asyncio.sleep(student.random.uniform(0, 4))
    await student.look(moment)
    begun = time.perf_counter()
    await student.move()
    await student.press("Send my guess")
    await student.look(end)
    return begun


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the class in a separate app and print the table."""
    summary = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom", description=summary)
    parser.add_argument("--people", type=int, default=200, help=f"in the room, at most {MOST_PEOPLE} [200]")
    parser.add_argument("--seconds", type=float, default=30, help="within which all guess, at most 300 [30]")
    options = parser.parse_args(arguments)
    for name, most in (("people", MOST_PEOPLE), ("seconds", 300)):
        if not 1 < getattr(options, name) <= most:
            parser.error(f"--{name} {getattr(options, name):g} must be > 1 and <= {most}")
    print(f"{platform.machine()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before the start\n")
    print("| people | guesses shown | median | 95th percentile | slowest |\n|---|---|---|---|---|")
    with running_app(cores=2) as port:
        took = sorted(asyncio.run(meet(port, options.people, options.seconds)))
    cuts = statistics.quantiles(took, n=20, method="inclusive")
    figures = " | ".join(f"{value:.1f} s" for value in (cuts[9], cuts[18], took[-1]))
    print(f"| {options.people} | {len(took)} | {figures} |")


if __name__ == "__main__":
    main()
