"""The guard around every page and part of a page: mistakes become sentences, and nobody ever sees a traceback."""

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import ComparisonError, Stopped
from core.report.escape import markdown
from dashboard import state
from dashboard.lessons.done import note
from dashboard.server.turn import in_turn

T = TypeVar("T")


class Finished(Exception):
    """There is no more to draw in this part of a page, and it has said why."""


def finished() -> NoReturn:
    """End this part of the page here."""
    raise Finished


def needed(value: T | None) -> T:
    """Return the value; without it this part of the page ends here."""
    if value is None:
        finished()
    return value


@contextmanager
def guarded(if_stopped: str = "") -> Iterator[None]:
    """Say what went wrong where it went wrong, and let what follows be drawn.

    Parameters
    ----------
    if_stopped : str
        What to say where somebody stopped the work; nothing where the place says it already.
    """
    try:
        yield
    except Finished:
        pass
    except Stopped:
        if if_stopped:
            st.info(if_stopped)
    except ComparisonError as error:
        st.error(markdown(str(error)), icon=":material/error:")
    except MemoryError:
        st.error(
            "This needs more memory than the server gives. Ask for fewer resamples or bring fewer items, or use the "
            "package on your own machine.",
            icon=":material/memory:",
        )
    except Exception:
        # It is in the log for whoever runs the server.
        logging.getLogger("dashboard").exception("The page %r failed.", st.session_state.get("_page"))
        st.error(
            "Something went wrong that this page did not expect. Your files and settings are kept: "
            "change a setting, or reload the page to start afresh."
        )


def section(draw: Callable[..., None], every: float | None = None) -> Callable[..., None]:
    """Make a part of a page that its own widgets draw again alone, guarded, with their settings in the link.

    With ``every`` it is also drawn again by itself, each time so many seconds have passed.
    """

    @functools.wraps(draw)
    def alone(*arguments: object) -> None:
        with in_turn():
            with guarded():
                draw(*arguments)
            page = st.session_state["_page"]
            state.publish(page)
        if note(page) and _is_alone():
            # The list of steps stands outside this part.
            st.rerun()

    return st.fragment(alone, run_every=every)


def _is_alone() -> bool:
    """Whether a part of the page is drawn without the rest."""
    context = get_script_run_ctx()
    return bool(context and context.fragment_ids_this_run)
