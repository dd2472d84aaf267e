"""Which systems judges prefer: two systems by an exact test, many by Bradley and Terry's strengths."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import expit

from core._version import __version__
from core.common.arguments import argument, check_choice, check_levels, check_progress, check_resamples
from core.common.arrays import Integers
from core.common.phrases import counted
from core.data.paired import PairedScores
from core.errors import OptionError
from core.inference.compare import compare
from core.inference.notes import FEW_CHANGED
from core.inference.result import Comparison
from core.preferences.judgments import Preferences
from core.preferences.results import (
    ComparedSystems,
    Orders,
    PlacedSystem,
    PreferenceRanking,
    PreferenceResult,
    Unplaced,
)
from core.preferences.strengths import bootstrap_strengths, placeable, rank_ranges, strengths
from core.ranking.corrections import PVALUE_CORRECTIONS, adjust
from core.ranking.joint import ranks
from core.ranking.ranked import letter_groups
from core.significance import TESTS
from core.significance.pvalue import clopper_pearson
from core.significance.resampling import Progress

# A significant win rate of the first position that differs from one half by more than this gets a caution.
FAR_FROM_HALF = 0.05


def prefer(
    data: Preferences,
    *,
    systems: Sequence[str] | None = None,
    correction: str = "holm",
    alpha: float = 0.05,
    confidence_level: float = 0.95,
    n_resamples: int = 2_000,
    seed: int = 0,
    progress: Progress | bool | None = None,
) -> PreferenceResult | PreferenceRanking:
    """Test which of two systems is preferred, or rank many by their strengths.

    All judgments of an item, in both orders and by all judges, are one unit. The exact permutation test swaps, and the
    bootstrap draws, the item's wins minus losses as a whole.

    Parameters
    ----------
    data : Preferences
        The judgments: see `core.read_preferences`.
    systems : strings, optional
        The systems to compare, by default all. With two systems, wins are those of the first.
    correction : str
        The correction for the number of pairs of many systems: a name of `CORRECTIONS`, other than ``"maxt"``.
    alpha : float
        The significance level of all pairs together.
    confidence_level : float
        The level of all intervals.
    n_resamples, seed : int
        The resamples of items behind the intervals of strengths and ranks.
    progress : bool or callable, optional
        As for `core.compare`; a function is called with (done, total) resamples.

    Returns
    -------
    PreferenceResult or PreferenceRanking
        A PreferenceResult for two systems, a PreferenceRanking for more.

    Raises
    ------
    OptionError
        If an argument is out of range or a system is not in the judgments.

    Examples
    --------
    >>> verdicts = [1] * 90 + [0] * 30 + [-1] * 70
    >>> items = [f"q{i}" for i in range(190)]
    >>> result = prefer(Preferences.from_judgments(items, ["new"] * 190, ["old"] * 190, verdicts))
    >>> result.wins, result.ties, result.losses, round(result.win_rate, 4), round(result.pvalue, 4)
    (90, 30, 70, 0.5526, 0.1328)
    """
    if not isinstance(data, Preferences):
        raise OptionError(f"{argument('data', data)}, must be Preferences: see core.read_preferences.")
    check_choice("correction", correction, PVALUE_CORRECTIONS)
    check_levels(alpha, confidence_level)
    n_resamples, seed = check_resamples(n_resamples, seed, 1_000_000, 2_000)
    progress = check_progress(progress)
    if systems is not None:
        data = data.only(systems)
    if len(data.names) < 2:
        raise OptionError(f"There is only {data.names[0]}: at least two systems are needed.")
    level, alpha = float(confidence_level), float(alpha)
    if len(data.names) == 2:
        return _two(data, alpha, level)
    return _many(data, correction, alpha, level, n_resamples, seed, progress)


def _two(data: Preferences, alpha: float, level: float) -> PreferenceResult:
    signed = np.where(data.first == 0, data.verdict, -data.verdict)
    result = _tested(_sums(data.item, signed), np.bincount(data.item), level)
    interval = result.own_intervals()[1]
    wins, ties, losses = (int((signed == value).sum()) for value in (1, 0, -1))
    orders = _orders(data, level)
    return PreferenceResult(
        systems=(data.names[0], data.names[1]),
        wins=wins,
        ties=ties,
        losses=losses,
        n_items=len(data.items),
        n_judgments=len(data),
        n_judges=len(data.judges),
        win_rate=result.experimental,
        win_rate_interval=(interval.low, interval.high),
        interval_kind=interval.kind,
        net_wins=wins - losses,
        pvalue=result.pvalue,
        method=result.method,
        error_bound=result.error_bound,
        orders=orders,
        alpha=alpha,
        confidence_level=level,
        digest=data.digest,
        version=__version__,
        notes=(*data.notes, *_few(result.changed, interval.kind), *_cautions(data, orders, alpha)),
    )


def _few(decided: int, kind: str) -> Iterator[str]:
    if 0 < decided < FEW_CHANGED and kind == "percentile":
        yield (
            f"Only {counted(decided, 'item')} {'has' if decided == 1 else 'have'} a winner: the interval of the win "
            "rate, a bootstrap's, is then too narrow. Go by the p-value."
        )


def _many(
    data: Preferences, correction: str, alpha: float, level: float, n_resamples: int, seed: int,
    progress: Progress | None,
) -> PreferenceRanking:  # fmt: skip
    wins = data.wins()
    kept, unplaced = placeable(wins, data.names)
    # By name, so that the resamples do not depend on the order of the judgments.
    kept.sort(key=lambda i: data.names[i])
    theta = strengths(wins[np.ix_(kept, kept)]) if kept else np.zeros(0)
    by_strength = sorted(range(len(kept)), key=lambda i: (-theta[i], kept[i]))
    played = np.maximum(wins.sum(axis=0) + wins.sum(axis=1), 1)
    rest = sorted((i for i, _ in unplaced), key=lambda i: -wins[i].sum() / played[i])
    pairs = _pairs(data, [*(kept[i] for i in by_strength), *rest], correction, alpha)
    notes, systems = [*data.notes], list[PlacedSystem]()
    if kept:
        place = {data.names[kept[i]]: at for at, i in enumerate(by_strength)}
        differ = [
            (place[pair.first], place[pair.second])
            for pair in pairs
            if pair.significant and pair.first in place and pair.second in place
        ]
        placed = data.only([data.names[i] for i in kept])
        drawn, weak = bootstrap_strengths(placed, theta, n_resamples, seed, progress)
        if weak:
            notes.append(
                f"In {weak:,} of {n_resamples:,} resamples some system won or lost too little to have a strength; one "
                "judgment of each system against the average one, half won and half lost, was added to these."
            )
        # Strengths that differ by less than the search's tolerance are equal.
        rank, possible = ranks(np.round(theta, 9)), rank_ranges(theta, drawn, level)
        tails = ((1 - level) / 2, (1 + level) / 2)
        low, high = expit(np.quantile(drawn, tails, axis=0, method="inverted_cdf"))
        systems = [
            PlacedSystem(
                placed.names[i], float(expit(theta[i])), (float(low[i]), float(high[i])), int(rank[i]), possible[i],
                group,
            )
            for i, group in zip(by_strength, letter_groups(len(kept), differ), strict=True)
        ]  # fmt: skip
    orders = _orders(data, level)
    return PreferenceRanking(
        systems=tuple(systems),
        pairs=tuple(pairs),
        unplaced=tuple(Unplaced(data.names[i], why) for i, why in unplaced),
        n_items=len(data.items),
        n_judgments=len(data),
        n_judges=len(data.judges),
        orders=orders,
        alpha=alpha,
        correction=correction,
        confidence_level=level,
        n_resamples=n_resamples,
        seed=seed,
        digest=data.digest,
        version=__version__,
        notes=(*notes, *_cautions(data, orders, alpha)),
    )


def _pairs(data: Preferences, order: Sequence[int], correction: str, alpha: float) -> list[ComparedSystems]:
    """Return every pair that was judged, the better placed system first, tested and corrected."""
    place = np.empty(len(order), dtype=np.int64)
    place[list(order)] = np.arange(len(order))
    s, first, second = len(order), place[data.first], place[data.second]
    signed = np.where(first < second, data.verdict, -data.verdict)
    pair = np.minimum(first, second) * s + np.maximum(first, second)
    sorting = np.lexsort((data.item, pair))
    pair, signed, item = pair[sorting], signed[sorting], data.item[sorting]
    codes, begins = np.unique(pair, return_index=True)
    rows: list[tuple[str, str, int, int, int]] = []
    pvalues: list[float] = []
    for code, values, items in zip(codes, np.split(signed, begins[1:]), np.split(item, begins[1:]), strict=True):
        sums = _sums(np.unique(items, return_inverse=True)[1], values)
        pvalues.append(_pvalue(sums))
        wins, ties, losses = (int((values == value).sum()) for value in (1, 0, -1))
        rows.append((data.names[order[code // s]], data.names[order[code % s]], wins, ties, losses))
    adjusted = adjust(pvalues, correction)
    return [
        ComparedSystems(*row, pvalue, float(q), bool(q <= alpha))
        for row, pvalue, q in zip(rows, pvalues, adjusted, strict=True)
    ]


def _pvalue(sums: Integers) -> float:
    """The two-sided permutation test of items' sums: the sign test if all nonzero sums have the same size."""
    if len(np.unique(np.abs(sums[sums != 0]))) <= 1:
        up, down = np.array([(sums > 0).sum()]), np.array([(sums < 0).sum()])
        return min(1.0, float(TESTS["permutation"].of_counts(np.array([len(sums)]), up, down, True, 0)[0]))
    return _tested(sums, np.full(len(sums), np.abs(sums).max()), 0.95).pvalue


def _sums(group: Integers, values: Integers) -> Integers:
    return np.rint(np.bincount(group, values)).astype(np.int64)


def _tested(sums: Integers, counts: Integers, level: float) -> Comparison:
    """Compare the two win rates over items with these wins minus losses, and this many judgments each."""
    if (counts == counts[0]).all() and (np.abs(sums) == counts).all():
        sums, counts = sums // counts, np.ones_like(counts)
    won = (counts + sums) / 2
    pair = PairedScores.from_scores(
        np.column_stack([counts - won, counts]), np.column_stack([won, counts]), columns=("score", "items")
    )
    return compare(pair, test="permutation", alternative="two-sided", confidence_level=level)


def _orders(data: Preferences, level: float) -> Orders | None:
    """Return how the verdicts of items that the same judge saw in both orders depend on the order, if there are any."""
    s = len(data.names)
    low, high = np.minimum(data.first, data.second), np.maximum(data.first, data.second)
    unit = (data.item * s + low) * s + high
    # Two judges who saw one order each may differ for other reasons.
    by_judge = np.unique(unit * len(data.judges) + data.judge, return_inverse=True)[1]
    reverse = data.first > data.second
    seen = [np.bincount(by_judge, data.ordered & (reverse == way)) > 0 for way in (False, True)]
    kept = (seen[0] & seen[1])[by_judge] & data.ordered
    if not kept.any():
        return None
    item, verdict = np.unique(unit[kept], return_inverse=True)[1], data.verdict[kept]
    ahead, behind = (np.sign(_sums(item, np.where(reverse[kept] == way, verdict * (1 - 2 * way), 0))) for way in (0, 1))
    flipped, n = int((ahead != behind).sum()), len(ahead)
    first_wins, pvalue = float((1 + verdict.mean()) / 2), _pvalue(_sums(item, verdict))
    return Orders(flipped, n, flipped / n, clopper_pearson(flipped, n, level), first_wins, pvalue)


def _cautions(data: Preferences, orders: Orders | None, alpha: float) -> Iterator[str]:
    if orders is not None:
        rate = orders.first_position_rate
        if abs(rate - 0.5) >= FAR_FROM_HALF and orders.pvalue <= alpha:
            which = "first" if rate > 0.5 else "second"
            yield (
                f"The answer shown first wins {100 * rate:.0f} % of the judgments of items judged in both orders: the "
                f"judge prefers the {which} position. This cancels where every item is judged in both orders."
            )
    elif len(data.names) == 2:
        first = data.ordered & (data.first == 0)
        if 0 < first.sum() < data.ordered.sum() and abs(first.sum() / data.ordered.sum() - 0.5) > 0.1:
            yield (
                f"{data.names[0]} was shown first in {first.sum():,} of {counted(int(data.ordered.sum()), 'judgment')}"
                ": a judge that prefers one position then favours one system. Judge every item in both orders."
            )
