"""The lesson of each learning page, and the steps that the visitor has done, kept in the session."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import streamlit as st

from core.significance.cells import helped_hurt_pvalues
from dashboard.pages import PAGES
from dashboard.server.rooms import ROOMS
from dashboard.settings import PVALUE_GRID, WHY_TOOLS_DISAGREE

# The settings of a page, by name.
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
    # The values that the steps use, from the session; by default the settings of the page.
    facts: Callable[[Facts], Facts] | None = None


def answered(text: str) -> tuple[Question, ...]:
    """Return the questions of a text, in which a line asks, the lines below it answer, and an empty line follows.

    Examples
    --------
    >>> answered("Is p = 0?\\nNo: draw more,\\nor write a limit.")[0].answer
    'No: draw more, or write a limit.'
    """
    blocks = (block.splitlines() for block in text.strip().split("\n\n"))
    return tuple(Question(asked, " ".join(answer)) for asked, *answer in blocks)


def now(check: Callable[[Facts], bool]) -> Callable[[Sequence[Facts]], bool]:
    """Return a condition that only looks at the present settings of the page.

    Examples
    --------
    >>> now(lambda page: page["draws"] >= 1)([{"draws": 0}, {"draws": 1}])
    True
    """
    return lambda seen: check(seen[-1])


_RESAMPLE_BY_HAND = Lesson(
    steps=(
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
    questions=answered("""
Why is a question drawn twice and another not at all?
Each of the ten draws takes any of the ten questions, also one that was drawn before. A given question is left out of
about 35 % of all resamples (0.9 to the power of ten).

The new system is ten points ahead. Why is p not small?
It helped four questions and hurt three. Another ten questions often give three and three, or three and four: in 42 %
of all possible resamples the new system is not ahead (p = 0.4217).

After 10 draws p is 0.3, after 1,000 it is 0.43. Which do you believe?
The second. A share of B draws has a standard error of √(p(1 − p)/B): here 0.16 after 10 draws and 0.016 after 1,000. A
hundred times as many draws make it ten times as small.

Two of you draw a thousand each and get two p-values. Who is wrong?
Neither. Both estimate 0.4217, and 19 of 20 such estimates are within 0.03 of it. An exact p-value does not depend on
random draws, so you both get the same one.

What is the difference between drawing items and flipping signs?
Drawing items asks how the difference would vary on other questions: it is at or below zero with probability 0.4217.
Flipping signs asks what chance alone would give if neither system were better: 512 of the 1,024 ways reach ten points
or more, so p = 0.5000. Neither test finds evidence.
"""),
)


_QUESTION = ("primer_test", "primer_alternative", "alpha")
_LOOKED_AT = ("n", "helped", "hurt", *_QUESTION, "counted_in", "repeat_seed", "lesson")


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
    last, alike = seen[-1], []
    for page in reversed(seen):
        if any(page[name] != last[name] for name in ("n", "helped", *_QUESTION)):
            break
        alike.append(page)
    return len(alike) > 1 and len(set(map(_significant, alike))) == 2


_HELPED_AND_HURT = Lesson(
    steps=(
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
    # Only the settings that the steps use, for speed: each access to the session takes time.
    facts=lambda session: {name: session[name] for name in _LOOKED_AT},
    questions=answered("""
The gain stays the same and more items are hurt. Why does p rise?
Every changed item adds random variation: the spread of helped minus hurt grows with the square root of their number.
On 500 items 10 helped and none hurt give p < .001, 20 and 10 give 0.0392, 60 and 50 give 0.1822.

Do the items that both systems have right, or both wrong, matter?
Very little. Four helped and three hurt give p = 0.4217 on 10 items and 0.4269 on 1,000. The permutation test ignores
ties: p = 0.5000 on both.

Ten points on ten questions mean nothing. And ten points on 500, in the same shares?
With 200 helped and 150 hurt p = 0.00393. The gain grows with the number of items, its spread only with the square
root.

A study ends with p = 0.06. Is that “trending towards significance”?
No. If you repeat the study, p can be very different. Decide beforehand how many items to collect, and test once. If
you test again after every few items, p falls below 0.05 sooner or later, even if the systems are equal.

With p = 0.42, are the two systems equally good?
The test does not show that. The 95 % interval goes from −40 to +60 points: ten questions are too few to show a
difference or to rule one out. Two systems are shown to be equal by a narrow interval around 0.
"""),
)


_PVALUE_GRID = Lesson(
    steps=(
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
    questions=answered("""
A system gains 2 points on 100 items and breaks nothing. Is it better?
The test does not show it: p = 0.1326, and this is the best case. Each item that the system breaks makes p larger.

With 5 points on 100 items, how many may be hurt?
One: 6 helped and 1 hurt give p = 0.0329. With 7 and 2 it is 0.0584, above 0.05.

One point on 500 items: significant or not?
It depends on what was broken. 5 helped and none hurt give p = 0.00657; 15 helped and 10 hurt give 0.1830. Two
accuracies alone do not decide it.

How many items make one point significant if 2 % are hurt?
About 2,000: with 60 helped and 40 hurt p = 0.0250. On 500 items, 15 helped and 10 hurt, p = 0.1830.

Why do some curves have stairs?
The number of items hurt is a whole number, so on 100 items each step is one percent. A gain of 0.5 % is half an item
there. It is rounded down to none: as many items are helped as hurt (dotted curve).
"""),
)


_EXACT_OR_SAMPLED = Lesson(
    steps=(
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
    questions=answered("""
Why does the same tool give another p-value on the next run?
It draws some of the possible swaps at random, different ones each time. If the exact p-value is 0.05, 99 of 100 runs
with 1,000 swaps give a p between 0.033 and 0.069.

How many more swaps make the error half as large?
Four times as many: the error falls with the square root of their number. One more digit takes a hundred times as many.

None of 1,000 swaps reaches the observed difference. Is p = 0?
No. The observed scores are one of the ways to swap, so p is at least (0 + 1)/(1,000 + 1), about 0.001. Write p < 0.01
or draw more; an exact test shows how small it is.

The exact p-value is 0.045, and α = 0.05. What can happen?
With 1,000 swaps 20 % of runs give a p above 0.05: the seed decides. With 10,000 swaps 0.82 % do.

When is sampling still needed?
If no exact method is known, as for macro-F1 of many items. Then report the number of resamples and the seed, so that
others get the same p-value.
"""),
)


_WHY_TOOLS_DISAGREE = Lesson(
    steps=(
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
    questions=answered("""
Of 50 items 6 are helped and 1 is hurt. Is that significant?
It depends on the question. Are they different (two-sided permutation test): p = 0.1250, no. Is the new one better
(one-sided): p = 0.0625 by the permutation test, no, and 0.0318 by the bootstrap, which finds too many differences if
fewer than 10 items changed.

A tool counts only resamples strictly beyond the observed difference. What goes wrong?
It leaves out those that are equal. For two identical systems every resample is equal, so it gives p = 0: significant,
although the systems are the same.

A one-sided p-value of 0.03 is reported as if it were two-sided. Does that matter?
Yes. The two-sided one is about twice as large, 0.06. Choosing the side after looking at the scores gives twice as many
false alarms.

Why should a sampled permutation test count (k + 1)/(R + 1)?
The observed scores are one of the possible swaps. With + 1 the test never has more false alarms than α; without it p
can be 0.

What must a paper say so that others get the same p-value?
Which test, one-sided or two-sided, whether outcomes equal to the observed one count, and whether it is exact or
sampled; where it is sampled, how many resamples and which seed.
"""),
)


def _room(memory: Facts) -> Facts:
    """Return the state of the room that this session leads, or nothing if it leads none."""
    code, key = memory.get("room"), memory.get("_leads")
    if not code or not key or not ROOMS.leads(code, key):
        return {}
    room = ROOMS.look(code, key=key)
    sent = len(room.answers)
    return {"people": room.people, "kind": room.task.kind, "sent": sent, "revealed": room.revealed and sent > 0}


_IN_CLASS = Lesson(
    steps=(
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
    questions=answered("""
Was the class's guess of p too low or too high, and why?
Most people guess too low. Ten points sound like a lot, but they are one question of ten: four helped and three hurt.
The exact p-value is 0.4217.

Why is the class nearer to the exact p than each student?
Its draws are pooled: the error falls with the square root of their number. Thirty people with ten draws each are off
by less than 0.06 in 19 of 20 classes.

In truth neither system is better. How many studies are significant?
On 70 items, where 10 % are helped and 10 % hurt, 4.4 % of all studies are: one or two of 30. All of them are false
alarms.

Only the student with a significant result writes a paper. What does a reader learn?
That one system is better, which is not true. A significant result means little if the other studies are not reported.

How would the class find out?
By repeating the study on new items and reporting every result: the average gain is then near zero.
"""),
    facts=_room,
)


LESSONS: Mapping[str, Lesson] = {
    "resample-by-hand": _RESAMPLE_BY_HAND,
    "helped-and-hurt": _HELPED_AND_HURT,
    "pvalue-grid": _PVALUE_GRID,
    "exact-or-sampled": _EXACT_OR_SAMPLED,
    "why-tools-disagree": _WHY_TOOLS_DISAGREE,
    "in-class": _IN_CLASS,
}


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
    del seen[:-50]  # enough for a slider that passes many values while it moves
    new = {i for i, step in enumerate(lesson.steps) if i not in done and step.done(seen)}
    done |= new
    return bool(new)
