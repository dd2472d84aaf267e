"""One measurement in a separate process: time, peak memory and p-value of one tool on one data set.

`benchmarks.speed` starts it, so the peak memory is that of one measurement::

    python -m benchmarks.measure core bootstrap binary some 10000 --resamples 10000
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks.data import EFFECTS, KINDS, Data, data

__all__ = ["TOOLS", "main", "measure"]

Answer = dict[str, float | str]

# The number of statistics in a SciPy batch; the fastest of 2e5, 1e6 and 1e7 at n = 10,000.
BATCH = {"bootstrap": 1_000_000, "permutation": 10_000_000}
WARM_UP_ITEMS = 50


def with_core(made: Data, test: str, resamples: int) -> Answer:
    """Compare with this project: from arrays to p, including the digest."""
    import core
    from core.readers.labels.label_counts import Labels, count_labels

    if made.labels is None:
        sides = (made.baseline, made.experimental)
        pair = core.PairedScores.from_scores(*(side[:, 0] if side.shape[1] == 1 else side for side in sides))
    else:
        columns = [Labels("labels", [str(each) for each in labels], range(len(labels))) for labels in made.labels]
        pair = count_labels(columns, None).pair("baseline", "experimental")
    result = core.compare(pair, metric=made.metric, test=test, alternative="greater", n_resamples=resamples)
    assert len(pair.digest) == 64
    log10 = result.log10_pvalue
    return {
        "pvalue": result.pvalue,
        "method": result.method if result.computed else "sampled",
        "log10": log10,
        "bound": result.error_bound or 0.0,
    }


def with_scipy(made: Data, test: str, resamples: int) -> Answer:
    """Compare with SciPy: vectorised, in batches. For statistics, SciPy resamples row numbers."""
    from scipy import stats

    n, k = made.baseline.shape
    settings = {
        "n_resamples": resamples,
        "batch": max(1, BATCH[test] // (n * k)),
        "vectorized": True,
        "rng": np.random.default_rng(0),
    }
    if k == 1:
        pair = (made.experimental[:, 0], made.baseline[:, 0])

        def difference(e: np.ndarray, a: np.ndarray, axis: int) -> np.ndarray:
            return (e - a).mean(axis=axis)

    else:
        rows = np.vstack([made.experimental, made.baseline])
        pair = (np.arange(n), np.arange(n, 2 * n))

        def difference(e: np.ndarray, a: np.ndarray, axis: int) -> np.ndarray:
            sums = (rows[side.astype(np.int64)].sum(axis=axis - 1) for side in (e, a))  # the last axis is k
            return np.subtract(*map(made.score, sums))

    if test == "permutation":
        permuted = stats.permutation_test(
            pair, difference, permutation_type="samples", alternative="greater", **settings
        )
        pvalue = float(permuted.pvalue)
    else:
        drawn = stats.bootstrap(pair, difference, paired=True, method="percentile", **settings)
        pvalue = float(np.mean(drawn.bootstrap_distribution <= 0))
    return {"pvalue": pvalue, "method": "sampled"}


TOOLS: dict[str, Callable[[Data, str, int], Answer]] = {"core": with_core, "scipy": with_scipy}


def measure(tool: str, test: str, kind: str, effect: str, n: int, resamples: int) -> Answer:
    """Run one tool on one data set.

    A first run on fifty items excludes the imports from the time. Memory is the peak of the process, in bytes.
    """
    TOOLS[tool](data(kind, "none", WARM_UP_ITEMS), test, 20)
    made = data(kind, effect, n)
    begin = time.perf_counter()
    answer = TOOLS[tool](made, test, resamples)
    seconds = time.perf_counter() - begin
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return answer | {"seconds": seconds, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit}


def main() -> None:
    """Print one measurement as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("test", choices=BATCH)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("effect", choices=EFFECTS)
    parser.add_argument("n", type=int)
    parser.add_argument("--resamples", type=int, required=True)
    chosen = parser.parse_args()
    print(json.dumps(measure(**vars(chosen))))


if __name__ == "__main__":
    main()
