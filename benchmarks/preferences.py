"""The type I error rate of `prefer`, and its run time: ``python -m benchmarks.preferences``."""

import argparse
import math
import sys
import time
from dataclasses import replace

import numpy as np

from core import Preferences, prefer

ALPHA = 0.05


def study(n_items: int, n_judges: int, bias: float, seed: int) -> Preferences:
    """Two equal systems, judged in both orders; judges agree on an item and prefer the first position."""
    generator = np.random.default_rng(seed)
    better = generator.normal(size=n_items)
    item, judge, swapped = (each.ravel() for each in np.indices((n_items, n_judges, 2)))
    heard = np.where(swapped, -better[item], better[item]) + bias + generator.normal(size=len(item))
    verdict = np.where(np.abs(heard) < 0.3, 0, np.sign(heard)).astype(int)
    names = np.array(["new", "old"])
    return Preferences.from_judgments(
        item.astype(str).tolist(), names[swapped].tolist(), names[1 - swapped].tolist(), verdict.tolist(),
        judges=judge.astype(str).tolist(),
    )  # fmt: skip


def apart(data: Preferences) -> Preferences:
    """The same judgments with a separate item for each, as arena-hard's script resamples them."""
    count = np.arange(len(data))
    return replace(data, items=tuple(count.astype(str)), item=count)


def votes(n_systems: int, n_votes: int, seed: int = 0) -> Preferences:
    """Votes on random pairs, each with its own item; a fifth of them are ties."""
    generator = np.random.default_rng(seed)
    strength = generator.normal(0, 0.7, n_systems)
    first = generator.integers(n_systems, size=n_votes)
    second = (first + generator.integers(1, n_systems, size=n_votes)) % n_systems
    won = generator.random(n_votes) < 1 / (1 + np.exp(strength[second] - strength[first]))
    verdict = np.where(generator.random(n_votes) < 0.2, 0, np.where(won, 1, -1))
    names = [f"system {i}" for i in range(n_systems)]
    return Preferences.from_judgments(
        [str(i) for i in range(n_votes)], [names[i] for i in first], [names[i] for i in second], verdict.tolist()
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2_000)
    parser.add_argument("--items", type=int, default=80)
    options = parser.parse_args(arguments)
    limit = ALPHA + 3 * math.sqrt(ALPHA * (1 - ALPHA) / options.studies)
    worst = 0.0
    print("| judges | first position preferred by | first position wins | false alarms | if judgments were items |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for n_judges in (1, 3):
        for bias in (0.0, 0.8):
            studies = [study(options.items, n_judges, bias, seed) for seed in range(options.studies)]
            found = [prefer(each) for each in studies]
            wrong = float(np.mean([prefer(apart(each)).pvalue <= ALPHA for each in studies]))
            share = float(np.mean([each.pvalue <= ALPHA for each in found]))
            rate = float(np.mean([each.orders.first_position_rate for each in found]))
            print(f"| {n_judges} | {bias:g} | {rate:.3f} | {share:.4f} | {wrong:.4f} |", flush=True)
            worst = max(worst, share)
    print(f"Of {options.studies:,} studies; at most {limit:.4f} is chance.")
    data = votes(50, 20_000)
    begin = time.perf_counter()
    prefer(data)
    print(f"50 systems, 20,000 votes, 2,000 resamples: {time.perf_counter() - begin:.1f} s.")
    return int(worst > limit)


if __name__ == "__main__":
    sys.exit(main())
