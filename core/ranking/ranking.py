"""Rank many systems on the same items: test every pair and correct for the number of tests."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from core._version import __version__
from core.common.arguments import argument, check_choice, check_levels, check_progress, check_resamples
from core.common.arrays import Floats
from core.common.parallel import check_jobs, in_order
from core.common.progress import Steps
from core.data.item_statistics import exact_sums, strata_of, stratum_sizes
from core.data.scores import Scores, as_scores
from core.errors import OptionError
from core.inference.intervals import own_interval, sampled_interval
from core.inference.notes import few_units_notes, lone_note, scales_note, shared_runs_note
from core.inference.runs import RUNS, CrossedRuns, check_runs, spread_of_runs
from core.inference.standard_error import ClusterErrors, cluster_errors, influences
from core.metrics import Metric, resolve_metric
from core.metrics.samples import scored_by_samples
from core.ranking.corrections import CORRECTIONS, adjust, max_t
from core.ranking.joint import joint_scores, rank_ranges, ranks
from core.ranking.ranked import RankedPair, RankedSystem, Ranking, letter_groups, letters_of_baseline
from core.significance import CROSSED, TESTS, BootstrapDistribution
from core.significance.cells import check_test
from core.significance.observed import ROUNDING, Observed, resampled_units
from core.significance.pvalue import PValue, RejectionRegion, sampled_pvalue
from core.significance.resampling import Progress

# Pairs per task of a process.
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
    progress: Progress | bool | None = None,
    n_jobs: int = 1,
) -> Ranking:
    """Test every pair of systems, or all against one baseline, correct for their number, and rank the systems.

    Parameters
    ----------
    scores : Scores, dict or data frame
        Any number of systems on the same items, each with a name.
    clusters, strata : n strings, optional
        As for `core.compare`: the units resampled as a whole, and the tasks whose scores are averaged.
    metric, test : str
        As for `core.compare`.
    alternative : {"two-sided", "greater", "less"}
        "greater": better than the baseline. Without a baseline only "two-sided" is allowed.
    alpha : float
        The significance level of the whole family of tests.
    correction : str
        A name of `core.ranking.corrections.CORRECTIONS`.
    baseline : str, optional
        The only system that every other system is compared with.
    runs : {"mean", "nested", "crossed"}
        As for `core.compare`. With "nested", intervals, "maxt" and the bootstrap tests cover the runs too. With
        "crossed", every pair is tested by Student's t over items and runs instead of ``test``. A permutation swaps all
        runs of an item together.
    confidence_level : float
        The level of the intervals of scores.
    n_resamples, seed : int
        For the joint resamples of "maxt" and intervals, and for each sampled pair.
    progress : bool or callable, optional
        As for `core.compare`; a function is called with (done, total) steps.
    n_jobs : int
        The number of processes, -1 for one per processor, started by joblib's backend. The result does not
        depend on it.

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
    check_test(test, alternative)
    check_choice("correction", correction, CORRECTIONS)
    check_choice("runs", runs, RUNS)
    check_levels(alpha, confidence_level)
    if not isinstance(baseline, str | None):
        raise OptionError(f"{argument('baseline', baseline)}, must be the name of a system, or None for all pairs.")
    if len(scores.names) < 2:
        raise OptionError(f"There is only {scores.names[0]}: a ranking needs at least two systems.")
    if runs == "crossed" and correction == "maxt":
        raise OptionError(
            "correction == 'maxt' needs resamples, which runs='crossed' (--crossed) does not draw: use 'holm'."
        )
    if baseline is None and alternative != "two-sided":
        raise OptionError(
            f"alternative == {alternative!r} asks for a side, which pairs of a ranking do not have: "
            "name a baseline, or use two-sided."
        )
    n_resamples, seed = check_resamples(n_resamples, seed)
    progress = check_progress(progress)
    n_jobs = check_jobs(n_jobs)
    alpha, confidence_level = float(alpha), float(confidence_level)
    scores = scored_by_samples(scores, metric)
    grouped = "clusters" if scores.clusters is not None else "strata" if scores.strata is not None else None
    check_runs(runs, scores.n_runs, grouped, metric)
    observed = scores.by_cluster() if scores.clusters is not None else scores.mean_over_runs()
    names = observed.names
    chosen = [resolve_metric(metric, observed.pair(names[0], name)) for name in names[1:]][-1]
    scores, observed = scores.only(chosen.columns), observed.only(chosen.columns)
    values = np.mean([chosen.score(totals) for totals in _totals(observed)], axis=0)
    by_score = sorted(range(len(names)), key=lambda i: (-chosen.sign * values[i], i))
    if baseline is None:
        asked = list(combinations(by_score, 2))  # the better system first
    else:
        second = observed.system(baseline)
        asked = [(system, second) for system in by_score if system != second]
    steps = Steps(progress, len(asked) + 1)

    crossed = CrossedRuns.of(names, scores.statistics, chosen) if runs == "crossed" else None
    nested = runs == "nested"
    drawn: Floats = np.empty((0, len(names)))  # not needed for Student's t
    tested: list[_Tested] = []
    if crossed is not None:
        steps.done()
        for first, second in asked:
            estimate, seen = crossed.difference(first, second), _observed(observed, chosen, first, second)
            p = PValue(estimate.pvalue(chosen.side(alternative)), None, CROSSED.name, method="approximate")
            tested.append(_Tested(seen.difference, seen.changed, p))
        steps.done(len(asked))
    else:
        drawn = joint_scores(
            scores if nested else observed, chosen,
            n_resamples=n_resamples, seed=seed, progress=steps.within, n_jobs=n_jobs,
        )  # fmt: skip
        steps.done()
        given = drawn if nested and TESTS[test].distribution is BootstrapDistribution else None
        work = partial(_tested, observed, chosen, test, alternative, n_resamples, seed, given)
        share = 1 if n_jobs == 1 else _SHARE
        for some in in_order(work, [(asked[i : i + share],) for i in range(0, len(asked), share)], n_jobs):
            tested += some
            steps.done(len(some))
    raw = np.array([each.pvalue.claimed for each in tested])
    if correction == "maxt":
        adjusted = max_t(raw, chosen.sign * drawn, chosen.sign * values, asked, alternative)
    else:
        adjusted = adjust(raw, correction)
    significant = adjusted <= alpha
    place = {system: i for i, system in enumerate(by_score)}
    differ = [(place[a], place[b]) for (a, b), differs in zip(asked, significant, strict=True) if differs]
    letters = letter_groups(len(names), differ) if baseline is None else letters_of_baseline(len(names), differ)
    ranges = rank_ranges(len(names), [(min(pair), max(pair)) for pair in differ])
    found = ranks(chosen.sign * values)
    systems = []
    for i in by_score:
        if crossed is not None:
            own = crossed.score(i).interval(confidence_level)
        elif nested:  # the resamples cover the runs
            own = sampled_interval(drawn[:, i], confidence_level)
        else:
            resampling = BootstrapDistribution(_observed(observed, chosen, i, i), n_resamples, 0)
            own = own_interval(resampling, 1, confidence_level, drawn[:, i])
        systems.append(
            RankedSystem(
                names[i], float(values[i]), (own.low, own.high), int(found[i]), ranges[place[i]], letters[place[i]],
                own.kind,
            )
        )  # fmt: skip
    pairs = [
        RankedPair(
            names[first], names[second], difference, p.value, float(q), bool(differs), p.method,
            changed, p.interval, p.error_bound, p.log10,
        )
        for (first, second), (difference, changed, p), q, differs in zip(
            asked, tested, adjusted, significant, strict=True
        )
    ]  # fmt: skip
    several = scores.n_runs > 1 and scores.strata is None
    spread = spread_of_runs(scores.statistics[by_score], chosen) if several else None
    return Ranking(
        systems=tuple(systems),
        pairs=tuple(pairs),
        n_items=len(scores),
        clusters=_cluster_errors(scores, chosen, by_score),
        strata=None if scores.strata is None else stratum_sizes(scores.strata),
        n_runs=scores.n_runs,
        runs=runs,
        provenance=scores.provenance.over_runs(scores.statistics),
        spread_of_runs=spread,
        metric=chosen.name,
        higher_is_better=chosen.higher_is_better,
        test=test if crossed is None else CROSSED.name,
        alternative=alternative,
        alpha=alpha,
        correction=correction,
        baseline=baseline,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        seed=seed,
        digest=scores.digest,
        version=__version__,
        notes=tuple(_notes(scores, chosen, runs, tested)),
    )


def _notes(scores: Scores, metric: Metric, runs: str, tested: "list[_Tested]") -> Iterator[str]:
    yield from scores.notes
    shared = shared_runs_note(scores.runs) if runs == "nested" else None
    if shared is not None:
        warnings.warn(shared, UserWarning, stacklevel=3)
        yield shared
    n, unit = (len(scores), "item") if scores.clusters is None else (len(set(scores.clusters)), "cluster")
    if runs != "crossed":
        yield from few_units_notes(n, [each.changed for each in tested], unit)
    yield from (f"Signature of {metric.label}: {text}" for name, text in scores.signatures if name == metric.name)
    if metric.name == "mean":
        values = scores.only(metric.columns).statistics[..., 0]
        yield from filter(None, [scales_note(scores.names, [each[~np.isnan(each)] for each in values])])
    yield from filter(None, [lone_note(scores.strata, scores.clusters)])


def _totals(scores: Scores) -> Iterator[Floats]:
    """The systems' sums ``(s, k)``, per stratum if there are strata.

    The sums are correctly rounded, so that equal systems have equal scores in any order of their items.
    """
    places = np.zeros(len(scores), dtype=np.int64) if scores.strata is None else strata_of(scores.strata)[1]
    for stratum in range(int(places.max()) + 1):
        within = scores.statistics[:, 0, places == stratum]
        yield np.array([exact_sums(each) for each in within])


class _Tested(NamedTuple):
    difference: float
    changed: int
    pvalue: PValue


def _tested(
    scores: Scores, metric: Metric, name: str, alternative: str, n_resamples: int, seed: int, drawn: Floats | None,
    pairs: list[tuple[int, int]],
) -> list[_Tested]:  # fmt: skip
    """Return the p-values of `core.compare` for the pairs, without distributions and intervals.

    If all systems' scores were ``drawn``, their differences are the resamples.
    """
    test, found = TESTS[name], []
    for first, second in pairs:
        observed = _observed(scores, metric, first, second)
        side = metric.side(alternative)
        if drawn is None:
            region = RejectionRegion.of(test, side, observed.reference, tolerance=observed.tolerance)
            p = test.distribution(observed, n_resamples, seed).pvalue(region)
        else:
            region = RejectionRegion.of(test, side, observed.difference, tolerance=ROUNDING * observed.size)
            p = sampled_pvalue(region, drawn[:, first] - drawn[:, second], plus_one=test.distribution.plus_one)
        found.append(_Tested(observed.difference, observed.changed, p))
    return found


def _observed(scores: Scores, metric: Metric, first: int, second: int) -> Observed:
    return resampled_units(scores.pair(scores.names[second], scores.names[first]), metric)


def _cluster_errors(scores: Scores, metric: Metric, by_score: list[int]) -> tuple[ClusterErrors, ...] | None:
    if scores.clusters is None:
        return None
    once = scores.mean_over_runs().statistics[:, 0]
    return tuple(
        cluster_errors(
            influences(once[i], metric, scores.strata), scores.clusters, scores.strata,
            size=float(abs(metric.score(once[i].sum(axis=0)))),
        )
        for i in by_score
    )  # fmt: skip
