"""One comparison in LaTeX: a row for a table, a table of its own, and the methods paragraph."""

from core.common.phrases import counted
from core.inference.result import Comparison
from core.report.effect import effect_size_words
from core.report.escape import latex
from core.report.methods import SIDES, interval_words, methods_paragraph, metric_described
from core.report.names import system_names
from core.report.numbers import Unit, interval_decimals, interval_text, item_count, number, pvalue_number, signed
from core.report.origins import runs_words
from core.report.strata import of_tasks
from core.report.tabular import plain, table

__all__ = ["latex_report", "latex_row", "latex_table"]


def latex_row(result: Comparison, unit: Unit) -> str:
    """Return a row for a LaTeX table, under a comment that names its columns."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    cells = [number(unit.scale * score, decimals) for score in (result.baseline, result.experimental)]
    cells.append(f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}")
    how = f"{result.n_resamples:,} resamples, seed {result.seed}" if result.method == "monte-carlo" else result.method
    header = (
        f"% system & {latex(result.metric_words or result.metric)} of {latex(system_names(result)[0])} & its own & "
        f"difference [{100 * interval.level:g} % interval] & "
        f"p ({result.test}, {result.alternative}, {how}; {_size(result)})"
    )
    row = " & ".join([latex(result.experimental_name), *map(_math, [*cells, pvalue_number(result)])])
    return f"{header}\n{row} \\\\"


def _size(result: Comparison) -> str:
    clusters = "" if result.n_clusters is None else f" in {counted(result.n_clusters, 'cluster')}"
    return f"n = {result.n_items:,}{clusters}{of_tasks(result.strata)}"


def latex_table(result: Comparison, unit: Unit) -> str:
    """Return a table environment that needs no package: both systems, the difference, and a caption that says how.

    Systems that share a letter are not told apart.
    """
    decimals = interval_decimals(result.confidence_interval(), unit)
    names, scores = (result.baseline_name, result.experimental_name), (result.baseline, result.experimental)
    letters = ("a", "a") if not result.significant else ("b", "a") if result.lead > 0 else ("a", "b")
    difference = [
        _math(f"{signed(unit.scale * result.statistic, decimals)}"),
        _math(interval_text(result.confidence_interval(), unit, decimals)),
        _math(pvalue_number(result)) if result.changed else "",
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
    how = f"{result.n_resamples:,} resamples, seed {result.seed}" if result.method == "monte-carlo" else result.method
    kinds = [*dict.fromkeys(interval_words(each) for each in result.own_intervals())]
    size = effect_size_words(result)
    changes = "" if result.helped is None else (
        f" {result.helped:,} helped, {result.hurt:,} hurt, {result.tied:,} tied{'' if size is None else f'; {size}'}."
    )  # fmt: skip
    said = (
        f"Scores ({metric_described(result, unit)}) on {item_count(result.n_items, result.n_clusters)}"
        f"{of_tasks(result.strata)}; {runs_words(result.provenance)}; {' and '.join(kinds)} of the scores, "
        f"{interval_words(result.confidence_interval())} of the difference, over {result.unit}s.{changes} "
        f"Systems that share a letter are not told apart: {result.tested.methods}, {SIDES[result.alternative]} "
        f"({how}), α = {result.alpha:g}."
    )
    return _prose(said)


def latex_report(result: Comparison, unit: Unit) -> str:
    """Return the table, and the methods paragraph below it."""
    return f"{latex_table(result, unit)}\n\n{_prose(methods_paragraph(result, unit))}"


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
