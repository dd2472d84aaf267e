"""The guard around every page and section: errors become messages, and no visitor sees a traceback."""

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import ComparisonError, Stopped
from core.report.escape import markdown
from dashboard import state
from dashboard.lessons.plan import note
from dashboard.server.turn import in_turn

T = TypeVar("T")


class Finished(Exception):
    """A section of the page ends here; a message has said why."""


def needed(value: T | None) -> T:
    """Return the value; if it is None, end this section of the page here."""
    if value is None:
        raise Finished
    return value


@contextmanager
def guarded(if_stopped: str = "") -> Iterator[None]:
    """Show an error at the place where it occurred, and let the rest of the page be drawn.

    ``if_stopped`` is the message after the visitor stopped the work; it is empty if the page says it already.
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
            "This needs more memory than the server allows. Ask for fewer resamples or bring fewer items, or use the "
            "package on your own machine.",
            icon=":material/memory:",
        )
    except Exception:
        # The traceback is in the log of the server.
        logging.getLogger("dashboard").exception("The page %r failed.", st.session_state.get("_page"))
        st.error(
            "Something went wrong on this page. Your files and settings are kept: change a setting, or reload the page "
            "to start afresh."
        )


def section(draw: Callable[..., None], every: float | None = None) -> Callable[..., None]:
    """Make a section of a page that its own widgets redraw separately, with error messages and settings in the URL.

    With ``every`` it is also redrawn automatically after this many seconds.
    """

    @functools.wraps(draw)
    def alone(*arguments: object) -> None:
        with in_turn():
            with guarded():
                draw(*arguments)
            page = st.session_state["_page"]
            state.publish(page)
        context = get_script_run_ctx()
        # The list of steps is outside this section, so it is not redrawn where the section is redrawn alone.
        if note(page) and context and context.fragment_ids_this_run:
            st.rerun()

    return st.fragment(alone, run_every=every)
