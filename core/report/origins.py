"""Where the scores of a comparison came from, in words: pairing, what was left out, runs, and what varies."""

from core.common.phrases import counted
from core.inference.result import Comparison
from core.report.numbers import percent

__all__ = ["left_out_words", "paired_words", "runs_words", "varies_sentences"]


def paired_words(result: Comparison) -> str:
    """Return how the items were paired.

    Examples
    --------
    >>> from core import compare
    >>> paired_words(compare([0, 1], [1, 1]))
    'by their position'
    """
    return "by their names" if result.by_id else "by their position"


def left_out_words(result: Comparison) -> str:
    """Return how many items were left out.

    Examples
    --------
    >>> from core import compare
    >>> left_out_words(compare([0, 1], [1, 1]))
    'none was left out'
    """
    n = result.provenance.left_out
    if not n:
        return "none was left out"
    return f"{counted(n, 'item')} without a partner or a score {'was' if n == 1 else 'were'} left out"


def runs_words(result: Comparison) -> str:
    """Return how often each system was run.

    Examples
    --------
    >>> from core import compare
    >>> runs_words(compare([0, 1], [1, 1]))
    'each system was run once'
    """
    fewest, most = result.provenance.fewest_runs, result.provenance.most_runs
    if most == 1:
        return "each system was run once"
    return f"scores are means over {fewest if fewest == most else f'{fewest} to {most}'} runs of each item"


def varies_sentences(result: Comparison) -> list[str]:
    """Return what the interval covers and what it does not, with the assumptions.

    Examples
    --------
    >>> from core import compare
    >>> for sentence in varies_sentences(compare([0, 1], [1, 1])):
    ...     print(sentence)
    The interval covers the drawing of items only, which are taken to be independent; each system was run once. \
Neither the test nor the interval assumes a normal distribution.
    """
    said = [
        f"The interval covers the drawing of {result.unit}s only, which are taken to be independent; "
        f"{runs_words(result)}. Neither the test nor the interval assumes a normal "
        "distribution."
    ]
    share = result.provenance.share_of_runs
    if share is not None:
        said.append(
            f"Of the variance of single scores {percent(share)} lies between the runs of an item, the rest between "
            "items."
        )
    return said
