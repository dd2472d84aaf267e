"""Options shared by several commands, and options of the file formats from their registry."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import OptionError
from core.metrics import METRICS
from core.metrics.samples import FORMULAS
from core.readers import FORMATS, Format, read_systems
from core.readers.format import Option, Slot
from core.readers.frames import FRAME
from core.readers.reading import paired
from core.readers.recognition import Recognised, recognise
from core.report.reproduce import Origin, origin_of, systems_origin
from core.significance import ALTERNATIVES, TESTS

_NUMBERS = {1: "one number an item", 2: "two", 4: "four"}
_NEEDS = {"labels": "labels", "text": "text and references"}


def listed_metrics() -> str:
    """Return the names of all metrics, grouped by the data that they need."""
    names: dict[str, list[str]] = {}
    for row in METRICS.values():
        count = 1 if row.columns == DEFAULT_COLUMNS[1] else len(row.columns)
        needed = _NEEDS.get(row.needs) or _NUMBERS.get(count, f"{count} numbers")
        names.setdefault(needed, []).append(row.name)
    names["several samples"] = list(FORMULAS)
    return "; ".join(f"{'of' if i else 'Of'} {each}: {', '.join(names[each])}" for i, each in enumerate(names))


def question_options(
    test: str, alternative: str, better: str = "experimental is better"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the options --test and --alternative with these defaults and the meaning of "greater"."""
    which = click.option("--test", type=click.Choice(list(TESTS)), default=test, help="Which p-value.")
    side = click.option(
        "--alternative", type=click.Choice(ALTERNATIVES), default=alternative, help=f"greater: {better}."
    )
    return lambda command: which(side(command))


# Options that Student's t leaves without a meaning.
_NOT_CROSSED = ("test", "method", "boundary", "interval")


def runs_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --nested and --crossed, which give the command its ``runs``.

    The command raises OptionError if both are given, or one that --crossed leaves without a meaning.
    """
    nested = click.option(
        "--nested", is_flag=True,
        help="Runs are trials, drawn anew for each item (samples, epochs): resample items, then runs within each.",
    )  # fmt: skip
    crossed = click.option(
        "--crossed", is_flag=True,
        help="Runs are seeds that all items share (trained models, prompts, judges): Student's t over items and runs.",
    )  # fmt: skip

    @wraps(command)
    def checked(*arguments: Any, nested: bool, crossed: bool, **options: Any) -> Any:
        if nested and crossed:
            raise OptionError(
                "--nested and --crossed exclude each other: --nested is for trials that are drawn anew for each item, "
                "--crossed for seeds that all items share."
            )
        source = click.get_current_context().get_parameter_source
        stray = [_flag(name) for name in _NOT_CROSSED if crossed and source(name) is ParameterSource.COMMANDLINE]
        if stray:
            raise OptionError(
                f"{', '.join(stray)} has no meaning with --crossed, which tests by Student's t, an approximation: "
                "leave it out."
            )
        return command(*arguments, runs_kind="nested" if nested else "crossed" if crossed else "mean", **options)

    return nested(crossed(checked))


def format_option(*forms: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --format, whose default is the first of the forms."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], help="Of the output.")


AUTO = "auto"


class ReadingCommand(click.Command):
    """A command that reads files, with the options of the formats and a list of formats below its help."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's parameters, the further parameters of the formats, and --help."""
        *own, last = super().get_params(ctx)
        names = {each.name for each in own}
        return [*own, *(each for each in _options() if each.name not in names), last]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each value of --from means."""
        with formatter.section("What the files may hold (--from)"):
            formatter.write_dl([(format.words[0], f"{format.title}. {format.explanation}") for format in _known()])


def _known() -> list[Format]:
    """Return the formats to choose from: formats of files, and large tables that are not loaded into memory."""
    return [*FORMATS.values(), FRAME]


def _options() -> Iterable[click.Option]:
    words = dict.fromkeys(word for format in _known() for word in format.words)
    yield click.Option(
        ["--from", "kind"], type=click.Choice([AUTO, *words]), default=AUTO,
        help="What the files hold; auto looks at their first lines.",
    )  # fmt: skip
    shared: dict[str, Option | Slot] = {}
    for format in _known():
        for each in format.flagged:
            shared.setdefault(each.flag, each)
    for flag, each in shared.items():
        several = isinstance(each, Slot) and each.many
        taken = each.words if isinstance(each, Option) else 1
        yield click.Option([flag], metavar=each.metavar, help=each.help, multiple=several, nargs=taken)
    yield from number_options()


def number_options() -> Iterable[click.Option]:
    """Yield the options of all numeric files: the mark of missing scores, and the better direction."""
    yield click.Option(["--transpose"], is_flag=True, help="One table: its rows are the systems, as on a leaderboard.")
    yield click.Option(
        ["--missing"], type=click.Choice(["error", "drop"]), default="error",
        help="What to do about items with a missing score.",
    )  # fmt: skip
    yield click.Option(
        ["--missing-value"], metavar="NUMBER[,…]|none",
        help="A number that marks a missing score, such as -1; none: every number is a score [default: asked where one "
        "stands apart].",
    )  # fmt: skip
    yield click.Option(
        ["--lower-is-better/--higher-is-better", "lower_is_better"], default=None,
        help="Whether scores count what is bad [default: lower where their column is called wer, loss, errors …].",
    )  # fmt: skip


class Read(NamedTuple):
    """The data, their format, and the code that reads them."""

    pair: PairedScores
    format: Format
    origin: Origin


def read_files(named: Sequence[str], kind: str, options: Mapping[str, Any], metric: str | None = None) -> Read:
    """Read the files in the format given by the options or recognised from the files' first lines.

    ``named`` are the files and folders of the positional arguments, ``kind`` is the value of ``--from``, ``options``
    are those of `ReadingCommand`, and ``metric`` is the only metric to read.

    Raises OptionError if an option is missing or does not apply to these files.
    """
    found, arguments = _recognised(named, kind, options)
    format = found.format
    for option in format.options:
        if option.hint and option.name in arguments:
            arguments[option.name] = [word.strip() for word in arguments[option.name].split(",")]
    if "counts" in format.also and _adds_counts(metric, arguments):
        arguments["counts"] = True
    if "metrics" in format.shared and metric is not None:
        arguments["metrics"] = (metric,)
    slots = {slot.name: arguments[slot.name] for slot in format.slots if slot.flag}
    shown = {name: value for name, value in (found.derived | arguments).items() if name not in slots}
    return Read(paired(found.read(arguments), format), format, origin_of(format, format.placed(named) | slots, shown))


def measures_of(named: Sequence[str], kind: str, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the measures that the files hold, as ``--measure`` names them.

    Raises OptionError if the files do not hold several measures.
    """
    found, _ = _recognised(named, kind, options)
    choices = next((option.choices for option in found.format.options if option.name == "measure"), None)
    measures = () if choices is None else choices(found.files)
    if len(measures) < 2:
        raise OptionError("--by measure needs several measures of each item, as logs and long tables hold them.")
    return measures


def _recognised(named: Sequence[str], kind: str, options: Mapping[str, Any]) -> tuple[Recognised, dict[str, Any]]:
    """Return what the files are, and the given options as arguments of their reader."""
    given = {_flag(name): value for name, value in given_options(options).items()}
    formats = None if kind == AUTO else [format for format in _known() if kind in format.words]
    by_name = {
        name: given[flag]
        for format in formats or FORMATS.values() for name, flag in format.arguments.items() if flag in given
    }  # fmt: skip
    found = recognise(named, by_name, formats, lambda format: set(given) <= set(format.arguments.values()))
    arguments = {name: given[flag] for name, flag in found.format.arguments.items() if flag in given}
    stray = [flag for flag in given if flag not in found.format.arguments.values()]
    if stray:
        raise OptionError(
            f"{', '.join(stray)} has no meaning for {found.format.holds}: leave it out, or choose --from."
        )
    return found, arguments


def given_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were given, without those that have their default."""
    defaults = {"missing": "error", "transpose": False}
    return {name: value for name, value in options.items() if value not in (None, ()) and value != defaults.get(name)}


# Options of many systems: the arguments of `core.read_systems`; three of them are called columns here.
_OF_MANY = (
    "id", "columns", "system_column", "score_column", "runs", "cluster", "strata", "task", "measure", "absent",
    "reference", "missing", "missing_value", "lower_is_better", "transpose", "gold", "labels", "split_column", "total",
    "systems",
)  # fmt: skip


def read_many(files: Sequence[str], options: Mapping[str, Any], metric: str | None = None) -> tuple[Scores, Origin]:
    """Read any number of systems, with only the given metric if there is one, and return the code that reads them.

    Raises OptionError if an option does not apply to many systems.
    """
    given = given_options(options)
    stray = [_flag(name) for name in given if name not in _OF_MANY]
    if stray:
        raise OptionError(f"{', '.join(stray)} has no meaning with --systems: leave it out.")
    arguments = {name.removesuffix("_column"): given[name] for name in _OF_MANY if name in given}
    if "reference" in given and metric is not None:
        arguments["metrics"] = (metric,)
    if "reference" not in arguments and _adds_counts(metric, arguments):
        arguments["counts"] = True
    return read_systems(*files, **arguments), systems_origin(files, arguments)


def _adds_counts(metric: str | None, arguments: Mapping[str, Any]) -> bool:
    """Return whether the reader has to be told that the numbers of a row are the counts of the metric."""
    row = None if metric is None else METRICS.get(metric)
    if row is None or row.needs != "numbers" or row.columns == DEFAULT_COLUMNS[1]:
        return False
    return {"columns", "score"}.isdisjoint(arguments) or len(row.columns) not in DEFAULT_COLUMNS


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
