"""``grid``: the p-value of every combination of test set size, effect and percent hurt."""

import json
from fractions import Fraction

import click

from core.cli.inputs import format_option, question_options
from core.cli.output import say
from core.report.escape import csv_text
from core.teaching.grid import PRIMER, pvalue_grid, read_list

Numbers = tuple[Fraction, ...]
# Most values in a list, more than the cells of any grid.
_MOST_VALUES = 250_000


def _numbers(context: click.Context, parameter: click.Parameter, value: str) -> Numbers:
    return read_list(parameter.opts[0], value, _MOST_VALUES)


def _list(values: tuple[object, ...]) -> str:
    return ",".join(map(str, values))


@click.command("grid", short_help="What effect can a test set of this size show?")
@click.option("--n", callback=_numbers, default=_list(PRIMER["n"]), metavar="LIST", help="Test set sizes.")
@click.option(
    "--effects", callback=_numbers, default=_list(PRIMER["effects"]), metavar="LIST",
    help="Gains in accuracy, in percentage points.",
)  # fmt: skip
@click.option(
    "--hurts", callback=_numbers, default="0:20", metavar="LIST",
    help="Items that only the baseline has right, in percent.",
)  # fmt: skip
@question_options("bootstrap", "greater")
@click.option(
    "--method", type=click.Choice(["exact", "monte-carlo"]), default="exact",
    help="monte-carlo samples, as the primer's program does.",
)  # fmt: skip
@click.option("--resamples", type=int, default=10_000, help="Of each cell, where it samples.")
@click.option("--seed", type=int, default=0, help="Fixes the resamples.")
@format_option("csv", "json")
def grid_command(
    n: Numbers, effects: Numbers, hurts: Numbers, test: str, alternative: str, method: str, resamples: int, seed: int,
    form: str,
) -> None:  # fmt: skip
    """Compute the p-value of every combination; without options, the primer's four figures.

    A LIST is numbers with commas, ranges as Python writes them (0:20 is 0 to 19, 0:20:2 every second, 5:0:-1 downwards
    from 5 to 1), or both. With n items, floor(n * hurt / 100) are hurt and floor(n * (hurt + effect) / 100) helped.
    Combinations that no data can have (more items changed than there are) are left out, and counted on standard error.

    \b
    helped-hurt grid --n 100,500 --effects 1,2,5 --hurts 0:20
    helped-hurt grid --n 500 --effects 0.5:5.5:0.5 --hurts 0:20 --test permutation --alternative two-sided
    """
    grid = pvalue_grid(
        n, effects, hurts, test=test, alternative=alternative, method=method, n_resamples=resamples, seed=seed
    )
    rows = grid.records()
    if form == "csv":
        say(csv_text(grid.columns(), (row.values() for row in rows)), nl=False)
    else:  # one object a line
        say("[\n" + ",\n".join(json.dumps(row, allow_nan=False) for row in rows) + "\n]")
    if grid.left_out:
        say(f"Note: impossible combinations left out: {grid.left_out:,}.", err=True)
