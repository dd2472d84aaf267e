"""Why the tests disagree, where they do."""

from collections.abc import Mapping

from core.report.numbers import item_count, small
from core.result import Comparison
from dashboard.wording.settings import TESTS

__all__ = ["FEW", "agreement", "caution", "sampling_words"]

# With fewer changed items than this the bootstrap is liberal.
FEW = 10


def caution(result: Comparison) -> str | None:
    """Return a warning where a bootstrap test calls a difference significant that rests on few of the items."""
    changed = _changed(result)
    if result.test == "permutation" or not result.significant or result.n_items < FEW:
        return None
    if changed is None or changed >= FEW:
        return None
    return (
        f"Only {item_count(changed)} changed. With so few, the bootstrap calls too many differences significant: "
        "look at the permutation test below."
    )


def _changed(result: Comparison) -> int | None:
    return None if result.helped is None or result.hurt is None else result.helped + result.hurt


def sampling_words(result: Comparison) -> str:
    """Return whether a p-value is exact, or how far off it may be."""
    if result.exact:
        return "exact"
    if result.pvalue_interval is None:
        return "sampled"
    low, high = result.pvalue_interval
    return f"sampled: {small(low)} to {small(high)}"


def agreement(results: Mapping[str, Comparison]) -> str | None:
    """Return why the tests fall on different sides of α, or None where they agree.

    Parameters
    ----------
    results : name of the test to its result, all of the same question
    """
    below = [TESTS[name].title.lower() for name, result in results.items() if result.significant]
    above = [TESTS[name].title.lower() for name, result in results.items() if not result.significant]
    if not below or not above:
        return None
    one = next(iter(results.values()))
    text = (
        f"**The tests disagree** at α = {one.alpha:g}: "
        f"{_and(below)} {_is(below)} below it, {_and(above)} {_is(above)} above. "
    )
    changed = _changed(one)
    if changed is not None and changed < FEW:
        text += (
            f"Only {item_count(changed)} changed. With so few, the bootstrap calls too many differences significant; "
            "rely on the permutation test."
        )
    else:
        text += (
            "They ask different questions: the bootstrap imagines other test sets, the permutation test imagines that "
            "the outputs were interchangeable. So near the line neither answer is firm. Report the test that you chose "
            "before looking, with its p-value, or collect more items."
        )
    return text


def _and(names: list[str]) -> str:
    return "the " + " and the ".join(names)


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"
