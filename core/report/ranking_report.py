"""A ranking for a paper: the methods paragraph, a Markdown report, and answers to the checklists of venues."""

from collections import Counter
from datetime import date
from typing import Any

from core.common.phrases import counted
from core.metrics import metric_words
from core.ranking.corrections import CORRECTIONS
from core.ranking.ranked import Ranking
from core.report.checklist import checklist
from core.report.clusters import errors_words, sizes_words
from core.report.documents import markdown_table
from core.report.escape import fenced, markdown
from core.report.numbers import POINTS, Unit, item_count, rounding_note
from core.report.origins import left_out_words, number_of_runs
from core.report.ranking import pair_rows, ranking_latex, ranking_rows, ranking_sentences
from core.report.ranking_cells import decimals_of, interval_kinds, pair_words
from core.report.reproduce import Origin, ranking_code, ranking_command
from core.report.strata import of_tasks

__all__ = ["exactness_sentence", "ranking_checklist", "ranking_markdown", "ranking_methods"]

# These corrections bound the chance of any false finding.
FAMILY_WISE = ("holm", "hochberg", "maxt")
# More pairs are a file to work with.
_MOST_PAIRS = 200


def ranking_methods(ranking: Ranking, unit: Unit) -> str:
    """Return what a paper's methods section needs: items, scores, intervals, test, correction, what varies, software.

    Examples
    --------
    >>> from core import rank
    >>> scores = {"old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3, "rules": [1] * 25 + [0] * 15}
    >>> ranking_methods(rank(scores), POINTS)[:52]
    'We compared 3 systems on the same 40 items, item by '
    """
    return " ".join(
        [
            f"We compared {counted(len(ranking.systems), 'system')} on the same {_items(ranking)}, item by item; "
            f"{left_out_words(ranking.provenance)}.",
            _about_scores(ranking, unit),
            _about_test(ranking),
            _about_correction(ranking),
            *ranking_sentences(ranking, unit)[-1:],
            *_about_clusters(ranking, unit),
            f"{'Clusters' if ranking.clusters else 'Items'} are taken to be independent; {_distribution(ranking)}.",
            *_about_rounding(ranking, unit),
            f"Software: Helped & Hurt {ranking.version}.",
        ]
    )


def _distribution(ranking: Ranking) -> str:
    if ranking.runs == "crossed":
        return "differences are taken to have Student's t distribution"
    return "no normal distribution is assumed"


def _items(ranking: Ranking) -> str:
    return item_count(ranking.n_items, ranking.n_clusters) + of_tasks(ranking.strata)


def _about_scores(ranking: Ranking, unit: Unit) -> str:
    words = metric_words(ranking.metric) + (", in percent" if unit == POINTS else "")
    words += "; higher is better" if ranking.higher_is_better else "; lower is better"
    level = f"{100 * ranking.confidence_level:g} %"
    over = "clusters" if ranking.clusters else "items"
    over += " and runs" if ranking.runs != "mean" else " within tasks" if ranking.strata else ""
    ranges = "the ranks that a system can have follow from the pairs that differ significantly"
    if ranking.correction in FAMILY_WISE:
        ranges += f", and hold for all systems at once with a confidence of {100 * (1 - ranking.alpha):g} %"
    return (
        f"Scores ({words}) have {level} intervals over {over} ({interval_kinds(ranking)}); {ranges} (Mogstad et al., "
        "2024)."
    )


def _about_test(ranking: Ranking) -> str:
    test, m = ranking.tested, len(ranking.pairs)
    side = {"two-sided": "two-sided", "greater": "one-sided (better)", "less": "one-sided (worse)"}[ranking.alternative]
    asked = (
        ("The pair" if m == 1 else f"Each of the {m:,} pairs")
        if ranking.baseline is None
        else f"{'The other system' if m == 1 else f'Each of the {m:,} other systems'} and {ranking.baseline}"
    )
    hypothesis = f"null hypothesis: {test.hypothesis}"
    return f"{asked} was tested with the {side} {test.methods}; {hypothesis}. {exactness_sentence(ranking)}"


def exactness_sentence(ranking: Ranking) -> str:
    """Return how the p-values were found."""
    methods, m = Counter(pair.method for pair in ranking.pairs), len(ranking.pairs)
    words = {
        "exact": "exact",
        "numerical": "numerical (known to 0.2 %)",
        "monte-carlo": f"sampled with {ranking.n_resamples:,} resamples, seed {ranking.seed}",
        "approximate": "approximate, by Student's t with Satterthwaite's degrees of freedom",
    }
    if len(methods) == 1:
        return f"All p-values are {words[next(iter(methods))]}."
    first, *others = [(methods[method], words[method]) for method in words if methods[method]]
    more = ", ".join(f"{count:,} {how}" for count, how in others)
    return f"{first[0]:,} of {m:,} p-values are {first[1]}, {more}."


def _about_correction(ranking: Ranking) -> str:
    m, found = len(ranking.pairs), sum(pair.significant for pair in ranking.pairs)
    raw = sum(pair.claimed_pvalue <= ranking.alpha for pair in ranking.pairs)
    if m == 1:
        return "As there is one comparison, its p-value needs no correction."
    if ranking.correction == "none":
        return f"p-values were not corrected for {counted(m, 'comparison')}; {found:,} are at most {ranking.alpha:g}."
    what = "false discovery rate" if ranking.correction == "bh" else "family-wise error rate"
    return (
        f"p-values were adjusted by {CORRECTIONS[ranking.correction].words} for the family of "
        f"{counted(m, 'comparison')} ({what} {ranking.alpha:g}): {found:,} of them are significant, {raw:,} before the "
        "correction."
    )


def _about_clusters(ranking: Ranking, unit: Unit) -> list[str]:
    if ranking.clusters is None or ranking.clusters[0].clustered is None:
        return []
    first = ranking.clusters[0]
    return [
        f"The {sizes_words(first)} were resampled and swapped as a whole: the standard error of "
        f"{ranking.systems[0].name}'s score is {errors_words(first, unit)}."
    ]


def _about_rounding(ranking: Ranking, unit: Unit) -> list[str]:
    decimals = decimals_of(ranking, unit)
    scores = {each.name: unit.scale * each.score for each in ranking.systems}
    off = any(
        rounding_note(scores[pair.second], scores[pair.first], unit.scale * pair.difference, decimals)
        for pair in ranking.pairs
    )
    return ["Scores and differences are rounded each by itself, so that some do not add up."] if off else []


def ranking_markdown(
    ranking: Ranking, unit: Unit, origin: Origin | None = None, options: dict[str, Any] | None = None
) -> str:
    """Return the whole report: what was found, systems, pairs, methods, and how to get the same numbers again."""
    said = ranking_sentences(ranking, unit)
    head, *systems = ranking_rows(ranking, unit)
    level = head[1]
    heading = ("rank", f"rank, {level}", "system", head[3], f"score, {level}", "group")
    parts = [
        "# Which systems differ?",
        f"**{markdown(said[0])}**",
        markdown(" ".join(said[1:])),
        _table([heading, *systems]),
        markdown(
            "Systems that share a letter are not told apart, which does not show that they are equal."
            if ranking.baseline is None
            else f"Systems with the letter a are not told from {ranking.baseline}, which does not show them equal."
        ),
    ]
    if ranking.clusters is not None and ranking.clusters[0].clustered is not None:
        parts.append(_table(_error_rows(ranking, unit)))
    parts += ["## Pairs", _pairs(ranking, unit), "## Methods", markdown(ranking_methods(ranking, unit))]
    if ranking.notes:
        parts.append("\n".join(f"- {markdown(note)}" for note in ranking.notes))
    parts += [
        "## Checklists",
        ranking_checklist(ranking, unit),
        "## LaTeX",
        fenced(ranking_latex(ranking, unit), "tex"),
    ]
    parts += ["## The same numbers again", f"SHA-256 of the data: `{ranking.digest}`. {date.today():%Y-%m-%d}."]
    if origin is not None:
        parts += [
            fenced(ranking_code(origin, options or {}), "python"),
            fenced(ranking_command(origin, options or {}), "sh"),
        ]
    return "\n\n".join(parts) + "\n"


def _pairs(ranking: Ranking, unit: Unit) -> str:
    head, *rows = pair_rows(ranking, unit)
    more = len(rows) - _MOST_PAIRS
    table = _table([(*head[:-1], "differ"), *((*row[:-1], "yes" if row[-1] else "") for row in rows[:_MOST_PAIRS])])
    return f"{table}\n\nand {more:,} more pairs, which `--format csv` lists." if more > 0 else table


def _error_rows(ranking: Ranking, unit: Unit) -> list[tuple[str, ...]]:
    assert ranking.clusters is not None
    return [
        ("system", "standard error of the score"),
        *(
            (each.name, errors_words(errors, unit))
            for each, errors in zip(ranking.systems, ranking.clusters, strict=True)
        ),
    ]


def _table(rows: list[tuple[str, ...]]) -> str:
    head, *body = [list(map(markdown, row)) for row in rows]
    return markdown_table(head, body)


def ranking_checklist(ranking: Ranking, unit: Unit) -> str:
    """Return answers to the questions of the ARR and NeurIPS checklists, with what only the authors know left open."""
    first = ranking.pairs[0]
    difference, _, adjusted = pair_words(first, ranking, unit)
    p = f"p {adjusted}" if adjusted[0] in "<>" else f"p = {adjusted}"
    seeds = "one run each" if ranking.n_runs == 1 else f"means over {number_of_runs(ranking.provenance)}"
    level = f"{100 * ranking.confidence_level:g} %"
    corrected = CORRECTIONS[ranking.correction].words
    return checklist(
        f"{_items(ranking)}, the same for all {counted(len(ranking.systems), 'system')}; "
        f"{left_out_words(ranking.provenance)}.",
        f"Scores of {_items(ranking)}, {seeds}, with {level} intervals; "
        f"{counted(len(ranking.pairs), 'comparison')} with {corrected}.",
        f"Helped & Hurt {ranking.version}, {ranking.tested.words}, {ranking.alternative}, "
        f"α = {ranking.alpha:g}, seed {ranking.seed}.",
        f"`{difference}, {p}` ({markdown(first.first)} against {markdown(first.second)})",
    )
