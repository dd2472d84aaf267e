"""``compare``: test whether one system is better than another on the same items."""

from dataclasses import replace
from typing import Any

import click

import core
from core.cli.inputs import (
    ReadingCommand,
    format_option,
    listed_metrics,
    measures_of,
    question_options,
    read_files,
    read_many,
    runs_options,
)
from core.cli.output import on_one_line, say, show, shown_progress
from core.errors import OptionError
from core.inference.intervals import INTERVALS
from core.metrics import fitting_metrics
from core.ranking.corrections import PVALUE_CORRECTIONS
from core.report.reproduce import grouped_origin, named_origin, pair_origin
from core.significance import METHODS


@click.command("compare", cls=ReadingCommand, short_help="Is EXPERIMENTAL better than BASELINE on the same items?")
@click.argument("baseline")
@click.argument("experimental", required=False)
@click.argument("more", nargs=-1, metavar="[MORE LOGS]")
@click.option("--metric", metavar="NAME", help=f"{listed_metrics()}  [default: the first of those that fit the data]")
@question_options("permutation", "two-sided")
@click.option("--alpha", type=float, default=0.05, help="Significance level of the verdict.")
@click.option(
    "--method", type=click.Choice(METHODS), default="auto",
    help="auto computes p, exactly or to 0.2 %, if it can, and else samples and says why; exact refuses to sample.",
)  # fmt: skip
@click.option(
    "--boundary", type=click.Choice(["include", "exclude"]), default="include",
    help="Whether a resample that equals the threshold counts.",
)  # fmt: skip
@click.option("--resamples", type=int, default=10_000, help="How many, where it samples.")
@click.option("--seed", type=int, default=0, help="Fixes the resamples.")
@click.option("--confidence", "confidence_level", type=float, default=0.95, help="Level of the interval.")
@click.option(
    "--interval", type=click.Choice(INTERVALS), default="percentile",
    help="Kind of the confidence interval of the difference.",
)  # fmt: skip
@click.option(
    "--margin", type=float, metavar="DIFFERENCE",
    help="Test equivalence too: the largest difference that does not matter, in the metric's unit [default: none].",
)  # fmt: skip
@click.option(
    "--names", nargs=2, metavar="BASELINE EXPERIMENTAL", help="What to call the systems [default: as their files]."
)
@click.option(
    "--systems", nargs=2, metavar="BASELINE EXPERIMENTAL",
    help="Of files that hold many systems, read as rank reads them: the two to compare.",
)  # fmt: skip
@click.option(
    "--by", metavar="COLUMN[,COLUMN]",
    help="Compare within each group too: a column of the tables, task for the tasks of logs, or measure for each "
    "measure.",
)  # fmt: skip
@click.option(
    "--correction", type=click.Choice(PVALUE_CORRECTIONS), default="holm", help="With --by: of the groups' p-values."
)
@runs_options
@format_option("text", "json", "latex", "markdown")
def compare_command(
    baseline: str, experimental: str | None, more: tuple[str, ...], metric: str | None, resamples: int, form: str,
    kind: str, names: tuple[str, str] | None, systems: tuple[str, str] | None, runs_kind: str, by: str | None,
    correction: str, **options: Any,
) -> None:  # fmt: skip
    """Compare two systems' scores on the same items.

    BASELINE and EXPERIMENTAL are two files of one of the formats below. Pass one file if it holds both systems, and say
    which column is which. For logs, pass any number of files or folders. --format markdown writes the whole report,
    latex a table and the methods.

    \b
    helped-hurt compare old.txt new.txt
    helped-hurt compare old.csv new.csv --id question --columns correct --format json
    helped-hurt compare scores.csv --baseline-column old --experimental-column new --alternative greater
    helped-hurt compare --gold gold.txt old.txt new.txt --metric macro-f1
    helped-hurt compare --reference ref.txt old.txt new.txt --metric bleu
    helped-hurt compare old.txt new.txt --test bootstrap --alternative greater
    helped-hurt compare ten.csv --systems old new --cluster document
    helped-hurt compare old.csv new.csv --by language
    helped-hurt compare old.txt new.txt --test shifted-bootstrap --alternative greater --boundary exclude
    """
    settings = {name: options.pop(name) for name in _SETTINGS}
    files = [baseline, *([experimental] if experimental else []), *more]
    many = systems is not None
    if by is not None:
        if options["strata"] is not None:
            raise OptionError("--by and --strata exclude each other: --by compares each group, --strata averages them.")
        unused = [f"--{name}" for name, usual in _NOT_BY_GROUP.items() if settings[name] != usual]
        unused += [] if runs_kind == "mean" else [f"--{runs_kind}"]
        if unused:
            raise OptionError(f"{' and '.join(unused)} would not apply to the groups of --by: leave one of them out.")
        if by == MEASURE and systems is not None:
            raise OptionError("--by measure and --systems exclude each other: pass the files of two systems.")
        options["strata"] = None if by == MEASURE else by
    measured = {}
    if by == MEASURE:
        measures = measures_of(files, kind, options)
        measured = {name: read_files(files, kind, options | {"measure": name}).pair for name in measures}
        options["measure"] = options["measure"] or measures[0]
    if systems is None:
        pair, format, origin = read_files(files, kind, options, metric)
        many = format.takes_many
    else:
        scores, origin = read_many(files, options | {"systems": systems}, metric)
        pair, origin = scores.pair(*systems), pair_origin(origin, *systems)
    if names:
        pair, origin = pair.named(*names), named_origin(origin, *names)
    if measured:
        said = (
            f"This is the result in {options['measure']!r} (--measure names another); the table below has all measures."
        )
        pair = replace(pair, notes=(*pair.notes, said))
    groups = pair.strata if by is not None else None
    if by is not None and by != MEASURE:
        pair, origin = pair.with_strata(None), grouped_origin(origin)
    metric = fitting_metrics(pair)[0] if metric is None else metric
    with shown_progress() as progress:
        asked = settings | {"metric": metric, "n_resamples": resamples, "runs": runs_kind}
        result = core.compare(pair, progress=progress, **asked)
    found = None
    if by is not None:
        known = {name: asked[name] for name in _BY_GROUP}
        if by == MEASURE:
            del known["metric"]
            found = core.by_measure(measured, correction=correction, **known)
        else:
            found = core.by_group(pair, groups, correction=correction, column=by, **known)
    if form != "text" and (options["missing"] == "drop" or many or pair.runs is not None):
        # The keys of the JSON are fixed, so the number of dropped items is written to standard error.
        for note in pair.notes:
            say(on_one_line(f"Note: {note}"), err=True)
    show(result, pair, form, origin, asked, found)


MEASURE = "measure"
# Options of the whole comparison that also apply to each group.
_BY_GROUP = ("metric", "test", "alternative", "alpha", "confidence_level", "n_resamples", "seed")
_NOT_BY_GROUP = {"method": "auto", "boundary": "include", "interval": "percentile"}
_SETTINGS = ("test", "alternative", "alpha", "method", "boundary", "seed", "confidence_level", "interval", "margin")
