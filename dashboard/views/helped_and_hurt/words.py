"""The texts of *Helped and hurt*."""

from statistics import quantiles

from core.common.claimed import claimable
from core.inference.notes import few_changed_note
from core.inference.result import Comparison
from core.planning.planning import RepeatedStudies
from core.report.numbers import POINTS, number, percent, pvalue_said, signed
from core.teaching.promising import FollowedUp

INTRODUCTION = (
    "Where each item is right or wrong, the p-value follows from three numbers: how many **items** there are, how many "
    "the new system **helped**, and how many it **hurt**. Begin with ten questions, 4 helped and 3 hurt: a gain of ten "
    "points, but no evidence. Then move a slider and watch the p-value."
)

LESSON = (
    "After a promising experiment that just misses significance, it is tempting to call it *trending towards "
    "significance*. Here is what happens when there is nothing to find: on each question the new system helps and "
    "hurts with the same probability of 10 %."
)

STEPS = {1: "1 · 200 small studies", 2: "2 · The promising ones", 3: "3 · With 3,000 questions"}

# The explanation of each step's chart
STEP_CAPTIONS = {
    1: "Each mark is one group's p-value; blue diamonds are at or below α, and every one of them is wrong.",
    2: "Blue diamonds are significant, orange squares are trending, the rest are small.",
    3: "Each line is one promising study, at first and with more questions; the dashed line is no difference. "
    "Blue diamonds are significant in the end.",
}


def few_changed(bootstrap: Comparison, permutation: Comparison) -> str | None:
    """Return a warning if the bootstrap is liberal because few items changed, else None.

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
    return few and f"{few} Here they give {pvalue_said(bootstrap)} and {pvalue_said(permutation)}."


def repeat_introduction(studies: RepeatedStudies, helped: int, hurt: int) -> str:
    rates = " and ".join(
        f"{word} {100 * count / studies.n:.3g} %" for count, word in ((helped, "helps"), (hurt, "hurts"))
    )
    return (
        f"Suppose that in truth the new system {rates} of all items. Each of {len(studies.pvalue)} new studies "
        f"tests it on {studies.n:,} other item{'s' * (studies.n > 1)}, with counts and a p-value of its own."
    )


def repeat_sentence(studies: RepeatedStudies) -> str:
    """Return the number of repeated studies that are significant, and the exact power."""
    significant = int((studies.pvalue <= studies.alpha).sum())
    return (
        f"**{significant} of {len(studies.pvalue)}** studies ({100 * studies.share_significant:.3g} %) end with "
        f"p ≤ {studies.alpha:g}. Of all possible studies **{percent(studies.power)}** do: that is the exact power."
    )


def repeat_caption(studies: RepeatedStudies) -> str:
    """Return the caption about the variation of p-values between studies."""
    low, *_, high = quantiles(studies.pvalue.tolist(), n=10, method="inclusive")
    return (
        f"The same systems and the same kind of items, but other items each time: 8 of 10 p-values lie between "
        f"{claimable(low)} and {claimable(high)}. Blue diamonds are at or below α. A single p-value is one of these "
        "dots."
    )


def studies_alt(studies: RepeatedStudies) -> str:
    """Return a description of the strip of p-values, for screen readers."""
    significant = int((studies.pvalue <= studies.alpha).sum())
    return (
        f"p-values of {len(studies.pvalue)} studies of {studies.n:,} items, from {claimable(studies.pvalue.min())} to "
        f"{claimable(studies.pvalue.max())}; {significant} are at or below {studies.alpha:g}."
    )


def lesson_sentence(tale: FollowedUp, step: int) -> str:
    """Return the result of one step of the lesson."""
    first = tale.first
    lucky = int((first.pvalue <= first.alpha).sum())
    trending = int(tale.promising.sum()) - lucky
    promising = lucky + trending
    if step == 1:
        return (
            f"{len(first.pvalue)} groups test it on {first.n} questions. Neither system is better, and yet **{lucky}** "
            f"of them ({percent(lucky / len(first.pvalue))}) find p ≤ {first.alpha:g}: false alarms. In the long run "
            f"{percent(first.power)} of such studies give one."
        )
    if not promising:
        return "This time no study looked promising. Draw another 200."
    before, after = (signed(POINTS.scale * float(gain.mean()), 1) for gain in (tale.gain_before, tale.gain_after))
    if step == 2:
        return (
            f"Another **{trending}** are “trending”: p between {first.alpha:g} and {tale.trending:g}. These "
            f"{promising} groups are pleased: their new systems gain {before} points on average. Nobody "
            f"hears of the other {len(first.pvalue) - promising} studies."
        )
    left = int((tale.pvalue <= first.alpha).sum())
    still = int((tale.pvalue <= tale.trending).sum()) - left
    return (
        f"Each of the {promising} collects questions until it has {tale.n:,}. The mean gain falls from {before} to "
        f"**{after} points**, and **{left}** of {promising} {'is' if left == 1 else 'are'} significant, {still} "
        f"trending: about as many as chance alone gives. The gains were luck. Collect enough items before you "
        "believe one."
    )


def lesson_alt(tale: FollowedUp) -> str:
    """Return a description of the promising studies before and after more items, for screen readers."""
    before, after = (POINTS.scale * gain for gain in (tale.gain_before, tale.gain_after))
    if not len(before):
        return "No study looked promising."
    return (
        f"Differences of {len(before)} promising studies: from {number(before.min(), 1)} to {number(before.max(), 1)} "
        f"points on {tale.first.n} questions, and from {number(after.min(), 1)} to {number(after.max(), 1)} points on "
        f"{tale.n:,}."
    )
