"""A ranking in words and documents: sentences, rows of a table, CSV, a LaTeX table with letters."""

import json

from core.common.phrases import counted
from core.data.scores import Scores
from core.inference.few import FEW_CLUSTERS
from core.metrics import metric_words
from core.ranking.corrections import CORRECTIONS
from core.ranking.ranked import Ranking
from core.report.escape import csv_text, latex
from core.report.numbers import OWN, POINTS, Unit, item_count, percent, unit_of
from core.report.origins import covers_words, left_out_words, number_of_runs, spread_sentence
from core.report.ranking_cells import (
    interval_kinds,
    interval_words,
    listed,
    pair_words,
    ranks_words,
    score_words,
)
from core.report.strata import strata_sentence
from core.report.tabular import plain, table

__all__ = [
    "pair_rows",
    "ranking_csv",
    "ranking_json",
    "ranking_latex",
    "ranking_rows",
    "ranking_sentences",
    "unit_of_all",
]


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
        _about_what_varies(ranking, unit),
    ]


def _about_the_best(ranking: Ranking, unit: Unit) -> str:
    leaders = [each for each in ranking.systems if each.rank == 1]
    names = [each.name for each in leaders]
    others = [name for name in ranking.best if name not in names]
    score = score_words(leaders[0], ranking, unit)
    if len(leaders) == len(ranking.systems):
        return f"All {len(names):,} systems have the same score, {score}."
    if len(leaders) == 1:
        first = f"{names[0]} is best, with a score of {score} {interval_words(leaders[0], ranking, unit)}."
        told, not_told = "Every other system can be told from it.", f"It cannot be told from {listed(others)}."
    else:
        first = f"{listed(names)} share the best score, {score}."
        told, not_told = "Every other system can be told from them.", f"They cannot be told from {listed(others)}."
    return f"{first} {not_told if others else told}"


def _about_the_baseline(ranking: Ranking) -> str:
    sign = 1 if ranking.higher_is_better else -1
    told = [pair for pair in ranking.pairs if pair.significant]
    better = [pair.first for pair in told if sign * pair.difference > 0]
    worse = [pair.first for pair in told if sign * pair.difference < 0]
    if not told:
        return f"No system can be told from {ranking.baseline}."
    sides = [(names, how) for names, how in ((better, "better"), (worse, "worse")) if names]
    parts = [f"{listed(names)} {'is' if len(names) == 1 else 'are'} {how}" for names, how in sides]
    rest = len(ranking.pairs) - len(told)
    others = f"; {counted(rest, 'system')} cannot be told from it" if rest else ""
    return f"Compared with {ranking.baseline}, {' and '.join(parts)}{others}."


def _about_the_pairs(ranking: Ranking) -> str:
    m, found = len(ranking.pairs), sum(pair.significant for pair in ranking.pairs)
    if m == 1:
        return f"The two systems {'differ' if found else 'do not differ'} significantly at α = {ranking.alpha:g}."
    raw = sum(pair.claimed_pvalue <= ranking.alpha for pair in ranking.pairs)
    differ = "differs" if found == 1 else "differ"
    said = f"{f'{found:,}' if found else 'None'} of {m:,} pairs {differ} at α = {ranking.alpha:g}"
    if ranking.correction == "none":
        chance = f"{ranking.alpha * m:.2g}"
        return f"{said} without any correction: were all systems equal, about {chance} would differ by chance."
    return f"{said} after {CORRECTIONS[ranking.correction].words}, {raw:,} without it."


def _about_what_varies(ranking: Ranking, unit: Unit) -> str:
    items = item_count(ranking.n_items)
    if ranking.n_clusters is not None:
        drawn = f"the {counted(ranking.n_clusters, 'cluster')} of {items}"
    else:
        drawn = f"the {items}"
    covered = covers_words(drawn, ranking.provenance, ranking.runs if ranking.n_runs > 1 else "mean")
    said = f"The intervals {covered.replace('covers', 'cover', 1)}."
    if ranking.provenance.left_out:
        said += f" {left_out_words(ranking.provenance)}."
    if ranking.n_clusters is not None and ranking.n_clusters < FEW_CLUSTERS:
        said += f" So few clusters (under {FEW_CLUSTERS}) make intervals too short and p-values too small."
    averaged = strata_sentence(ranking.strata, "item" if ranking.clusters is None else "cluster")
    if averaged is not None:
        said += f" {averaged}"
    if ranking.share_of_runs is not None:
        runs, items = percent(ranking.share_of_runs), percent(1 - ranking.share_of_runs)
        said += f" Of the variance of single scores {runs} lies between the runs of an item, {items} between items"
        said += f"{_rounded(runs, items)}."
    spread = spread_sentence(ranking.spread_of_runs, [each.name for each in ranking.systems], ranking.runs, unit)
    return said if spread is None else f"{said} {spread}"


def _rounded(*shares: str) -> str:
    """What to add where printed percentages of a whole do not make 100."""
    numbers = [float(share.removesuffix(" %").split()[-1]) for share in shares]
    return "" if round(sum(numbers), 6) == 100 else " (each rounded by itself)"


def ranking_rows(ranking: Ranking, unit: Unit) -> list[tuple[str, ...]]:
    """Return a heading, and a row for each system: rank and possible ranks, name, score and interval, letters."""
    level = f"{100 * ranking.confidence_level:g} %"
    return [
        ("rank", "ranks", "system", "score (%)" if unit == POINTS else "score", level, "group"),
        *(
            (
                str(each.rank), ranks_words(each), each.name, score_words(each, ranking, unit),
                interval_words(each, ranking, unit), each.group,
            )
            for each in ranking.systems
        ),
    ]  # fmt: skip


def pair_rows(ranking: Ranking, unit: Unit) -> list[tuple[str, ...]]:
    """Return a heading, and a row for each pair: its systems, the difference, p raw and adjusted, and the verdict."""
    return [
        ("first", "second", "difference", "p", "adjusted p", ""),
        *(
            (pair.first, pair.second, *pair_words(pair, ranking, unit), "differ" if pair.significant else "")
            for pair in ranking.pairs
        ),
    ]


def ranking_json(ranking: Ranking) -> str:
    """Return what ``helped-hurt rank --format json`` prints."""
    return json.dumps(ranking.to_dict(), indent=2, allow_nan=False)


def ranking_csv(ranking: Ranking) -> str:
    """Return every pair with all digits as comma-separated values.

    Examples
    --------
    >>> from core import rank
    >>> print(ranking_csv(rank({"old": [0, 0, 1], "new": [1, 1, 1]})), end="")
    first,second,difference,pvalue,adjusted_pvalue,significant,method,pvalue_text,adjusted_pvalue_text,changed
    new,old,0.6666666666666666,0.5,0.5,False,exact,0.5000,0.5000,2
    """
    rows = [pair.to_dict() for pair in ranking.pairs]
    return csv_text(tuple(rows[0]), (["" if cell is None else cell for cell in row.values()] for row in rows))


def ranking_latex(ranking: Ranking, unit: Unit) -> str:
    """Return a table environment that needs no package: a row for each system, with the letters of its groups."""
    rows = [
        [
            latex(each.name), f"${plain(score_words(each, ranking, unit))}$",
            f"${plain(interval_words(each, ranking, unit))}$", ranks_words(each, "--"), each.group,
        ]
        for each in ranking.systems
    ]  # fmt: skip
    head = ["System", "Score", rf"{100 * ranking.confidence_level:g}\,\% interval", "Rank", "Group"]
    return table("lrrcl", head, rows, _caption(ranking, unit), "tab:systems")


def _caption(ranking: Ranking, unit: Unit) -> str:
    words = latex(metric_words(ranking.metric)) + (r", in percent" if unit == POINTS else "")
    words += "" if ranking.higher_is_better else ", lower is better"
    side = {"two-sided": "two-sided", "greater": "one-sided (better)", "less": "one-sided (worse)"}[ranking.alternative]
    methods = {pair.method for pair in ranking.pairs}
    how = f"{ranking.n_resamples:,} resamples where not exact" if "monte-carlo" in methods else " or ".join(methods)
    corrected = "uncorrected" if ranking.correction == "none" else f"after {CORRECTIONS[ranking.correction].words}"
    clusters = "" if ranking.n_clusters is None else f" in {counted(ranking.n_clusters, 'cluster')}"
    clusters += "" if ranking.strata is None else f", macro average over {counted(len(ranking.strata), 'task')}"
    runs = "" if ranking.n_runs == 1 else f", means over {number_of_runs(ranking.provenance)}"
    apart = (
        "Systems that share a letter are not told apart"
        if ranking.baseline is None
        else f"Systems with the letter a are not told from {latex(ranking.baseline)}"
    )
    return (
        f"Scores ({words}) of {counted(len(ranking.systems), 'system')} on {item_count(ranking.n_items)}{clusters}"
        rf"{runs}, with {100 * ranking.confidence_level:g}\,\% intervals ({interval_kinds(ranking)}) and the ranks "
        f"that the pairs leave open. {apart}: {side} {ranking.tested.methods} ({how}) of "
        rf"{counted(len(ranking.pairs), 'pair')}, {corrected}, $\alpha = {ranking.alpha:g}$."
    )
