"""The questions and captions of the charts, and their descriptions for screen readers."""

from collections.abc import Mapping

from core.inference.result import Comparison
from core.metrics import metric_words
from core.report.items import Items
from core.report.numbers import Unit, interval_decimals, interval_text, item_count, number, percent, pvalue_said, signed
from core.report.phrases import short_names, system_names
from core.report.sentences import share_words
from core.significance import TESTS
from dashboard.wording.evidence import band

CHANGES = "Which items changed?"
SPREAD = "What could the difference be?"
CHANCE = "What would chance alone give?"


def axis_title(unit: Unit, metric: str, systems: Comparison | None = None) -> str:
    """Return the title of the axis that the charts share, with the names of the systems if the result has them."""
    baseline, experimental = ("baseline", "experimental") if systems is None else short_names(systems)
    return f"{short_title(unit, metric)}: {experimental} − {baseline}"


def short_title(unit: Unit, metric: str) -> str:
    """Return the title without names, for charts with the names above them."""
    return f"difference in {unit.name or metric_words(metric)}"


def changes_caption(result: Comparison, items: Items, unit: Unit, ends: tuple[float, float]) -> str:
    """Return the caption of the chart of changed items, for an axis with these ends."""
    decimals = interval_decimals(result.confidence_interval(), unit)
    gain, loss = (signed(unit.scale * amount, decimals) for amount in items.gain_and_loss())
    beyond = (
        " (The bars are cut off at the edge of the picture.)" if unit.scale * items.gain_and_loss()[0] > ends[1] else ""
    )
    total = signed(unit.scale * result.statistic, decimals)
    return (
        f"{item_count(result.helped)} where {system_names(result)[1]} does better: {gain}. "
        f"{item_count(result.hurt)} where it does worse: {loss}. "
        f"Together that is {total}. Tied: {result.tied:,} of {item_count(result.n_items)}.{beyond}"
    )


def spread_caption(result: Comparison, unit: Unit) -> str:
    """Return the caption of the bootstrap distribution."""
    interval = result.confidence_interval()
    spread = result.bootstrap_distribution
    counted = result.counted_in_bootstrap
    [(relation, _)] = counted.tails
    beyond = {"<=": "below", ">=": "above"}[relation]
    where = f"{beyond if counted.strict else f'at or {beyond}'} zero (orange)"
    share = counted.share(spread)
    percentage = percent(share) if share > 0 else "none"
    band = f"The shaded band is the {100 * interval.level:g} % interval {interval_text(interval, unit)}."
    if result.estimate is not None:
        return f"The bars show Student's t distribution of the difference: {percentage} of it is {where}. {band}"
    items = item_count(result.n_items, result.n_clusters)
    how = "Computed, not sampled." if spread.exact else f"From {spread.n_resamples:,} resamples."
    return (
        f"The bars show the difference if the {items} are drawn again with replacement: it is {where} in {percentage} "
        f"of the draws. {band} {how}"
    )


def figure_caption(result: Comparison, unit: Unit) -> str:
    """Return the caption of the figure in a paper.

    Examples
    --------
    >>> from core import compare, helped_hurt
    >>> from core.report.numbers import POINTS
    >>> print(figure_caption(compare(helped_hurt(500, 60, 40).named("old", "new")), POINTS))
    What the difference of new and old could be on other test sets of 500 items: +4.0 points [0.2, 8.0], p = 0.0569. \
The band is the 95 % interval; the dashed line is no difference.
    """
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    size = unit.of(signed(unit.scale * result.statistic, decimals))
    baseline, experimental = system_names(result)
    items = item_count(result.n_items, result.n_clusters)
    return (
        f"What the difference of {experimental} and {baseline} could be on other test sets of {items}: {size} "
        f"{interval_text(interval, unit, decimals)}, {pvalue_said(result)}. The band is the {100 * interval.level:g} % "
        "interval; the dashed line is no difference."
    )


def chance_caption(result: Comparison, unit: Unit) -> str:
    """Return the caption of the null distribution of ``result``."""
    decimals = interval_decimals(result.confidence_interval(), unit)
    seen = signed(unit.scale * result.statistic, decimals)
    size = number(abs(unit.scale * result.statistic), decimals)
    end = {
        ("greater", "include"): f"reach {seen} or more",
        ("less", "include"): f"reach {seen} or less",
        ("two-sided", "include"): f"be at least {size} either way",
        ("greater", "exclude"): f"be more than {seen}",
        ("less", "exclude"): f"be less than {seen}",
        ("two-sided", "exclude"): f"be more than {size} either way",
    }[result.side, result.boundary]
    share = share_words(result, result.pvalue)
    return f"If {result.tested.supposed}, the difference would {end} in {share} cases (orange)."


def evidence_alt(results: Mapping[str, Comparison]) -> str:
    """Return a sentence with the p-values of all tests, for screen readers."""
    return "p-values: " + ", ".join(
        f"{TESTS[name].title} {result.claimable_pvalue()} ({band(result)} evidence)" for name, result in results.items()
    )
