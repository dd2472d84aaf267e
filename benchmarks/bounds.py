"""Random means and ratios compared with exact counts: does the stated error bound of every engine hold?

    python -m benchmarks.bounds --cases 5000

Cases as in `tests.core.sum_cases`: wide ranges, common divisors, ties, huge and real numbers, far tails.
"""

import warnings
from collections import Counter
from fractions import Fraction

import click
import numpy as np

from tests.core.sum_cases import KINDS, compared, random_case
from tests.oracles.sums import pvalue


@click.command(help=__doc__)
@click.option("--cases", type=int, default=2_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--kind", type=click.Choice(list(KINDS)), multiple=True)
def main(cases: int, seed: int, kind: tuple[str, ...]) -> None:
    """Compare, count and print; exit with 1 if a bound does not hold."""
    warnings.simplefilter("ignore")
    random = np.random.default_rng(seed)
    asked, violated, largest = Counter[str](), 0, dict[str, tuple[float, float]]()
    while asked.total() < cases:
        case = random_case(random, kind)
        truth = pvalue(case.test, case.alternative, case.differences, case.weights, case.boundary)
        if truth is None:
            continue
        result = compared(case)
        asked[result.engine] += 1
        if asked.total() % 500 == 0:
            click.echo(f"{asked.total():,} cases; violations = {violated}")
        if not result.computed:
            continue
        error = abs(Fraction(result.pvalue) - truth)
        # The rounding of a p-value to a double is not an error of the engine.
        allowed = Fraction(result.error_bound) + truth * Fraction(4, 10**16)
        used = float(error / allowed) if error else 0.0
        bound = result.error_bound / result.pvalue if result.pvalue > 0 else 0.0
        before = largest.get(result.engine, (0.0, 0.0))
        largest[result.engine] = max(before[0], used), max(before[1], bound)
        if error > allowed:
            violated += 1
            click.echo(f"{result.pvalue!r} ± {result.error_bound:.2g}, counted {float(truth)!r}: {case}")
    for engine, count in asked.most_common():
        if engine in largest:
            used, bound = largest[engine]
            click.echo(
                f"{engine}: {count:,} cases, errors to {used:.2g} of the bound, which is at most {bound:.2g} of p"
            )
        else:
            click.echo(f"{engine}: {count:,} cases")
    click.echo(f"{cases:,} cases; violations = {violated}")
    raise SystemExit(violated > 0)


if __name__ == "__main__":
    main()
