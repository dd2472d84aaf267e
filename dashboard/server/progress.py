"""Long work is done apart, shows how far it is, can be stopped, ends when its page is left, and takes limited time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import Stopped
from core.inference.result import Comparison
from core.planning.planning import Plan
from core.significance import TESTS
from dashboard.server.limits import COMPUTATION_SECONDS
from dashboard.server.pool import POOL
from dashboard.server.work import Run

T = TypeVar("T")

# Work that ends sooner shows nothing, so that nothing flickers.
PATIENCE_SECONDS = 0.3
# Between two drawings of the bar: each is a message, and the moment in which a click, or that nobody is there any more,
# comes through.
_PAUSE_SECONDS = 0.2
# Real-valued scores of two systems take longer from about so many distinct rows on, and a ranking from about so many
# scores on; the curve of a plan takes a second from about so many items on.
_MANY_ROWS, _MANY_SCORES, _MANY_ITEMS = 20_000, 50_000, 1_000_000


@contextmanager
def stoppable(name: str, doing: str) -> Iterator[Run]:
    """Give a function that runs work of `core`; a bar and a button appear when the work takes long.

    Pressing it runs the page again, where the same work, known by its ``name``, raises `Stopped` at its first step
    until *Start again* is pressed.

    Parameters
    ----------
    name : str
        Names the work and all that it depends on, so that changed settings start afresh.
    doing : str
        What the bar says, such as "Resampling".
    """
    place = st.empty()
    if st.session_state.get("_stopped") == name:
        _draw_stopped(place, name, doing)
        raise Stopped(f"{doing} was stopped.")
    shown = _Bar(name, doing, place)
    long = False

    def run(function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Run the work in this thread while it is short, and in a process of the pool when it is not.

        Nobody knows beforehand how long it takes: a million resamples may be asked for, and the p-value be exact. So it
        begins here, where most of it ends within milliseconds; what is still at it when the bar would appear begins
        anew in a process, to the same bits. What follows it goes there at once, and so do data so large that seconds
        pass before the work first says how far it is.
        """
        nonlocal long
        work = partial(function, *arguments, **options)
        long = long or any(_is_large(each) for each in (*work.args, *work.keywords.values()))
        if not long:
            try:
                return work(progress=lambda *_: shown.is_short())
            except Stopped:
                long = True
        return POOL.run(work, shown.progress, shown.wait)

    try:
        yield run
    except Exception:
        place.empty()
        if st.session_state.get("_stopped") == name:
            _draw_stopped(place, name, doing)
        raise
    place.empty()


class _Bar:
    """How far the work is, drawn once it takes long, with the button that stops it; and how long it may take."""

    def __init__(self, name: str, doing: str, place: DeltaGenerator) -> None:
        self.name, self.doing, self.place = name, doing, place
        self.begun = self.asked = self.drawn = time.monotonic()
        self.waited = 0.0
        self.bar: DeltaGenerator | None = None

    def is_short(self) -> bool:
        return time.monotonic() - self.begun < PATIENCE_SECONDS

    def progress(self, done: int, total: int) -> None:
        """Draw how far it is; the time limit, or Streamlit when the page has to run again, ends the work here."""
        self.asked = time.monotonic()
        if self.asked - self.begun - self.waited > COMPUTATION_SECONDS:
            # Kept, so that what is done next on the page does not begin it once more.
            st.session_state.update(_stopped=self.name, _beyond_limit=_beyond_limit(self.doing, done, total))
            raise Stopped(f"{self.doing} took too long.")
        self._draw(done / total if total else 0.0, f"{self.doing}: {done:,} of {total:,}" if total else self.doing)

    def wait(self) -> None:
        """Say that others compute; that time does not count."""
        before, self.asked = self.asked, time.monotonic()
        self.waited += self.asked - before
        self._draw(0.0, f"{self.doing}: others are computing; this goes on as soon as one is done")

    def _draw(self, share: float, text: str) -> None:
        now = time.monotonic()
        if self.is_short() or (self.bar is not None and now - self.drawn < _PAUSE_SECONDS):
            return
        self.drawn = now
        if self.bar is None:
            with self.place.container():
                self.bar = st.progress(0.0)
                st.button(
                    f"Stop {self.doing[0].lower()}{self.doing[1:]}",
                    key=f"stop-{self.name}",
                    on_click=st.session_state.update,
                    args=({"_stopped": self.name, "_beyond_limit": ""},),
                )
        # Drawing also lets a click come through: Streamlit leaves the script here when the page has to run again.
        self.bar.progress(min(share, 1.0), text)


def _is_large(argument: Any) -> bool:
    if isinstance(argument, Plan):
        # Where the test depends on more than the changed items, each n has critical numbers of its own.
        return argument.largest_shown() * (1 if TESTS[argument.test].only_changed else 10) > _MANY_ITEMS
    if isinstance(argument, Scores):
        return len(argument) * argument.n_runs * len(argument.names) > _MANY_SCORES
    if isinstance(argument, Comparison):
        return _is_large(argument.resampled.pair)
    return isinstance(argument, PairedScores) and len(argument.collapsed.counts) > _MANY_ROWS


def _draw_stopped(place: DeltaGenerator, name: str, doing: str) -> None:
    why = st.session_state.get("_beyond_limit") or f"{doing} was stopped."
    with place.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{why} Start again, or ask for fewer resamples.")
        st.button("Start again", key=f"restart-{name}", on_click=st.session_state.pop, args=("_stopped", None))


def _beyond_limit(doing: str, done: int, total: int) -> str:
    far = f", at {done:,} of {total:,}" if total else ""
    return (
        f"{doing} was ended after {COMPUTATION_SECONDS / 60:g} minutes{far}: others wait for the same server. The "
        "command line has no limit."
    )
