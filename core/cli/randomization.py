"""``randomization``: the approximate randomization test with the arguments of the `art` tool."""

import click

import core
from core.cli.inputs import format_option
from core.cli.output import show, shown_progress
from core.data.item_statistics import DEFAULT_COLUMNS
from core.metrics import fitting_metrics
from core.readers import read_scores

# The tool's three aggregations, of one, two and four numbers a line: average, enum_sum_div_by_denom_sum and f_1.
METRICS = [
    next(name for name, row in core.METRICS.items() if row.columns == columns) for columns in DEFAULT_COLUMNS.values()
]


@click.command("randomization", short_help="Approximate randomization test of two score files, two-sided.")
@click.argument("system1")
@click.argument("system2")
@click.argument("repetitions", type=int, default=10_000)
@click.option("--metric", type=click.Choice(METRICS), help="[default: by the numbers a line: 1 mean, 2 ratio, 4 f1]")
@click.option("--seed", type=int, default=0, help="Fixes the random swaps.")
@format_option("text", "json")
def randomization_command(
    system1: str, system2: str, repetitions: int, metric: str | None, seed: int, form: str
) -> None:
    """Swap the two systems' scores of each document at random, REPETITIONS times [default: 10000].

    SYSTEM1 (the baseline) and SYSTEM2 hold one, two or four numbers a line, one line for each document. The
    p-value is two-sided: (c + 1) / (REPETITIONS + 1), where c counts the swaps whose difference is at least as
    large as the observed one, in either direction. The command compare --test permutation computes the same
    p-value without sampling if that is possible.

    \b
    helped-hurt randomization old.txt new.txt 20000 --metric ratio
    """
    pair = read_scores(system1, system2, counts=metric is not None and metric != METRICS[0])
    with shown_progress() as progress:
        result = core.compare(
            pair,
            metric=fitting_metrics(pair)[0] if metric is None else metric,
            test="permutation",
            alternative="two-sided",
            method="monte-carlo",
            n_resamples=repetitions,
            seed=seed,
            progress=progress,
        )
    show(result, pair, form)
