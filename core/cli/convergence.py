"""``convergence``: how wrong a sampled p-value is, and how long the exact one takes."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from core.cli.inputs import format_option
from core.cli.output import block, say, shown_progress
from core.common.display import finite
from core.report.escape import csv_text
from core.report.phrases import sampling_sentences
from core.teaching.convergence import convergence
from core.teaching.run_times import run_times


def _whole_numbers(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of whole numbers such as 250,500,1000.") from None


def _range(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, float] | None:
    if value is None:
        return None
    try:
        low, high = (float(number) for number in value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not two numbers such as 0.001,0.1.") from None
    return low, high


@click.command("convergence", short_help="How wrong is a sampled p-value? The study of Zmigrod et al. (2022).")
@click.option(
    "--n", "sizes", callback=_whole_numbers, default="250,500,1000,2000,4000,8000", help="Numbers of sentences."
)
@click.option(
    "--resamples", callback=_whole_numbers, default="100,200,500,1000,2000,5000,10000,20000,50000,100000",
    help="Numbers of random swaps.",
)  # fmt: skip
@click.option("--pairs", type=int, default=5, help="Pairs of taggers drawn for each n.")
@click.option("--runs", type=int, default=5, help="Times each pair is sampled.")
@click.option(
    "--between", callback=_range, metavar="LOW,HIGH",
    help="Only pairs whose exact p-value lies between these, as 0.001,0.1  [default: any].",
)  # fmt: skip
@click.option("--seed", type=int, default=0, help="Fixes the taggers and the swaps.")
@click.option(
    "--times/--no-times", default=False, help="Measure run times too; csv then prints them instead of the errors."
)
@format_option("text", "csv", "json")
def convergence_command(
    sizes: tuple[int, ...], resamples: tuple[int, ...], pairs: int, runs: int,
    between: tuple[float, float] | None, seed: int, times: bool, form: str,
) -> None:  # fmt: skip
    """Draw taggers, compute their exact permutation p-value, and sample it again and again.

    The study of Zmigrod et al. (2022): relative error |sampled − exact| / exact for each number of sentences and
    of random swaps, beside what binomial theory expects. With --times also the run time of the exact test, of the
    paper's dynamic program and of sampling.

    \b
    helped-hurt convergence --between 0.001,0.1
    helped-hurt convergence --n 10000 --times --format csv
    """
    errors: list[dict[str, Any]] = []
    trials: list[dict[str, Any]] = []
    measured: list[dict[str, Any]] | None = None
    with shown_progress() as progress:
        if form != "csv" or not times:
            study = convergence(
                sizes=sizes, resamples=resamples, n_pairs=pairs, n_runs=runs, between=between, seed=seed,
                progress=progress,
            )  # fmt: skip
            errors, trials = [asdict(error) for error in study.errors()], study.records()
        if times:
            measured = [asdict(row) for row in run_times(sizes=sizes, seed=seed, progress=progress)]
    if form == "json":
        found = {"errors": errors, "trials": trials, "times": measured}
        tables = {name: rows and [finite(row) for row in rows] for name, rows in found.items()}
        say(json.dumps({"seed": seed} | tables, allow_nan=False))
    elif form == "csv":
        rows = errors if measured is None else measured
        say(csv_text(rows[0], (row.values() for row in rows)), nl=False)
    else:
        say("\n".join(sampling_sentences()))
        say("\n" + _table(errors, _ERRORS))
        if measured is not None:
            say("\n" + _table(measured, _TIMES))


_ERRORS = {
    "n_items": "sentences",
    "n_resamples": "swaps",
    "exact_pvalue": "exact p",
    "median": "median error",
    "lower_quartile": "quartiles",
    "upper_quartile": "",
    "standard_error": "theory",
}
_TIMES = {"n_items": "sentences", "method": "method", "n_resamples": "swaps", "seconds": "seconds", "pvalue": "p"}


def _table(rows: Sequence[dict[str, Any]], columns: dict[str, str]) -> str:
    return "\n".join(block([list(columns.values()), *([_cell(row[name]) for name in columns] for row in rows)]))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
