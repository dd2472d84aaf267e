"""The steps of a lesson on a learning page, ticked when they are done, and its questions with answers."""

import streamlit as st

from dashboard.lessons.plan import LESSONS, done_steps, note
from dashboard.lessons.worksheet import SHEETS, worksheet
from dashboard.panels.downloads import Download, draw_downloads
from dashboard.panels.projector import projecting
from dashboard.wording.unbroken import unbroken


def draw_introduction(text: str, help: str) -> None:
    """Draw the introduction, except on phones, slides and projectors, where the picture comes first."""
    with st.container(key="introduction"):
        st.markdown(unbroken(text), help=help)


def draw_steps() -> None:
    """Draw one line with a tick for each step done and the next step; its list opens over the page."""
    page = st.session_state["_page"]
    note(page)
    if _hidden():
        return
    lesson, done = LESSONS[page], done_steps(page)
    left = [step.what for i, step in enumerate(lesson.steps) if i not in done]
    following = left[0][0].lower() + left[0][1:] if left else "all done"
    ticks = "".join("✓" if i in done else "○" for i in range(len(lesson.steps)))
    label = unbroken(f"**Try this** {ticks} {following}")
    # A fixed key keeps it open while its label changes; with this one print leaves it out, as it does settings.
    with st.popover(label, key=f"settings_steps_{page}", type="tertiary"):
        lines = [
            f"{i + 1}. {':green-badge[:material/check: done] ' if i in done else ''}**{step.what}.** {step.how}"
            for i, step in enumerate(lesson.steps)
        ]
        st.markdown(unbroken("\n".join(lines)))


def draw_questions() -> None:
    """Draw this page's questions, each with a hidden answer, and the link to the worksheet if there is one."""
    if _hidden():
        return
    page = st.session_state["_page"]
    lesson = LESSONS[page]
    with st.container(key="settings_questions"):
        st.header("Five questions", anchor=False)
        for each in lesson.questions:
            with st.expander(unbroken(each.asked)):
                st.markdown(unbroken(each.answer))
        if page in SHEETS:
            name = f"worksheet-{page}.html"
            draw_downloads([Download("Worksheet to print (HTML)", name, lambda: worksheet(page, lesson))])


def _hidden() -> bool:
    # In an embedded page or on a projector the picture comes first.
    return projecting() or st.context.is_embedded
