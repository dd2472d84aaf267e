"""The main function: compare two systems on the same items."""

import warnings
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from core._version import __version__
from core.common.arguments import check_choice, check_levels, check_margin, check_progress, check_resamples
from core.data.item_statistics import stratum_sizes
from core.data.paired import PairedScores, as_pair, without_items
from core.data.scores import Scores
from core.errors import NotExactError, OptionError
from core.inference.equivalence import check_possible, equivalence_tests
from core.inference.intervals import INTERVALS, ConfidenceInterval, confidence_interval
from core.inference.notes import few_units_notes, lone_note, rounding_notes, scales_note, shared_runs_note
from core.inference.reliability import reliability_note
from core.inference.result import Comparison
from core.inference.runs import RUNS, CrossedRuns, NestedBootstrap, by_name, check_runs, spread_of_runs
from core.inference.standard_error import difference_errors
from core.metrics import METRICS, Metric, resolve_metric
from core.metrics.samples import is_pass, scored_by_samples
from core.significance import ALTERNATIVES, BOUNDARIES, CROSSED, METHODS, TESTS, BootstrapDistribution
from core.significance.observed import Observed, resampled_units
from core.significance.pvalue import PValue, RejectionRegion
from core.significance.resampling import Progress


def compare(
    baseline: PairedScores | Scores | ArrayLike,
    experimental: ArrayLike | None = None,
    *,
    clusters: Sequence[str] | None = None,
    strata: Sequence[str] | None = None,
    metric: str | Metric = "mean",
    test: str = "permutation",
    alternative: str = "two-sided",
    method: str = "auto",
    boundary: str = "include",
    alpha: float = 0.05,
    n_resamples: int = 10_000,
    seed: int = 0,
    confidence_level: float = 0.95,
    interval: str = "percentile",
    margin: float | None = None,
    runs: str = "mean",
    progress: Progress | bool | None = None,
) -> Comparison:
    """Test whether the experimental system is better than the baseline on the same items.

    Parameters
    ----------
    baseline, experimental : arrays, lists or columns of data frames
        The systems' scores ``(n,)``, or statistics ``(n, k)``, on the same items in the same order. Or pass one
        argument: `PairedScores`, as readers return them, or `Scores` of two systems.
    clusters : n strings, optional
        The document, passage or user of each item: whole clusters are then resampled or swapped.
    strata : n strings, optional
        The task of each item: the score is then the mean of the tasks' scores (macro average), and items, or clusters,
        are resampled within each task.
    metric : str or Metric
        A name of `core.METRICS`, or ``"precision:LABEL"`` and the like.
    test : {"permutation", "shifted-bootstrap", "bootstrap"}
        The test; `core.significance` has a table.
    alternative : {"two-sided", "greater", "less"}
        "greater": the experimental system is better. Choose the alternative before you see the scores.
    method : {"auto", "exact", "monte-carlo"}
        "auto" computes p, exactly or to 0.2 %, if possible; otherwise it samples and reports the reason.
        "exact" never samples.
    boundary : {"include", "exclude"}
        Whether a resample exactly on the threshold counts; several published tools exclude it.
    alpha : float
        The significance level, for the verdict only.
    n_resamples, seed : int
        The number of resamples, if sampling is needed, and their seed.
    confidence_level : float
        The level of the confidence interval of the difference.
    interval : {"percentile", "basic", "bca"}
        The kind of the confidence interval.
    margin : float, optional
        The largest difference that does not matter, > 0, in the metric's unit. It adds tests of equivalence.
    runs : {"mean", "nested", "crossed"}
        How several runs are used. "mean" resamples the items' means over runs. "nested" resamples items, then runs
        within each item (the permutation test swaps the items' means): runs are trials drawn for each item (samples,
        epochs). "crossed" replaces ``test`` by Student's t over items and runs: runs are seeds that all items share
        (trained models, prompts, judges). See `core.inference.runs`.
    progress : bool or callable, optional
        True draws a bar, None only in a notebook. A function is called with (done, total) while sampling; returning
        False stops with `Stopped`.

    Returns
    -------
    Comparison
        The p-value, the difference (experimental minus baseline), and the settings that reproduce them.

    Raises
    ------
    OptionError
        If an argument is outside its range or the metric does not fit the data.
    NotExactError
        If ``method="exact"`` is not possible; the message gives the reason.

    Examples
    --------
    The ten questions of Jansen's primer, 4 helped and 3 hurt:

    >>> from core import compare, helped_hurt
    >>> compare([0, 1, 1, 0, 0, 1, 0, 0], [1, 1, 1, 1, 1, 1, 0, 1]).pvalue
    0.125

    >>> pair = helped_hurt(n=10, helped=4, hurt=3)
    >>> compare(pair)
    Comparison(experimental − baseline = +0.1 in mean, permutation p = 1 (exact), n = 10)

    The primer's own test is the one-sided bootstrap:

    >>> result = compare(pair, test="bootstrap", alternative="greater")
    >>> round(result.pvalue, 9), result.method, round(result.statistic, 9)
    (0.421732332, 'exact', 0.1)
    """
    pair = as_pair(baseline, experimental, clusters, strata)
    check_choice("test", test, TESTS)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("method", method, METHODS)
    check_choice("boundary", boundary, BOUNDARIES)
    check_choice("interval", interval, INTERVALS)
    check_choice("runs", runs, RUNS)
    check_levels(alpha, confidence_level)
    if runs == "crossed" and method != "auto":
        raise (NotExactError if method == "exact" else OptionError)(
            f"method == {method!r} is not possible here: runs == 'crossed' (--crossed) is tested by Student's t, which "
            "is approximate. Use method='auto'."
        )
    if margin is not None:
        check_margin(margin)
    n_resamples, seed = check_resamples(n_resamples, seed)
    progress = check_progress(progress)
    alpha, confidence_level = float(alpha), float(confidence_level)
    of_samples = None
    if isinstance(metric, str) and metric not in METRICS:
        of_samples = reliability_note(pair) if is_pass(metric) else None
        pair = scored_by_samples(pair, metric)
    row = resolve_metric(metric, pair)
    pair = pair.only(row.columns)
    if margin is not None:
        check_possible(margin := float(margin), row, pair)
    grouped = "clusters" if pair.is_clustered else "strata" if pair.strata is not None else None
    if runs != "mean":
        check_runs(runs, 1 if pair.runs is None else pair.runs.statistics.shape[1], grouped, metric)
    # The result does not keep items or ids.
    items = Observed(without_items(pair), row)
    observed = items if grouped is None else resampled_units(pair, row)
    changed = (observed if pair.is_clustered else items).changed
    resampling = BootstrapDistribution(observed, n_resamples, seed)
    if runs == "nested" and pair.runs is not None:
        resampling = NestedBootstrap(observed, n_resamples, seed, by_name(pair.runs.statistics, pair.ids))
    chosen, side, strict = TESTS[test], row.side(alternative), boundary == "exclude"
    may_be_exact, estimate = method != "monte-carlo", None
    same = isinstance(resampling, chosen.distribution)  # one set of resamples for the p-value and the interval
    sampling = resampling if same else chosen.distribution(observed, n_resamples, seed)
    passes = _Passes(progress, 1 if progress is None or same or (may_be_exact and resampling.is_listed) else 2)
    crossed: CrossedRuns | None = None
    intervals: dict[tuple[float, str], ConfidenceInterval] = {}
    if runs == "crossed" and pair.runs is not None:
        names = (pair.baseline_name, pair.experimental_name)
        crossed = CrossedRuns.of(names, pair.runs.statistics, row)
        chosen, sampling, estimate = CROSSED, resampling, crossed.difference(1, 0)
        pvalue = PValue(estimate.pvalue(side), None, chosen.name, method="approximate")
    else:
        region = RejectionRegion.of(chosen, side, observed.reference, strict=strict, tolerance=observed.tolerance)
        pvalue = sampling.pvalue(region, method, progress=passes)
        if progress is not None:  # the interval is computed now, so that the progress covers it
            passes.rounds = passes.finished + 1
            found = confidence_interval(resampling, may_be_exact, confidence_level, interval, passes)
            intervals[confidence_level, interval] = found
    errors = difference_errors(pair, row, max(map(abs, observed.scores))) if pair.is_clustered else None
    notes = [*pair.notes, *rounding_notes(items.snapped)]
    notes += filter(None, [lone_note(pair.strata, pair.clusters), of_samples])
    if row.name == "mean":
        a, e, counts = pair.collapsed
        both = (pair.baseline_name, pair.experimental_name), (a[:, 0], e[:, 0])
        notes += filter(None, [scales_note(*both, counts)])
    if estimate is None:  # only the bootstrap needs many units
        notes += few_units_notes(len(pair.units), [changed], "cluster" if pair.is_clustered else "item")
    for note in _warnings(pair, runs, strict):
        notes.append(note)
        warnings.warn(note, UserWarning, stacklevel=2)
    return Comparison(
        metric=row.name,
        metric_words=row.words,
        signature=dict(pair.signatures).get(row.name),
        higher_is_better=row.higher_is_better,
        of_shares=row.is_share_of(pair.all_rows),
        test=chosen.name,
        alternative=alternative,
        boundary=boundary,
        alpha=alpha,
        **pvalue.of_comparison(),
        statistic=observed.difference,
        baseline=observed.scores[0],
        experimental=observed.scores[1],
        baseline_name=pair.baseline_name,
        experimental_name=pair.experimental_name,
        n_items=len(pair),
        clusters=errors,
        strata=None if pair.strata is None else stratum_sizes(pair.strata),
        changed=changed,
        confidence_level=confidence_level,
        interval=interval if estimate is None else "t",
        equivalence=None if margin is None else equivalence_tests(resampling, margin, method, passes, estimate),
        digest=pair.digest,
        version=__version__,
        lattice=None if observed.linear is None else observed.linear.lattice,
        notes=tuple(notes),
        by_id=pair.ids is not None and not pair.provenance.by_position,
        provenance=pair.provenance,
        runs=runs if pair.runs is not None else "mean",
        spread_of_runs=None if pair.runs is None else spread_of_runs(pair.runs.statistics, row),
        estimate=estimate,
        _bootstrap=resampling,
        _of_test=sampling,
        _items=items,
        _may_be_exact=may_be_exact,
        _crossed=crossed,
        _intervals=intervals,
    )


def _warnings(pair: PairedScores, runs: str, strict: bool) -> Iterator[str]:
    """Notes on settings that mislead with these data."""
    if strict and np.array_equal(pair.collapsed.baseline, pair.collapsed.experimental):
        yield (
            "The two systems are identical; with boundary='exclude' every p-value is then as small as it can be, which "
            "says nothing. Use boundary='include'."
        )
    if runs == "nested" and pair.runs is not None:
        yield from filter(None, [shared_runs_note(pair.runs.names)])


class _Passes:
    """Reports several rounds of sampling as one: ``done`` and ``total`` count all rounds, and ``done`` never falls.

    A round that is not needed because the p-value is exact is omitted from the total.
    """

    def __init__(self, progress: Progress | None, rounds: int) -> None:
        self.progress, self.rounds, self.finished = progress, rounds, 0

    def __call__(self, done: int, total: int) -> bool | None:
        answer = None
        if self.progress is not None:
            rounds = max(self.rounds, self.finished + 1)
            answer = self.progress(self.finished * total + done, rounds * total)
        self.finished += done == total
        return answer
