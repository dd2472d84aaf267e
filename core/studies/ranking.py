"""Many systems on the same items: every pair tested, corrected for the number of questions, and ranked."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._compare import compare
from core._version import version
from core.arguments import check_share, check_whole
from core.errors import OptionError, Stopped
from core.metrics import Metric, resolve_metric
from core.resampling import Progress
from core.scores import Scores
from core.studies.corrections import CORRECTIONS, adjust
from core.studies.joint import joint_scores, rank_intervals, ranks
from core.studies.letters import letter_groups
from core.studies.own_score import own_interval
from core.studies.step_down import max_t
from core.tests import ALTERNATIVES, TESTS

__all__ = ["RankedPair", "RankedSystem", "Ranking", "rank"]

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system: its score with an interval, its rank with one, and the letters of its groups.

    Systems that share a letter are not told apart.
    """

    name: str
    score: float
    interval: tuple[float, float]
    rank: int
    rank_interval: tuple[int, int]
    group: str


@dataclass(frozen=True, slots=True)
class RankedPair:
    """One pair: ``difference`` is the first system's score minus the second's."""

    first: str
    second: str
    difference: float
    pvalue: float
    adjusted_pvalue: float
    significant: bool
    method: str


@dataclass(frozen=True)
class Ranking:
    """Systems from the best to the worst, and every pair that was asked about.

    ``seed`` and ``n_resamples`` fix the rank intervals, and whatever else had to be sampled.
    """

    systems: tuple[RankedSystem, ...]
    pairs: tuple[RankedPair, ...] = field(repr=False)
    n_items: int
    metric: str
    test: str
    alternative: str
    alpha: float
    correction: str
    baseline: str | None
    confidence_level: float
    n_resamples: int
    seed: int
    digest: str
    version: str
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> tuple[str, ...]:
        """The systems that cannot be told from the one with the best score, itself among them."""
        leader = self.systems[0].name
        worse = {
            name for pair in self.pairs if pair.significant and leader in (pair.first, pair.second)
            for name in (pair.first, pair.second) if name != leader
        }  # fmt: skip
        return tuple(system.name for system in self.systems if system.name not in worse)

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``rank --format json`` prints."""
        kept = ("n_items", "metric", "test", "alternative", "alpha", "correction", "baseline", "seed", "digest")
        return {
            "systems": [
                asdict(each) | {"interval": list(each.interval), "rank_interval": list(each.rank_interval)}
                for each in self.systems
            ],
            "pairs": [asdict(pair) for pair in self.pairs],
            **{name: getattr(self, name) for name in kept},
            "version": self.version,
        }


def rank(
    scores: Scores,
    *,
    metric: str | Metric = "mean",
    test: str = "permutation",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    correction: str = "holm",
    baseline: str | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ranking:
    """Test every pair of systems, or all against one baseline, correct for their number, and rank the systems.

    Parameters
    ----------
    scores : Scores
        Any number of systems on the same items; several runs are averaged item by item, clusters are summed.
    metric, test : str
        As for `core.compare`.
    alternative : {"two-sided", "greater", "less"}
        "greater": better than the baseline. Without a baseline there is no side to ask for.
    alpha : float
        The significance level of the whole family of questions.
    correction : {"holm", "bh", "hochberg", "none", "maxt"}
        See `core.studies.corrections` and `core.studies.step_down`.
    baseline : str, optional
        Compare every other system with this one only.
    confidence_level : float
        The level of the intervals of scores and ranks.
    n_resamples, seed : int
        Of the joint resamples behind the rank intervals and "maxt", and wherever a pair has to be sampled.
    progress : callable, optional
        Called with (done, total) steps; returning False stops with `Stopped`.

    Raises
    ------
    OptionError
        If an argument is out of range, or the metric does not fit the data.
    DataError
        If the baseline is not among the systems.

    Examples
    --------
    >>> scores = Scores.from_systems({"a": [1] * 30 + [0] * 10, "b": [1] * 28 + [0] * 12, "c": [0] * 35 + [1] * 5})
    >>> [(system.name, system.rank, system.group) for system in rank(scores).systems]
    [('a', 1, 'a'), ('b', 2, 'a'), ('c', 3, 'b')]
    """
    _check(scores, test, alternative, alpha, correction, baseline, confidence_level, n_resamples, seed)
    observed = scores.by_cluster() if scores.clusters is not None else scores.mean_over_runs()
    names = observed.names
    chosen = resolve_metric(metric, observed.pair(names[0], names[-1]))
    totals = np.array([[np.sum(column) for column in each.T] for each in observed.statistics[:, 0]])
    values = np.asarray(chosen.score(totals), dtype=float)
    by_score = sorted(range(len(names)), key=lambda i: (-chosen.sign * values[i], i))
    asked = list(_pairs(by_score, None if baseline is None else observed.system(baseline)))
    steps = _Steps(progress, len(asked) + 1)

    drawn = joint_scores(observed, chosen, n_resamples=n_resamples, seed=seed, progress=steps.within)
    results = []
    for first, second in asked:
        pair = observed.pair(names[second], names[first])
        results.append(
            compare(
                pair, metric=chosen, test=test, alternative=alternative, alpha=alpha, n_resamples=n_resamples, seed=seed
            )
        )
        steps.done()
    raw = np.array([result.pvalue for result in results])
    adjusted = max_t(raw, chosen.sign * drawn, asked, alternative) if correction == "maxt" else adjust(raw, correction)
    significant = adjusted <= alpha
    place = {system: i for i, system in enumerate(by_score)}
    letters = _letters(len(names), asked, significant, place, baseline)
    found, ends = ranks(chosen.sign * values[None])[0], rank_intervals(chosen.sign * drawn, confidence_level)
    return Ranking(
        systems=tuple(
            RankedSystem(
                names[i], float(values[i]), own_interval(observed, i, chosen, drawn[:, i], confidence_level),
                int(found[i]), (int(ends[i, 0]), int(ends[i, 1])), letters[place[i]],
            )
            for i in by_score
        ),
        pairs=tuple(
            RankedPair(
                names[first], names[second], result.statistic, float(p), float(q), bool(told), result.method
            )
            for (first, second), result, p, q, told in zip(asked, results, raw, adjusted, significant, strict=True)
        ),
        n_items=len(observed),
        metric=chosen.name,
        test=test,
        alternative=alternative,
        alpha=alpha,
        correction=correction,
        baseline=baseline,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        seed=seed,
        digest=scores.digest,
        version=version(),
        notes=scores.notes,
    )  # fmt: skip


def _pairs(by_score: list[int], baseline: int | None) -> Iterator[tuple[int, int]]:
    """The pairs to ask about, the better system first; with a baseline it is always the second."""
    if baseline is None:
        yield from combinations(by_score, 2)
    else:
        yield from ((system, baseline) for system in by_score if system != baseline)


def _letters(
    n: int, asked: list[tuple[int, int]], significant: NDArray[np.bool_], place: dict[int, int], baseline: str | None
) -> list[str]:
    """The letters by rank; where all are compared with a baseline, ``a`` for what cannot be told from it."""
    apart = [(place[a], place[b]) for (a, b), told in zip(asked, significant, strict=True) if told]
    if baseline is None:
        return letter_groups(n, apart)
    different = {better for better, _ in apart}
    return ["" if i in different else "a" for i in range(n)]


class _Steps:
    """Reports the joint resamples as the first step, and each pair as one more."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total, self.finished = progress, total, 1

    def within(self, done: int, total: int) -> bool | None:
        return None if self.progress is None else self.progress(int(done == total), self.total)

    def done(self) -> None:
        self.finished += 1
        if self.progress is not None and self.progress(self.finished, self.total) is False:
            raise Stopped(f"Stopped after {self.finished:,} of {self.total:,} steps.")


def _check(
    scores: Scores, test: str, alternative: str, alpha: float, correction: str, baseline: str | None,
    confidence_level: float, n_resamples: int, seed: int,
) -> None:  # fmt: skip
    choices: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("test", test, tuple(TESTS)),
        ("alternative", alternative, ALTERNATIVES),
        ("correction", correction, (*CORRECTIONS, "maxt")),
    )
    for name, value, allowed in choices:
        if value not in allowed:
            raise OptionError(f"{name} == {value!r}, must be one of {', '.join(allowed)}.")
    check_share("alpha", alpha)
    check_share("confidence_level", confidence_level, example=0.95)
    check_whole("n_resamples", n_resamples, 1, 10_000_000, "; 10,000 is usual")
    check_whole("seed", seed, 0)
    if len(scores.names) < 2:
        raise OptionError(f"There is only {scores.names[0]}: a ranking needs at least two systems.")
    if baseline is None and alternative != "two-sided":
        raise OptionError(
            f"alternative == {alternative!r} asks for a side, which pairs of a ranking do not have: "
            "name a baseline, or use two-sided."
        )
