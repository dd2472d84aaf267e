"""What one takes into a paper or a repository: methods paragraph, LaTeX row, Markdown report, JSON."""

import json
from typing import Any

from core.few import few_changed_note
from core.phrases import counted
from core.report.checklist import pair_checklist
from core.report.escape import fenced, latex, markdown
from core.report.names import system_names
from core.report.numbers import (
    POINTS,
    Unit,
    interval_decimals,
    interval_text,
    item_count,
    number,
    pvalue_number,
    pvalue_said,
    rounding_note,
    signed,
    small,
)
from core.report.reproduce import Origin, command_line, python_code
from core.report.sentences import cluster_sentence, equivalence_sentences, verdict_sentences
from core.report.strata import of_tasks, sizes_of_tasks, strata_sentence
from core.result import Comparison
from core.tests import TESTS

__all__ = ["latex_row", "markdown_report", "methods_paragraph", "scores_rounding_note", "to_json"]

_SIDES = {
    "greater": "one-sided: experimental is better",
    "less": "one-sided: experimental is worse",
    "two-sided": "two-sided",
}


def methods_paragraph(result: Comparison, unit: Unit) -> str:
    """Return what a paper's methods section needs: test, sidedness, n, resamples, seed and interval."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    before, after = (number(unit.scale * score, decimals) for score in (result.baseline, result.experimental))
    metric = (result.metric_words or result.metric) + (" in percentage points" if unit == POINTS else "")
    metric += "" if result.higher_is_better else ", lower is better"
    spread = "exact" if interval.method == "exact" else f"{interval.n_resamples:,} resamples"
    sentences = [
        f"We compared {_named(result.experimental_name, 'experimental')} "
        f"with {_named(result.baseline_name, 'baseline')} on the same {item_count(result.n_items, result.n_clusters)}"
        f"{of_tasks(result.strata)}",
        f"The score ({metric}) went from {before} to {after}, a difference of "
        f"{signed(unit.scale * result.statistic, decimals)} ({100 * interval.level:g} % {_kind(interval.kind)} "
        f"bootstrap interval {interval_text(interval, unit, decimals)}, {spread})",
        "They scored the same on every item, so that there was nothing to test"
        if not result.changed
        else f"Significance was tested with the {TESTS[result.test].methods}, {_SIDES[result.alternative]}, "
        f"at α = {result.alpha:g}: {pvalue_said(result)}, {_computed(result)}",
    ]
    if result.helped is not None:
        sentences.insert(
            1,
            f"{_first(result.experimental_name)} did better on "
            f"{item_count(result.helped)}, worse on {result.hurt:,} and "
            f"equally well on {result.tied:,}",
        )
    if result.signature is not None:
        sentences.append(f"The signature of {result.metric_words or result.metric} is {result.signature}")
    if result.n_clusters is not None:
        clustered = cluster_sentence(result, unit)
        sentences += ["Clusters were resampled and swapped as a whole", *([clustered[:-1]] if clustered else [])]
    averaged = strata_sentence(result.strata)
    if averaged is not None:
        sentences.append(averaged[:-1])
    if result.changed:
        sentences.append(f"The null hypothesis is that {TESTS[result.test].hypothesis}")
    sentences.append(
        f"The interval covers the drawing of {result.unit}s only, which are taken to be independent; no normal "
        "distribution is assumed"
    )
    if result.boundary == "exclude":
        sentences.append("Resamples exactly on the boundary were not counted")
    sentences += [
        note.rstrip(".")
        for note in (few_changed_note(result.changed, result.unit), scores_rounding_note(result, unit))
        if note is not None
    ]
    return ". ".join([*sentences, f"Software: Helped & Hurt {result.version}"]) + "."


def scores_rounding_note(result: Comparison, unit: Unit) -> str | None:
    """Return what to say where the printed scores do not differ by the printed difference."""
    decimals = interval_decimals(result.confidence_interval(), unit)
    scale = unit.scale
    return rounding_note(scale * result.baseline, scale * result.experimental, scale * result.statistic, decimals)


def _named(name: str, role: str) -> str:
    return f"the {role} system" if name == role else f"{name} ({role})"


def _first(name: str) -> str:
    return "The experimental system" if name == "experimental" else name


def _computed(result: Comparison) -> str:
    if result.exact:
        return "computed exactly, without resampling noise"
    how = f"approximated with {result.n_resamples:,} resamples (seed {result.seed})"
    if result.pvalue_interval is None:
        return how
    low, high = map(small, result.pvalue_interval)
    return f"{how}, so that the exact value lies in [{low}, {high}] with 99 % confidence"


def _kind(kind: str) -> str:
    return {"bca": "BCa"}.get(kind, kind)


def latex_row(result: Comparison, unit: Unit) -> str:
    """Return a row for a LaTeX table, under a comment that names its columns."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    cells = [number(unit.scale * score, decimals) for score in (result.baseline, result.experimental)]
    cells.append(f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}")
    how = "exact" if result.exact else f"{result.n_resamples:,} resamples, seed {result.seed}"
    header = (
        f"% system & {latex(result.metric_words or result.metric)} of {latex(system_names(result)[0])} & its own & "
        f"difference [{100 * interval.level:g} % interval] & "
        f"p ({result.test}, {result.alternative}, {how}; {_size(result)})"
    )
    row = " & ".join([latex(result.experimental_name), *map(_latex_number, [*cells, pvalue_number(result)])])
    return f"{header}\n{row} \\\\"


def _size(result: Comparison) -> str:
    clusters = "" if result.n_clusters is None else f" in {counted(result.n_clusters, 'cluster')}"
    return f"n = {result.n_items:,}{clusters}{of_tasks(result.strata)}"


def _latex_number(text: str) -> str:
    digits = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    if " × 10" in text:
        mantissa, exponent = text.split(" × 10")
        text = f"{mantissa} \\times 10^{{{exponent.translate(digits)}}}"
    elif "10⁻" in text:
        text = f"{text.split('10⁻')[0]}10^{{-{text.split('10⁻')[1].translate(digits)}}}"
    return "$" + text.replace("−", "-").replace(",", "{,}").replace("{,} ", ",\\ ") + "$"


def markdown_report(
    result: Comparison, unit: Unit, origin: Origin | None = None, options: dict[str, Any] | None = None
) -> str:
    """Return the whole report: verdict, figures, methods paragraph and how to get the same numbers again."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    rows = [
        ("Baseline", markdown(result.baseline_name), number(unit.scale * result.baseline, decimals)),
        (
            "Experimental",
            markdown(result.experimental_name),
            number(unit.scale * result.experimental, decimals),
        ),
    ]
    facts = {
        "Metric": markdown(result.metric_words or result.metric) + (", in percentage points" if unit == POINTS else ""),
        **({} if result.signature is None else {"Signature": markdown(result.signature)}),
        "Difference": signed(unit.scale * result.statistic, decimals),
        f"{100 * interval.level:g} % interval": interval_text(interval, unit, decimals),
        "Test": f"{result.test}, {result.alternative}",
        "p-value": f"{markdown(pvalue_number(result, _in_full))} ({'exact' if result.exact else 'sampled'})",
        "Items": f"{result.n_items:,}",
        **({} if result.n_clusters is None else {"Clusters": f"{result.n_clusters:,}"}),
        **({} if result.strata is None else {"Macro average over": markdown(sizes_of_tasks(result.strata))}),
        "Digest of the data": f"`{result.digest}`",
    }
    said = verdict_sentences(result, unit)
    baseline, experimental = system_names(result)
    parts = [
        f"# Is {markdown(experimental)} better than {markdown(baseline)}?",
        f"**{markdown(said[0])}**",
        *[markdown(text) for text in (" ".join(said[1:3]), *said[3:]) if text],
    ]
    if result.changed and (not result.significant or result.equivalence is not None):
        parts.append(markdown(" ".join(equivalence_sentences(result, unit))))
    parts.append("\n".join(["| | system | score |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]))
    parts.append("\n".join(["| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in facts.items())]))
    if result.notes:
        parts.append("\n".join(f"- {markdown(note)}" for note in result.notes))
    parts += ["## Methods", markdown(methods_paragraph(result, unit))]
    parts += ["## Checklists", pair_checklist(result, unit)]
    if origin is not None:
        options = options or {}
        parts += [
            "## The same numbers again",
            fenced(python_code(origin, options), "python"),
            fenced(command_line(origin, options), "sh"),
        ]
    return "\n\n".join(parts) + "\n"


def to_json(result: Comparison) -> str:
    """Return what ``helped-hurt compare --format json`` prints."""
    return json.dumps(result.to_dict(), indent=2, allow_nan=False)


def _in_full(p: float, digits: int) -> str:
    return repr(p)
