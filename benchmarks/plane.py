"""Random permutation tests of F1 and its kin against whole-number counts: how far off, and is the stated bound right?

    python -m benchmarks.plane --cases 5000

Cases as in `tests.core.plane_cases`: few and hundreds of items, wide spans, common divisors, ties, printed decimals.
"""

from fractions import Fraction

import click
import numpy as np

from core.errors import NotExactError
from tests.core.plane_cases import by_plane, random_case
from tests.oracles.plane import permutation_pvalue


@click.command(help=__doc__)
@click.option("--cases", type=int, default=2_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
def main(cases: int, seed: int) -> None:
    """Compare, count and print; exit with 1 if a bound does not hold."""
    random = np.random.default_rng(seed)
    violated = refused = 0
    largest = smallest = Fraction(0)
    done = 0
    while done < cases:
        case = random_case(random)
        truth = permutation_pvalue(case)
        if truth is None:
            continue
        done += 1
        try:
            result = by_plane(case)
        except NotExactError:
            refused += 1
            continue
        error = abs(Fraction(result.value) - truth)
        allowed = Fraction(result.error_bound or 0.0) + truth / 10**14
        largest = max(largest, error / allowed if error else Fraction(0))
        smallest = min(smallest or truth, truth) if truth else smallest
        if error > allowed:
            violated += 1
            click.echo(f"{result.value!r} ± {result.error_bound:.2g}, counted {float(truth)!r}: {case}")
    click.echo(f"{cases:,} cases, {refused:,} refused; smallest p {float(smallest):.2g}")
    click.echo(f"largest error {float(largest):.2g} of its bound; {violated:,} beyond it")
    raise SystemExit(violated > 0)


if __name__ == "__main__":
    main()
