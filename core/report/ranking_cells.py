"""What the sentences and tables of a ranking are made of: scores, intervals, ranks and p-values as they are printed."""

from collections.abc import Sequence

from core.preferences.results import PlacedSystem
from core.ranking.ranked import RankedPair, RankedSystem, Ranking
from core.report.numbers import Unit, decimals_for, number, signed

__all__ = [
    "decimals_of",
    "interval_kinds",
    "interval_words",
    "listed",
    "pair_words",
    "ranks_words",
    "score_words",
]

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


def ranks_words(system: RankedSystem | PlacedSystem, dash: str = "–") -> str:
    """Return the ranks that a system can have: ``2–4``, or ``1``."""
    low, high = system.rank_interval
    return str(low) if low == high else f"{low}{dash}{high}"


def pair_words(pair: RankedPair, ranking: Ranking, unit: Unit) -> tuple[str, str, str]:
    """Return a pair's difference, its p-value and its adjusted one, as they may be printed."""
    difference = signed(unit.scale * pair.difference, decimals_of(ranking, unit))
    return difference, pair.claimable_pvalue(), pair.claimable_adjusted()


def interval_kinds(ranking: Ranking) -> str:
    """Return what the intervals of the scores are.

    Examples
    --------
    >>> from core import rank
    >>> interval_kinds(rank({"a": [1, 0, 1], "b": [0, 0.5, 1]}))
    'Clopper-Pearson and percentile bootstrap'
    """
    found = sorted({each.interval_kind for each in ranking.systems})
    return " and ".join({"percentile": "percentile bootstrap", "t": "Student's t"}.get(kind, kind) for kind in found)
