"""``plan``: how many items a study needs, and what those at hand can show."""

import json
from typing import Any

import click

from core.cli.inputs import ReadingCommand, format_option, question_options, read_files
from core.cli.output import block, say, shown_progress
from core.errors import OptionError
from core.metrics import fitting_metrics
from core.planning.planning import plan
from core.planning.printed import read_planned
from core.report.numbers import POINTS, unit_of
from core.report.planning import plan_rows, plan_sentences


@click.command("plan", cls=ReadingCommand, short_help="How many items does a study need?")
@click.option("--n", type=int, help="Items at hand, to learn what they can show.")
@click.option("--helped", type=float, metavar="PERCENT", help="True rate of items that experimental alone has right.")
@click.option("--hurt", type=float, metavar="PERCENT", help="True rate of items that the baseline alone has right.")
@click.option("--baseline", metavar="ACCURACY", help="Or two accuracies, 80 or 0.80 …")
@click.option("--experimental", metavar="ACCURACY", help="… 82 or 0.82 …")
@click.option("--agreement", metavar="SHARE", help="… and the share both get right or both wrong, 97.5 or 0.975.")
@click.option("--pilot", is_flag=True, help="Or score files of a pilot study, named as for compare.")
@click.argument("files", nargs=-1, metavar="[PILOT FILES]")
@click.option("--metric", metavar="NAME", help="Of the pilot scores, as for compare.")
@question_options("permutation", "two-sided")
@click.option("--alpha", type=float, default=0.05, help="Significance level.")
@click.option("--power", type=float, default=0.8, help="Power wanted, beside 0.8 and 0.9.")
@click.option("--design-effect", type=float, metavar="TIMES", help="How many times larger clusters make the variance.")
@click.option("--cluster-size", type=float, metavar="ITEMS", help="Or the mean size of a cluster …")
@click.option("--cluster-correlation", type=float, help="… and the correlation of the differences within one, 0 to 1.")
@click.option("--runs", type=int, default=1, help="How often each item is run.")
@click.option("--run-correlation", type=float, help="Correlation of an item's differences in two runs, 0 to 1.")
@click.option("--studies", type=int, default=200, help="How many are simulated for each size.")
@click.option("--seed", type=int, default=0, help="Fixes the simulated studies.")
@format_option("text", "json")
def plan_command(
    files: tuple[str, ...], pilot: bool, metric: str | None, form: str, kind: str, power: float, studies: int,
    **options: Any,
) -> None:  # fmt: skip
    """Say how many items a gain needs, what a number of items can show, and what a significant result would print.

    What is true is given as rates of helped and hurt items, as two accuracies and their agreement, or by the scores of
    a pilot study. Right-or-wrong items are exact; other pilot scores are simulated, with a stated error.

    \b
    helped-hurt plan --n 500 --helped 6 --hurt 4
    helped-hurt plan --baseline 80 --experimental 82 --agreement 97.5
    helped-hurt plan --n 2000 --pilot old.txt new.txt
    """
    settings = {name: options.pop(name) for name in _SETTINGS}
    truth = {name: value for name in _TRUTH if (value := options.pop(name)) is not None}
    if files and not pilot:
        raise OptionError(f"Unexpected argument {files[0]!r}. To plan from files, use --pilot FILE FILE.")
    if pilot and not files:
        raise OptionError("--pilot takes one table or two score files: name them after it, as for compare.")
    unit = POINTS
    if pilot:
        pair = read_files(files, kind, options).pair
        metric = fitting_metrics(pair)[0] if metric is None else metric
        truth |= {"pilot": pair, "metric": metric}
        unit = unit_of(pair, metric)
    else:
        # Rates are given in percent, and accuracies as printed.
        rates = {name: truth.pop(name) / 100 for name in _TRUTH[:2] if name in truth}
        truth = rates | read_planned(truth)
        if metric is not None:
            raise OptionError("--metric has no meaning without --pilot: leave it out.")
    with shown_progress() as progress:
        study = plan(**settings, **truth, power=power, n_studies=studies, progress=progress)
    sentences = plan_sentences(study, unit)
    if form == "json":
        if study.simulated is not None:  # the keys of the JSON are fixed, and hold no error
            say("\n".join(sentences), err=True)
        say(json.dumps(study.to_dict(unit.scale), indent=2, allow_nan=False))
        return
    say("\n".join([*sentences, "", *block(plan_rows(study, unit))]))


_TRUTH = ("helped", "hurt", "baseline", "experimental", "agreement")
_SETTINGS = (
    "n", "test", "alternative", "alpha", "design_effect", "cluster_size", "cluster_correlation", "runs",
    "run_correlation", "seed",
)  # fmt: skip
