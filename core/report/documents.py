"""What one takes into a repository: the Markdown report, and JSON."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from core.inference.result import Comparison
from core.report.checklist import pair_checklist
from core.report.effect import effect_size_words, relative_words
from core.report.escape import fenced, markdown
from core.report.latex_pair import latex_table
from core.report.methods import interval_words, methods_paragraph, metric_described
from core.report.names import system_names
from core.report.numbers import (
    Unit,
    interval_decimals,
    interval_text,
    number,
    pvalue_number,
    signed,
)
from core.report.origins import left_out_words, paired_words, runs_words
from core.report.reproduce import Origin, command_line, python_code
from core.report.sentences import equivalence_sentences, verdict_sentences
from core.report.strata import sizes_of_tasks

__all__ = ["facts", "markdown_report", "markdown_table", "to_json"]


def markdown_report(
    result: Comparison, unit: Unit, origin: Origin | None = None, options: dict[str, Any] | None = None
) -> str:
    """Return the whole report: verdict, figures, methods paragraph and how to get the same numbers again."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    named = {"Baseline": result.baseline_name, "Experimental": result.experimental_name}
    rows = [
        (
            role, markdown(name), number(unit.scale * score, decimals), interval_text(own, unit, decimals),
            interval_words(own),
        )
        for (role, name), score, own in zip(
            named.items(), (result.baseline, result.experimental), result.own_intervals(), strict=True
        )
    ]  # fmt: skip
    said = verdict_sentences(result, unit)
    baseline, experimental = system_names(result)
    parts = [
        f"# Is {markdown(experimental)} better than {markdown(baseline)}?",
        f"**{markdown(said[0])}**",
        *[markdown(text) for text in (" ".join(said[1:3]), *said[3:]) if text],
    ]
    if result.changed and (not result.significant or result.equivalence is not None):
        parts.append(markdown(" ".join(equivalence_sentences(result, unit))))
    parts.append(markdown_table(("", "system", "score", "interval", "its kind"), rows))
    parts.append(markdown_table(("", ""), facts(result, unit).items()))
    if result.notes:
        parts.append("\n".join(f"- {markdown(note)}" for note in result.notes))
    parts += ["## Methods", markdown(methods_paragraph(result, unit))]
    parts += ["## Checklists", pair_checklist(result, unit)]
    parts += ["## LaTeX", fenced(latex_table(result, unit), "tex")]
    parts += [
        "## The same numbers again",
        f"Helped & Hurt {result.version}, {date.today():%Y-%m-%d}. SHA-256 of the data: `{result.digest}`.",
    ]
    if origin is not None:
        options = options or {}
        parts += [
            fenced(python_code(origin, options), "python"),
            fenced(command_line(origin, options), "sh"),
        ]
    return "\n\n".join(parts) + "\n"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; all cells are Markdown already."""
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(row)} |" for row in rows)])


def facts(result: Comparison, unit: Unit) -> dict[str, str]:
    """Return the figures of a comparison by name, as they are printed."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    changed = None if result.helped is None else f"{result.helped:,}, {result.hurt:,}, {result.tied:,}"
    how = "sampled" if result.method == "monte-carlo" else result.method
    facts = {
        "Metric": markdown(metric_described(result, unit)),
        "Signature": None if result.signature is None else markdown(result.signature),
        "Difference": signed(unit.scale * result.statistic, decimals),
        f"{100 * interval.level:g} % interval": interval_text(interval, unit, decimals),
        "Relative difference": relative_words(result),
        "Helped, hurt, tied": changed,
        "Effect size": effect_size_words(result),
        "Test": f"{result.test}, {result.alternative}, α = {result.alpha:g}",
        "p-value": f"{markdown(pvalue_number(result, _in_full))} ({how})",
        "Items": f"{result.n_items:,}, paired {paired_words(result)}; {left_out_words(result.provenance)}",
        "Runs": runs_words(result.provenance),
        "Clusters": None if result.n_clusters is None else f"{result.n_clusters:,}",
        "Macro average over": None if result.strata is None else markdown(sizes_of_tasks(result.strata)),
    }
    return {name: value for name, value in facts.items() if value is not None}


def to_json(result: Comparison) -> str:
    """Return what ``helped-hurt compare --format json`` prints."""
    return json.dumps(result.to_dict(), indent=2, allow_nan=False)


def _in_full(p: float, digits: int) -> str:
    return repr(p)
