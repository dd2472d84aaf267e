"""Answers to the checklists of venues: the ARR's on responsible research, and that of NeurIPS."""

from core.inference.result import Comparison
from core.report.escape import markdown
from core.report.names import system_names
from core.report.numbers import Unit, interval_decimals, interval_text, item_count, pvalue_said, signed
from core.report.origins import left_out_words, paired_words, runs_words
from core.report.strata import of_tasks

__all__ = ["checklist", "pair_checklist"]


def checklist(data: str, described: str, settings: str, cell: str) -> str:
    """Return the answers, with what only the authors know left open.

    Parameters
    ----------
    data : str
        How many items there are, and how they were paired.
    described : str
        What the printed scores are: items, runs, intervals, comparisons.
    settings : str
        The software with its settings.
    cell : str
        A result as it stands in a table, and of whom.
    """
    return "\n\n".join(
        [
            f"- **ARR B6 (statistics of the data): Yes.** {data}",
            f"- **ARR C3 (descriptive statistics): Yes.** {described}",
            f"- **ARR C4 (packages and settings): Yes.** {settings}",
            "- **NeurIPS 7 (statistical significance): Yes.** What varies, the kind of the intervals, the test, its "
            f"null hypothesis and its assumptions are stated. In a table: {cell}.",
            "- **For the authors to add:** other metrics, subsets and stopping rules that were tried; whether test, "
            "side and α were chosen before the scores were seen.",
        ]
    )


def pair_checklist(result: Comparison, unit: Unit) -> str:
    """Return the answers for one comparison.

    Examples
    --------
    >>> from core import compare, helped_hurt
    >>> from core.report.numbers import POINTS
    >>> print(pair_checklist(compare(helped_hurt(500, 17, 7)), POINTS).split("\\n\\n")[3][-98:])
    assumptions are stated. In a table: `+2.0 [0.2, 4.0], p = 0.0639` (experimental against baseline).
    """
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    level = f"{100 * interval.level:g} %"
    sampled = result.method if result.n_resamples is None else f"{result.n_resamples:,} resamples, seed {result.seed}"
    baseline, experimental = system_names(result)
    shown = f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}"
    items = f"{item_count(result.n_items, result.n_clusters)}{of_tasks(result.strata)}"
    return checklist(
        f"{items}, paired {paired_words(result)}; {left_out_words(result.provenance)}.",
        f"Both scores on {items}, with their {level} intervals, and the difference with its own; "
        f"{runs_words(result.provenance)}; one comparison.",
        f"Helped & Hurt {result.version}, {result.tested.words}, {result.alternative}, α = {result.alpha:g}, "
        f"{sampled}.",
        f"`{shown}, {pvalue_said(result)}` ({markdown(experimental)} against {markdown(baseline)})",
    )
