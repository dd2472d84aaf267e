"""The texts of *In class*."""

import numpy as np

from core.common.claimed import claimable, pvalue_equation, small
from core.common.phrases import counted
from core.planning.planning import power as exact_power
from core.report.escape import markdown
from core.report.numbers import percent
from core.significance.cells import helped_hurt_pvalues
from dashboard.server.rooms import Snapshot, Task

INTRODUCTION = (
    "Open a room and show its code. Students join on their phones, without a name. Then the class **guesses** p, "
    "**pools** its draws in one picture, or each student runs **a study**: how many find a difference by chance?"
)
ABOUT = (
    "A room holds numbers only, in this server's memory, and at most 300 people. It ends when you end it, two hours "
    "after it was opened, or twenty minutes after you left."
)
KEY = (
    "Your link leads the room from another device, such as your phone, without the picture. This browser also leads it "
    "after a reload. The students' link cannot lead it."
)
HERE_ONLY = (
    "Phones cannot reach this address. Restart with “helped-hurt app --address 0.0.0.0” and open the page by the "
    "machine's name or address."
)

BY_LINK = "Several processes serve this app, and only one knows the code: join by the link or the QR code."

ENDED = "This room has ended. You may close the page."
UNTOUCHED = "Move the slider or type a number, then send your guess."

TASKS = {"guess": "Guess p", "pool": "Pool the draws", "study": "Be a study"}


ALPHA = 0.05


def exact_pvalue(task: Task) -> float:
    """Return the primer's p-value: that of the one-sided bootstrap."""
    return float(helped_hurt_pvalues(task.n, task.helped, task.hurt))


def unknown(code: str) -> str:
    """Return the message about an unknown code."""
    return f"There is no room {markdown(code[:12])}. It may have ended, or the code has a typing error."


def clears(room: Snapshot) -> str:
    """Return the message about the numbers that a new start sets aside."""
    what = {"guess": "guesses", "pool": "draws", "study": "studies"}[room.task.kind]
    return f"This clears the {what} of {counted(len(room.answers), 'person', 'people')}. *Undo* brings them back."


def ends(room: Snapshot) -> str:
    """Return the message about the numbers that are lost when the room ends."""
    return f"This forgets the numbers of {counted(room.people, 'person', 'people')}. Save them first:"


def asked(task: Task, *, revealed: bool) -> str:
    """Return the question to the class; the truth of a study is added once it is revealed."""
    counts = f"{task.helped:,} helped, {task.hurt:,} hurt of {task.n:,}"
    if task.kind == "guess":
        return (
            f"A new system is compared with the old one on {task.n:,} items: **{counts}**. If the items were drawn "
            "again, how often would the new system come out no better? **Guess this p-value**, from 0 to 1."
        )
    if task.kind == "pool":
        return (
            f"**{counts}** items. Each draw takes {task.n:,} of these items, with replacement, and counts helped minus "
            "hurt. **Draw a few**: one picture shows the draws of the whole class."
        )
    rates = f"helps {100 * task.helped / task.n:.3g} % of all items and hurts {100 * task.hurt / task.n:.3g} %"
    truth = f"In truth the new system {rates}." if revealed else "Is the new system better? The truth is hidden."
    return f"{truth} **You are a study**: draw {task.n:,} items of your own, and see what you find."


def gathered(room: Snapshot) -> str:
    """Return a summary of the numbers that the class has sent so far."""
    task, answers = room.task, room.answers
    if not answers:
        return "No answers yet."
    if task.kind == "guess":
        guesses = sorted(answer[0] for answer in answers)
        return (
            f"**{len(guesses)}** guess{'es' * (len(guesses) > 1)}, {guesses[0]:.2f} to {guesses[-1]:.2f}, median "
            f"{float(np.median(guesses)):.2f}."
        )
    if task.kind == "pool":
        draws = [draw for answer in answers for draw in answer]
        below = sum(draw <= 0 for draw in draws)
        return (
            f"**{below:,} of {len(draws):,}** draws are at or below zero: p ≈ {small(below / len(draws))}. "
            f"{counted(len(answers), 'person', 'people')} drew."
        )
    pvalues = study_pvalues(task, answers)
    found, smallest = int((pvalues <= ALPHA).sum()), f"the smallest p is {claimable(float(pvalues.min()))}"
    if not found:
        return f"**None of {len(pvalues)}** studies finds p ≤ {ALPHA:g}; {smallest}."
    return f"**{found} of {len(pvalues)}** studies ({100 * found / len(pvalues):.3g} %) find p ≤ {ALPHA:g}; {smallest}."


def power(task: Task) -> float:
    """Return the exact probability that a study with these counts finds p ≤ α."""
    return exact_power(task.n, task.helped / task.n, task.hurt / task.n, alpha=ALPHA)


def study_pvalues(task: Task, answers: tuple[tuple[float, ...], ...]) -> np.ndarray:
    helped, hurt = np.array(answers, dtype=int).reshape(-1, 2).T
    return helped_hurt_pvalues(task.n, helped, hurt)


def revealed(room: Snapshot) -> str:
    task = room.task
    p = pvalue_equation(claimable(exact_pvalue(task)))
    if task.kind == "guess":
        return f"The exact answer: **{p}** (one-sided bootstrap)."
    if task.kind == "pool":
        return f"All possible draws together give **{p}**, exactly."
    share = percent(power(task))
    if task.helped == task.hurt:
        found = (study_pvalues(task, room.answers) <= ALPHA).any()
        finds = "each p ≤ 0.05 is a false alarm" if found else "no study of this class says otherwise"
        return (
            f"In truth the two systems are equally good: {finds}. **{share}** of all such studies give a false alarm."
        )
    return f"**{share}** of all such studies find p ≤ 0.05: that is the power."


def own(task: Task, numbers: tuple[float, ...], *, revealed: bool) -> str:
    """Return the numbers that a student sent and, once the answer is revealed, the error of a guess."""
    if task.kind == "guess" and revealed:
        off = numbers[0] - exact_pvalue(task)
        how = f"{abs(off):.2f} too {'high' if off > 0 else 'low'}" if abs(off) >= 0.005 else "right"
        return f"You guessed **{numbers[0]:.2f}**, which is **{how}**."
    if task.kind == "guess":
        return f"Sent: **{numbers[0]:.2f}**. You may change it until it is revealed."
    if task.kind == "pool":
        last = f"{numbers[-1]:+.0f}".replace("-", "−").replace("+0", "0")
        below = sum(number <= 0 for number in numbers)
        sofar = f"{below} of your {len(numbers)} draws are at or below zero"
        return f"Your last draw: helped minus hurt is **{last}**. {sofar}."
    helped, hurt = (int(number) for number in numbers)
    p = float(helped_hurt_pvalues(task.n, helped, hurt))
    verdict = "significant" if p <= 0.05 else "not significant"
    return f"You found **{helped} helped, {hurt} hurt**: {pvalue_equation(claimable(p))}, **{verdict}** at 0.05."


def alt_text(room: Snapshot) -> str:
    """Return a description of the chart, for screen readers."""
    return f"{TASKS[room.task.kind]}. {gathered(room)}".replace("**", "")
