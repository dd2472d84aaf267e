"""An explanation for tests that disagree."""

from collections.abc import Mapping

from core.common.claimed import small
from core.inference.notes import few_changed_note
from core.inference.result import Comparison
from core.significance import TESTS


def sampling_words(result: Comparison) -> str:
    """Return how a p-value was computed, or the error of a sampled one."""
    if result.computed:
        return result.method
    if result.pvalue_interval is None:
        return "sampled"
    low, high = result.pvalue_interval
    return f"sampled: {small(low)} to {small(high)}"


def agreement(results: Mapping[str, Comparison]) -> str | None:
    """Return why the tests are on different sides of α, or None if they agree.

    Parameters
    ----------
    results : name of the test to its result, all with the same alternative
    """
    below = [TESTS[name].words for name, result in results.items() if result.significant]
    above = [TESTS[name].words for name, result in results.items() if not result.significant]
    if not below or not above:
        return None
    one = next(iter(results.values()))
    text = (
        f"**The tests disagree** at α = {one.alpha:g}: "
        f"{_and(below)} {_is(below)} below it, {_and(above)} {_is(above)} above. "
    )
    few = few_changed_note(one.changed)
    if few is not None:
        text += few
    else:
        text += (
            "They ask different questions: the bootstrap draws other test sets, the permutation test swaps the two "
            "systems' outputs. This close to α neither answer is certain. Report the test that you chose before "
            "looking, with its p-value, or collect more items."
        )
    return text


def _and(names: list[str]) -> str:
    return "the " + " and the ".join(names)


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"
