"""Parts of sentences about a comparison: names, sizes, effects, strata, clusters, runs."""

import math
from collections.abc import Sequence

from core.common.phrases import counted
from core.data.paired import PairedScores
from core.data.provenance import Provenance
from core.inference.result import Comparison
from core.inference.standard_error import ClusterErrors
from core.planning.sensitivity import POWER, Sensitivity
from core.ranking.ranked import Ranking
from core.report.numbers import Unit, decimals_for, item_count, number, percent, significant_decimals
from core.report.planning import gain_text
from core.teaching.convergence import likely_range, misjudged, resamples_needed

_ROLES = ("baseline", "experimental")


def system_names(named: Comparison | PairedScores) -> tuple[str, str]:
    """Return the names of baseline and experimental system, with their roles if the names are equal."""
    names = (named.baseline_name, named.experimental_name)
    if names[0] != names[1]:
        return names
    return f"{names[0]} (baseline)", f"{names[1]} (experimental)"


def short_names(named: Comparison | PairedScores, most: int = 24) -> tuple[str, str]:
    """Return the names for an axis or a column, shortened to the parts that differ: beginnings, ends or middles.

    >>> pair = PairedScores.from_scores([0, 1], [1, 1])
    >>> short_names(pair.named("a" * 60, "rules"))
    ('aaaaaaaaaaaaaaaaaaaaaaa…', 'rules')
    >>> short_names(pair.named("samples_mmlu_2026-11-21T12-55-01", "samples_mmlu_2026-11-21T12-58-26"), most=12)
    ('…21T12-55-01', '…21T12-58-26')
    >>> short_names(pair.named("a" * 40 + "-1-" + "b" * 40, "a" * 40 + "-2-" + "b" * 40), most=8)
    ('…1-bbbb…', '…2-bbbb…')
    """
    names = system_names(named)
    same = next((i for i, (one, other) in enumerate(zip(*names, strict=False)) if one != other), 0)
    for begin, end in ((0, most - 1), (1 - most, None), (same, same + most - 2)):
        old, new = (
            name if len(name) <= most else f"{'…' if begin else ''}{name[begin:end]}{'' if end is None else '…'}"
            for name in names
        )
        if old != new:
            return old, new
    return names


def at_first(name: str) -> str:
    """Return the name for the start of a sentence: a role is capitalised, a name is unchanged."""
    return name.capitalize() if name in _ROLES else name


def relative_words(result: Comparison) -> str | None:
    """Return the difference relative to the baseline's score; None if the score is not above 0."""
    if result.relative is None:
        return None
    percent = 100 * result.relative
    return f"{'+' if percent > 0 else ''}{number(percent, significant_decimals(percent, 2))} %"


def effect_size_words(result: Comparison) -> str | None:
    """Return the odds of helped to hurt if items are right or wrong, else d_z; None if neither is defined."""
    if result.odds is not None:
        if math.isinf(result.odds):
            return f"odds of helped to hurt {result.helped:,} to 0"
        return f"odds of helped to hurt {_three(result.odds)}"
    return None if result.standardised is None else f"d_z = {_three(result.standardised)}"


def _three(value: float) -> str:
    """A number with three digits."""
    return number(value, significant_decimals(value, 3))


def shown_gain(found: Sensitivity, result: Comparison, unit: Unit) -> str:
    """Return the smallest detectable difference, and the number of items needed for the observed one."""
    units = counted(result.n_units, result.unit)
    how = "by a normal approximation"
    if found.exact:
        how = f"exact, where {percent(result.changed / result.n_units)} of {result.unit}s change, as here"
    if found.smallest_gain is None:
        said = f"{units} cannot show any difference ({how})"
    else:
        said = f"{units} show a difference of {gain_text(found.smallest_gain, unit)} or more ({how})"
    if result.statistic != 0:
        needed = f"more than 10,000,000 {result.unit}s" if found.needed is None else counted(found.needed, result.unit)
        said += f"; a difference as large as the observed one needs {needed}"
    return f"With a power of {percent(POWER)}, {said}."


def exaggeration(found: Sensitivity, one_sided: bool = False) -> str | None:
    """Return the exaggeration of significant results and the rate of wrong signs; None without a difference."""
    if found.type_m is None or found.type_s is None:
        return None
    times = number(found.type_m, 2 if found.type_m < 1.05 else 1)
    return (
        f"If the observed difference is the true one, a significant result overstates it {times} times on average "
        f"(Type M){_wrong(found.type_s, one_sided)}."
    )


def _wrong(type_s: float, one_sided: bool) -> str:
    if type_s:
        share = "fewer than 1 of 10,000" if type_s < 1e-4 else f"{percent(type_s)} of"
        return f" and has the wrong sign in {share} cases (Type S)"
    if one_sided:
        return "; a one-sided test finds no difference of the other sign (Type S)"
    return "; all changes went one way, so the share of wrong signs (Type S) cannot be computed"


def sizes_words(clusters: ClusterErrors) -> str:
    """Return the number of clusters and of their items."""
    sizes = clusters.sizes
    some = counted(clusters.n_clusters, "cluster")
    if sizes.smallest == sizes.largest:
        return f"{some} of {counted(sizes.largest, 'item')} each"
    return f"{some} of {sizes.smallest:,} to {counted(sizes.largest, 'item')} (median {sizes.median:g})"


def errors_words(clusters: ClusterErrors, unit: Unit) -> str:
    """Return the standard error by clusters and by single items, and the design effect."""
    naive, clustered = (unit.scale * error for error in (clusters.naive, clusters.clustered or 0.0))
    decimals = decimals_for(min((error for error in (naive, clustered) if error > 0), default=0.0))
    said = f"{unit.of(number(clustered, decimals))} by clusters and {number(naive, decimals)} by single items"
    effect = clusters.design_effect
    return said if not effect else f"{said}, a design effect of {effect:.2g}"


_LISTED = 5


def of_tasks(strata: dict[str, int] | None) -> str:
    """Return the addition to a number of items, empty without strata."""
    return "" if strata is None else f" of {counted(len(strata), 'task')}"


def items_words(result: Comparison | Ranking) -> str:
    """Return the number of items, and of the clusters and tasks that they come from."""
    return item_count(result.n_items, result.n_clusters) + of_tasks(result.strata)


def sizes_of_tasks(strata: dict[str, int]) -> str:
    """Return the number of tasks and of their items."""
    tasks = counted(len(strata), "task")
    if len(strata) > _LISTED:
        return f"{tasks} of {min(strata.values()):,} to {counted(max(strata.values()), 'item')}"
    (first, n), *others = strata.items()
    listed = ", ".join([f"{first} {counted(n, 'item')}", *(f"{name} {size:,}" for name, size in others)])
    return f"{tasks} ({listed})"


def strata_sentence(strata: dict[str, int] | None, unit: str = "item") -> str | None:
    """Return how the tasks were averaged and resampled; None without strata."""
    if strata is None:
        return None
    return (
        f"Scores are the macro average over {sizes_of_tasks(strata)}, each of which counts the same; {unit}s were "
        "resampled within each task."
    )


# With more systems, the list of spreads is too long.
_MOST_SPREADS = 4


def paired_words(result: Comparison) -> str:
    """Return how the items were paired."""
    return "by their names" if result.by_id else "by their position"


def left_out_words(provenance: Provenance) -> str:
    """Return the number of omitted items."""
    n = provenance.left_out
    if not n:
        return "none was left out"
    return f"{counted(n, 'item')} without a partner or a score {'was' if n == 1 else 'were'} left out"


def runs_words(provenance: Provenance) -> str:
    """Return how often each system was run."""
    if provenance.most_runs == 1:
        return "each system was run once"
    return f"scores are means over {number_of_runs(provenance)} of each item"


def number_of_runs(provenance: Provenance) -> str:
    """Return the number of runs in each mean score: ``3 runs``, or ``1 to 2 runs``."""
    fewest, most = provenance.fewest_runs, provenance.most_runs
    return f"{most:,} runs" if fewest == most else f"{fewest:,} to {most:,} runs"


def covers_words(drawn: str, provenance: Provenance, runs: str) -> str:
    """Return what an interval over items or clusters covers."""
    if runs == "nested":
        return f"covers the drawing of {drawn} and, within each, of its {number_of_runs(provenance)}"
    if runs == "crossed":
        return f"covers the drawing of {drawn} and of the {number_of_runs(provenance)}, which all items share"
    return f"covers the drawing of {drawn} only: {runs_words(provenance)}"


def spread_sentence(spreads: Sequence[float] | None, names: Sequence[str], runs: str, unit: Unit) -> str | None:
    """Return the standard deviation of each system's runs; None if unknown."""
    if spreads is None or len(spreads) > _MOST_SPREADS:
        return None
    decimals = decimals_for(unit.scale * min((each for each in spreads if each > 0), default=0.0))
    *others, last = (number(unit.scale * each, decimals) for each in spreads)
    listed = [f"{each} ({name})" for each, name in zip(others, names[:-1], strict=True)]
    said = f"{', '.join(listed)} and {unit.of(last)} ({names[-1]})" if listed else f"{unit.of(last)} ({names[-1]})"
    more = ", which the interval does not cover" if runs == "mean" else ""
    return f"The runs' own scores have a standard deviation of {said}{more}."


def runs_sentence(result: Comparison, unit: Unit) -> str | None:
    """Return whether the interval covers several runs, and their standard deviation; None for one run."""
    if result.provenance.most_runs == 1:
        return None
    covered = f"The interval {covers_words(f'{result.unit}s', result.provenance, result.runs)}."
    spread = spread_sentence(result.spread_of_runs, system_names(result), result.runs, unit)
    return covered if spread is None else f"{covered} {spread}"


def varies_sentences(result: Comparison, unit: Unit) -> list[str]:
    """Return what the interval covers and what it does not, with the assumptions."""
    units = f"{result.unit}s"
    if result.runs == "mean":
        once = runs_words(result.provenance)
        said = [f"The interval covers the drawing of {units} only, which are taken to be independent; {once}."]
    else:
        covered = covers_words(units, result.provenance, result.runs)
        said = [f"The interval {covered}. {units.capitalize()} are taken to be independent."]
    if result.estimate is None:
        said.append("Neither the test nor the interval assumes a normal distribution.")
    else:
        said.append("The difference is taken to have Student's t distribution.")
    share = result.provenance.share_of_runs
    if share is not None:
        between = f"{percent(share)} lies between the runs of an item, the rest between items"
        said.append(f"Of the variance of single scores {between}.")
    spread = spread_sentence(result.spread_of_runs, system_names(result), result.runs, unit)
    return said if spread is None else [*said, spread]


def sampling_sentences(pvalue: float = 0.05) -> tuple[str, ...]:
    """Return the number of resamples needed for a p-value of about this size, from exact binomial probabilities."""
    (low, high), (closer_low, closer_high) = (likely_range(pvalue, k) for k in (1_000, 10_000))
    needed = resamples_needed(pvalue, 0.1 * pvalue)
    near = 0.9 * pvalue
    wrong, still_wrong = (percent(misjudged(near, pvalue, k)) for k in (1_000, 10_000))
    return (
        f"In 99 of 100 runs a p-value of {pvalue:g} comes out between {low:.2g} and {high:.2g} with 1,000 resamples, "
        f"and between {closer_low:.3g} and {closer_high:.3g} with 10,000.",
        f"It takes {needed:,} resamples to know it to within a tenth ({pvalue:g} ± {0.1 * pvalue:g}), and a hundred "
        "times as many for ten times the precision.",
        f"An exact p-value of {near:g} comes out above {pvalue:g} in {wrong} of runs with 1,000 resamples, and in "
        f"{still_wrong} with 10,000.",
    )
