"""A checked claim in plain words: how likely it is to be significant, and what that would take."""

from collections.abc import Sequence

import numpy as np

from core.common.phrases import counted
from core.inference.few import FEW_CHANGED
from core.planning.claim import ClaimCheck, ClaimedTest
from core.planning.printed import read_accuracies
from core.planning.real_pairs import REAL_PAIRS, overlap_range
from core.report.numbers import claimable, item_count, pvalue_words
from core.significance import TESTS
from core.significance.cells import helped_hurt_pvalues

__all__ = [
    "asked_to_be",
    "can_ask",
    "claim_answers",
    "claim_caution",
    "claim_counts",
    "claim_headline",
    "claim_range",
    "claim_rows",
    "claim_sentences",
    "claim_sides",
    "ends_text",
    "named",
    "pvalues_text",
]


def claim_sentences(claim: ClaimCheck) -> tuple[str, ...]:
    """Return the answer, what each test and each sidedness says, a caution, and where the numbers come from.

    Examples
    --------
    >>> from core.planning.claim import check_claim
    >>> for sentence in claim_sentences(check_claim(1000, "71.2", "71.7")):
    ...     print(sentence)
    It can be significant, but that is unlikely: only if the new system broke at most 1 of 712 items that the baseline \
had right (systems this accurate usually break 45 to 201).
    By the one-sided bootstrap, p = 0.00665 at best. Significant only if the experimental system hurt no more than 1 \
of the 712 items that the baseline had right (p = 0.0340; 2 gives 0.0595); if the two erred independently it would \
hurt about 201 (p = 0.4117).
    By the two-sided permutation test it cannot be significant at α = 0.05: p = 0.0625 at best.
    By the permutation test the answer depends on the side alone: one-sided it is significant if none were hurt, \
which is unlikely; two-sided it cannot be significant (p = 0.0625 at best).
    The bootstrap finds it significant only where at most 7 items changed. With so few it calls too many differences \
significant: go by the permutation test.
    In 18 real pairs of systems the better one broke 23 % to 100 % as many items as it would with independent errors: \
here 45 to 201 items. Two versions of one system may break fewer.
    71.2 and 71.7 on 1,000 items mean 712 and 717 right.
    """
    parts = (claim_sides(claim), claim_caution(claim), claim_range(claim), claim_counts(claim))
    return (claim_headline(claim), *claim_answers(claim), *(part for part in parts if part))


def claim_headline(claim: ClaimCheck) -> str:
    """Return the answer in one sentence: all tests together, held against how many items real systems hurt."""
    if not can_ask(claim, claim.tests):
        return f"The experimental system is not {asked_to_be(claim)[0]}."
    found = {claim.decision(test) for test in claim.tests}
    if found == {"never"}:
        return "No: it cannot be significant."
    if found == {"always"}:
        return "Yes: it is significant whichever items changed."
    limits = [test.largest_significant_hurt for test in claim.tests if test.worst.pvalue[1] > claim.alpha]
    low, high = min(end or 0 for end, _ in limits), max(end or 0 for _, end in limits)
    usual = f"systems this accurate usually break {ends_text(claim.realistic_hurt)}"
    right = f"{ends_text(claim.counts[0])} items that the baseline had right"
    if found <= {"never", "unlikely"}:
        limit = f"at most {high:,} of {right}" if high else f"none of the {right}"
        return f"It can be significant, but that is unlikely: only if the new system broke {limit} ({usual})."
    if found <= {"likely", "always"}:
        return f"It can be significant, and probably is: if the new system broke up to {low:,} of {right} ({usual})."
    few = ends_text((claim.real_pairs_within(low), claim.real_pairs_within(high)))
    return (
        f"It can be significant, if the new system broke at most {ends_text((low, high))} of {right} ({usual}; {few} "
        f"of {len(REAL_PAIRS)} real pairs break that few)."
    )


def claim_answers(claim: ClaimCheck) -> tuple[str, ...]:
    """Return each test's answer."""
    return tuple(_answer(claim, test) for test in claim.tests)


def claim_sides(claim: ClaimCheck) -> str | None:
    """Return what sidedness does to the answer, or None where a one-sided question has its answer already."""
    one_side = "less" if claim.alternative == "less" else "greater"
    one_sided = [claim.asked(test.test, one_side) for test in claim.tests]
    if not can_ask(claim, one_sided):
        return None
    said = []
    for one in one_sided:
        two = claim.asked(one.test, "two-sided")
        if claim.decision(one) != claim.decision(two):
            said.append(
                f"By the {TESTS[one.test].words} the answer depends on the side alone: one-sided "
                f"{_condition(claim, one)}; "
                f"two-sided {_condition(claim, two)}."
            )
    return " ".join(said) or "One-sided or two-sided, the answer is the same."


def _condition(claim: ClaimCheck, test: ClaimedTest) -> str:
    found = claim.decision(test)
    if found == "never":
        return f"it cannot be significant ({pvalues_text(test.best.pvalue)} at best)"
    if found == "always":
        return f"it is significant whichever items changed ({pvalues_text(test.worst.pvalue)} at worst)"
    low, high = test.largest_significant_hurt
    limit = f"at most {ends_text((low or 0, high or 0))}" if high else "none"
    usual = {"unlikely": ", which is unlikely", "likely": ", which is likely"}.get(found, "")
    return f"it is significant if {limit} {'was' if high == 1 else 'were'} hurt{usual}"


def claim_caution(claim: ClaimCheck) -> str | None:
    """Return a warning where the bootstrap finds the claim significant only if hardly an item changed."""
    (fewest, most), (least, largest) = claim.counts
    for test in claim.tests:
        low, high = test.largest_significant_hurt
        if test.test == "bootstrap" and high is not None and largest > fewest:
            changed = 2 * high + largest - fewest if low is None else 2 * low + max(least - most, 0)
            if changed < FEW_CHANGED:
                return (
                    f"The bootstrap finds it significant only where at most {counted(changed, 'item')} changed. With "
                    "so few it calls too many differences significant: go by the permutation test."
                )
    return None


def claim_range(claim: ClaimCheck) -> str | None:
    """Return where the realistic number of items hurt comes from, or None where it decides nothing."""
    if not can_ask(claim, claim.tests) or {claim.decision(test) for test in claim.tests} <= {"never", "always"}:
        return None
    shares = " to ".join(f"{100 * share:.0f} %" for share in map(float, overlap_range()))
    (fewest, most), (least, largest) = claim.counts
    behind = "the new system, which is behind, would then break " if least + largest < fewest + most else ""
    return (
        f"In {len(REAL_PAIRS)} real pairs of systems the better one broke {shares} as many items as it would with "
        f"independent errors: here {behind}{ends_text(claim.realistic_hurt)} items. Two versions of one system may "
        "break fewer."
    )


def claim_counts(claim: ClaimCheck) -> str:
    """Return how many items each system can have right."""
    baseline, experimental = map(ends_text, claim.counts)
    verb = "can mean" if claim.several_counts else "mean"
    ties = any(each.has_ties(claim.n) for each in read_accuracies(*claim.printed))
    either = " A share halfway between two printed numbers counts for both." if ties else ""
    return f"{' and '.join(claim.printed)} on {item_count(claim.n)} {verb} {baseline} and {experimental} right.{either}"


def claim_rows(claim: ClaimCheck) -> list[tuple[str, ...]]:
    """Return a table, its heading first: each test's figures with their items hurt and p-values.

    Examples
    --------
    >>> from core.planning.claim import check_claim
    >>> for row in claim_rows(check_claim(1000, "71.2", "71.7"))[:5]:
    ...     print(row)
    ('test', 'case', 'items hurt', 'p')
    ('bootstrap', 'best', '0', '0.00665')
    ('bootstrap', 'most hurt and still significant', '1', '0.0340')
    ('bootstrap', 'independent errors', '201', '0.4117')
    ('bootstrap', 'worst', '283', '0.4253')
    """
    rows: list[tuple[str, ...]] = [("test", "case", "items hurt", "p")]
    for test in claim.tests:
        low, high = test.largest_significant_hurt
        ends = [f"{end:,}" if end is not None else "none" for end in (low, high)]
        still = " to ".join(dict.fromkeys(ends))
        largest = (test.test, "most hurt and still significant", still, _at_the_largest(claim, test))
        best, independence, worst = (
            (test.test, case, ends_text(figure.hurt), " to ".join(dict.fromkeys(map(claimable, figure.pvalue))))
            for case, figure in (("best", test.best), ("independent errors", test.independence), ("worst", test.worst))
        )
        rows += [best, largest, independence, worst]
    return rows


def can_ask(claim: ClaimCheck, tests: Sequence[ClaimedTest]) -> bool:
    """Return whether the difference has the direction that the tests ask for; a two-sided one asks for either."""
    (fewest, most), (least, largest) = claim.counts
    asked = {test.alternative for test in tests}
    if asked == {"less"}:
        return least < most
    return asked == {"two-sided"} or largest > fewest


def asked_to_be(claim: ClaimCheck) -> tuple[str, str]:
    """Return where experimental would have to be, and what it would then be."""
    return ("behind", "worse") if claim.alternative == "less" else ("ahead", "better")


def named(test: ClaimedTest) -> str:
    """Return the test with its sidedness."""
    return f"{'two' if test.alternative == 'two-sided' else 'one'}-sided {TESTS[test.test].words}"


def _answer(claim: ClaimCheck, test: ClaimedTest) -> str:
    name = named(test)
    (fewest, most), (_, largest) = claim.counts
    if not can_ask(claim, [test]):
        ahead, better = asked_to_be(claim)
        return (
            f"The experimental system is not {ahead}, so nothing can show that it is {better}: by the {name}, "
            f"{pvalues_text(test.best.pvalue)} at best."
        )
    low, high = test.largest_significant_hurt
    side = " That speaks for the baseline, which is ahead." if largest < fewest else ""
    if high is None:
        return (
            f"By the {name} it cannot be significant at α = {claim.alpha:g}: {pvalues_text(test.best.pvalue)} at best."
        )
    if test.worst.pvalue[1] <= claim.alpha:
        worst = pvalues_text(test.worst.pvalue)
        return f"By the {name} it is significant whichever items changed: {worst} at worst.{side}"
    rounding = "the rounding is favourable and " if low is None else ""
    ceiling = ends_text((high if low is None else low, high))
    limit = "none" if ceiling == "0" else f"no more than {ceiling}"
    return (
        f"By the {name}, {pvalues_text(test.best.pvalue)} at best. Significant only if {rounding}the experimental "
        f"system hurt {limit} of the {ends_text((fewest, most))} items that the baseline had "
        f"right{_at_the_limit(claim, test)}; if the two erred independently it would hurt about "
        f"{ends_text(test.independence.hurt)} ({pvalues_text(test.independence.pvalue)}).{side}"
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
    return f" ({pvalue_words(at)}; {limit + 1:,} gives {claimable(beyond)})"


def _at_the_largest(claim: ClaimCheck, test: ClaimedTest) -> str:
    ends = np.array([end for end in test.largest_significant_hurt if end is not None], dtype=np.int64)
    low, high = claim.pvalues(test.test, ends)
    # Other counts with as many items hurt may be above α: the highest p that is not.
    return " to ".join(dict.fromkeys(map(claimable, np.where(high <= claim.alpha, high, low).tolist())))


def ends_text(ends: tuple[int, int]) -> str:
    """Return "low to high", or one number where they are equal."""
    low, high = ends
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def pvalues_text(ends: tuple[float, float]) -> str:
    """Return ``p = …``, or "p from low to high" where they differ."""
    low, high = (pvalue_words(end).removeprefix("p ").removeprefix("= ") for end in ends)
    if low == high:
        return pvalue_words(ends[0])
    return f"p from {low} to {high}".replace("< ", "below ").replace("> ", "above ")
