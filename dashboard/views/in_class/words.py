"""What *In class* says."""

import numpy as np

from core.common.claimed import claimable, pvalue_equation
from core.planning.planning import power as exact_power
from core.report.numbers import percent
from core.significance.cells import helped_hurt_pvalues
from dashboard.server.rooms import Snapshot, Task
from dashboard.wording.shares import share

INTRODUCTION = (
    "Open a room, show its code, and let everybody join on a phone, without a name. Then **guess** p together, "
    "**pool** draws until a picture fills, or let everybody **be a study** and see how many find what is not there."
)
ABOUT = (
    "A room holds numbers only, in this server's memory, and at most 300 people. It ends when you end it, two hours "
    "after it was opened, or twenty minutes after you left."
)
KEY = (
    "This link leads the room. Keep it for yourself: it brings you back after a reload, or on another device. It is "
    "not in the students' link."
)
HERE_ONLY = (
    "This address is known on this machine only. For phones, start the app with “--server.address 0.0.0.0” and open it "
    "by the machine's name or address."
)

BY_LINK = "Several processes serve this app, and a code is known to one of them: join by the link or the QR code."

TASKS = {"guess": "Guess p", "pool": "Pool the draws", "study": "Be a study"}


ALPHA = 0.05


def exact_pvalue(task: Task) -> float:
    """Return the primer's p-value, that of the one-sided bootstrap."""
    return float(helped_hurt_pvalues(task.n, task.helped, task.hurt))


def asked(task: Task) -> str:
    """Return what the class is asked."""
    counts = f"{task.helped:,} helped, {task.hurt:,} hurt of {task.n:,}"
    if task.kind == "guess":
        return (
            f"A new system is compared with the old one on {task.n:,} items: **{counts}**. If the items were drawn "
            "again, how often would the new system come out no better? **Guess this p-value**, from 0 to 1."
        )
    if task.kind == "pool":
        return (
            f"**{counts}** items. Each draw takes {task.n:,} of these items, with replacement, and counts helped minus "
            "hurt. **Draw a few**: one picture fills from everybody's draws."
        )
    rates = f"helps {100 * task.helped / task.n:.3g} % of all items and hurts {100 * task.hurt / task.n:.3g} %"
    return (
        f"In truth the new system {rates}. **You are a study**: draw {task.n:,} items of your own, and see what you "
        "would have found."
    )


def gathered(room: Snapshot) -> str:
    """Return what the class has gathered so far."""
    task, answers = room.task, room.answers
    if not answers:
        return "Nobody has sent anything yet."
    if task.kind == "guess":
        guesses = sorted(answer[0] for answer in answers)
        return (
            f"**{len(guesses)}** guess{'es' * (len(guesses) > 1)}, from {guesses[0]:.2f} to {guesses[-1]:.2f}; half "
            f"are at or below {float(np.median(guesses)):.2f}."
        )
    if task.kind == "pool":
        draws = [draw for answer in answers for draw in answer]
        below = sum(draw <= 0 for draw in draws)
        return (
            f"**{below:,} of {len(draws):,}** draws are at or below zero: p ≈ {below / len(draws):.3f}. "
            f"{len(answers)} {'people' if len(answers) > 1 else 'person'} drew."
        )
    pvalues = study_pvalues(room)
    found = int((pvalues <= 0.05).sum())
    return (
        f"**{found} of {len(pvalues)}** studies ({share(100 * found / len(pvalues))} %) find p ≤ {ALPHA:g}; the "
        f"smallest p is {claimable(float(pvalues.min()))}."
    )


def power(task: Task) -> float:
    """Return the exact share of studies of this truth that find p ≤ α."""
    return exact_power(task.n, task.helped / task.n, task.hurt / task.n, alpha=ALPHA)


def study_pvalues(room: Snapshot) -> np.ndarray:
    """Return the p-value of each study."""
    helped, hurt = np.array(room.answers, dtype=int).reshape(-1, 2).T
    return helped_hurt_pvalues(room.task.n, helped, hurt)


def revealed(room: Snapshot, power: float) -> str:
    """Return the answer; ``power`` is the exact share of such studies with p ≤ 0.05."""
    task = room.task
    p = pvalue_equation(claimable(exact_pvalue(task)))
    if task.kind == "guess":
        return f"The exact answer: **{p}** (one-sided bootstrap)."
    if task.kind == "pool":
        return f"All possible draws together give **{p}**, exactly."
    if task.helped == task.hurt:
        return (
            "In truth the two systems are equally good: every one of these finds is a false alarm. Of all such studies "
            f"**{percent(power)}** find one."
        )
    return f"Of all such studies **{percent(power)}** find p ≤ 0.05: that is the power."


def own(task: Task, numbers: tuple[float, ...]) -> str:
    """Return what somebody sent."""
    if not numbers:
        return ""
    if task.kind == "guess":
        return f"Your guess: **{numbers[0]:.2f}**. You may change it until it is revealed."
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
    """Return the picture in words."""
    return f"{TASKS[room.task.kind]}. {gathered(room)}".replace("**", "")
