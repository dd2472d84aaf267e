"""A sentence for a review: what two printed accuracies can show."""

from core.planning.claim import ClaimCheck, ClaimedTest
from core.report.claim import asked_to_be, can_ask, ends_text, named, pvalues_text
from core.report.numbers import item_count

__all__ = ["review_sentence"]


def review_sentence(claim: ClaimCheck) -> str:
    """Return what to write to the authors of a claim.

    Examples
    --------
    >>> from core.planning.claim import check_claim
    >>> print(review_sentence(check_claim(1000, "71.2", "71.7")))
    The paper reports 71.2 and 71.7 on 1,000 items, but not on which items the systems differ. The difference can be \
significant (p ≤ 0.05) only if the new system got at most 1 (one-sided bootstrap) of the 712 items wrong that the \
baseline had right; systems this accurate usually break 45 to 201. By the two-sided permutation test it cannot be \
significant (p = 0.0625 at best). Please report a paired test, or how many items were helped and hurt.
    """
    opening = (
        f"The paper reports {' and '.join(claim.printed)} on {item_count(claim.n)}, but not on which items the systems "
        "differ."
    )
    if not can_ask(claim, claim.tests):
        ahead, better = asked_to_be(claim)
        return f"{opening} The new system is not {ahead}, so no test can show that it is {better}."
    asked = "Please report a paired test, or how many items were helped and hurt."
    depends = [test for test in claim.tests if claim.decision(test) not in ("never", "always")]
    others = [_settled(claim, test) for test in claim.tests if test not in depends]
    return " ".join([opening, *([_condition(claim, depends)] if depends else []), *others, asked])


def _condition(claim: ClaimCheck, tests: list[ClaimedTest]) -> str:
    limits = " or ".join(f"{_limit(test)} ({named(test)})" for test in tests)
    return (
        f"The difference can be significant (p ≤ {claim.alpha:g}) only if the new system got {limits} of the "
        f"{ends_text(claim.counts[0])} items wrong that the baseline had right; systems this accurate usually break "
        f"{ends_text(claim.realistic_hurt)}."
    )


def _limit(test: ClaimedTest) -> str:
    low, high = test.largest_significant_hurt
    assert high is not None
    return f"at most {ends_text((high if low is None else low, high))}" if high else "none"


def _settled(claim: ClaimCheck, test: ClaimedTest) -> str:
    if claim.decision(test) == "never":
        return f"By the {named(test)} it cannot be significant ({pvalues_text(test.best.pvalue)} at best)."
    return (
        f"By the {named(test)} it is significant whichever items changed ({pvalues_text(test.worst.pvalue)} at worst)."
    )
