"""One comparison as Markdown and LaTeX."""

from collections.abc import Iterable, Sequence
from typing import Any

from core.common.claimed import small
from core.common.phrases import counted
from core.inference.result import Comparison
from core.report.escape import fenced, latex, markdown
from core.report.methods import SIDES, interval_words, methods_paragraph, metric_described, pair_checklist
from core.report.numbers import Unit, interval_decimals, interval_text, number, signed
from core.report.phrases import (
    effect_size_words,
    items_words,
    left_out_words,
    of_tasks,
    paired_words,
    relative_words,
    runs_words,
    sizes_of_tasks,
    system_names,
)
from core.report.reproduce import Origin, same_numbers
from core.report.sentences import equivalence_sentences, verdict_sentences

# Most pairs in a printed table.
_MOST_PAIRS = 200


def table(columns: str, head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, label: str) -> str:
    r"""Return a table environment; cells and caption must be LaTeX."""
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\hline",
            rf"{' & '.join(head)} \\",
            r"\hline",
            *(rf"{' & '.join(row)} \\" for row in rows),
            r"\hline",
            r"\end{tabular}",
            rf"\caption{{{caption}}}",
            rf"\label{{{label}}}",
            r"\end{table}",
        ]
    )


def plain(text: str) -> str:
    r"""Return a printed number or interval in LaTeX math."""
    return text.replace("−", "-").replace(",", "{,}").replace("{,} ", ",\\ ")


def latex_row(result: Comparison, unit: Unit) -> str:
    """Return a row for a LaTeX table, under a comment that names its columns."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    cells = [number(unit.scale * score, decimals) for score in (result.baseline, result.experimental)]
    cells.append(f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}")
    how = _how(result)
    clusters = "" if result.n_clusters is None else f" in {counted(result.n_clusters, 'cluster')}"
    header = (
        f"% system & {latex(result.metric_words or result.metric)} of {latex(system_names(result)[0])} & its own & "
        f"difference [{100 * interval.level:g} % interval] & "
        f"p ({result.test}, {result.alternative}, {how}; n = {result.n_items:,}{clusters}{of_tasks(result.strata)})"
    )
    row = " & ".join([latex(result.experimental_name), *map(_math, [*cells, result.claimable_pvalue()])])
    return f"{header}\n{row} \\\\"


def _how(result: Comparison) -> str:
    return f"{result.n_resamples:,} resamples, seed {result.seed}" if result.method == "monte-carlo" else result.method


def latex_table(result: Comparison, unit: Unit) -> str:
    """Return a table environment that needs no package: both systems, the difference, and a caption with the method.

    Systems that share a letter do not differ significantly.
    """
    decimals = interval_decimals(result.confidence_interval(), unit)
    names, scores = (result.baseline_name, result.experimental_name), (result.baseline, result.experimental)
    letters = ("a", "a") if not result.significant else ("b", "a") if result.lead > 0 else ("a", "b")
    difference = [
        _math(f"{signed(unit.scale * result.statistic, decimals)}"),
        _math(interval_text(result.confidence_interval(), unit, decimals)),
        _math(result.claimable_pvalue()) if result.changed else "",
    ]
    rows = [
        [
            latex(name), _math(number(unit.scale * score, decimals)), _math(interval_text(own, unit, decimals)),
            *beside, letter,
        ]
        for name, score, own, beside, letter in zip(
            names, scores, result.own_intervals(), (["", "", ""], difference), letters, strict=True
        )
    ]  # fmt: skip
    level = rf"{100 * result.confidence_level:g}\,\%"
    head = ["System", "Score", f"{level} interval", "Difference", f"{level} interval", "$p$", "Group"]
    return table("lrrrrrl", head, rows, _caption(result, unit), "tab:comparison")


def _caption(result: Comparison, unit: Unit) -> str:
    how = _how(result)
    kinds = [*dict.fromkeys(interval_words(each) for each in result.own_intervals())]
    size = effect_size_words(result)
    effect = "" if size is None else f"; {size}"
    changes = ""
    if result.helped is not None:
        changes = f" {result.helped:,} helped, {result.hurt:,} hurt, {result.tied:,} tied{effect}."
    said = (
        f"Scores ({metric_described(result, unit)}) on {items_words(result)}; {runs_words(result.provenance)}; "
        f"{' and '.join(kinds)} of the scores, "
        f"{interval_words(result.confidence_interval())} of the difference, over {result.unit}s.{changes} "
        f"Systems that share a letter do not differ significantly: {result.tested.methods}, "
        f"{SIDES[result.alternative]} ({how}), α = {result.alpha:g}."
    )
    return _prose(said)


def latex_report(result: Comparison, unit: Unit) -> str:
    """Return the table, and the methods paragraph below it."""
    return f"{latex_table(result, unit)}\n\n{latex_methods(result, unit)}"


def latex_methods(result: Comparison, unit: Unit) -> str:
    """Return the methods paragraph."""
    return _prose(methods_paragraph(result, unit))


def _prose(text: str) -> str:
    text = latex(text)
    for character, written in {"α": r"$\alpha$", "−": "$-$", "×": r"$\times$", r"d\_z": "$d_z$"}.items():
        text = text.replace(character, written)
    return text


def _math(text: str) -> str:
    digits = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    if " × 10" in text:
        mantissa, exponent = text.split(" × 10")
        text = f"{mantissa} \\times 10^{{{exponent.translate(digits)}}}"
    elif "10⁻" in text:
        text = f"{text.split('10⁻')[0]}10^{{-{text.split('10⁻')[1].translate(digits)}}}"
    return f"${plain(text)}$"


def markdown_report(
    result: Comparison, unit: Unit, origin: Origin | None = None, options: dict[str, Any] | None = None
) -> str:
    """Return the whole report: verdict, figures, methods paragraph and the code that reproduces the numbers."""
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
    parts.append(plain_table([("", ""), *facts(result, unit).items()]))
    if result.notes:
        parts.append("\n".join(f"- {markdown(note)}" for note in result.notes))
    parts += ["## Methods", markdown(methods_paragraph(result, unit))]
    parts += ["## Checklists", pair_checklist(result, unit)]
    parts += ["## LaTeX", fenced(latex_table(result, unit), "tex")]
    parts += same_numbers(result, origin, options, "compare")
    return "\n\n".join(parts) + "\n"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; cells must be Markdown."""
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(row)} |" for row in rows)])


def plain_table(rows: Sequence[Sequence[object]]) -> str:
    """Return rows of plain text, the heading first, as a table in Markdown."""
    head, *body = ([markdown(str(cell)) for cell in row] for row in rows)
    return markdown_table(head, body)


def pairs_table(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows of pairs, the heading first, as a table in Markdown: the first of many, and how many more."""
    more = len(rows) - 1 - _MOST_PAIRS
    shown = plain_table(rows[: _MOST_PAIRS + 1])
    return f"{shown}\n\nand {more:,} more pairs, which `--format csv` lists." if more > 0 else shown


def facts(result: Comparison, unit: Unit) -> dict[str, str]:
    """Return the printed figures of a comparison by name, as plain text."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    changed = None if result.helped is None else f"{result.helped:,}, {result.hurt:,}, {result.tied:,}"
    how = "sampled" if result.method == "monte-carlo" else result.method
    form = small if result.pvalue_interval else (lambda p, digits: repr(p))
    facts = {
        "Metric": metric_described(result, unit),
        "Signature": result.signature,
        "Difference": signed(unit.scale * result.statistic, decimals),
        f"{100 * interval.level:g} % interval": interval_text(interval, unit, decimals),
        "Relative difference": relative_words(result),
        "Helped, hurt, tied": changed,
        "Effect size": effect_size_words(result),
        "Test": f"{result.test}, {result.alternative}, α = {result.alpha:g}",
        "p-value": f"{result.claimable_pvalue(form)} ({how})",
        "Items": f"{result.n_items:,}, paired {paired_words(result)}; {left_out_words(result.provenance)}",
        "Runs": runs_words(result.provenance),
        "Clusters": None if result.n_clusters is None else f"{result.n_clusters:,}",
        "Macro average over": None if result.strata is None else sizes_of_tasks(result.strata),
    }
    return {name: value for name, value in facts.items() if value is not None}
