"""What *Check a claim* says beside the answer, which the command line gives in the same words."""

from core.report.claim import claim_rows
from core.studies.claim import ClaimCheck, ClaimedTest
from dashboard.wording.terms import TERMS

__all__ = ["HELP", "INTRODUCTION", "QUESTION", "case_rows", "chart_caption", "headline"]

QUESTION = "Which p-values can the claim have?"

INTRODUCTION = (
    "A paper prints two accuracies and the number of test items, but not *which* items changed. The same gain can be "
    "strong evidence or none: it depends on how many items the new system broke while it repaired others. Type what is "
    "printed, with all its decimals, and see what would have to be true for the gain to be significant."
)

HELP = {
    "items": "The number of items in the test set.",
    "baseline": "The old system's accuracy as it is printed, such as 71.2 or 0.712. The decimals count: 71.20 says "
    "more than 71.2.",
    "experimental": "The new system's accuracy, printed in the same way.",
    "answer": f"**p**: {TERMS['pvalue']}\n\n**Significant**: {TERMS['alpha']}\n\n"
    f"**Bootstrap**: {TERMS['bootstrap']}\n\n**Permutation**: {TERMS['permutation']}\n\n"
    "**Liberal**: calls too many differences significant.",
    "table": "Best and worst: the smallest and the largest p-value that any items hurt can give. Largest significant: "
    "up to so many items hurt it is significant. Independent: as many items hurt as two systems whose errors have "
    "nothing to do with each other would have; real systems err on the same items, so they hurt fewer.",
    "hurt": "Items that the baseline has right and the experimental system wrong. The items helped follow from the "
    "two accuracies.",
}

_NAMES = ("the bootstrap", "the permutation test")
_TESTS = {"bootstrap": "Bootstrap, one-sided", "permutation": "Permutation, two-sided"}
_CASES = {
    "best": "best",
    "largest significant": "largest significant",
    "independence": "independent",
    "worst": "worst",
}


def headline(claim: ClaimCheck) -> str:
    """Return the answer in a few words.

    Examples
    --------
    >>> from core.studies.claim import check_claim
    >>> headline(check_claim(1000, "71.2", "71.7"))
    'By the bootstrap it depends; by the permutation test it cannot be significant.'
    """
    (fewest, _), (_, largest) = claim.counts
    if largest <= fewest:
        return "The experimental system is not ahead."
    found = [_kind(test, claim) for test in claim.tests]
    if len(set(found)) == 1:
        return {
            "never": "No: it cannot be significant.",
            "always": "Yes: it is significant whichever items changed.",
            "perhaps": "It depends on how many items the new system hurt.",
        }[found[0]]
    said = {"never": "it cannot be significant", "always": "it is significant", "perhaps": "it depends"}
    parts = [f"by {name} {said[kind]}" for name, kind in zip(_NAMES, found, strict=True)]
    return f"{'; '.join(parts)}.".replace("by", "By", 1)


def _kind(test: ClaimedTest, claim: ClaimCheck) -> str:
    if test.largest_significant_hurt[1] is None:
        return "never"
    return "always" if test.worst.pvalue[1] <= claim.alpha else "perhaps"


def case_rows(claim: ClaimCheck) -> list[dict[str, str]]:
    """Return the table of best and worst cases for the page.

    Examples
    --------
    >>> from core.studies.claim import check_claim
    >>> case_rows(check_claim(1000, "71.2", "71.7"))[0]
    {'Test': 'Bootstrap, one-sided', 'Case': 'best', 'Items hurt': '0', 'p': '0.00665'}
    """
    _, *rows = claim_rows(claim)
    heading = ("Test", "Case", "Items hurt", "p")
    return [dict(zip(heading, (_TESTS[test], _CASES[case], *rest), strict=True)) for test, case, *rest in rows]


def chart_caption(claim: ClaimCheck) -> str:
    """Return what the curves show.

    Examples
    --------
    >>> from core.studies.claim import check_claim
    >>> print(chart_caption(check_claim(1000, "71.2", "71.7")))
    The bootstrap is below α up to 1 item hurt; the permutation test is never below α. The dotted line is where two \
systems with independent errors would be: about 201 hurt.
    """
    reaches = "; ".join(f"{name} {_reach(test, claim)}" for name, test in zip(_NAMES, claim.tests, strict=True))
    low, high = claim.tests[0].independence.hurt
    independent = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    shades = " The shades are what rounding leaves open." if claim.several_counts else ""
    return (
        f"{reaches[0].upper()}{reaches[1:]}. The dotted line is where two systems with independent errors would be: "
        f"about {independent} hurt.{shades}"
    )


def _reach(test: ClaimedTest, claim: ClaimCheck) -> str:
    low, high = test.largest_significant_hurt
    kind = _kind(test, claim)
    if kind != "perhaps":
        return f"is {'never below α' if kind == 'never' else 'below α throughout'}"
    # At worst rounding leaves none significant.
    ends = dict.fromkeys(f"{end:,}" for end in (low, high) if end is not None)
    at_most = " at most" if low is None else ""
    return f"is below α up to{at_most} {' to '.join(ends)} {'item' if high == 1 else 'items'} hurt"
