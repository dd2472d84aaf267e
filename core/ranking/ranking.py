"""Many systems on the same items: every pair tested, corrected for the number of questions, and ranked."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core._version import __version__
from core.common.arguments import argument, check_choice, check_progress, check_share, check_whole
from core.common.parallel import check_jobs, in_order
from core.data.intake import as_scores
from core.data.item_statistics import strata_of
from core.data.provenance import share_of_runs
from core.data.scales import scales_note
from core.data.scores import Scores
from core.errors import OptionError, Stopped
from core.inference.own_score import own_interval
from core.inference.standard_error import ClusterErrors, cluster_errors, influences
from core.inference.stratified import lone_note, resampled_units, stratum_sizes
from core.metrics import Metric, resolve_metric
from core.ranking.corrections import CORRECTIONS, adjust
from core.ranking.joint import joint_scores, rank_intervals, ranks
from core.ranking.letters import letter_groups, letters_of_baseline
from core.ranking.ranked import RankedPair, RankedSystem, Ranking
from core.ranking.step_down import max_t
from core.significance import ALTERNATIVES, TESTS, Resampling
from core.significance.observed import ROUNDING
from core.significance.pvalue import sampled_pvalue
from core.significance.resampling import Progress

__all__ = ["MANY_CORRECTIONS", "rank"]

Floats = NDArray[Any]

# Of a ranking, which has the resamples that "maxt" needs.
MANY_CORRECTIONS = (*CORRECTIONS, "maxt")
RUNS = ("mean", "nested")
# Pairs that a process takes at once.
_SHARE = 64


def rank(
    scores: Scores | Mapping[str, ArrayLike],
    *,
    clusters: Sequence[str] | None = None,
    strata: Sequence[str] | None = None,
    metric: str | Metric = "mean",
    test: str = "permutation",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    correction: str = "holm",
    baseline: str | None = None,
    runs: str = "mean",
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
    n_jobs: int = 1,
) -> Ranking:
    """Test every pair of systems, or all against one baseline, correct for their number, and rank the systems.

    Parameters
    ----------
    scores : Scores, dict or data frame
        Any number of systems on the same items, each with a name.
    clusters, strata : n strings, optional
        As for `core.compare`: what is resampled as a whole, and the tasks whose scores are averaged.
    metric, test : str
        As for `core.compare`.
    alternative : {"two-sided", "greater", "less"}
        "greater": better than the baseline. Without a baseline there is no side to ask for.
    alpha : float
        The significance level of the whole family of questions.
    correction : {"holm", "bh", "hochberg", "none", "maxt"}
        See `core.ranking.corrections` and `core.ranking.step_down`.
    baseline : str, optional
        Compare every other system with this one only.
    runs : {"mean", "nested"}
        What is resampled where items have several runs: the means of items over their runs, or items and then runs
        within each, so that intervals, ranks, "maxt" and the bootstrap tests cover the runs too. A permutation swaps
        all runs of an item together either way.
    confidence_level : float
        The level of the intervals of scores and ranks.
    n_resamples, seed : int
        Of the joint resamples behind the rank intervals and "maxt", and wherever a pair has to be sampled.
    progress : callable, optional
        Called with (done, total) steps; returning False stops with `Stopped`.
    n_jobs : int
        How many processes share the work, -1 for one on each processor: joblib's, of whatever backend is chosen. Their
        number changes no bit of the result.

    Raises
    ------
    OptionError
        If an argument is out of range, or the metric does not fit the data.
    DataError
        If the baseline is not among the systems.

    Examples
    --------
    >>> ranking = rank({"a": [1] * 30 + [0] * 10, "b": [1] * 28 + [0] * 12, "c": [0] * 35 + [1] * 5})
    >>> [(system.name, system.rank, system.group) for system in ranking.systems]
    [('a', 1, 'a'), ('b', 2, 'a'), ('c', 3, 'b')]
    """
    scores = as_scores(scores, clusters, strata)
    _check(scores, test, alternative, alpha, correction, baseline, runs, confidence_level, n_resamples, seed)
    check_progress(progress)
    n_jobs = check_jobs(n_jobs)
    alpha, confidence_level, n_resamples, seed = float(alpha), float(confidence_level), int(n_resamples), int(seed)
    observed = scores.by_cluster() if scores.clusters is not None else scores.mean_over_runs()
    names = observed.names
    chosen = [resolve_metric(metric, observed.pair(names[0], name)) for name in names[1:]][-1]
    observed = observed.only(chosen.columns)
    values = np.mean([chosen.score(totals) for totals in _totals(observed)], axis=0)
    by_score = sorted(range(len(names)), key=lambda i: (-chosen.sign * values[i], i))
    asked = list(_pairs(by_score, None if baseline is None else observed.system(baseline)))
    steps = _Steps(progress, len(asked) + 1)

    nested = runs == "nested" and scores.n_runs > 1
    drawn = joint_scores(
        scores.only(chosen.columns) if nested else observed, chosen,
        n_resamples=n_resamples, seed=seed, progress=steps.within, n_jobs=n_jobs,
    )  # fmt: skip
    given = drawn if nested and TESTS[test].law is Resampling else None
    work = partial(_tested, observed, chosen, test, alternative, n_resamples, seed, given)
    share = 1 if n_jobs == 1 else _SHARE
    tested: list[_Tested] = []
    for some in in_order(work, [(asked[i : i + share],) for i in range(0, len(asked), share)], n_jobs):
        tested += some
        steps.done(len(some))
    raw = np.array([each.pvalue for each in tested])
    adjusted = max_t(raw, chosen.sign * drawn, asked, alternative) if correction == "maxt" else adjust(raw, correction)
    significant = adjusted <= alpha
    place = {system: i for i, system in enumerate(by_score)}
    told = [(place[a], place[b]) for (a, b), differs in zip(asked, significant, strict=True) if differs]
    letters = letter_groups(len(names), told) if baseline is None else letters_of_baseline(len(names), told)
    found, ends = ranks(chosen.sign * values[None])[0], rank_intervals(chosen.sign * drawn, confidence_level)
    sizes = None if scores.strata is None else stratum_sizes(scores.strata)
    return Ranking(
        systems=tuple(
            RankedSystem(
                names[i], float(values[i]),
                _own_interval(observed, i, chosen, drawn[:, i], confidence_level, nested),
                int(found[i]), (int(ends[i, 0]), int(ends[i, 1])), letters[place[i]],
            )
            for i in by_score
        ),
        pairs=tuple(
            RankedPair(
                names[first], names[second], each.difference, each.pvalue, float(q), bool(told), each.method
            )
            for (first, second), each, q, told in zip(asked, tested, adjusted, significant, strict=True)
        ),
        n_items=len(scores),
        clusters=_cluster_errors(scores, chosen, by_score),
        strata=sizes,
        n_runs=scores.n_runs,
        runs=runs,
        share_of_runs=share_of_runs(scores.statistics),
        metric=chosen.name,
        higher_is_better=chosen.higher_is_better,
        test=test,
        alternative=alternative,
        alpha=alpha,
        correction=correction,
        baseline=baseline,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        seed=seed,
        digest=scores.only(chosen.columns).digest,
        version=__version__,
        notes=tuple(_notes(scores, chosen)),
    )  # fmt: skip


def _notes(scores: Scores, metric: Metric) -> Iterator[str]:
    yield from scores.notes
    yield from (f"Signature of {metric.label}: {text}" for name, text in scores.signatures if name == metric.name)
    if metric.name == "mean":
        values = scores.only(metric.columns).statistics[..., 0]
        yield from filter(None, [scales_note(scores.names, [each[~np.isnan(each)] for each in values])])
    yield from filter(None, [lone_note(scores.strata, scores.clusters)])


def _totals(scores: Scores) -> Iterator[Floats]:
    """The systems' sums ``(s, k)``, of each stratum where there are some.

    Correctly rounded, so that equal systems have equal scores whatever the order of their items.
    """
    places = np.zeros(len(scores), dtype=np.int64) if scores.strata is None else strata_of(scores.strata)[1]
    for stratum in range(int(places.max()) + 1):
        within = scores.statistics[:, 0, places == stratum]
        yield np.array([[math.fsum(column) for column in each.T] for each in within])


class _Tested(NamedTuple):
    difference: float
    pvalue: float
    method: str


def _tested(
    scores: Scores, metric: Metric, name: str, alternative: str, n_resamples: int, seed: int, drawn: Floats | None,
    pairs: list[tuple[int, int]],
) -> list[_Tested]:  # fmt: skip
    """Return what `core.compare` says of the pairs, without the distributions and the intervals.

    Where all systems' scores were ``drawn``, their differences are the resamples that count.
    """
    test, found = TESTS[name], []
    for first, second in pairs:
        pair = scores.pair(scores.names[second], scores.names[first])
        observed = resampled_units(pair, metric)
        question = test.question(metric.side(alternative), observed.difference)
        if drawn is None:
            pvalue = test.law(observed, n_resamples, seed).pvalue(question)
        else:
            pvalue = sampled_pvalue(
                question, drawn[:, first] - drawn[:, second], observed.difference,
                strict=False, tolerance=ROUNDING * observed.size, plus_one=test.law.plus_one,
            )  # fmt: skip
        found.append(_Tested(observed.difference, pvalue.value, pvalue.method))
    return found


def _own_interval(
    scores: Scores, system: int, metric: Metric, drawn: Floats, level: float, sampled: bool
) -> tuple[float, float]:
    """Return the interval of one system's score: of the resamples, where these cover the runs too."""
    if sampled:
        low, high = np.quantile(drawn, ((1 - level) / 2, (1 + level) / 2), method="inverted_cdf")
        return float(low), float(high)
    alone = resampled_units(scores.pair(scores.names[system], scores.names[system]), metric)
    interval = own_interval(Resampling(alone, len(drawn), 0), 1, level, drawn)
    return interval.low, interval.high


def _cluster_errors(scores: Scores, metric: Metric, by_score: list[int]) -> tuple[ClusterErrors, ...] | None:
    if scores.clusters is None:
        return None
    once = scores.mean_over_runs().statistics[:, 0]
    return tuple(
        cluster_errors(influences(once[i], metric, scores.strata), scores.clusters, scores.strata) for i in by_score
    )


def _pairs(by_score: list[int], baseline: int | None) -> Iterator[tuple[int, int]]:
    """The pairs to ask about, the better system first; with a baseline it is always the second."""
    if baseline is None:
        yield from combinations(by_score, 2)
    else:
        yield from ((system, baseline) for system in by_score if system != baseline)


class _Steps:
    """Reports the joint resamples as the first step, and each pair as one more."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total, self.finished = progress, total, 1

    def within(self, done: int, total: int) -> bool | None:
        return None if self.progress is None else self.progress(int(done == total), self.total)

    def done(self, pairs: int) -> None:
        self.finished += pairs
        if self.progress is not None and self.progress(self.finished, self.total) is False:
            raise Stopped(f"Stopped after {self.finished:,} of {self.total:,} steps.")


def _check(
    scores: Scores, test: Any, alternative: Any, alpha: Any, correction: Any, baseline: Any, runs: Any,
    confidence_level: Any, n_resamples: Any, seed: Any,
) -> None:  # fmt: skip
    check_choice("test", test, TESTS)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("correction", correction, MANY_CORRECTIONS)
    check_choice("runs", runs, RUNS)
    check_share("alpha", alpha)
    check_share("confidence_level", confidence_level, example=0.95)
    check_whole("n_resamples", n_resamples, 1, 10_000_000, "; 10,000 is usual")
    check_whole("seed", seed, 0)
    if not isinstance(baseline, str | None):
        raise OptionError(f"{argument('baseline', baseline)}, must be the name of a system, or None for all pairs.")
    if len(scores.names) < 2:
        raise OptionError(f"There is only {scores.names[0]}: a ranking needs at least two systems.")
    grouped = "clusters" if scores.clusters is not None else "strata" if scores.strata is not None else None
    if runs == "nested" and grouped is not None and scores.n_runs > 1:
        raise OptionError(
            f"runs == 'nested' cannot be had with {grouped}: leave the {grouped} out, or use runs='mean'."
        )
    if baseline is None and alternative != "two-sided":
        raise OptionError(
            f"alternative == {alternative!r} asks for a side, which pairs of a ranking do not have: "
            "name a baseline, or use two-sided."
        )
