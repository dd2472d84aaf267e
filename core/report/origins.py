"""Where the scores of a comparison came from, in words: pairing, what was left out, runs, and what varies."""

from collections.abc import Sequence

from core.common.phrases import counted
from core.data.provenance import Provenance
from core.inference.result import Comparison
from core.report.names import system_names
from core.report.numbers import Unit, decimals_for, number, percent

__all__ = [
    "covers_words", "left_out_words", "number_of_runs", "paired_words", "runs_sentence", "runs_words",
    "spread_sentence", "varies_sentences",
]  # fmt: skip

# Of more systems the spread of each is too long a list.
_MOST_SPREADS = 4


def paired_words(result: Comparison) -> str:
    """Return how the items were paired.

    Examples
    --------
    >>> from core import compare
    >>> paired_words(compare([0, 1], [1, 1]))
    'by their position'
    """
    return "by their names" if result.by_id else "by their position"


def left_out_words(provenance: Provenance) -> str:
    """Return how many items were left out.

    Examples
    --------
    >>> left_out_words(Provenance()), left_out_words(Provenance(left_out=3))
    ('none was left out', '3 items without a partner or a score were left out')
    """
    n = provenance.left_out
    if not n:
        return "none was left out"
    return f"{counted(n, 'item')} without a partner or a score {'was' if n == 1 else 'were'} left out"


def runs_words(provenance: Provenance) -> str:
    """Return how often each system was run.

    Examples
    --------
    >>> runs_words(Provenance()), runs_words(Provenance(fewest_runs=1, most_runs=2))
    ('each system was run once', 'scores are means over 1 to 2 runs of each item')
    """
    most = provenance.most_runs
    return (
        "each system was run once" if most == 1 else f"scores are means over {number_of_runs(provenance)} of each item"
    )


def number_of_runs(provenance: Provenance) -> str:
    """Return over how many runs scores are means: ``3 runs``, or ``1 to 2 runs``."""
    fewest, most = provenance.fewest_runs, provenance.most_runs
    return f"{most:,} runs" if fewest == most else f"{fewest:,} to {most:,} runs"


def covers_words(drawn: str, provenance: Provenance, runs: str) -> str:
    """Return what an interval covers, of items or clusters that are drawn.

    Examples
    --------
    >>> covers_words("items", Provenance(fewest_runs=3, most_runs=3), "crossed")
    'covers the drawing of items and of the 3 runs, which all items share'
    """
    if runs == "nested":
        return f"covers the drawing of {drawn} and, within each, of its {number_of_runs(provenance)}"
    if runs == "crossed":
        return f"covers the drawing of {drawn} and of the {number_of_runs(provenance)}, which all items share"
    return f"covers the drawing of {drawn} only: {runs_words(provenance)}"


def spread_sentence(spreads: Sequence[float] | None, names: Sequence[str], runs: str, unit: Unit) -> str | None:
    """Return how far the runs of each system lie apart; None where that is not known.

    Examples
    --------
    >>> from core.report.numbers import POINTS
    >>> print(spread_sentence([0.031, 0.012], ["old", "new"], "mean", POINTS))
    The runs' own scores have a standard deviation of 3.1 (old) and 1.2 points (new), which the interval does not cover.
    """
    if spreads is None or len(spreads) > _MOST_SPREADS:
        return None
    decimals = decimals_for(unit.scale * min((each for each in spreads if each > 0), default=0.0))
    *others, last = (number(unit.scale * each, decimals) for each in spreads)
    listed = [f"{each} ({name})" for each, name in zip(others, names[:-1], strict=True)]
    said = f"{', '.join(listed)} and {unit.of(last)} ({names[-1]})" if listed else f"{unit.of(last)} ({names[-1]})"
    more = ", which the interval does not cover" if runs == "mean" else ""
    return f"The runs' own scores have a standard deviation of {said}{more}."


def runs_sentence(result: Comparison, unit: Unit) -> str | None:
    """Return what the interval covers of several runs, and how far they lie apart; None of one run.

    Examples
    --------
    >>> from core import Scores, compare
    >>> from core.report.numbers import POINTS
    >>> runs = Scores.from_systems({"old": [[[0], [1]], [[1], [1]]], "new": [[[1], [1]], [[1], [1]]]})
    >>> print(runs_sentence(compare(runs), POINTS))
    The interval covers the drawing of items only: scores are means over 2 runs of each item. The runs' own scores \
have a standard deviation of 35 (old) and 0 points (new), which the interval does not cover.
    """
    if result.provenance.most_runs == 1:
        return None
    covered = f"The interval {covers_words(f'{result.unit}s', result.provenance, result.runs)}."
    spread = spread_sentence(result.spread_of_runs, system_names(result), result.runs, unit)
    return covered if spread is None else f"{covered} {spread}"


def varies_sentences(result: Comparison, unit: Unit) -> list[str]:
    """Return what the interval covers and what it does not, with the assumptions.

    Examples
    --------
    >>> from core import compare
    >>> from core.report.numbers import POINTS
    >>> for sentence in varies_sentences(compare([0, 1], [1, 1]), POINTS):
    ...     print(sentence)
    The interval covers the drawing of items only, which are taken to be independent; each system was run once.
    Neither the test nor the interval assumes a normal distribution.
    """
    units = f"{result.unit}s"
    said = [
        f"The interval covers the drawing of {units} only, which are taken to be independent; "
        f"{runs_words(result.provenance)}."
    ]
    if result.runs != "mean":
        covered = covers_words(units, result.provenance, result.runs)
        said = [f"The interval {covered}. {units.capitalize()} are taken to be independent."]
    normal = "Neither the test nor the interval assumes a normal distribution."
    if result.estimate is not None:
        normal = "The difference is taken to have Student's t distribution."
    said.append(normal)
    spread = spread_sentence(result.spread_of_runs, system_names(result), result.runs, unit)
    share = result.provenance.share_of_runs
    if share is not None:
        said.append(
            f"Of the variance of single scores {percent(share)} lies between the runs of an item, the rest between "
            "items."
        )
    return [*said, *([] if spread is None else [spread])]
