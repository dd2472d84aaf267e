"""The error of sampled p-values: the study of Zmigrod et al. (2022, §4; Tables 1–2, Fig. 3), and its theory.

Two taggers are drawn sentence by sentence, with the moments of a real one; their exact two-sided permutation p-value is
computed, and sampled again and again with K random swaps. The paper's own p-values are not compared: its Fig. 1 and 2
print ≤ for ≥. In theory the number of swaps that count is Binomial(K, p).
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrik, ndtri

from core.common.arguments import argument, check_number, check_progress, check_share, check_whole, check_wholes
from core.common.display import Displayed
from core.common.progress import Steps
from core.data.paired import PairedScores, as_units
from core.errors import NotExactError, OptionError
from core.metrics import Metric, resolve_metric
from core.metrics.samples import scored_by_samples
from core.significance import TESTS, PermutationDistribution
from core.significance.observed import Observed
from core.significance.pvalue import RejectionRegion, computed_pvalue
from core.significance.resampling import Progress, seed_from

# Table 1: mean and standard deviation over sentences, of Stanza on the English UD test set.
_ACCURACY = (0.9543, 0.1116)
_LENGTH = (12.08, 10.60)
# Table 2: the factor of the second tagger's mean accuracy, for each number of sentences.
_FACTORS = {250: 0.95, 500: 0.96, 1000: 0.97, 2000: 0.98, 4000: 0.985, 8000: 0.99}

SIZES = tuple(_FACTORS)


def tagged_sentences(n: int, seed: int, factor: float | None = None) -> PairedScores:
    """Draw two taggers' results on n sentences: tokens right, and tokens, of each sentence (Table 1).

    A tagger's accuracy on a sentence is normal, 0.9543 ± 0.1116 clipped to [0, 1]; a sentence's length is normal,
    12.08 ± 10.60 rounded, at least 1; tokens right are their rounded product.

    The second tagger's mean accuracy is multiplied by ``factor``, by default that of Table 2, interpolated in log n
    between its rows and held beyond them.
    """
    n = check_whole("n", n, 1)
    if factor is None:
        factor = float(np.interp(math.log(n), np.log(SIZES), list(_FACTORS.values())))
    random = np.random.default_rng(seed)
    length = np.maximum(np.rint(random.normal(*_LENGTH, n)), 1)
    mean, deviation = _ACCURACY
    right = [np.rint(np.clip(random.normal(scale * mean, deviation, n), 0, 1) * length) for scale in (1.0, factor)]
    return PairedScores.from_scores(
        np.column_stack([right[0], length]),
        np.column_stack([right[1], length]),
        baseline_name="tagger A",
        experimental_name="tagger B",
        decimals=0,
    )


_MOST_RESAMPLES = 5_000_000


def resamples_needed(pvalue: float, within: float, level: float = 0.99) -> int:
    """Return the number of resamples for a sampled p-value within ``within`` of the exact one, with this probability.

    The smallest K from which on P(|count/K − p| ≤ within) ≥ level, count being Binomial(K, p).

    Raises OptionError if an argument is out of range, or more than 5,000,000 resamples would be needed.

    >>> resamples_needed(0.05, within=0.005)
    12691
    """
    for name, value in (("pvalue", pvalue), ("within", within), ("level", level)):
        check_share(name, value)
    about = float(ndtri((1 + level) / 2)) ** 2 * pvalue * (1 - pvalue) / within**2
    if about > _MOST_RESAMPLES:
        raise OptionError(
            f"within == {within} takes about {about:,.0f} resamples, more than {_MOST_RESAMPLES:,}: compute p exactly."
        )
    # Coverage oscillates with K, because counts are integers; below a hundred expected counts, strongly.
    k = np.arange(1, int(1.5 * about + 20 / within) + 1)
    low, high = np.ceil(k * (pvalue - within) - 1e-9), np.floor(k * (pvalue + within) + 1e-9)
    below = np.where(low > 0, bdtr(np.maximum(low - 1, 0), k, pvalue), 0.0)
    covered = bdtr(np.minimum(high, k), k, pvalue) - below >= level
    return int(k[~covered].max(initial=0)) + 1


def misjudged(pvalue: float, alpha: float, n_resamples: int) -> float:
    """Return the probability that the sampled and the exact p-value are on different sides of α."""
    most = math.floor(alpha * n_resamples + 1e-9)
    significant = float(bdtr(most, n_resamples, pvalue))
    return 1 - significant if pvalue <= alpha else significant


def likely_range(pvalue: float, n_resamples: int) -> tuple[float, float]:
    """Return the central 99 % range of a sampled p-value, with 0.5 % on each side.

    >>> likely_range(0.05, n_resamples=1_000)
    (0.033, 0.069)
    """
    low, high = (math.ceil(bdtrik(q, n_resamples, pvalue)) / n_resamples for q in (0.005, 0.995))
    return low, high


RESAMPLES = (100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)

_DISCARDED_ABOVE = 10.0  # footnote 4
_MOST_ATTEMPTS = 1_000
_MOST = 10_000_000
# Streams of the seed.
_SYSTEMS, _SWAPS = 0, 1


@dataclass(frozen=True, slots=True)
class Trial:
    """One sampled p-value beside the exact one: ``pair`` and ``run`` number the systems and the repetitions."""

    n_items: int
    pair: int
    run: int
    n_resamples: int
    exact_pvalue: float
    sampled_pvalue: float

    @property
    def relative_error(self) -> float:
        """|p̂ − p| / p."""
        if self.exact_pvalue == 0:  # below 1e-308; p̂ is then 0 or far too large
            return 1.0 if self.sampled_pvalue == 0 else math.inf
        return abs(self.sampled_pvalue - self.exact_pvalue) / self.exact_pvalue

    @property
    def standard_error(self) -> float:
        """√((1 − p)/(pK)), the relative standard error that binomial theory gives."""
        if self.exact_pvalue == 0:
            return math.inf
        return math.sqrt((1 - self.exact_pvalue) / (self.exact_pvalue * self.n_resamples))


@dataclass(frozen=True, slots=True)
class SamplingError:
    """The relative errors |p̂ − p|/p of all pairs and runs at one n and one K (a point of Fig. 3).

    ``mean`` leaves out relative errors above 10, as the paper does, and ``discarded`` says how many; it is None if
    none are left. The quartiles leave out nothing. ``standard_error`` is the theory's, the median over the pairs.
    """

    n_items: int
    n_resamples: int
    trials: int
    exact_pvalue: float
    mean: float | None
    discarded: int
    median: float
    lower_quartile: float
    upper_quartile: float
    standard_error: float


@dataclass(frozen=True, repr=False)
class Convergence(Displayed):
    """All trials of one study."""

    trials: tuple[Trial, ...] = field(repr=False)
    seed: int

    def errors(self) -> tuple[SamplingError, ...]:
        """Return the spread of the relative error for each n and K."""
        cells: dict[tuple[int, int], list[Trial]] = {}
        for trial in self.trials:
            cells.setdefault((trial.n_items, trial.n_resamples), []).append(trial)
        return tuple(_error(*cell, trials) for cell, trials in cells.items())

    def records(self) -> list[dict[str, Any]]:
        """Return one row per trial, for a table or a file."""
        return [
            asdict(trial) | {"relative_error": trial.relative_error, "standard_error": trial.standard_error}
            for trial in self.trials
        ]


def convergence(
    *,
    sizes: Sequence[int] = SIZES,
    resamples: Sequence[int] = RESAMPLES,
    n_pairs: int = 5,
    n_runs: int = 5,
    between: tuple[float, float] | None = None,
    seed: int = 0,
    progress: Progress | bool | None = None,
) -> Convergence:
    """Sample the p-values of drawn taggers and measure their distance from the exact ones (Fig. 3).

    Within a run the smaller K are the first of the largest: every K sees the right distribution of errors, while
    neighbouring K of one run err alike.

    Parameters
    ----------
    sizes, resamples : ints
        The numbers of sentences n and of random swaps K.
    n_pairs, n_runs : int
        How many pairs of taggers are drawn for each n, and how often each is sampled; the paper takes five and five.
    between : pair of floats, optional
        Draw pairs again until their exact p-value lies between these; the paper wants "roughly between 0.001 and 0.1".
    seed : int
        What fixes the taggers and the swaps.
    progress : bool or callable, optional
        As for `core.compare`; a function is called with (done, total) runs.

    Raises
    ------
    OptionError
        If a number is out of range.

    Examples
    --------
    >>> study = convergence(sizes=[250], resamples=[100, 1000], n_pairs=1, n_runs=2)
    >>> [(error.n_resamples, error.trials) for error in study.errors()]
    [(100, 2), (1000, 2)]
    """
    sizes, resamples = check_wholes("sizes", sizes, _MOST), check_wholes("resamples", resamples, _MOST)
    n_pairs, n_runs = check_whole("n_pairs", n_pairs, 1, _MOST), check_whole("n_runs", n_runs, 1, _MOST)
    seed = check_whole("seed", seed, 0)
    progress = check_progress(progress)
    if between is not None:
        ends = between if isinstance(between, tuple | list | np.ndarray) and len(between) == 2 else (1, 0)
        for end in ends:
            check_number("between", end, 0, 1)
        if not ends[0] < ends[1]:
            raise OptionError(
                f"{argument('between', between)}, must be two increasing numbers from 0 to 1, for example (0.001, 0.1)."
            )
    trials: list[Trial] = []
    steps = Steps(progress, len(sizes) * n_pairs * n_runs, "runs")
    for n in sizes:
        for pair in range(n_pairs):
            data = _drawn_pair(n, pair, between, seed)
            trials += _trials(data, "ratio", pair, resamples, n_runs, seed, steps)
    return Convergence(tuple(trials), seed)


def convergence_of(
    pair: PairedScores,
    *,
    metric: str | Metric = "mean",
    resamples: Sequence[int] = RESAMPLES,
    n_runs: int = 25,
    seed: int = 0,
    progress: Progress | bool | None = None,
) -> Convergence:
    """Sample one pair's two-sided permutation p-value repeatedly.

    Raises NotExactError if its exact p-value cannot be computed (the message says why, and what to do), and OptionError
    if a number is out of range or the metric does not fit the data.

    >>> from core import helped_hurt
    >>> study = convergence_of(helped_hurt(100, 7, 2), resamples=[100, 10_000], n_runs=3)
    >>> study.trials[0].exact_pvalue
    0.1796875
    """
    pair = as_units(scored_by_samples(pair, metric))
    resamples, n_runs = check_wholes("resamples", resamples, _MOST), check_whole("n_runs", n_runs, 1, _MOST)
    seed = check_whole("seed", seed, 0)
    progress = check_progress(progress)
    try:
        trials = _trials(pair, metric, 0, resamples, n_runs, seed, Steps(progress, n_runs, "runs"))
    except NotExactError as error:
        other = "accuracy or the F1 of one label" if pair.labels else "another metric"
        raise NotExactError(
            f"There is no exact p-value to compare samples with: {error}. Choose {other}, or see Two systems, which "
            "samples this one."
        ) from None
    return Convergence(tuple(trials), seed)


def exact_permutation(pair: PairedScores, metric: str | Metric = "ratio") -> float:
    """Return only the exact two-sided permutation p-value.

    Raises NotExactError if no engine can compute it; the message says why.
    """
    observed = Observed(pair, resolve_metric(metric, pair))
    region = RejectionRegion.of(TESTS["permutation"], "two-sided", observed.reference, tolerance=observed.tolerance)
    return computed_pvalue(region, PermutationDistribution(observed, 1, 0).computed_tail).value


def _drawn_pair(n: int, pair: int, between: tuple[float, float] | None, seed: int) -> PairedScores:
    for attempt in range(_MOST_ATTEMPTS):
        data = tagged_sentences(n, seed_from(seed, _SYSTEMS, n, pair, attempt))
        if between is None or between[0] <= exact_permutation(data) <= between[1]:
            return data
    raise OptionError(
        f"between == {between}: none of {_MOST_ATTEMPTS:,} pairs of taggers on {n:,} sentences has such a p-value; "
        "choose a wider range."
    )


def _trials(
    data: PairedScores,
    metric: str | Metric,
    pair: int,
    resamples: Sequence[int],
    n_runs: int,
    seed: int,
    steps: Steps,
) -> list[Trial]:
    observed = Observed(data, resolve_metric(metric, data))
    exact = exact_permutation(data, metric)
    trials = []
    for run in range(n_runs):
        of_run = seed_from(seed, _SWAPS, len(data), pair, run)
        far = np.cumsum(far_swaps(PermutationDistribution(observed, max(resamples), of_run), steps.within))
        trials += [Trial(len(data), pair, run, k, exact, float(far[k - 1]) / k) for k in resamples]
        steps.done()
    return trials


def far_swaps(swapping: PermutationDistribution, progress: Progress | None) -> NDArray[np.bool_]:
    """Return for each swap whether |δ'| ≥ |δ|."""
    observed = swapping.observed
    return np.abs(swapping.samples(progress)) >= abs(observed.reference) - observed.tolerance


def _error(n_items: int, n_resamples: int, trials: list[Trial]) -> SamplingError:
    errors = np.array([trial.relative_error for trial in trials])
    kept = errors[errors <= _DISCARDED_ABOVE]
    lower, median, upper = np.quantile(errors, [0.25, 0.5, 0.75], method="inverted_cdf")
    return SamplingError(
        n_items=n_items,
        n_resamples=n_resamples,
        trials=len(trials),
        exact_pvalue=float(np.median([trial.exact_pvalue for trial in trials])),
        mean=float(kept.mean()) if len(kept) else None,
        discarded=len(errors) - len(kept),
        median=float(median),
        lower_quartile=float(lower),
        upper_quartile=float(upper),
        standard_error=float(np.median([trial.standard_error for trial in trials])),
    )
