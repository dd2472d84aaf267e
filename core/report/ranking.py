"""A ranking in words and documents: sentences, rows of a table, CSV, a LaTeX table with letters."""

from collections.abc import Sequence

from core.metrics import metric_words
from core.phrases import counted
from core.report.escape import csv_text, latex
from core.report.numbers import OWN, POINTS, Unit, decimals_for, item_count, number, percent, signed, small, unit_of
from core.scores import Scores
from core.studies.ranked import RankedPair, RankedSystem, Ranking
from core.tests import TESTS
from core.tests.pvalue import clopper_pearson

__all__ = ["pair_rows", "ranking_csv", "ranking_latex", "ranking_rows", "ranking_sentences", "unit_of_all"]

_CORRECTIONS = {
    "holm": "Holm's correction",
    "hochberg": "Hochberg's correction",
    "bh": "Benjamini and Hochberg's correction",
    "maxt": "the step-down maxT correction",
}


def unit_of_all(scores: Scores, metric: str) -> Unit:
    """Return percentage points where every system's score is a share of something counted, else the metric's own unit.

    Examples
    --------
    >>> unit_of_all(Scores.from_systems({"a": [0, 1], "b": [1, 1]}), "mean").name
    'points'
    """
    first, *others = scores.names
    return POINTS if all(unit_of(scores.pair(first, name), metric) == POINTS for name in others) else OWN


def ranking_sentences(ranking: Ranking, unit: Unit) -> list[str]:
    """Return who is best, who cannot be told from it, how many pairs differ, and what the intervals cover.

    Examples
    --------
    >>> from core import rank
    >>> scores = {"old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3, "rules": [1] * 25 + [0] * 15}
    >>> for sentence in ranking_sentences(rank(scores), POINTS):
    ...     print(sentence)
    new is best, with a score of 92.5 [79.6, 98.4]. Every other system can be told from it.
    2 of 3 pairs differ at α = 0.05 after Holm's correction, 2 without it.
    The intervals cover the drawing of the 40 items only: each system was run once.
    """
    return [
        _about_the_best(ranking, unit) if ranking.baseline is None else _about_the_baseline(ranking),
        _about_the_pairs(ranking),
        _about_what_varies(ranking),
    ]


def _about_the_best(ranking: Ranking, unit: Unit) -> str:
    leaders = [each for each in ranking.systems if each.rank == 1]
    names = [each.name for each in leaders]
    others = [name for name in ranking.best if name not in names]
    score = _score(leaders[0], ranking, unit)
    if len(leaders) == len(ranking.systems):
        return f"All {len(names):,} systems have the same score, {score}."
    if len(leaders) == 1:
        first = f"{names[0]} is best, with a score of {score} {_interval(leaders[0], ranking, unit)}."
        told, not_told = "Every other system can be told from it.", f"It cannot be told from {_listed(others)}."
    else:
        first = f"{_listed(names)} share the best score, {score}."
        told, not_told = "Every other system can be told from them.", f"They cannot be told from {_listed(others)}."
    return f"{first} {not_told if others else told}"


def _about_the_baseline(ranking: Ranking) -> str:
    sign = 1 if ranking.higher_is_better else -1
    told = [pair for pair in ranking.pairs if pair.significant]
    better = [pair.first for pair in told if sign * pair.difference > 0]
    worse = [pair.first for pair in told if sign * pair.difference < 0]
    if not told:
        return f"No system can be told from {ranking.baseline}."
    sides = [(names, how) for names, how in ((better, "better"), (worse, "worse")) if names]
    parts = [f"{_listed(names)} {'is' if len(names) == 1 else 'are'} {how}" for names, how in sides]
    rest = len(ranking.pairs) - len(told)
    others = f"; {counted(rest, 'system')} cannot be told from it" if rest else ""
    return f"Compared with {ranking.baseline}, {' and '.join(parts)}{others}."


def _about_the_pairs(ranking: Ranking) -> str:
    m, found = len(ranking.pairs), sum(pair.significant for pair in ranking.pairs)
    raw = sum(pair.pvalue <= ranking.alpha for pair in ranking.pairs)
    said = f"{found:,} of {counted(m, 'pair')} {'differs' if found == 1 else 'differ'} at α = {ranking.alpha:g}"
    if ranking.correction == "none":
        chance = f"{ranking.alpha * m:.2g}"
        return f"{said} without any correction: were all systems equal, about {chance} would differ by chance."
    return f"{said} after {_CORRECTIONS[ranking.correction]}, {raw:,} without it."


def _about_what_varies(ranking: Ranking) -> str:
    items = item_count(ranking.n_items)
    if ranking.n_clusters is not None:
        drawn = f"the {counted(ranking.n_clusters, 'cluster')} of {items}"
    else:
        drawn = f"the {items}"
    if ranking.n_runs == 1:
        said = f"The intervals cover the drawing of {drawn} only: each system was run once."
    elif ranking.runs == "nested":
        said = f"The intervals cover the drawing of {drawn} and, within each, of its {ranking.n_runs:,} runs."
    else:
        said = f"The intervals cover the drawing of {drawn} only: scores are means over {ranking.n_runs:,} runs."
    if ranking.n_clusters is not None and ranking.n_clusters < _FEW_CLUSTERS:
        said += f" So few clusters (under {_FEW_CLUSTERS}) make intervals too short and p-values too small."
    if ranking.share_of_runs is not None:
        between = f"{percent(ranking.share_of_runs)} lies between the runs of an item"
        said += f" Of the variance of single scores {between}, {percent(1 - ranking.share_of_runs)} between items."
    return said


_FEW_CLUSTERS = 30


def ranking_rows(ranking: Ranking, unit: Unit) -> list[tuple[str, ...]]:
    """Return a heading, and a row for each system: rank and its interval, name, score and interval, letters."""
    level = f"{100 * ranking.confidence_level:g} %"
    return [
        ("rank", level, "system", "score (%)" if unit == POINTS else "score", level, "group"),
        *(
            (
                str(each.rank), _ranks(each, "–"), each.name, _score(each, ranking, unit),
                _interval(each, ranking, unit), each.group,
            )
            for each in ranking.systems
        ),
    ]  # fmt: skip


def pair_rows(ranking: Ranking, unit: Unit) -> list[tuple[str, ...]]:
    """Return a heading, and a row for each pair: its systems, the difference, p raw and adjusted, and the verdict."""
    decimals, m = _decimals(ranking, unit), len(ranking.pairs)
    return [
        ("first", "second", "difference", "p", "adjusted p", ""),
        *(
            (
                pair.first, pair.second, signed(unit.scale * pair.difference, decimals),
                _p(pair.pvalue, pair, ranking, 1), _p(pair.adjusted_pvalue, pair, ranking, m),
                "differ" if pair.significant else "",
            )
            for pair in ranking.pairs
        ),
    ]  # fmt: skip


def ranking_csv(ranking: Ranking) -> str:
    """Return every pair with all digits as comma-separated values.

    Examples
    --------
    >>> from core import rank
    >>> print(ranking_csv(rank({"old": [0, 0, 1], "new": [1, 1, 1]})), end="")
    first,second,difference,pvalue,adjusted_pvalue,significant,method
    new,old,0.6666666666666666,0.5,0.5,False,exact
    """
    names = ("first", "second", "difference", "pvalue", "adjusted_pvalue", "significant", "method")
    return csv_text(names, ([getattr(pair, name) for name in names] for pair in ranking.pairs))


def ranking_latex(ranking: Ranking, unit: Unit) -> str:
    """Return a table environment that needs no package: a row for each system, with the letters of its groups."""
    rows = [
        " & ".join(
            [
                latex(each.name), f"${_plain(_score(each, ranking, unit))}$",
                f"${_plain(_interval(each, ranking, unit))}$", _ranks(each, "--"), each.group,
            ]
        )
        + r" \\"
        for each in ranking.systems
    ]  # fmt: skip
    interval = rf"{100 * ranking.confidence_level:g}\,\%"
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            r"\begin{tabular}{lrrcl}",
            r"\hline",
            rf"System & Score & {interval} interval & Rank & Group \\",
            r"\hline",
            *rows,
            r"\hline",
            r"\end{tabular}",
            rf"\caption{{{_caption(ranking, unit)}}}",
            r"\label{tab:systems}",
            r"\end{table}",
        ]
    )


def _caption(ranking: Ranking, unit: Unit) -> str:
    words = latex(metric_words(ranking.metric)) + (r", in percent" if unit == POINTS else "")
    words += "" if ranking.higher_is_better else ", lower is better"
    side = {"two-sided": "two-sided", "greater": "one-sided (better)", "less": "one-sided (worse)"}[ranking.alternative]
    exact = sum(pair.method == "exact" for pair in ranking.pairs)
    how = "exact" if exact == len(ranking.pairs) else f"{ranking.n_resamples:,} resamples where not exact"
    corrected = "uncorrected" if ranking.correction == "none" else f"after {_CORRECTIONS[ranking.correction]}"
    clusters = "" if ranking.n_clusters is None else f" in {counted(ranking.n_clusters, 'cluster')}"
    runs = "" if ranking.n_runs == 1 else f", means over {ranking.n_runs:,} runs"
    apart = (
        "Systems that share a letter are not told apart"
        if ranking.baseline is None
        else f"Systems with the letter a are not told from {latex(ranking.baseline)}"
    )
    return (
        f"Scores ({words}) of {counted(len(ranking.systems), 'system')} on {item_count(ranking.n_items)}{clusters}"
        rf"{runs}, with {100 * ranking.confidence_level:g}\,\% intervals of scores and ranks. {apart}: {side} "
        f"{TESTS[ranking.test].methods} ({how}) of {counted(len(ranking.pairs), 'pair')}, {corrected}, "
        rf"$\alpha = {ranking.alpha:g}$."
    )


def _decimals(ranking: Ranking, unit: Unit) -> int:
    """The decimals of all scores: those that the narrowest interval supports."""
    widths = [each.interval[1] - each.interval[0] for each in ranking.systems]
    positive = [width for width in widths if width > 0]
    return decimals_for(unit.scale * min(positive, default=0.0) / 2)


def _score(system: RankedSystem, ranking: Ranking, unit: Unit) -> str:
    return number(unit.scale * system.score, _decimals(ranking, unit))


def _interval(system: RankedSystem, ranking: Ranking, unit: Unit) -> str:
    low, high = (number(unit.scale * end, _decimals(ranking, unit)) for end in system.interval)
    return f"[{low}, {high}]"


def _ranks(system: RankedSystem, dash: str) -> str:
    low, high = system.rank_interval
    return str(low) if low == high else f"{low}{dash}{high}"


def _p(value: float, pair: RankedPair, ranking: Ranking, times: int) -> str:
    """A p-value as it may be printed: of a sampled 0 only the upper end of its interval is known."""
    if value > 0 or pair.method == "exact":
        return small(value)
    return f"< {small(min(1.0, 2 * times * clopper_pearson(0, ranking.n_resamples)[1]))}"


def _plain(text: str) -> str:
    return text.replace("−", "-").replace(",", "{,}").replace("{,} ", ",\\ ")


def _listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them."""
    if not names:
        return ""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
