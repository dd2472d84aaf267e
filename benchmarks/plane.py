"""Random permutation tests of F1 and similar metrics compared with exact counts: the error and the stated bound.

    python -m benchmarks.plane --cases 5000

Cases as in `tests.core.plane_cases`: few and hundreds of items, wide ranges, common divisors, ties, items far larger
than the others, printed decimals. Each engine runs if it can compute the case.
"""

from collections import Counter
from fractions import Fraction

import click
import numpy as np

from core.distributions import CountedSwaps, PlaneSwaps
from core.errors import NotExactError
from tests.core.plane_cases import by_plane, random_case
from tests.oracles.plane import permutation_pvalue

ENGINES = {"plane": PlaneSwaps, "counted swaps": CountedSwaps}


@click.command(help=__doc__)
@click.option("--cases", type=int, default=2_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
def main(cases: int, seed: int) -> None:
    """Compare, count and print; exit with 1 if a bound does not hold."""
    random = np.random.default_rng(seed)
    asked, violated, worst = Counter(), Counter(), Counter()
    smallest, done = Fraction(1), 0
    while done < cases:
        case = random_case(random)
        truth = permutation_pvalue(case)
        if truth is None:
            continue
        done += 1
        smallest = min(smallest, truth) if truth else smallest
        for name, engine in ENGINES.items():
            try:
                result = by_plane(case, engine)
            except NotExactError:
                continue
            asked[name] += 1
            error = abs(Fraction(result.value) - truth)
            allowed = Fraction(result.error_bound or 0.0) + truth / 10**14
            worst[name] = max(worst[name], error / allowed if error else 0)
            if error > allowed:
                violated[name] += 1
                click.echo(f"{name}: {result.value!r} ± {result.error_bound:.2g}, counted {float(truth)!r}: {case}")
    click.echo(f"{cases:,} cases; smallest p {float(smallest):.2g}")
    for name in ENGINES:
        click.echo(
            f"{name}: {asked[name]:,} computed, largest error {float(worst[name]):.2g} of its bound, "
            f"{violated[name]:,} beyond it"
        )
    raise SystemExit(violated.total() > 0)


if __name__ == "__main__":
    main()
