"""A ranking in words, tables, CSV, JSON, LaTeX and Markdown."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from core.common.claimed import pvalue_equation
from core.common.phrases import counted
from core.data.scores import Scores
from core.inference.notes import FEW_CLUSTERS
from core.metrics import metric_words
from core.preferences.results import PlacedSystem
from core.ranking.corrections import CORRECTIONS, FAMILY_WISE
from core.ranking.ranked import RankedPair, RankedSystem, Ranking
from core.report.documents import pairs_table, plain, plain_table, table
from core.report.escape import csv_text, fenced, latex, markdown
from core.report.methods import checklist, kind_words
from core.report.numbers import (
    OWN,
    POINTS,
    Unit,
    decimals_for,
    item_count,
    number,
    percent,
    rounding_note,
    signed,
    unit_of,
)
from core.report.phrases import (
    covers_words,
    errors_words,
    items_words,
    left_out_words,
    number_of_runs,
    sizes_words,
    spread_sentence,
    strata_sentence,
)
from core.report.reproduce import Origin, same_numbers

_MOST_LISTED = 8
SHARED_LETTER = "Systems that share a letter do not differ significantly, which does not show that they are equal."
_SIDES = {"two-sided": "two-sided", "greater": "one-sided (better)", "less": "one-sided (worse)"}


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence; only the first few of many."""
    if len(names) > _MOST_LISTED:
        names = [*names[: _MOST_LISTED - 2], f"{len(names) - _MOST_LISTED + 2:,} others"]
    if not names:
        return ""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def decimals_of(ranking: Ranking, unit: Unit) -> int:
    """Return the decimals of all scores, as supported by the narrowest interval."""
    widths = [each.interval[1] - each.interval[0] for each in ranking.systems]
    positive = [width for width in widths if width > 0]
    return decimals_for(unit.scale * min(positive, default=0.0) / 2)


def score_words(system: RankedSystem, ranking: Ranking, unit: Unit) -> str:
    """Return a system's score."""
    return number(unit.scale * system.score, decimals_of(ranking, unit))


def interval_words(system: RankedSystem, ranking: Ranking, unit: Unit) -> str:
    """Return the interval of a system's score, as ``[low, high]``."""
    low, high = (number(unit.scale * end, decimals_of(ranking, unit)) for end in system.interval)
    return f"[{low}, {high}]"


def ranks_words(system: RankedSystem | PlacedSystem) -> str:
    """Return the range of a system's rank: ``2–4``, or ``1``."""
    low, high = system.rank_interval
    return str(low) if low == high else f"{low}–{high}"


def corrected_words(correction: str) -> str:
    """Return ``after Holm's correction``, for example, or ``uncorrected``."""
    return "uncorrected" if correction == "none" else f"after {CORRECTIONS[correction].words}"


def pair_words(pair: RankedPair, ranking: Ranking, unit: Unit) -> tuple[str, str, str]:
    """Return a pair's difference, its p-value and its adjusted one, for printing."""
    difference = signed(unit.scale * pair.difference, decimals_of(ranking, unit))
    return difference, pair.claimable_pvalue(), pair.claimable_adjusted()


def interval_kinds(ranking: Ranking) -> str:
    """Return the kind of the scores' intervals."""
    return " and ".join(map(kind_words, sorted({each.interval_kind for each in ranking.systems})))


def unit_of_all(scores: Scores, metric: str) -> Unit:
    """Return percentage points if all systems' scores are shares of counts, else the metric's unit."""
    first, *others = scores.names
    return POINTS if all(unit_of(scores.pair(first, name), metric) == POINTS for name in others) else OWN


def ranking_sentences(ranking: Ranking, unit: Unit) -> list[str]:
    """Return the best system, those that do not differ significantly from it, the pairs, and the intervals' scope."""
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
        apart = "Every other system differs significantly from it."
        not_apart = f"It does not differ significantly from {listed(others)}."
    else:
        first = f"{listed(names)} share the best score, {score}."
        apart = "Every other system differs significantly from them."
        not_apart = f"They do not differ significantly from {listed(others)}."
    return f"{first} {not_apart if others else apart}"


def _about_the_baseline(ranking: Ranking) -> str:
    sign = 1 if ranking.higher_is_better else -1
    significant = [pair for pair in ranking.pairs if pair.significant]
    better = [pair.first for pair in significant if sign * pair.difference > 0]
    worse = [pair.first for pair in significant if sign * pair.difference < 0]
    if not significant:
        return f"No system differs significantly from {ranking.baseline}."
    sides = [(names, how) for names, how in ((better, "better"), (worse, "worse")) if names]
    parts = [f"{listed(names)} {'is' if len(names) == 1 else 'are'} {how}" for names, how in sides]
    rest = len(ranking.pairs) - len(significant)
    others = f"; {counted(rest, 'system')} {'does' if rest == 1 else 'do'} not differ significantly" if rest else ""
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
    clusters = "" if ranking.n_clusters is None else f"{counted(ranking.n_clusters, 'cluster')} of "
    drawn = f"the {clusters}{item_count(ranking.n_items)}"
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
    """The note for printed percentages that do not add up to 100."""
    numbers = [float(share.removesuffix(" %").split()[-1]) for share in shares]
    return "" if round(sum(numbers), 6) == 100 else " (rounded, so that they do not add up to 100)"


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


def pairs_listed(ranking: Ranking, unit: Unit) -> list[tuple[str, ...]]:
    """Return the rows of `pair_rows` for a table of its own, with a heading for the verdict, which is yes or empty."""
    head, *rows = pair_rows(ranking, unit)
    return [(*head[:-1], "differ"), *((*row[:-1], "yes" if row[-1] else "") for row in rows)]


def ranking_csv(ranking: Ranking) -> str:
    """Return every pair with all digits as comma-separated values."""
    rows = [pair.to_dict() for pair in ranking.pairs]
    return csv_text(rows[0], (row.values() for row in rows))


def ranking_latex(ranking: Ranking, unit: Unit) -> str:
    """Return a table environment that needs no package: a row for each system, with the letters of its groups."""
    rows = [
        [latex(name), f"${plain(score)}$", f"${plain(interval)}$", ranks.replace("–", "--"), group]
        for _, ranks, name, score, interval, group in ranking_rows(ranking, unit)[1:]
    ]
    head = ["System", "Score", rf"{100 * ranking.confidence_level:g}\,\% interval", "Rank", "Group"]
    return table("lrrcl", head, rows, _caption(ranking, unit), "tab:systems")


def _caption(ranking: Ranking, unit: Unit) -> str:
    words = latex(metric_words(ranking.metric)) + (r", in percent" if unit == POINTS else "")
    words += "" if ranking.higher_is_better else ", lower is better"
    side = _SIDES[ranking.alternative]
    methods = {pair.method for pair in ranking.pairs}
    how = f"{ranking.n_resamples:,} resamples where not computed" if "monte-carlo" in methods else " or ".join(methods)
    corrected = corrected_words(ranking.correction)
    averaged = "" if ranking.strata is None else f", macro average over {counted(len(ranking.strata), 'task')}"
    runs = "" if ranking.n_runs == 1 else f", means over {number_of_runs(ranking.provenance)}"
    apart = (
        "Systems that share a letter do not differ significantly"
        if ranking.baseline is None
        else f"Systems with the letter a do not differ significantly from {latex(ranking.baseline)}"
    )
    return (
        f"Scores ({words}) of {counted(len(ranking.systems), 'system')} on "
        f"{item_count(ranking.n_items, ranking.n_clusters)}{averaged}{runs}, with "
        rf"{100 * ranking.confidence_level:g}\,\% intervals ({interval_kinds(ranking)}) and the ranks that the pairs "
        f"leave open. {apart}: {side} {ranking.tested.methods} ({how}) of "
        rf"{counted(len(ranking.pairs), 'pair')}, {corrected}, $\alpha = {ranking.alpha:g}$."
    )


def ranking_methods(ranking: Ranking, unit: Unit) -> str:
    """Return the methods paragraph: items, scores, intervals, test, correction, sources of variance, software."""
    distribution = "no normal distribution is assumed"
    if ranking.runs == "crossed":
        distribution = "differences are taken to have Student's t distribution"
    sentences = [
        f"We compared {counted(len(ranking.systems), 'system')} on the same {items_words(ranking)}, item by item; "
        f"{left_out_words(ranking.provenance)}.",
        _about_scores(ranking, unit),
        _about_test(ranking),
        _about_correction(ranking),
        ranking_sentences(ranking, unit)[-1],
        _about_clusters(ranking, unit),
        f"{'Clusters' if ranking.clusters else 'Items'} are taken to be independent; {distribution}.",
        _about_rounding(ranking, unit),
        f"Software: Helped & Hurt {ranking.version}.",
    ]
    return " ".join(filter(None, sentences))


def _about_scores(ranking: Ranking, unit: Unit) -> str:
    words = metric_words(ranking.metric) + (", in percent" if unit == POINTS else "")
    words += "; higher is better" if ranking.higher_is_better else "; lower is better"
    level = f"{100 * ranking.confidence_level:g} %"
    over = "clusters" if ranking.clusters else "items"
    over += " and runs" if ranking.runs != "mean" else " within tasks" if ranking.strata else ""
    ranges = "the ranks that a system can have follow from the pairs that differ significantly"
    if CORRECTIONS[ranking.correction].error_rate == FAMILY_WISE:
        ranges += f", and hold for all systems at once with a confidence of {100 * (1 - ranking.alpha):g} %"
    return (
        f"Scores ({words}) have {level} intervals over {over} ({interval_kinds(ranking)}); {ranges} (Mogstad et al., "
        "2024)."
    )


def _about_test(ranking: Ranking) -> str:
    test, m = ranking.tested, len(ranking.pairs)
    side = _SIDES[ranking.alternative]
    asked = (
        ("The pair" if m == 1 else f"Each of the {m:,} pairs")
        if ranking.baseline is None
        else f"{'The other system' if m == 1 else f'Each of the {m:,} other systems'} and {ranking.baseline}"
    )
    tested = f"{asked} was tested with the {side} {test.methods}; null hypothesis: {test.hypothesis}."
    return f"{tested} {exactness_sentence(ranking)}"


def exactness_sentence(ranking: Ranking) -> str:
    """Return how the p-values were computed."""
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
    correction = CORRECTIONS[ranking.correction]
    return (
        f"p-values were adjusted by {correction.words} for the family of {counted(m, 'comparison')} "
        f"({correction.error_rate} {ranking.alpha:g}): {found:,} of them are significant, {raw:,} before the "
        "correction."
    )


def _about_clusters(ranking: Ranking, unit: Unit) -> str | None:
    if ranking.clusters is None or ranking.clusters[0].clustered is None:
        return None
    first = ranking.clusters[0]
    return (
        f"The {sizes_words(first)} were resampled and swapped as a whole: the standard error of "
        f"{ranking.systems[0].name}'s score is {errors_words(first, unit)}."
    )


def _about_rounding(ranking: Ranking, unit: Unit) -> str | None:
    decimals = decimals_of(ranking, unit)
    scores = {each.name: unit.scale * each.score for each in ranking.systems}
    off = any(
        rounding_note(scores[pair.second], scores[pair.first], unit.scale * pair.difference, decimals)
        for pair in ranking.pairs
    )
    return "Scores and differences are rounded separately, so that some do not add up." if off else None


def ranking_markdown(
    ranking: Ranking, unit: Unit, origin: Origin | None = None, options: dict[str, Any] | None = None
) -> str:
    """Return the whole report: findings, systems, pairs, methods, and the code that reproduces the numbers."""
    said = ranking_sentences(ranking, unit)
    head, *systems = ranking_rows(ranking, unit)
    level = head[1]
    heading = ("rank", f"rank, {level}", "system", head[3], f"score, {level}", "group")
    parts = [
        "# Which systems differ?",
        f"**{markdown(said[0])}**",
        markdown(" ".join(said[1:])),
        plain_table([heading, *systems]),
        markdown(
            SHARED_LETTER
            if ranking.baseline is None
            else f"Systems with the letter a do not differ significantly from {ranking.baseline}, which does not show "
            "that they are equal."
        ),
    ]
    if ranking.clusters is not None and ranking.clusters[0].clustered is not None:
        errors = zip(ranking.systems, ranking.clusters, strict=True)
        rows = [(system.name, errors_words(found, unit)) for system, found in errors]
        parts.append(plain_table([("system", "standard error of the score"), *rows]))
    pairs = pairs_table(pairs_listed(ranking, unit))
    parts += ["## Pairs", pairs, "## Methods", markdown(ranking_methods(ranking, unit))]
    if ranking.notes:
        parts.append("\n".join(f"- {markdown(note)}" for note in ranking.notes))
    parts += ["## Checklists", ranking_checklist(ranking, unit)]
    parts += ["## LaTeX", fenced(ranking_latex(ranking, unit), "tex")]
    parts += same_numbers(ranking, origin, options, "rank")
    return "\n\n".join(parts) + "\n"


def ranking_checklist(ranking: Ranking, unit: Unit) -> str:
    """Return answers to the ARR and NeurIPS checklists, with blanks for facts that only the authors know."""
    first = ranking.pairs[0]
    difference, _, adjusted = pair_words(first, ranking, unit)
    seeds = "one run each" if ranking.n_runs == 1 else f"means over {number_of_runs(ranking.provenance)}"
    level = f"{100 * ranking.confidence_level:g} %"
    corrected = CORRECTIONS[ranking.correction].words
    return checklist(
        f"{items_words(ranking)}, the same for all {counted(len(ranking.systems), 'system')}; "
        f"{left_out_words(ranking.provenance)}.",
        f"Scores of {items_words(ranking)}, {seeds}, with {level} intervals; "
        f"{counted(len(ranking.pairs), 'comparison')} with {corrected}.",
        f"Helped & Hurt {ranking.version}, {ranking.tested.words}, {ranking.alternative}, "
        f"α = {ranking.alpha:g}, seed {ranking.seed}.",
        f"`{difference}, {pvalue_equation(adjusted)}` ({markdown(first.first)} against {markdown(first.second)})",
    )
