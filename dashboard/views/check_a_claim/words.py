"""The texts of *Check a claim* other than the answer, which has the same words as on the command line."""

import re

from core.planning.claim import ClaimCheck, ClaimedTest
from core.report.planning import claim_rows
from core.significance import TESTS
from dashboard.wording.settings import TERMS

QUESTION = "Which p-values can the claim have?"

INTRODUCTION = (
    "Type two accuracies as a paper prints them. Whether their difference can be significant depends on how many items "
    "the new system broke while it repaired others."
)

LABELS = {"baseline": "Baseline", "experimental": "New system"}

# The alternatives of the tests; by default each test has its usual one.
SIDES = {
    "usual": "each test's usual question",
    "greater": "one-sided: better?",
    "two-sided": "two-sided: different?",
    "less": "one-sided: worse?",
}

HELP = {
    "items": "The number of items in the test set.",
    "baseline": "The old system's accuracy as it is printed: 71.2, 71,2 or 0.712. The decimals count: 71.20 says more "
    "than 71.2. A count such as 712/1000 is exact.",
    "experimental": "The new system's accuracy, printed in the same way.",
    "side": "As usual, the bootstrap is one-sided and the permutation test two-sided. A one-sided question halves the "
    "p-value, or nearly so. It is fair only if the direction was fixed before anyone saw the scores.",
    "answer": f"**p**: {TERMS['pvalue']}\n\n**Significant**: {TERMS['alpha']}\n\n"
    f"**Bootstrap**: {TERMS['bootstrap']}\n\n**Permutation**: {TERMS['permutation']}",
    "table": "Best and worst: the smallest and the largest p-value, over all possible numbers of items hurt. "
    "Independent errors: the number of items hurt if the errors of the two systems were independent. Real systems err "
    "on the same items, so they hurt fewer.",
    "hurt": "Items that the baseline has right and the experimental system wrong. The items helped follow from the "
    "two accuracies.",
}


def mended(message: str) -> str:
    """Return the message about a wrong argument, with the page's names for the arguments.

    Examples
    --------
    >>> mended("baseline == 'good', must be an accuracy as printed: '71.2', '71,2', '71.2%', '0.712' or '712/1000'.")
    'Baseline: type an accuracy such as 71.2, 71,2 % or 712/1000.'
    >>> mended("experimental == '7/9' counts 9 items, but n == 10: mend one of them.")
    'New system: 7/9 counts 9 items, but there are 10 items: correct one of them.'
    """
    name, equal, rest = message.partition(" == ")
    if not equal or name not in LABELS:
        return message
    if "must be an accuracy as printed" in rest:
        return f"{LABELS[name]}: type an accuracy such as 71.2, 71,2 % or 712/1000."
    said = re.sub(r"n == ([\d,]+)", r"there are \1 items", re.sub(r"'([^']*)'", r"\1", rest))
    for other, label in LABELS.items():
        said = said.replace(f"{other} == ", f"{label}: ")
    return f"{LABELS[name]}: {said.replace('mend one', 'correct one').replace('Check n and', 'Check the items and')}"


def case_rows(claim: ClaimCheck) -> list[dict[str, str]]:
    """Return the table of best and worst cases for the page.

    Examples
    --------
    >>> from core.planning.claim import check_claim
    >>> case_rows(check_claim(1000, "71.2", "71.7"))[0]
    {'Test': 'Bootstrap, one-sided', 'Case': 'best', 'Items hurt': '0', 'p': '0.00665'}
    """
    _, *rows = claim_rows(claim)
    heading = ("Test", "Case", "Items hurt", "p")
    sides = {test.test: "two" if test.alternative == "two-sided" else "one" for test in claim.tests}
    return [
        dict(zip(heading, (f"{TESTS[test].title}, {sides[test]}-sided", *rest), strict=True)) for test, *rest in rows
    ]


def chart_caption(claim: ClaimCheck) -> str:
    """Return the caption of the curves.

    Examples
    --------
    >>> from core.planning.claim import check_claim
    >>> print(chart_caption(check_claim(1000, "71.2", "71.7")))
    The bootstrap is at or below α up to 1 item hurt; the permutation test is never at or below α. Real systems hurt \
45 to 201 items (the band); at its right end their errors are independent.
    """
    reaches = "; ".join(f"the {TESTS[test.test].words} {_reach(test, claim)}" for test in claim.tests)
    low, high = claim.realistic_hurt
    shades = " The shaded areas show every p-value that fits the rounded accuracies." if claim.several_counts else ""
    return (
        f"{reaches[0].upper()}{reaches[1:]}. Real systems hurt {low:,} to {high:,} items (the band); at its right end "
        f"their errors are independent.{shades}"
    )


def _reach(test: ClaimedTest, claim: ClaimCheck) -> str:
    low, high = test.largest_significant_hurt
    kind = claim.decision(test)
    if kind in ("never", "always"):
        return f"is {'never at or below α' if kind == 'never' else 'at or below α throughout'}"
    # In the worst case of the rounding no number of items hurt is significant.
    ends = dict.fromkeys(f"{end:,}" for end in (low, high) if end is not None)
    at_most = " at most" if low is None else ""
    return f"is at or below α up to{at_most} {' to '.join(ends)} {'item' if high == 1 else 'items'} hurt"
