"""A checked claim in plain words: whether it can be significant, and what that would take."""

import numpy as np

from core.few import FEW_CHANGED
from core.report.numbers import claimable, item_count, pvalue_equation
from core.studies.cells import helped_hurt_pvalues
from core.studies.claim import ClaimCheck, ClaimedTest
from core.studies.printed import read_accuracies

__all__ = ["claim_rows", "claim_sentences"]

_NAMES = {"bootstrap": "the bootstrap", "permutation": "the two-sided permutation test"}


def claim_sentences(claim: ClaimCheck) -> tuple[str, ...]:
    """Return each test's answer, a warning where hardly an item changed, and the counts that were considered.

    Examples
    --------
    >>> from core.studies.claim import check_claim
    >>> for sentence in claim_sentences(check_claim(1000, "71.2", "71.7")):
    ...     print(sentence)
    By the bootstrap, p = 0.00665 at best. Significant only if the experimental system hurt no more than 1 of the 712 \
items that the baseline had right (p = 0.0340; 2 gives 0.0595); if the two erred independently it would hurt about \
201 (p = 0.4117).
    By the two-sided permutation test it cannot be significant at α = 0.05: p = 0.0625 at best.
    At most 7 items changed where the bootstrap finds it significant; with fewer than 10 it is liberal, so go by the \
permutation test.
    71.2 and 71.7 of 1,000 items are 712 and 717 right.
    """
    return (*(_answer(claim, test) for test in claim.tests), *_few_changed(claim), _counts(claim))


def claim_rows(claim: ClaimCheck) -> list[tuple[str, ...]]:
    """Return a table, its heading first: each test's figures with their items hurt and p-values.

    Examples
    --------
    >>> from core.studies.claim import check_claim
    >>> for row in claim_rows(check_claim(1000, "71.2", "71.7", tests=["bootstrap"])):
    ...     print(row)
    ('test', 'case', 'items hurt', 'p')
    ('bootstrap', 'best', '0', '0.00665')
    ('bootstrap', 'largest significant', '1', '0.0340')
    ('bootstrap', 'independence', '201', '0.4117')
    ('bootstrap', 'worst', '283', '0.4253')
    """
    rows: list[tuple[str, ...]] = [("test", "case", "items hurt", "p")]
    for test in claim.tests:
        low, high = test.largest_significant_hurt
        ends = [f"{end:,}" if end is not None else "none" for end in (low, high)]
        largest = (test.test, "largest significant", " to ".join(dict.fromkeys(ends)), _at_the_largest(claim, test))
        best, independence, worst = (
            (test.test, case, _range(figure.hurt), " to ".join(dict.fromkeys(map(claimable, figure.pvalue))))
            for case, figure in (("best", test.best), ("independence", test.independence), ("worst", test.worst))
        )
        rows += [best, largest, independence, worst]
    return rows


def _answer(claim: ClaimCheck, test: ClaimedTest) -> str:
    name = _NAMES[test.test]
    (fewest, most), (_, largest) = claim.counts
    if test.alternative == "greater" and largest <= fewest:
        return (
            f"The experimental system is not ahead, so nothing can show that it is better: by {name}, "
            f"{_p(test.best.pvalue)} at best."
        )
    low, high = test.largest_significant_hurt
    side = " That speaks for the baseline, which is ahead." if largest < fewest else ""
    if high is None:
        return f"By {name} it cannot be significant at α = {claim.alpha:g}: {_p(test.best.pvalue)} at best."
    if test.worst.pvalue[1] <= claim.alpha:
        return f"By {name} it is significant whichever items changed: {_p(test.worst.pvalue)} at worst.{side}"
    rounding = "rounding was kind and " if low is None else ""
    ceiling = _range((high if low is None else low, high))
    limit = "none" if ceiling == "0" else f"no more than {ceiling}"
    return (
        f"By {name}, {_p(test.best.pvalue)} at best. Significant only if {rounding}the experimental system hurt "
        f"{limit} of the {_range((fewest, most))} items that the baseline had right{_at_the_limit(claim, test)}; "
        "if the two erred independently it would hurt about "
        f"{_range(test.independence.hurt)} ({_p(test.independence.pvalue)}).{side}"
    )


def _at_the_limit(claim: ClaimCheck, test: ClaimedTest) -> str:
    limit = test.largest_significant_hurt[0]
    if claim.several_counts or limit is None or limit >= max(test.best.hurt[0], test.worst.hurt[0]):
        return ""
    gap = claim.counts[1][0] - claim.counts[0][0]
    hurt = [limit, limit + 1]
    at, beyond = helped_hurt_pvalues(
        claim.n, [gap + each for each in hurt], hurt, test=test.test, alternative=test.alternative
    )
    return f" ({pvalue_equation(claimable(at))}; {limit + 1:,} gives {claimable(beyond)})"


def _at_the_largest(claim: ClaimCheck, test: ClaimedTest) -> str:
    ends = np.array([end for end in test.largest_significant_hurt if end is not None], dtype=np.int64)
    low, high = claim.pvalues(test.test, ends)
    # Other counts with as many items hurt may be above α: the highest p that is not.
    return " to ".join(dict.fromkeys(map(claimable, np.where(high <= claim.alpha, high, low).tolist())))


def _few_changed(claim: ClaimCheck) -> list[str]:
    (fewest, most), (least, largest) = claim.counts
    for test in claim.tests:
        low, high = test.largest_significant_hurt
        if test.test == "bootstrap" and high is not None and largest > fewest:
            changed = 2 * high + largest - fewest if low is None else 2 * low + max(least - most, 0)
            if changed < FEW_CHANGED:
                return [
                    f"At most {changed} item{'s' * (changed > 1)} changed where the bootstrap finds it significant; "
                    f"with fewer than {FEW_CHANGED} it is liberal, so go by the permutation test."
                ]
    return []


def _counts(claim: ClaimCheck) -> str:
    baseline, experimental = map(_range, claim.counts)
    verb = "can be" if claim.several_counts else "are"
    ties = any(each.has_ties(claim.n) for each in read_accuracies(*claim.printed))
    either = " A share halfway between two printed numbers counts for both: print rounds it either way." if ties else ""
    return f"{' and '.join(claim.printed)} of {item_count(claim.n)} {verb} {baseline} and {experimental} right.{either}"


def _range(ends: tuple[int, int]) -> str:
    low, high = ends
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _p(ends: tuple[float, float]) -> str:
    low, high = map(claimable, ends)
    if low == high:
        return pvalue_equation(low)
    return f"p from {low} to {high}".replace("< ", "below ").replace("> ", "above ")
