"""Run times of the permutation test of accuracy, four ways on the same sentences (Zmigrod et al. 2022, Fig. 4).

The dynamic program (Fig. 2) and the sampler over items (Fig. 1) are the paper's, written plainly for this comparison;
`core.compare` uses neither. Both count the effects that reach the observed one (≥), where the paper prints ≤.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.common.arrays import Floats
from core.common.progress import Steps
from core.data.paired import PairedScores
from core.errors import OptionError
from core.metrics import METRICS
from core.significance import PermutationDistribution
from core.significance.observed import Observed
from core.significance.resampling import Progress
from core.teaching.convergence import SIZES, exact_permutation, far_swaps, tagged_sentences

_BATCH_NUMBERS = 2**23
# Time to repeat runs, and the fewest and most repetitions. The fastest run is kept, because other programs can only
# make a run slower. A run of a second or more is not repeated.
_SECONDS, _FEWEST, _MOST, _LONG = 0.05, 2, 20, 1.0
# A row of 10,000 sentences' dynamic program takes milliseconds.
_SENTENCES_A_TICK = 50
# Number of sentences of the first run, which loads libraries and is not measured.
_WARMING_UP = 10

Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class RunTime:
    """How long one method took on n sentences.

    ``method`` is ``"exact"`` (this package's Fourier inversion), ``"dynamic-program"`` (Fig. 2, with rows −L·n … L·n),
    ``"dynamic-program-cut"`` (the same with rows cut to the sums that occur), ``"sampled-items"`` (Fig. 1) or
    ``"sampled-rows"`` (this package's draws from collapsed rows). ``n_resamples`` is None if nothing was sampled.
    """

    n_items: int
    method: str
    n_resamples: int | None
    seconds: float
    pvalue: float


def run_times(
    *,
    sizes: Sequence[int] = SIZES,
    resamples: Sequence[int] = (20_000, 40_000),
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[RunTime, ...]:
    """Time every method on the same drawn taggers.

    From 4,000 sentences on the dynamic program as printed takes seconds to minutes.

    ``progress`` is called with (done, total) measurements, many times during each.
    """
    if not sizes or min(sizes) < 1 or any(k < 1 for k in resamples):
        raise OptionError(f"sizes == {list(sizes)}, resamples == {list(resamples)}: all must be >= 1.")
    rows: list[RunTime] = []
    steps = Steps(progress, len(sizes) * (3 + 2 * len(resamples)), "measurements")
    tick = partial(steps.done, 0)
    for _, _, work in _methods(tagged_sentences(_WARMING_UP, seed), resamples, seed, tick):
        work()
    for n in sizes:
        pair = tagged_sentences(n, seed)
        for method, n_resamples, work in _methods(pair, resamples, seed, tick):
            seconds, pvalue = _timed(work)
            rows.append(RunTime(n, method, n_resamples, seconds, pvalue))
            steps.done()
    return tuple(rows)


def dynamic_program(right_a: Floats, right_b: Floats, longest: int | None = None, tick: Tick = lambda: None) -> float:
    """Return the two-sided p-value by the paper's dynamic program (Fig. 2), one sentence after the other.

    ``W[n, v]`` is the probability that n sentences differ by v tokens. Row n runs over v = −L·n … L·n, L being
    ``longest``, as printed; without it each row is cut to the differences that the sentences so far can add up to.

    ``tick`` is called now and then, to stop by raising.
    """
    row = np.ones(1)
    for n, stay in enumerate(np.abs(right_a - right_b).astype(int)):
        if n % _SENTENCES_A_TICK == 0:
            tick()
        reach = stay if longest is None else longest
        following = np.zeros(len(row) + 2 * reach)
        for v in (stay, -stay):
            following[reach + v : reach + v + len(row)] += 0.5 * row
        row = following
    middle = len(row) // 2
    observed = int(abs((right_a - right_b).sum()))
    tail = float(row[middle + observed :].sum())
    return min(1.0, tail + float(row[: middle - observed + 1].sum()))


def sampled_over_items(
    right_a: Floats, right_b: Floats, n_resamples: int, seed: int, tick: Tick = lambda: None
) -> float:
    """Return the share of random swaps, drawn sentence by sentence, whose effect reaches the observed one (Fig. 1)."""
    differences = (right_a - right_b).astype(np.float32)  # sums of whole numbers below 2^24 are exact
    observed = abs(float(differences.sum()))
    random = np.random.default_rng(seed)
    size = max(1, _BATCH_NUMBERS // len(differences))
    count = 0
    for start in range(0, n_resamples, size):
        tick()
        swapped = random.integers(0, 2, size=(min(size, n_resamples - start), len(differences)), dtype=np.int8)
        effects = differences.sum() - 2 * (swapped.astype(np.float32) @ differences)
        count += int(np.count_nonzero(np.abs(effects) >= observed))
    return count / n_resamples


def _methods(
    pair: PairedScores, resamples: Sequence[int], seed: int, tick: Tick
) -> list[tuple[str, int | None, Callable[[], float]]]:
    """The methods' names and numbers of resamples, and what to time; a copy of the pair has no cached results."""
    a, b = pair.baseline[:, 0], pair.experimental[:, 0]
    longest = int(pair.baseline[:, 1].max())
    methods: list[tuple[str, int | None, Callable[[], float]]] = [
        ("exact", None, lambda: exact_permutation(replace(pair))),
        ("dynamic-program-cut", None, lambda: dynamic_program(a, b, None, tick)),
        ("dynamic-program", None, lambda: dynamic_program(a, b, longest, tick)),
    ]
    for k in resamples:
        methods.append(("sampled-items", k, partial(sampled_over_items, a, b, k, seed, tick)))
        methods.append(("sampled-rows", k, partial(_sampled_over_rows, pair, k, seed, tick)))
    return methods


def _sampled_over_rows(pair: PairedScores, n_resamples: int, seed: int, tick: Tick) -> float:
    swapping = PermutationDistribution(Observed(replace(pair), METRICS["ratio"]), n_resamples, seed)
    return float(far_swaps(swapping, lambda *_: tick()).mean())


def _timed(work: Callable[[], float]) -> tuple[float, float]:
    """The fastest of several runs, in seconds, and their result."""
    times: list[float] = []
    while True:
        begin = time.perf_counter()
        value = work()
        times.append(time.perf_counter() - begin)
        repeated = len(times) >= _FEWEST and sum(times) >= _SECONDS
        if repeated or min(times) >= _LONG or len(times) == _MOST:
            return min(times), value
