"""The steps of a lesson that the visitor has done, kept in the session."""

from typing import cast

import streamlit as st

from dashboard.lessons.lesson import Facts
from dashboard.lessons.plan import LESSONS
from dashboard.pages import PAGES

# Enough for a slider that passes many values while it moves.
MOST_SEEN = 50


def done_steps(page: str) -> set[int]:
    """Return the steps done so far, counted from 0."""
    found: set[int] = st.session_state.setdefault("_lesson_done", {}).setdefault(page, set())
    return found


def note(page: str) -> bool:
    """Record the steps that have been done on the page by now; return whether there are new ones."""
    lesson = LESSONS.get(page)
    if lesson is None or len(done := done_steps(page)) == len(lesson.steps):
        return False
    memory = st.session_state
    facts = lesson.facts(cast(Facts, memory)) if lesson.facts else {name: memory[name] for name in PAGES[page].settings}
    seen = memory.setdefault("_lesson_seen", {}).setdefault(page, [])
    if not facts or (seen and seen[-1] == facts):
        return False
    seen.append(facts)
    del seen[:-MOST_SEEN]
    new = {i for i, step in enumerate(lesson.steps) if i not in done and step.done(seen)}
    done |= new
    return bool(new)
