"""The lessons, by the address of their page, and the steps that the visitor has done, kept in the session."""

from collections.abc import Mapping
from typing import cast

import streamlit as st

from dashboard.lessons import (
    exact_or_sampled,
    helped_and_hurt,
    in_class,
    pvalue_grid,
    resample_by_hand,
    why_tools_disagree,
)
from dashboard.lessons.lesson import Facts, Lesson
from dashboard.pages import PAGES

LESSONS: Mapping[str, Lesson] = {
    "resample-by-hand": resample_by_hand.LESSON,
    "helped-and-hurt": helped_and_hurt.LESSON,
    "pvalue-grid": pvalue_grid.LESSON,
    "exact-or-sampled": exact_or_sampled.LESSON,
    "why-tools-disagree": why_tools_disagree.LESSON,
    "in-class": in_class.LESSON,
}


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
