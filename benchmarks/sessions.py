"""Measure the server's memory after visitors have left.

From the project's root; about half an hour::

    python -m benchmarks.sessions [--people 300] [--minutes 10] [--at-once 30] [--rounds 2]

The first thirty visitors open every page and leave; the memory after their sessions have ended is the start. Then
``--people`` visitors come, each to one page where they move a slider now and then, and leave; the next round is the
same. The output is the memory at the start, at most, for each visitor who is present at that time, and at the end of
each round, when the last session has ended and its results are gone. Memory that the first round adds and the second
does not is memory that the server reuses, and no leak of a visitor's data.
"""

import argparse
import asyncio
import os
import random
from collections.abc import Sequence

from benchmarks.load import running_app
from benchmarks.person import Person, open_stream
from benchmarks.processes import megabytes
from dashboard.pages import PAGES
from dashboard.server.limits import CACHE_SECONDS
from dashboard.server.session import GRACE_SECONDS

__all__ = ["main"]

MOST_PEOPLE, MOST_MINUTES, MOST_ROUNDS = 2_000, 60, 10
# Results are kept for a time after their last use, and expired ones are deleted twice a minute.
_AFTER_SECONDS = GRACE_SECONDS + CACHE_SECONDS + 40.0
_FIRST = 30


async def stay(port: int, page: str, seconds: float, seed: int) -> None:
    """Open a page, move its sliders for this many seconds, and leave."""
    person = Person(await open_stream(port), page, random.Random(seed))
    try:
        await person.redraw()
        end = asyncio.get_running_loop().time() + seconds
        while person.sliders and asyncio.get_running_loop().time() < end:
            await person.move()
            await asyncio.sleep(person.random.uniform(1, 3))
        await asyncio.sleep(max(end - asyncio.get_running_loop().time(), 0))
    finally:
        await person.socket.close()


async def come_and_go(port: int, people: int, seconds: float, at_once: int, rounds: int) -> list[tuple[float, float]]:
    """Return the megabytes at most and at the end: before the measured visitors, and after each round."""
    pages = list(PAGES)
    for page in pages:
        await asyncio.gather(*(stay(port, page, 2.0, i) for i in range(_FIRST // len(pages) + 1)))
    await asyncio.sleep(_AFTER_SECONDS)
    found = [(megabytes(), megabytes())]
    each = seconds * at_once / people
    for turn in range(rounds):
        most, visits = 0.0, set[asyncio.Task[None]]()
        for i in range(people):
            visits.add(asyncio.create_task(stay(port, pages[i % len(pages)], each, turn * people + i)))
            await asyncio.sleep(seconds / people)
            most = max(most, megabytes())
        await asyncio.gather(*visits)
        await asyncio.sleep(_AFTER_SECONDS)
        found.append((most, megabytes()))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--people", type=int, default=300, help=f"in all, at most {MOST_PEOPLE} [%(default)s]")
    parser.add_argument("--minutes", type=float, default=10.0, help=f"of a round, at most {MOST_MINUTES} [%(default)g]")
    parser.add_argument("--at-once", type=int, default=30, help="of them [%(default)s]")
    parser.add_argument("--rounds", type=int, default=2, help=f"at most {MOST_ROUNDS} [%(default)s]")
    options = parser.parse_args(arguments)
    limits = {"people": MOST_PEOPLE, "minutes": MOST_MINUTES, "at_once": options.people, "rounds": MOST_ROUNDS}
    for name, limit in limits.items():
        if not 0 < getattr(options, name) <= limit:
            parser.error(f"--{name.replace('_', '-')} {getattr(options, name):g} must be > 0 and <= {limit}")
    with running_app(os.cpu_count() or 1) as port:
        (_, start), *rounds = asyncio.run(
            come_and_go(port, options.people, 60 * options.minutes, options.at_once, options.rounds)
        )
    print(f"{options.people} people in {options.minutes:g} minutes, {options.at_once} at once; megabytes:")
    print(f"start {start:.0f}")
    before = start
    for most, end in rounds:
        print(
            f"at most {most:.0f}, {(most - before) / options.at_once:.1f} for each who is there; end {end:.0f} "
            f"({100 * (end / start - 1):+.0f} %)"
        )
        before = end


if __name__ == "__main__":
    main()
