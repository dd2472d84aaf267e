"""Tilted samples compared with exact p-values: how often does their 99 % interval contain the exact value?

    python -m benchmarks.tilted --trials 500

Helped and hurt items with the bootstrap and the permutation test, and F1 from errors with the permutation test. The
p-values are from 1e-2 to 1e-20; the exact values come from rational arithmetic and counted swaps.
"""

import warnings

import click
import numpy as np

from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from tests.core.plane_cases import Case
from tests.core.significance.test_tilted_sampling import tilted
from tests.oracles import plane, rational


@click.command(help=__doc__)
@click.option("--trials", type=int, default=500, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
def main(trials: int, seed: int) -> None:
    """Run the trials, count and print; exit with 1 if fewer than 98 in 100 intervals contain the exact value."""
    warnings.simplefilter("ignore")
    random = np.random.default_rng(seed)
    held: list[bool] = []
    refused = 0
    while len(held) < trials:
        test = str(random.choice(["bootstrap", "permutation", "f1"]))
        pair, truth = _f1(random) if test == "f1" else _mean(random, test)
        if not 1e-20 < truth < 1e-2:
            continue
        metric, name = ("f1-errors", "permutation") if test == "f1" else ("mean", test)
        found = tilted(pair, name, "two-sided" if test == "f1" else "greater", metric, seed=len(held))
        if found is None:
            refused += 1
            continue
        low, high = found.interval
        held.append(low <= truth <= high)
        if not held[-1]:
            click.echo(f"{test}: {truth:.6g} outside [{low:.6g}, {high:.6g}], effective {found.effective:,.0f}")
    click.echo(f"{np.mean(held):.1%} of {trials:,} intervals hold; {refused} fell back to plain samples")
    raise SystemExit(bool(np.mean(held) < 0.98))


def _mean(random: np.random.Generator, test: str) -> tuple[PairedScores, float]:
    n = int(random.integers(30, 400))
    helped = int(random.integers(10, n // 2))
    hurt = int(random.integers(2, max(3, helped // 2)))
    if test == "bootstrap":
        return helped_hurt(n, helped, hurt), float(rational.helped_hurt_tail(n, helped, hurt, 0))
    return helped_hurt(n, helped, hurt), float(rational.sign_test(helped, hurt)) / 2


def _f1(random: np.random.Generator) -> tuple[PairedScores, float]:
    kinds = random.integers(0, 4, (5, 4))
    kinds[:, 2] += 1
    rows = kinds[random.integers(0, 5, int(random.integers(12, 45)))]
    truth = plane.permutation_pvalue(Case("f1-errors", rows[:, :2], rows[:, 2:], 0, "two-sided", "include"))
    sides = (rows[:, :2].astype(float), rows[:, 2:].astype(float))
    return PairedScores(*sides, ("tp", "errors"), decimals=0), float(truth or 0)


if __name__ == "__main__":
    main()
