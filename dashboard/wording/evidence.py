"""Bands of evidence instead of a yes or no (Muff, Nilsen, O'Hara & Nater 2022), and tests that disagree."""

from collections.abc import Mapping

from core.common.claimed import small
from core.inference.notes import few_changed_note
from core.inference.result import Comparison
from core.report.phrases import system_names
from core.significance import TESTS

# The largest p-value in each band, strongest first.
BANDS = {"very strong": 0.001, "strong": 0.01, "moderate": 0.05, "weak": 0.1, "none": 1.0}


def band(result: Comparison) -> str:
    """Return the band of a result; a single item or cluster gives no evidence about others."""
    if result.n_units == 1:
        return "none"
    return next(band for band, largest in BANDS.items() if result.claimed_pvalue <= largest)


def claim(result: Comparison) -> str:
    """Return the claim that the evidence supports."""
    experimental = system_names(result)[1]
    return {
        "greater": f"Evidence that {experimental} is better",
        "less": f"Evidence that {experimental} is worse",
        "two-sided": "Evidence that the two differ",
    }[result.alternative]


def scale(result: Comparison) -> str:
    """Return the scale from none to very strong as Markdown badges, with the result's band marked.

    Examples
    --------
    >>> from core import compare, helped_hurt
    >>> scale(compare(helped_hurt(10, 4, 3)))
    ':blue-badge[none] :gray[· weak · moderate · strong · very strong]'
    """
    # The first "strong" is the band of this name, the second is part of "very strong".
    weaker, reached, stronger = " · ".join(reversed(BANDS)).partition(band(result))
    parts = ((":gray", weaker), (":blue-badge", reached), (":gray", stronger))
    return " ".join(f"{style}[{text.strip()}]" for style, text in parts if text)


def sampling_words(result: Comparison) -> str:
    """Return how a p-value was computed, or the error of a sampled one."""
    if result.computed:
        return result.method
    if result.pvalue_interval is None:
        return "sampled"
    low, high = result.pvalue_interval
    return f"sampled: {small(low)} to {small(high)}"


def agreement(results: Mapping[str, Comparison]) -> str | None:
    """Return why the tests, all with the same alternative, are on different sides of α, or None if they agree."""
    below = [TESTS[name].words for name, result in results.items() if result.significant]
    above = [TESTS[name].words for name, result in results.items() if not result.significant]
    if not below or not above:
        return None
    one = next(iter(results.values()))
    why = few_changed_note(one.changed) or (
        "They ask different questions: the bootstrap draws other test sets, the permutation test swaps the two "
        "systems' outputs. This close to α neither answer is certain. Report the test that you chose before "
        "looking, with its p-value, or collect more items."
    )
    return f"**The tests disagree** at α = {one.alpha:g}: {_are(below)} below it, {_are(above)} above. {why}"


def _are(names: list[str]) -> str:
    return f"the {' and the '.join(names)} {'is' if len(names) == 1 else 'are'}"
