"""Python code and the command line that read the same files and reproduce the numbers."""

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import core
from core.readers import Format
from core.report.escape import fenced, python, shell

# Per command (also a function of core): the names of data and result in a script, and its last lines.
_SCRIPTS = {
    "compare": ("pair", "result", "print(result.pvalue, result.statistic, result.confidence_interval())"),
    "rank": (
        "scores", "ranking",
        "for system in ranking.systems:\n"
        "    print(system.rank, system.name, system.score, system.interval, system.group)",
    ),
    "prefer": ("data", "result", "print(result.to_dict())"),
    "by_group": (
        "pair", "found",
        "for group in found.groups:\n"
        "    print(group.name, group.difference, group.interval, group.adjusted_pvalue, group.verdict)",
    ),
}  # fmt: skip
# Command-line options whose names differ from Python.
_FLAGS = {"n_resamples": "--resamples", "confidence_level": "--confidence"}
_COLUMNS = {"system": "--system-column", "score": "--score-column", "split": "--split-column"}


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of data, as the code that reads them."""

    python: str  # an expression that gives the data, with ``core`` imported
    arguments: tuple[str, ...]  # the arguments after ``helped-hurt compare``
    preparation: tuple[str, ...] | None = None  # the arguments of a command to run first, one that writes the files


def to_json(result: Any) -> str:
    """Return the keys and values that the command line prints with ``--format json``."""
    return json.dumps(result.to_dict(), indent=2, allow_nan=False)


def python_code(origin: Origin, options: Mapping[str, Any], command: str = "compare") -> str:
    """Return a script that gives the same numbers; options at their defaults are omitted.

    >>> print(python_code(Origin("core.helped_hurt(10, 4, 3)", ()), {"test": "bootstrap", "seed": 0}))
    import core
    <BLANKLINE>
    pair = core.helped_hurt(10, 4, 3)
    result = core.compare(pair, test="bootstrap")
    print(result.pvalue, result.statistic, result.confidence_interval())
    """
    data, result, end = _SCRIPTS[command]
    keywords = "".join(f", {keyword}" for keyword in _keywords(_changed(options, command)))
    return f"import core\n\n{data} = {origin.python}\n{result} = core.{command}({data}{keywords})\n{end}"


def command_line(origin: Origin, options: Mapping[str, Any], command: str = "compare") -> str:
    """Return the command that gives the same numbers as JSON.

    >>> print(command_line(Origin("", ("a b.txt", "c.txt")), {"alternative": "greater"}))
    helped-hurt compare 'a b.txt' c.txt --alternative greater --format json
    """
    words = ["compare" if command == "by_group" else command, *origin.arguments]
    for name, value in _changed(options, command).items():
        words += [f"--{value}"] if name == "runs" else [_FLAGS.get(name, flag_of(name, value)), str(value)]
    lines = [*([origin.preparation] if origin.preparation else []), [*words, "--format", "json"]]
    return "\n".join("helped-hurt " + shell(line) for line in lines)


def same_numbers(result: Any, origin: Origin | None, options: Mapping[str, Any] | None, command: str) -> list[str]:
    """Return the last part of a report in Markdown: version, date, digest, and the code if the origin is known."""
    said = f"Helped & Hurt {result.version}, {date.today():%Y-%m-%d}. SHA-256 of the data: `{result.digest}`."
    code = [] if origin is None else [
        fenced(python_code(origin, options or {}, command), "python"),
        fenced(command_line(origin, options or {}, command), "sh"),
    ]  # fmt: skip
    return ["## The same numbers again", said, *code]


def _changed(options: Mapping[str, Any], command: str) -> dict[str, Any]:
    """Return the options that differ from the function's defaults and affect the numbers."""
    known = inspect.signature(getattr(core, command)).parameters
    return {
        name: options[name] for name, each in known.items()
        if name != "n_jobs" and name in options and options[name] != each.default
    }  # fmt: skip


def _keywords(values: Mapping[str, Any]) -> list[str]:
    return [f"{name}={python(value)}" for name, value in values.items()]


def _call(function: str, files: Iterable[Any], options: Mapping[str, Any]) -> str:
    return f"core.{function}({', '.join([*map(python, files), *_keywords(options)])})"


def _word(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple | list) else str(value)


def as_file(name: str) -> str:
    """Return a file name for the command line; a name that looks like an option gets ``./``."""
    return f"./{name}" if name.startswith("-") else name


def flag_of(name: str, value: Any) -> str:
    """Return the option of the command line that gives a reader's argument this value."""
    return "--higher-is-better" if (name, value) == ("lower_is_better", False) else f"--{name.replace('_', '-')}"


def systems_origin(files: Sequence[str], options: Mapping[str, Any]) -> Origin:
    """Return the code that reads any number of systems with `core.read_systems`."""
    words = [as_file(name) for name in files]
    for name, value in options.items():
        flag = _COLUMNS.get(name, flag_of(name, value))
        if name == "reference":  # an option for each file
            words += [word for file in value for word in (flag, as_file(file))]
        elif name not in ("metrics", "systems"):  # which --metric and --systems say
            words += [flag, *([] if isinstance(value, bool) else [_word(value)])]
    return Origin(_call("read_systems", files, options), tuple(words))


def preferences_origin(files: Sequence[str], options: Mapping[str, Any]) -> Origin:
    """Return the code that reads these files with `core.read_preferences`."""
    words = [as_file(name) for name in files]
    for name, value in options.items():
        words += [f"--{name}", *([value] if isinstance(value, str) else value)]
    return Origin(_call("read_preferences", files, options), tuple(words))


def origin_of(format: Format, names: Mapping[str, Any], options: Mapping[str, Any]) -> Origin:
    """Return the Python and the command line that read the files of these names with these options."""
    chosen = {name: value for name, value in options.items() if value is not None}
    named = [file for slot in format.named for file in each_of(names[slot.name])]
    by_flag = {slot.name: names[slot.name] for slot in format.slots if slot.flag}
    if getattr(core, format.reader.__name__, None) is format.reader:
        source = _call(format.reader.__name__, [names[slot.name] for slot in format.slots], chosen)
    else:
        source = _call("read", named, {"format": format.name} | by_flag | chosen)
    words = [as_file(name) for name in named]
    for slot in format.slots:
        words += [word for name in each_of(names[slot.name]) for word in (slot.flag, as_file(name)) if slot.flag]
    spread = {option.name for option in format.options if option.words > 1}
    words += [] if format.is_plain else ["--from", format.words[0]]
    for name, value in chosen.items():
        if isinstance(value, bool):
            words += [] if name == "counts" else [flag_of(name, value)]  # --metric says what are counts
        else:
            words += [format.arguments[name], *(value if name in spread else [_word(value)])]
    return Origin(source, tuple(words))


def each_of(held: Any) -> Iterator[Any]:
    """Yield the files of one slot."""
    yield from held if type(held) is tuple else (held,)


def pair_origin(origin: Origin, first: str, second: str) -> Origin:
    """Return the code that reads two of the systems that an origin reads."""
    return _then(origin, "pair", "--systems", first, second)


def named_origin(origin: Origin, baseline: str, experimental: str) -> Origin:
    """Return the code that gives the systems of an origin other names."""
    return _then(origin, "named", "--names", baseline, experimental)


def _then(origin: Origin, method: str, flag: str, first: str, second: str) -> Origin:
    code = f"{origin.python}.{method}({python(first)}, {python(second)})"
    return replace(origin, python=code, arguments=(*origin.arguments, flag, first, second))


def grouped_origin(origin: Origin) -> Origin:
    """Return the code that reads strata as groups to compare, rather than to average."""
    words = tuple("--by" if word == "--strata" else word for word in origin.arguments)
    return replace(origin, python=f"{origin.python}.with_strata(None)", arguments=words)
