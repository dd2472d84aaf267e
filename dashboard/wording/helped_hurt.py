"""What *Helped and hurt* says."""

import numpy as np

from core.few import few_changed_note
from core.report.numbers import POINTS, claimable, number, percent, pvalue_text, signed
from core.result import Comparison
from core.studies.power import RepeatedStudies
from core.studies.promising import FollowedUp
from dashboard.wording.by_hand import share

__all__ = [
    "INTRODUCTION",
    "LESSON",
    "STEPS",
    "few_changed",
    "lesson_alt",
    "lesson_caption",
    "lesson_sentence",
    "repeat_caption",
    "repeat_introduction",
    "repeat_sentence",
    "studies_alt",
]

INTRODUCTION = (
    "Three numbers make the p-value of two systems that are right or wrong: how many **items** there are, how many the "
    "new system **helped**, and how many it **hurt**. Begin with ten questions, 4 helped and 3 hurt: ten points more, "
    "and no evidence. Then hold the gain and let it hurt more items, or keep the shares and add items, and watch what "
    "moves."
)

LESSON = (
    "After a promising experiment that just misses the line, it is tempting to call it *trending towards "
    "significance*. Here is what happens when there is nothing to find: on each question the new system helps and "
    "hurts with the same probability of 10 %."
)

STEPS = {1: "1 · 200 small studies", 2: "2 · The promising ones", 3: "3 · With 3,000 questions"}


def few_changed(bootstrap: Comparison, permutation: Comparison) -> str | None:
    """Return a warning where so few items changed that the bootstrap is liberal, else None.

    Examples
    --------
    >>> from core import compare, helped_hurt
    >>> pair = helped_hurt(100, 7, 2)
    >>> few_changed(compare(pair), compare(pair, test="permutation"))[:38]
    'Only 9 items changed. With so few, the'
    >>> few_changed(compare(helped_hurt(500, 10, 7)), compare(pair)) is None
    True
    >>> few_changed(compare(helped_hurt(500, 0, 0)), compare(pair)) is None
    True
    """
    few = few_changed_note(bootstrap.changed)
    return few and f"{few} Here they give {pvalue_text(bootstrap)} and {pvalue_text(permutation)}."


def repeat_introduction(studies: RepeatedStudies, helped: int, hurt: int) -> str:
    """Return what is repeated."""
    rates = " and ".join(
        f"{100 * count / studies.n:.3g} % {word}" for count, word in ((helped, "helped"), (hurt, "hurt"))
    )
    return (
        f"Suppose these shares were the truth: {rates}. Each of {len(studies.pvalue)} new studies asks {studies.n:,} "
        f"other item{'s' * (studies.n > 1)}, and gets its own counts and its own p-value."
    )


def repeat_sentence(studies: RepeatedStudies) -> str:
    """Return how many of the repeated studies are significant, beside the exact power."""
    significant = int((studies.pvalue <= studies.alpha).sum())
    return (
        f"**{significant} of {len(studies.pvalue)}** studies ({share(100 * studies.share_significant)} %) end with "
        f"p ≤ {studies.alpha:g}. All possible studies together: **{percent(studies.power)}**, the exact power."
    )


def repeat_caption(studies: RepeatedStudies) -> str:
    """Return what the dance of the p-values teaches."""
    low, high = np.quantile(studies.pvalue, [0.1, 0.9])
    return (
        f"The same systems, the same kind of items, only other items each time: 8 of 10 p-values lie between "
        f"{claimable(low)} and {claimable(high)}. Blue diamonds are at or below α. A single p-value is one of these "
        "dots."
    )


def studies_alt(studies: RepeatedStudies) -> str:
    """Return the strip of p-values in words."""
    significant = int((studies.pvalue <= studies.alpha).sum())
    return (
        f"p-values of {len(studies.pvalue)} studies of {studies.n:,} items, from {claimable(studies.pvalue.min())} to "
        f"{claimable(studies.pvalue.max())}; {significant} are at or below {studies.alpha:g}."
    )


def lesson_sentence(tale: FollowedUp, step: int) -> str:
    """Return what a step of the cautionary tale shows."""
    first = tale.first
    lucky = int((first.pvalue <= first.alpha).sum())
    trending = int(tale.promising.sum()) - lucky
    promising = lucky + trending
    if step == 1:
        return (
            f"{len(first.pvalue)} groups test it on {first.n} questions. Neither system is better, and yet **{lucky}** "
            f"of them ({percent(lucky / len(first.pvalue))}) find p ≤ {first.alpha:g}: false alarms, about as many "
            f"as the {percent(first.power)} that this test gives in the long run."
        )
    if not promising:
        return "This time no study looked promising. Draw another 200."
    before, after = (signed(POINTS.scale * float(gain.mean()), 1) for gain in (tale.gain_before, tale.gain_after))
    if step == 2:
        return (
            f"Another **{trending}** are “trending”: p between {first.alpha:g} and {tale.trending:g}. Those "
            f"{promising} groups are excited, and no wonder: their new systems gain {before} points on average. The "
            f"other {len(first.pvalue) - promising} studies are never heard of."
        )
    left = int((tale.pvalue <= first.alpha).sum())
    still = int((tale.pvalue <= tale.trending).sum()) - left
    return (
        f"Each of the {promising} collects questions until it has {tale.n:,}. The mean gain falls from {before} to "
        f"**{after} points**, and **{left}** of {promising} {'is' if left == 1 else 'are'} significant, {still} "
        f"trending: what luck alone gives. The effects did not fade; they were never there. Better to find "
        f"out sooner, while mistakes are cheap."
    )


def lesson_caption(step: int) -> str:
    """Return how to read a step's picture."""
    return {
        1: "Each mark is one group's p-value; blue diamonds are at or below α, and every one of them is wrong.",
        2: "Blue diamonds are significant, orange squares are trending, the rest is faded.",
        3: "Each line is one promising study, at first and with more questions; the dashed line is no difference. "
        "Blue diamonds are significant in the end.",
    }[step]


def lesson_alt(tale: FollowedUp) -> str:
    """Return what became of the promising studies in words."""
    before, after = (POINTS.scale * gain for gain in (tale.gain_before, tale.gain_after))
    if not len(before):
        return "No study looked promising."
    return (
        f"Differences of {len(before)} promising studies: from {number(before.min(), 1)} to {number(before.max(), 1)} "
        f"points on {tale.first.n} questions, and from {number(after.min(), 1)} to {number(after.max(), 1)} points on "
        f"{tale.n:,}."
    )
