"""What the sentences and tables of a ranking are made of: scores, intervals, ranks and p-values as they are printed."""

from collections.abc import Sequence

from core.ranking.ranked import RankedPair, RankedSystem, Ranking
from core.report.numbers import Unit, decimals_for, number, signed, small
from core.significance.pvalue import clopper_pearson

__all__ = ["CORRECTION_WORDS", "decimals_of", "interval_words", "listed", "pair_words", "ranks_words", "score_words"]

CORRECTION_WORDS = {
    "holm": "Holm's correction",
    "hochberg": "Hochberg's correction",
    "bh": "Benjamini and Hochberg's correction",
    "maxt": "the step-down maxT correction",
}

_MOST_LISTED = 8


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them, the first few of many.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed([f"s{i}" for i in range(12)])
    ('a, b and c', 's0, s1, s2, s3, s4, s5 and 6 others')
    """
    if len(names) > _MOST_LISTED:
        names = [*names[: _MOST_LISTED - 2], f"{len(names) - _MOST_LISTED + 2:,} others"]
    if not names:
        return ""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def decimals_of(ranking: Ranking, unit: Unit) -> int:
    """Return the decimals of all scores: those that the narrowest interval supports."""
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


def ranks_words(system: RankedSystem, dash: str = "–") -> str:
    """Return the interval of a system's rank: ``2–4``, or ``1``."""
    low, high = system.rank_interval
    return str(low) if low == high else f"{low}{dash}{high}"


def pair_words(pair: RankedPair, ranking: Ranking, unit: Unit) -> tuple[str, str, str]:
    """Return a pair's difference, its p-value and its adjusted one, as they may be printed."""
    difference = signed(unit.scale * pair.difference, decimals_of(ranking, unit))
    m = len(ranking.pairs)
    return difference, _p(pair.pvalue, pair, ranking, 1), _p(pair.adjusted_pvalue, pair, ranking, m)


def _p(value: float, pair: RankedPair, ranking: Ranking, times: int) -> str:
    """A p-value as it may be printed: of a sampled 0 only the upper end of its interval is known."""
    if value > 0 or pair.method == "exact":
        return small(value)
    return f"< {small(min(1.0, 2 * times * clopper_pearson(0, ranking.n_resamples)[1]))}"
