"""Output of the commands: results, progress, files, and errors as one line with exit code 2."""

import json
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from core.common.phrases import counted
from core.data.paired import PairedScores
from core.errors import ComparisonError, DataError, OptionError, Stopped
from core.groups import GroupedComparison
from core.inference.result import Comparison
from core.report import Origin, Unit, latex_report, markdown_report, sentences, to_json, unit_of
from core.report.documents import plain_table
from core.report.escape import markdown
from core.report.groups import group_rows, group_sentences, groups_latex
from core.report.phrases import sizes_of_tasks

# Control characters except line feed and tab; marks of text direction; surrogates.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Return the text with terminal control characters as JSON escapes, which leaves JSON valid.

    >>> print(visible("\x1b[2Jold.txt"))
    \u001b[2Jold.txt
    """
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def on_one_line(text: str) -> str:
    r"""Return the text on one line, so that a name with a line break cannot start a new line.

    >>> print(on_one_line("old\np-value 0.001"))
    old\u000ap-value 0.001
    """
    return visible(text).replace("\n", "\\u000a").replace("\t", "\\u0009")


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Write to standard output, or to standard error; every command writes through here."""
    click.echo(visible(text), err=err, nl=nl)


FAILED = 2


class OneLineErrors(click.Group):
    """A group of commands that reports every error as one sentence, never as a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; Ctrl-C is caught here because click would print an empty line first."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("stopped before the end; nothing was written.") from None

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line; with ``standalone_mode=False`` errors are raised, as click does."""
        if not extra.get("standalone_mode", True):
            return super().main(*args, **extra)
        for stream in (sys.stdout, sys.stderr):
            # A terminal without − or × shows ? instead of raising an error.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as asked:
            say(asked.format_message())
            code = 0
        except click.UsageError as error:
            hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            code = _fail(error.format_message() + hint)
        except click.ClickException as error:
            code = _fail(error.format_message())
        except ComparisonError as error:
            code = _fail(str(error))
        except BrokenPipeError:
            # The reader of the output (head, less) has closed it; this prevents a second error at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        except MemoryError:
            code = _fail("not enough memory for this comparison: use fewer resamples (--resamples).")
        except Exception as error:
            code = _fail(
                f"{type(error).__name__}: {error}: this is a defect; please report it with the command you ran."
            )
        sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> int:
    say(f"Error: {' '.join(message.split())}", err=True)
    return FAILED


def write(path: Path, text: str, read: Sequence[str]) -> None:
    """Write a file, unless it is one of the input files, also under another name or link.

    Raises OptionError if it is an input file, and DataError if it cannot be written.
    """
    try:
        if path.exists() and any(path.samefile(source) for source in read):
            raise OptionError(f"--output {path} is the file that is read: name another one.")
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path} cannot be written ({error.strerror}): choose another place.") from None


# Shorter work needs no progress line.
_PATIENCE_SECONDS = 0.5


@contextmanager
def shown_progress() -> Iterator[Callable[[int, int], None] | None]:
    """Return a callback that shows progress on a terminal, None elsewhere.

    Warnings are suppressed: they are among the notes of the comparison, which `show` prints.
    """
    begin = time.monotonic()
    drawn = False

    def draw(done: int, total: int) -> None:
        nonlocal drawn
        if time.monotonic() - begin > _PATIENCE_SECONDS:
            click.echo(f"\rResampling: {done:,} of {total:,}", nl=False, err=True)
            drawn = True

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            yield draw if sys.stderr.isatty() else None
        finally:
            if drawn:
                click.echo("\r\x1b[K", nl=False, err=True)


def show(
    result: Comparison,
    pair: PairedScores,
    form: str,
    origin: Origin | None = None,
    options: dict[str, Any] | None = None,
    groups: GroupedComparison | None = None,
) -> None:
    """Print the result as sentences above a block of numbers and its notes, as JSON, in LaTeX or as Markdown.

    The keys of the JSON are fixed: notes go to standard error, as for LaTeX.
    """
    if form in ("json", "latex"):
        for note in result.notes[len(pair.notes) :]:
            say(on_one_line(f"Warning: {note}"), err=True)
    unit = unit_of(pair, result.metric)
    texts: dict[str, Callable[[], str]] = {
        "json": lambda: to_json(result),
        "latex": lambda: latex_report(result, unit),
        "markdown": lambda: markdown_report(result, unit, origin, options).rstrip("\n"),
        "text": lambda: _text(result, unit),
    }
    text = texts[form]()
    if groups is not None:
        text = _with_groups(text, groups, unit, form)
    say(text)


# Most pairs in printed text.
_MOST_PAIRS = 60


def show_pairs(
    form: str,
    notes: Sequence[str],
    lines: Callable[[], list[str]],
    pairs: Callable[[], Sequence[Sequence[str]]] | None,
    texts: Mapping[str, Callable[[], str]],
) -> None:
    """Print a result of many systems: lines, a table of its pairs and notes as text, or the text of another form."""
    if form != "text":
        for note in notes:  # what is written to a file has a fixed form
            say(on_one_line(f"Note: {note}"), err=True)
        say(texts[form]().rstrip("\n"))
        return
    rows, printed = [] if pairs is None else pairs(), lines()
    if len(rows) - 1 > _MOST_PAIRS:
        notes = [*notes, f"--format csv lists all {len(rows) - 1:,} pairs."]
    elif rows:
        printed += ["", *block(rows)]
    say(with_notes(printed, notes))


def with_notes(lines: Sequence[str], notes: Sequence[str]) -> str:
    """Return the lines of a text, with the notes below."""
    return "\n".join(map(on_one_line, [*lines, *([""] if notes else []), *(f"Note: {note}" for note in notes)]))


def _with_groups(text: str, groups: GroupedComparison, unit: Unit, form: str) -> str:
    """Add the result of `core.by_group` to the output of a comparison."""
    if form == "json":
        return json.dumps(json.loads(text) | groups.to_dict(), indent=2, allow_nan=False)
    if form == "latex":
        return f"{text}\n\n{groups_latex(groups, unit)}"
    said, rows = group_sentences(groups), group_rows(groups, unit)
    if form == "markdown":
        return "\n\n".join([text, "## Groups", markdown(" ".join(said)), plain_table(rows)])
    notes = [f"Note: {note}" for note in groups.notes]
    return "\n".join(map(on_one_line, [*text.split("\n"), "", *said, "", *block(rows), *notes]))


def block(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines whose columns are aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def _text(result: Comparison, unit: Unit) -> str:
    said = sentences.verdict_sentences(result, unit)
    if result.equivalence is not None and result.changed:
        said += sentences.equivalence_sentences(result, unit)
    return with_notes([*said, "", *block(_rows(result))], result.notes)


def _rows(result: Comparison) -> list[tuple[str, str]]:
    interval = result.confidence_interval()
    width = max(len(result.baseline_name), len(result.experimental_name))
    clusters = "" if result.n_clusters is None else f" in {counted(result.n_clusters, 'cluster')}"
    changed = f"helped, hurt and tied are not defined for {result.metric}"
    if result.helped is not None:
        changed = f"{result.helped:,} helped, {result.hurt:,} hurt, {result.tied:,} tied"
    rows = [
        ("baseline", f"{result.baseline_name:<{width}}  {result.baseline:.6g}"),
        ("experimental", f"{result.experimental_name:<{width}}  {result.experimental:.6g}"),
        ("difference", f"{result.statistic:+.6g} in {result.metric}"),
        *([] if result.signature is None else [("signature", result.signature)]),
        (
            "interval",
            f"[{interval.low:.6g}, {interval.high:.6g}]  {interval.level:.4g} {interval.kind}, {interval.method}",
        ),
        ("items", f"{result.n_items:,}{clusters}: {changed}"),
        ("p-value", f"{result.claimable_pvalue('{:.6g}'.format)}  {result.method}, {result.engine}"),
        ("test", f"{result.test}, {result.alternative}, alpha {result.alpha:g}"),
    ]
    if result.strata is not None:
        rows.append(("macro average", sizes_of_tasks(result.strata)))
    if result.clusters is not None and result.clusters.clustered is not None:
        errors = result.clusters
        effect = "" if errors.design_effect is None else f", design effect {errors.design_effect:.3g}"
        rows.append(("std. error", f"{errors.clustered:.6g} by clusters, {errors.naive:.6g} by items{effect}"))
    if result.estimate is not None:
        rows.append(("std. error", f"{result.estimate.error:.6g}, {result.estimate.df:.4g} degrees of freedom"))
    if result.boundary != "include":
        rows.append(("boundary", result.boundary))
    if result.n_resamples is not None:
        rows.append(("resamples", f"{result.n_resamples:,}, seed {result.seed}"))
    return rows
