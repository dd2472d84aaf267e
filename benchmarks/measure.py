"""One measurement in a process of its own: time, peak memory and p-value of one tool on one data set.

`benchmarks.speed` starts it, so that the peak memory is that of this measurement alone::

    python -m benchmarks.measure core bootstrap binary 10000 --resamples 10000
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

__all__ = ["DATA", "TOOLS", "arrays", "main", "measure"]

Pair = tuple[np.ndarray, np.ndarray]
Answer = tuple[float, str]  # the p-value, and "exact" or "sampled"

# The scores of one system in a batch of SciPy's: of 2e5, 1e6 and 1e7 the fastest at n = 10,000.
BATCH = {"bootstrap": 1_000_000, "permutation": 10_000_000}
WARM_UP_ITEMS = 50


def binary(n: int, rng: np.random.Generator) -> Pair:
    """Make 0/1 scores of which one in ten changes, with a gain of two standard errors."""
    gain = min(2 * np.sqrt(0.1 / n), 0.08)
    draw = rng.random(n)
    helped, hurt = draw < 0.05 + gain / 2, draw > 0.95 + gain / 2
    both = rng.random(n) < 0.6
    return np.where(helped, 0.0, hurt | both), np.where(hurt, 0.0, helped | both)


def real(n: int, rng: np.random.Generator) -> Pair:
    """Make normal scores to full precision, with a gain of two standard errors."""
    baseline = rng.normal(0.5, 0.2, n)
    return baseline, baseline + rng.normal(0.2 / np.sqrt(n), 0.1, n)


def outlier(n: int, rng: np.random.Generator) -> Pair:
    """Make scores of two decimals, one of which is a million."""
    baseline, experimental = (np.round(scores, 2) for scores in real(n, rng))
    experimental[0] = 1e6
    return baseline, experimental


def printed(decimals: int, n: int, rng: np.random.Generator) -> Pair:
    """Make scores as files print them."""
    baseline, experimental = real(n, rng)
    return np.round(baseline, decimals), np.round(experimental, decimals)


def heavy(n: int, rng: np.random.Generator) -> Pair:
    """Make differences of heavy tails, Student's t of 1.5 degrees of freedom."""
    baseline, _ = real(n, rng)
    return baseline, baseline + rng.standard_t(1.5, n)


def clear(n: int, rng: np.random.Generator) -> Pair:
    """Make real scores 6.4 standard errors apart, p about 1e-10."""
    baseline, _ = real(n, rng)
    noise = rng.normal(size=n)
    return baseline, baseline + (noise - noise.mean()) / noise.std() + 6.4 / np.sqrt(n)


DATA: dict[str, Callable[[int, np.random.Generator], Pair]] = {
    "binary": binary,
    "real": real,
    "outlier": outlier,
    "decimals-3": partial(printed, 3),
    "decimals-4": partial(printed, 4),
    "heavy": heavy,
    "clear": clear,
}


def with_core(baseline: np.ndarray, experimental: np.ndarray, test: str, resamples: int) -> Answer:
    """Compare with this project, from arrays to p, digest included."""
    import core

    pair = core.PairedScores.from_scores(baseline, experimental)
    result = core.compare(pair, test=test, alternative="greater", n_resamples=resamples)
    assert len(pair.digest) == 64
    return result.pvalue, "exact" if result.exact else "sampled"


def with_scipy(baseline: np.ndarray, experimental: np.ndarray, test: str, resamples: int) -> Answer:
    """Compare with SciPy: vectorised, in batches, and the percentile method where there is an interval."""
    from scipy import stats

    def difference(e: np.ndarray, a: np.ndarray, axis: int) -> np.ndarray:
        return (e - a).mean(axis=axis)

    settings = {
        "n_resamples": resamples,
        "batch": max(1, BATCH[test] // len(baseline)),
        "vectorized": True,
        "rng": np.random.default_rng(0),
    }
    pair = (experimental, baseline)
    if test == "permutation":
        permuted = stats.permutation_test(
            pair, difference, permutation_type="samples", alternative="greater", **settings
        )
        return float(permuted.pvalue), "sampled"
    drawn = stats.bootstrap(pair, difference, paired=True, method="percentile", **settings)
    return float(np.mean(drawn.bootstrap_distribution <= 0)), "sampled"


TOOLS: dict[str, Callable[[np.ndarray, np.ndarray, str, int], Answer]] = {
    "core": with_core,
    "scipy": with_scipy,
}


def arrays(data: str, n: int) -> Pair:
    """Return the baseline's and the experimental system's ``n`` scores, the same in every process."""
    return DATA[data](n, np.random.default_rng(n))


def measure(tool: str, test: str, data: str, n: int, resamples: int) -> dict[str, float | str]:
    """Run one tool on one data set.

    A first run on fifty items keeps imports out of the time. Memory is the peak of the process, in bytes.
    """
    TOOLS[tool](*arrays(data, WARM_UP_ITEMS), test, 20)
    pair = arrays(data, n)
    begin = time.perf_counter()
    pvalue, method = TOOLS[tool](*pair, test, resamples)
    seconds = time.perf_counter() - begin
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return {"seconds": seconds, "memory": memory, "pvalue": pvalue, "method": method}


def main() -> None:
    """Print one measurement as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("test", choices=BATCH)
    parser.add_argument("data", choices=DATA)
    parser.add_argument("n", type=int)
    parser.add_argument("--resamples", type=int, required=True)
    chosen = parser.parse_args()
    print(json.dumps(measure(chosen.tool, chosen.test, chosen.data, chosen.n, chosen.resamples)))


if __name__ == "__main__":
    main()
