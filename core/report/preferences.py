"""Preferences in words and documents: sentences, rows of tables, JSON, CSV, LaTeX, Markdown, methods."""

from collections.abc import Mapping
from typing import Any

from core.common.claimed import small
from core.common.phrases import counted
from core.preferences.results import ComparedSystems, Orders, PreferenceRanking, PreferenceResult
from core.ranking.corrections import CORRECTIONS
from core.report.documents import pairs_table, plain, plain_table, table
from core.report.escape import csv_text, fenced, latex, markdown
from core.report.numbers import decimals_for, number, percent, pvalue_words
from core.report.ranking import SHARED_LETTER, corrected_words, listed, ranks_words
from core.report.reproduce import Origin, same_numbers

Found = PreferenceResult | PreferenceRanking


def rate(share: float, interval: tuple[float, float]) -> str:
    """Return a win rate and its interval in per cent, with one significant digit of the interval's half width."""
    decimals = max(decimals_for(50 * (interval[1] - interval[0])) - 1, 0)
    low, high = (number(100 * end, decimals) for end in interval)
    return f"{number(100 * share, decimals)} % [{low}, {high}]"


def preferences_sentences(found: Found) -> list[str]:
    """Return the findings, the main result first."""
    said = _about_two(found) if isinstance(found, PreferenceResult) else _about_many(found)
    return [*said, *_about_judgments(found), *_about_orders(found.orders)]


def _about_two(result: PreferenceResult) -> list[str]:
    a, b = result.systems
    if result.net_wins == 0:
        verdict = f"{a} and {b} are preferred equally often"
    else:
        verdict = f"{a} is {'preferred to' if result.net_wins > 0 else 'less preferred than'} {b}"
    counts = f"{counted(result.wins, 'win')}, {counted(result.ties, 'tie')}, {counted(result.losses, 'loss', 'losses')}"
    p = pvalue_words(result.pvalue, bound=result.error_bound)
    chance = f"{percent(result.pvalue)} of random swaps ({result.method})"
    said = f"If the judges preferred neither, a difference this large would come up in {chance}"
    if not result.significant:
        said += ": this shows neither that one is preferred nor that they are equal"
    return [f"{verdict}: {counts}, win rate {rate(result.win_rate, result.win_rate_interval)}; {p}.", f"{said}."]


def _about_many(ranking: PreferenceRanking) -> list[str]:
    said = []
    if ranking.systems:
        best, worse = ranking.systems[0], differing(ranking)
        others = [each.name for each in ranking.systems[1:] if each.name not in worse]
        strength = rate(best.strength, best.interval)
        if others:
            rest = f"It does not differ significantly from {listed(others)}."
        else:
            rest = "Every other ranked system differs significantly from it."
        said.append(f"{best.name} is the strongest: win rate {strength} against the average system. {rest}")
    else:
        said.append("No system has a strength: wins do not lead from any system to another and back.")
    m, differ = len(ranking.pairs), sum(pair.significant for pair in ranking.pairs)
    raw = sum(pair.pvalue <= ranking.alpha for pair in ranking.pairs)
    pairs = f"{differ:,} of {counted(m, 'pair')} {'differs' if differ == 1 else 'differ'} at α = {ranking.alpha:g}"
    if ranking.correction == "none":
        said.append(f"{pairs}, without any correction.")
    else:
        said.append(f"{pairs} after {CORRECTIONS[ranking.correction].words}, {raw:,} without it.")
    for name, reason in ((each.name, each.reason) for each in ranking.unplaced[:8]):
        why = reason if reason.startswith("never") else f"cannot be placed, since {reason}"
        said.append(f"{name} has no strength and no rank: it {why}.")
    if len(ranking.unplaced) > 8:
        said.append(f"{len(ranking.unplaced) - 8:,} more systems have none.")
    return said


def differing(ranking: PreferenceRanking) -> set[str]:
    """Return the systems that differ significantly from the strongest, without the strongest."""
    best = ranking.systems[0].name
    return {
        name for pair in ranking.pairs if pair.significant and best in (pair.first, pair.second)
        for name in (pair.first, pair.second) if name != best
    }  # fmt: skip


def _about_judgments(found: Found) -> list[str]:
    if found.n_judgments == found.n_items and found.n_judges < 2:
        return []
    return [f"There are {_judged(found)}; all judgments of an item are resampled and swapped together."]


def _judged(found: Found) -> str:
    judges = f" by {counted(found.n_judges, 'judge')}" if found.n_judges > 1 else ""
    return f"{counted(found.n_judgments, 'judgment')} of {counted(found.n_items, 'item')}{judges}"


def _about_orders(orders: Orders | None) -> list[str]:
    if orders is None:
        return []
    flipped = f"{orders.flipped:,}" if orders.flipped else "none"
    change = "change" if orders.flipped > 1 else "changes"
    return [
        f"Of {counted(orders.n_items, 'verdict')} asked in both orders, {flipped} {change} with the order "
        f"({rate(orders.share, orders.interval)}); the answer shown first wins "
        f"{number(100 * orders.first_position_rate, 0)} % of these judgments."
    ]


def result_rows(result: PreferenceResult) -> list[tuple[str, ...]]:
    """Return a heading, and a row with the systems, wins, ties, losses, win rate and p-value."""
    p = pvalue_words(result.pvalue, bound=result.error_bound).removeprefix("p ").removeprefix("= ")
    level = f"{100 * result.confidence_level:g} %"
    return [
        ("system", "against", "wins", "ties", "losses", f"win rate [{level}]", "p"),
        (
            *result.systems, f"{result.wins:,}", f"{result.ties:,}", f"{result.losses:,}",
            rate(result.win_rate, result.win_rate_interval), p,
        ),
    ]  # fmt: skip


def strength_rows(ranking: PreferenceRanking) -> list[tuple[str, ...]]:
    """Return a heading, and a row for each ranked system: rank, its interval, name, strength and interval, letters."""
    level = f"{100 * ranking.confidence_level:g} %"
    return [
        ("rank", "possible", "system", f"win rate against the average system [{level}]", "group"),
        *(
            (str(each.rank), ranks_words(each), each.name, rate(each.strength, each.interval), each.group)
            for each in ranking.systems
        ),
    ]


def pair_rows(ranking: PreferenceRanking) -> list[tuple[str, ...]]:
    """Return a heading, and a row for each pair: its systems, wins, ties, losses, p raw and adjusted, the verdict."""
    return [
        ("first", "second", "wins", "ties", "losses", "p", "adjusted p", ""),
        *(
            (
                pair.first, pair.second, f"{pair.wins:,}", f"{pair.ties:,}", f"{pair.losses:,}", small(pair.pvalue),
                small(pair.adjusted_pvalue), "differ" if pair.significant else "",
            )
            for pair in ranking.pairs
        ),
    ]  # fmt: skip


def preferences_csv(found: Found) -> str:
    """Return the result of two systems as one row, or every pair of many, with all digits."""
    if isinstance(found, PreferenceResult):
        head = ("first", "second", "wins", "ties", "losses", "win_rate", "low", "high", "pvalue", "method")
        row = (
            *found.systems, found.wins, found.ties, found.losses, found.win_rate, *found.win_rate_interval,
            found.pvalue, found.method,
        )  # fmt: skip
        return csv_text(head, [row])
    names = tuple(ComparedSystems.__slots__)
    return csv_text(names, ([getattr(pair, name) for name in names] for pair in found.pairs))


def preferences_latex(found: Found) -> str:
    """Return a table environment that needs no package."""
    level = rf"{100 * found.confidence_level:g}\,\%"
    if isinstance(found, PreferenceResult):
        a, b, *counts, share, p = result_rows(found)[1]
        share, interval = share.split(" % ")
        row = [latex(a), latex(b), *counts, rf"${share}\,\%$", f"${plain(interval)}$", f"${p}$"]
        head = ["System", "against", "Wins", "Ties", "Losses", "Win rate", level, "$p$"]
        said = f"Preferences on {counted(found.n_items, 'item')} ({counted(found.n_judgments, 'judgment')})"
        caption = f"{said}: two-sided permutation test over items ({found.method})."
        return table("llrrrrrr", head, [row], caption, "tab:preferences")
    rows = []
    for _, ranks, name, strength, group in strength_rows(found)[1:]:
        share, interval = strength.split(" % ")
        rows.append([latex(name), rf"${share}\,\%$", f"${plain(interval)}$", ranks.replace("–", "--"), group])
    corrected = corrected_words(found.correction)
    judged = f"{counted(found.n_judgments, 'judgment')} of {counted(found.n_items, 'item')}"
    caption = (
        f"Bradley--Terry strengths as win rates against the average system, from {judged}, with {level} bootstrap "
        "intervals over items. Systems that share a letter do not differ significantly: two-sided permutation tests of "
        rf"{counted(len(found.pairs), 'pair')}, {corrected}, $\alpha = {found.alpha:g}$."
    )
    return table("lrrcl", ["System", "Win rate", level, "Rank", "Group"], rows, caption, "tab:preferences")


def preferences_methods(found: Found) -> str:
    """Return the methods paragraph: judgments, estimate, intervals, test, correction, software."""
    level = f"{100 * found.confidence_level:g} %"
    judged = _judged(found)
    test = (
        "two-sided permutation test, in which the verdicts of an item are all kept or all reversed (its wins minus its "
        "losses is one value; without repeats this is the sign test). Items are taken to be independent"
    )
    if isinstance(found, PreferenceResult):
        a, b = found.systems
        kind = "Clopper-Pearson" if found.interval_kind == "Clopper-Pearson" else "percentile bootstrap"
        said = [
            f"We compared {a} with {b} on {judged}.",
            f"The win rate, a tie as half a win, has a {level} {kind} interval over items.",
            f"Significance was tested with the {test}; the p-value is {found.method}.",
        ]
    else:
        corrected = (
            "were not corrected for the number of pairs"
            if found.correction == "none"
            else f"of {counted(len(found.pairs), 'pair')} were adjusted by {CORRECTIONS[found.correction].words}"
        )
        said = [
            f"We compared {counted(len(found.systems) + len(found.unplaced), 'system')} on {judged}.",
            "Strengths are those of Bradley and Terry (1952) by maximum likelihood, a tie as half a win of both, given "
            "as win rates against a system of average log-odds.",
            f"Their {level} intervals are bootstrap percentiles from {found.n_resamples:,} resamples of the items with "
            f"all their judgments (seed {found.seed}); possible ranks follow from simultaneous {level} intervals of "
            "all differences of strengths.",
            f"Each pair was tested with the {test}; p-values {corrected} (α = {found.alpha:g}).",
        ]
        if found.unplaced:
            names = listed([each.name for each in found.unplaced])
            said.append(f"No strength exists for {names}, to or from which wins do not lead both ways.")
    return " ".join([*said, *_about_orders(found.orders), f"Software: Helped & Hurt {found.version}."])


def preferences_markdown(found: Found, origin: Origin | None = None, options: Mapping[str, Any] | None = None) -> str:
    """Return the whole report: findings, tables, methods, and the code that reproduces the numbers."""
    said = preferences_sentences(found)
    parts = ["# Which do the judges prefer?", f"**{markdown(said[0])}**", markdown(" ".join(said[1:]))]
    if isinstance(found, PreferenceResult):
        parts.append(plain_table(result_rows(found)))
    else:
        parts.append(plain_table(strength_rows(found)))
        parts.append(SHARED_LETTER)
        parts += ["## Pairs", pairs_table(pair_rows(found))]
    if found.notes:
        parts.append("\n".join(f"- {markdown(note)}" for note in found.notes))
    parts += ["## Methods", markdown(preferences_methods(found)), "## LaTeX", fenced(preferences_latex(found), "tex")]
    parts += same_numbers(found, origin, options, "prefer")
    return "\n\n".join(parts) + "\n"
