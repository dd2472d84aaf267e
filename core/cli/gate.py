"""``gate``: may a changed system be merged? For builds: the exit code is the outcome."""

import sys
from pathlib import Path
from typing import Any

import click

import core
from core.cli.inputs import ReadingCommand, format_option, read_files, runs_options
from core.cli.output import say, shown_progress, with_notes
from core.errors import OptionError
from core.metrics import fitting_metrics
from core.report import to_json
from core.report.gate import gate_junit, gate_markdown, gate_sentences

# 2 is every command's code for a mistake.
EXIT_CODES = {"pass": 0, "fail": 1, "inconclusive": 3}


@click.command("gate", cls=ReadingCommand, short_help="May this change be merged? (for builds)")
@click.argument("baseline", metavar="BASE")
@click.argument("experimental", metavar="HEAD")
@click.option(
    "--margin", type=float, required=True, metavar="DIFFERENCE",
    help="The largest loss that does not matter, in the metric's unit: 0.01 is one point of accuracy.",
)  # fmt: skip
@click.option("--metric", metavar="NAME", help="As for compare  [default: the first that fits the data].")
@click.option("--alpha", type=float, default=0.05, help="Significance level of each test.")
@click.option(
    "--also", multiple=True, metavar="MEASURE:lower|higher",
    help="A column, or measure of a log, that must be shown to be lower, or higher, too.",
)  # fmt: skip
@click.option(
    "--on-inconclusive", type=click.Choice(["pass", "fail"]),
    help="Exit as if it passed, or failed, where nothing is shown  [default: exit with 3].",
)  # fmt: skip
@click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE", help="Write the outcome as JUnit's XML.")
@click.option("--summary", type=click.Path(dir_okay=False), metavar="FILE", help="Append the outcome as Markdown.")
@click.option("--resamples", "n_resamples", type=int, default=10_000, help="If it samples.")
@click.option("--seed", type=int, default=0, help="Fixes the resamples.")
@runs_options
@format_option("text", "json", "markdown")
def gate_command(
    baseline: str, experimental: str, margin: float, metric: str | None, alpha: float, also: tuple[str, ...],
    on_inconclusive: str | None, junit: str | None, summary: str | None, n_resamples: int, seed: int, kind: str,
    runs_kind: str, form: str, **options: Any,
) -> None:  # fmt: skip
    """Decide whether HEAD may replace BASE: it passes if it is shown not to be worse by the margin.

    Exit codes: 0 pass, 1 fail (it is shown to be worse by more than the margin), 3 inconclusive, 2 a mistake in the
    command or the files.

    \b
    helped-hurt gate main.csv branch.csv --margin 0.01
    helped-hurt gate main.csv branch.csv --margin 0.01 --columns correct --also cost:lower --junit gate.xml
    """
    files = [baseline, experimental]
    pair, format, _ = read_files(files, kind, options, metric)
    which, measures = "measure" if format.takes_many else "columns", {}
    for each in also:
        name, _, direction = each.rpartition(":")
        if not name or direction not in ("lower", "higher"):
            raise OptionError(f"--also {each}: write MEASURE:lower or MEASURE:higher, such as --also cost:lower.")
        measured = read_files(files, kind, options | {which: name}).pair
        if measured.ids != pair.ids:
            raise OptionError(f"--also {name}: it is not there for the same items as the score.")
        measures[name] = (measured, direction)
    with shown_progress():
        found = core.gate(
            pair, margin, metric=metric or fitting_metrics(pair)[0], alpha=alpha, runs=runs_kind,
            also=measures, n_resamples=n_resamples, seed=seed,
        )  # fmt: skip
    if form == "text":
        say(with_notes(gate_sentences(found), found.result.notes))
    else:
        say(to_json(found) if form == "json" else gate_markdown(found).rstrip("\n"))
    _write(junit, gate_junit(found))
    _write(summary, gate_markdown(found), append=True)
    outcome = on_inconclusive if found.outcome == "inconclusive" and on_inconclusive else found.outcome
    sys.exit(EXIT_CODES[outcome])


def _write(path: str | None, text: str, append: bool = False) -> None:
    if path is None:
        return
    try:
        with Path(path).open("a" if append else "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise OptionError(f"{path} cannot be written: {error.strerror}.") from None
