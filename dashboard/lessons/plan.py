"""The lesson of each learning page, and the steps that the visitor has done, kept in the session."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import streamlit as st

from core.significance.cells import helped_hurt_pvalues
from dashboard.pages import PAGES
from dashboard.server.rooms import ROOMS
from dashboard.settings import PVALUE_GRID, WHY_TOOLS_DISAGREE

# What the steps of a page look at: its settings, or the state of a room.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A task of a lesson in a few words, and in Markdown how to do it or which part of the page to look at."""

    what: str
    how: str
    # Whether it is done, from all settings that the page has had; the last are the present ones.
    done: Callable[[Sequence[Facts]], bool]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answer, as Markdown."""

    asked: str
    answer: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a page."""

    steps: tuple[Step, ...]
    questions: tuple[Question, ...]


def answered(address: str) -> tuple[Question, ...]:
    """Return the questions of a page: in its file each is a heading, and the text below it the answer.

    Examples
    --------
    >>> answered("in-class")[-1].answer
    'By repeating the study on new items and reporting every result: the average gain is then near zero.'
    """
    text = (Path(__file__).parent / "questions" / f"{address}.md").read_text(encoding="utf-8")
    sections = (section.split("\n", 1) for section in text.removeprefix("## ").split("\n## "))
    return tuple(Question(asked, " ".join(answer.split())) for asked, answer in sections)


def now(check: Callable[[Facts], bool]) -> Callable[[Sequence[Facts]], bool]:
    """Return a condition that only looks at the present settings of the page.

    Examples
    --------
    >>> now(lambda page: page["draws"] >= 1)([{"draws": 0}, {"draws": 1}])
    True
    """
    return lambda seen: check(seen[-1])


@lru_cache(2_000)
def _pvalue(n: int, helped: int, hurt: int, test: str, alternative: str) -> float:
    return float(helped_hurt_pvalues(n, helped, hurt, test=test, alternative=alternative))


def _significant(page: Facts, test: str | None = None) -> bool:
    counts = page["n"], page["helped"], page["hurt"]
    # The counts of a link may exceed n until the page reduces them.
    if sum(counts[1:]) > counts[0]:
        return False
    return _pvalue(*counts, test or page["primer_test"], page["primer_alternative"]) <= page["alpha"]


def _crossed_by_hurt(seen: Sequence[Facts]) -> bool:
    """Whether p was on both sides of α while only hurt changed."""
    others = ("n", "helped", "primer_test", "primer_alternative", "alpha")
    alike = takewhile(lambda page: all(page[name] == seen[-1][name] for name in others), reversed(seen))
    return len(set(map(_significant, alike))) == 2


def _room() -> Facts:
    """Return the state of the room that this session leads, or nothing if it leads none."""
    memory = st.session_state
    code, key = memory.get("room"), memory.get("_leads")
    if not code or not key or not ROOMS.leads(code, key):
        return {}
    room = ROOMS.look(code, key=key)
    return {"people": room.people, "kind": room.task.kind, "revealed": room.revealed and bool(room.answers)}


# The steps of each learning page, in the order of `PAGES`.
STEPS: Mapping[str, tuple[Step, ...]] = {
    "resample-by-hand": (
        Step("Guess p", "Type a guess before you draw anything.", now(lambda page: page["guess"] is not None)),
        Step(
            "Draw one",
            "Which questions came twice, and which not at all? Where did the dot fall?",
            now(lambda page: page["draws"] >= 1),
        ),
        Step("Draw a thousand", "Watch how p changes less and less.", now(lambda page: page["draws"] >= 1000)),
        Step("Reveal the exact p", "How far off was your guess?", now(lambda page: page["revealed"])),
        Step(
            "Start again and draw another hundred",
            "It is another hundred: how far is p from the first?",
            now(lambda page: page["draw_seed"] >= 1 and page["draws"] >= 100),
        ),
        Step(
            "Flip the signs in all ways",
            "Choose *Flip signs*, and there flip all of them at once: p stops moving.",
            now(lambda page: page["by_hand"] == "flip" and page["all_flips"]),
        ),
    ),
    "helped-and-hurt": (
        Step(
            "Make it significant by moving only Hurt",
            "Begin with the example of 500 items, 10 helped and 7 hurt, and leave the other sliders alone.",
            _crossed_by_hurt,
        ),
        Step(
            "Make ten points significant",
            "Keep helped minus hurt at 10 % of the items, as with the ten questions. How many items does it take?",
            now(lambda page: 10 * (page["helped"] - page["hurt"]) == page["n"] and _significant(page)),
        ),
        Step(
            "Make the tests disagree",
            "With few changed items the bootstrap's p is too small: find counts where only the permutation test's p is "
            "above α.",
            now(lambda page: not _significant(page, "permutation") and _significant(page, "bootstrap")),
        ),
        Step(
            "Add items in the same shares",
            "Choose *in percent* and drag *Items*: the distribution becomes narrow while you drag.",
            now(lambda page: page["counted_in"] == "percent" and page["n"] > 10),
        ),
        Step(
            "Repeat the study",
            "Press *Another 200 studies*: the truth stays the same, and p varies.",
            now(lambda page: page["repeat_seed"] >= 1),
        ),
        Step(
            "Follow the promising ones",
            "Go through the three steps of the cautionary tale.",
            now(lambda page: page["lesson"] == 3),
        ),
    ),
    "pvalue-grid": (
        Step(
            "Ask for stronger evidence",
            "Set α to 0.01 or less: the dashed line falls, and fewer curves pass below it.",
            now(lambda page: page["alpha"] <= 0.01),
        ),
        Step(
            "Draw a curve of your own",
            "Change the effects under *Values of the curves* to the gain of a paper you know.",
            now(lambda page: page["effects"] != PVALUE_GRID["effects"].default),
        ),
        Step(
            "Sample the curves",
            "Most tools do: the curves of an exact test are smooth, those of 10,000 resamples are not.",
            now(lambda page: page["sampled"]),
        ),
        Step(
            "Move the map to 2,000 items",
            "Its slider moves the line where p crosses α.",
            now(lambda page: page["map"] == "hurt-effect" and page["at_n"] >= 2_000),
        ),
        Step(
            "Look at another map",
            "Choose what is across and what is up.",
            now(lambda page: page["map"] != "hurt-effect"),
        ),
    ),
    "exact-or-sampled": (
        Step(
            "Take more sentences",
            "Choose 4,000 or 8,000: does the error fall?",
            now(lambda page: page["study"] == "taggers" and page["sentences"] in ("4000", "8000")),
        ),
        Step(
            "Let p be anything",
            "Switch off *Only p-values from 0.001 to 0.1*: small p-values are much harder to sample.",
            now(lambda page: page["study"] == "taggers" and not page["usual_p"]),
        ),
        Step(
            "Give the methods more work",
            "Measure run times up to 4,000 sentences or more. Which curve is steepest?",
            now(lambda page: page["timed_to"] != "2000"),
        ),
        Step(
            "Sample your own p-value",
            "Choose *My scores*: it begins with the example of *Two systems*.",
            now(lambda page: page["study"] == "own"),
        ),
    ),
    "why-tools-disagree": (
        Step(
            "Compare a system with itself",
            "Choose the two identical systems. Which definitions call them different?",
            now(lambda page: page["data"] == "identical"),
        ),
        Step(
            "Compare the ten questions",
            "What are the smallest and the largest p-value?",
            now(lambda page: page["data"] == "ten-questions"),
        ),
        Step(
            "Ask for stronger evidence",
            "Set α to 0.01 or less: do the definitions agree now?",
            now(lambda page: page["alpha"] <= 0.01),
        ),
        Step(
            "Look at other false alarms",
            "Choose another definition: how often does it call two equal systems different?",
            now(lambda page: page["definition"] != WHY_TOOLS_DISAGREE["definition"].default),
        ),
        Step(
            "Draw only 20 swaps", "A count of swaps without + 1 can then be 0.", now(lambda page: page["swaps"] == "20")
        ),
    ),
    "in-class": (
        Step("Open a room", "Show its code on the projector.", now(lambda room: True)),
        Step("Let students join", "By the code, the link or the QR code.", now(lambda room: room["people"] >= 1)),
        Step(
            "Guess p together",
            "Reveal the answer once most have sent a guess.",
            now(lambda room: room["kind"] == "guess" and room["revealed"]),
        ),
        Step(
            "Pool the draws",
            "Each student draws. Then reveal: is the class near the exact p?",
            now(lambda room: room["kind"] == "pool" and room["revealed"]),
        ),
        Step(
            "Be a study",
            "Each student draws items from the same truth. Then reveal: how many find a difference?",
            now(lambda room: room["kind"] == "study" and room["revealed"]),
        ),
    ),
}

LESSONS = {address: Lesson(steps, answered(address)) for address, steps in STEPS.items()}


def done_steps(page: str) -> set[int]:
    """Return the steps done so far, counted from 0."""
    return st.session_state.setdefault("_lesson_done", {}).setdefault(page, set())


def note(page: str) -> bool:
    """Record the steps that have been done on the page by now; return whether there are new ones."""
    lesson = LESSONS.get(page)
    if lesson is None or len(done := done_steps(page)) == len(lesson.steps):
        return False
    memory = st.session_state
    facts = _room() if page == "in-class" else {name: memory[name] for name in PAGES[page].settings}
    seen = memory.setdefault("_lesson_seen", {}).setdefault(page, [])
    if not facts or (seen and seen[-1] == facts):
        return False
    seen.append(facts)
    del seen[:-50]  # enough for a slider that passes many values while it moves
    new = {i for i, step in enumerate(lesson.steps) if i not in done and step.done(seen)}
    done |= new
    return bool(new)
