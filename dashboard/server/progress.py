"""Long computations: run in another process, with a progress bar, a stop button and a time limit."""

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

# Shorter computations show no bar, because a bar that appears only for a moment flickers.
PATIENCE_SECONDS = 0.3
# Sizes from which a computation takes about a second: distinct rows of real-valued scores of two systems, scores of a
# ranking, and items of a power curve.
_MANY_ROWS, _MANY_SCORES, _MANY_ITEMS = 20_000, 50_000, 1_000_000


@contextmanager
def stoppable(name: str, doing: str) -> Iterator[Run]:
    """Yield a function that runs work of `core`; a bar and a stop button appear if the work takes long.

    The stop button runs the page again. The work with the same ``name`` then raises `Stopped` at its first step until
    *Start again* is pressed, so the name must contain everything that the work depends on. ``doing`` is the label of
    the bar, such as "Resampling".
    """
    place = st.empty()
    shown = _Bar(name, doing, place)
    long = False

    def run(function: Callable[..., T], /, *arguments: Any, **options: Any) -> T:
        """Run short work in this thread, and long work in a process of the pool.

        The run time is not known beforehand: a request for a million resamples may get an exact p-value. So the work
        begins in this thread, where most work ends within milliseconds. Work that is still running when the bar would
        appear starts again in a process, with the same result to the bit. Later work of the same block goes to a
        process at once, and so do data so large that the first progress report would take seconds.
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
        if st.session_state.get("_stopped") == name:
            raise Stopped(f"{doing} was stopped.")
        yield run
    except Exception:
        place.empty()
        if st.session_state.get("_stopped") == name:
            why = st.session_state.get("_beyond_limit") or f"{doing} was stopped."
            with place.container(horizontal=True, vertical_alignment="center"):
                st.text(f"{why} Start again, or ask for fewer resamples.")
                st.button("Start again", key=f"restart-{name}", on_click=st.session_state.pop, args=("_stopped", None))
        raise
    place.empty()


class _Bar:
    """The progress bar of long work, its stop button, and its time limit."""

    def __init__(self, name: str, doing: str, place: DeltaGenerator) -> None:
        self.name, self.doing, self.place = name, doing, place
        self.begun = self.asked = time.monotonic()
        self.waited = 0.0
        self.bar: DeltaGenerator | None = None

    def is_short(self) -> bool:
        return time.monotonic() - self.begun < PATIENCE_SECONDS

    def progress(self, done: int, total: int) -> None:
        """Draw the progress; raises an error at the time limit, or when Streamlit has to run the page again."""
        self.asked = time.monotonic()
        if self.asked - self.begun - self.waited > COMPUTATION_SECONDS:
            far = f", at {done:,} of {total:,}" if total else ""
            why = (
                f"{self.doing} was stopped after {COMPUTATION_SECONDS / 60:g} minutes{far}, because other people use "
                "this server too. The command line has no time limit."
            )
            # Saved, so that the next run of the page does not start the same work again.
            st.session_state.update(_stopped=self.name, _beyond_limit=why)
            raise Stopped(f"{self.doing} took too long.")
        self._draw(done / total if total else 0.0, f"{self.doing}: {done:,} of {total:,}" if total else self.doing)

    def wait(self) -> None:
        """Say that the work waits for other computations; the time limit does not count the wait."""
        before, self.asked = self.asked, time.monotonic()
        self.waited += self.asked - before
        self._draw(0.0, f"{self.doing}: waiting until the server has finished another computation")

    def _draw(self, share: float, text: str) -> None:
        if self.is_short():
            return
        if self.bar is None:
            with self.place.container():
                self.bar = st.progress(0.0)
                st.button(
                    f"Stop {self.doing[0].lower()}{self.doing[1:]}",
                    key=f"stop-{self.name}",
                    on_click=st.session_state.update,
                    args=({"_stopped": self.name, "_beyond_limit": ""},),
                )
        # Streamlit can also stop the script in this call, if the page has to run again.
        self.bar.progress(min(share, 1.0), text)


def _is_large(argument: Any) -> bool:
    if isinstance(argument, Plan):
        # If the test depends on more than the changed items, each n has its own critical values.
        return argument.largest_shown() * (1 if TESTS[argument.test].only_changed else 10) > _MANY_ITEMS
    if isinstance(argument, Scores):
        return len(argument) * argument.n_runs * len(argument.names) > _MANY_SCORES
    if isinstance(argument, Comparison):
        return _is_large(argument.resampled.pair)
    return isinstance(argument, PairedScores) and len(argument.collapsed.counts) > _MANY_ROWS
