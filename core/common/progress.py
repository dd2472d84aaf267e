"""Progress of long work: reported to a function that may stop it, or drawn as a bar by tqdm."""

import time
import warnings
from collections.abc import Callable
from typing import Any

from core.errors import Stopped

# A bar appears for longer work only.
_PATIENCE_SECONDS = 1.0


def report_progress(
    progress: Callable[[int, int], bool | None] | None, done: int, total: int, what: str = "resamples"
) -> None:
    """Call ``progress`` with (done, total), if there is one; raise Stopped if it returns False."""
    if progress is not None and progress(done, total) is False:
        raise Stopped(f"Stopped after {done:,} of {total:,} {what}.")


class Steps:
    """Reports work in steps: those that are done, also from within a step, so that each can be stopped."""

    def __init__(self, progress: Callable[[int, int], bool | None] | None, total: int, what: str = "steps") -> None:
        self.progress, self.total, self.what, self.finished = progress, total, what, 0

    def within(self, done: int, total: int) -> bool | None:
        """Report that ``done`` of ``total`` parts of the next step are done; False asks to stop."""
        return None if self.progress is None or done == total else self.progress(self.finished, self.total)

    def done(self, steps: int = 1) -> None:
        """Report further steps; raise Stopped if the work is to stop."""
        self.finished += steps
        report_progress(self.progress, self.finished, self.total, self.what)


def progress_bar() -> Callable[[int, int], None]:
    """Return a function of (done, total) that draws a bar, as a widget in a notebook and as text in a terminal.

    >>> draw = progress_bar()
    >>> draw(1, 2)
    >>> draw(2, 2)
    """
    begun = time.monotonic()
    bar: Any = None

    def draw(done: int, total: int) -> None:
        nonlocal bar
        if bar is None:
            if time.monotonic() - begun < _PATIENCE_SECONDS:
                return
            with warnings.catch_warnings():  # tqdm looks for the notebook's widgets, and without them draws text
                warnings.simplefilter("ignore")
                from tqdm.auto import tqdm
            bar = tqdm(leave=False)
        bar.total = total
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return draw
