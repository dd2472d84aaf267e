"""The Python and the command line that read the same files and give the same numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import core
from core.readers import Format
from core.report.escape import python, shell

# The options of compare() with their defaults, and what the command line calls them.
_OPTIONS = {
    "metric": ("mean", "--metric"),
    "test": ("permutation", "--test"),
    "alternative": ("two-sided", "--alternative"),
    "method": ("auto", "--method"),
    "boundary": ("include", "--boundary"),
    "alpha": (0.05, "--alpha"),
    "n_resamples": (10_000, "--resamples"),
    "seed": (0, "--seed"),
    "confidence_level": (0.95, "--confidence"),
    "interval": ("percentile", "--interval"),
    "margin": (None, "--margin"),
    "runs": ("mean", "--"),  # a flag without a value: --nested or --crossed
}

# Those of rank().
_RANKING = {name: _OPTIONS[name] for name in ("metric", "test", "alternative", "alpha")} | {
    "correction": ("holm", "--correction"),
    "baseline": (None, "--baseline"),
    "runs": _OPTIONS["runs"],
    **{name: _OPTIONS[name] for name in ("confidence_level", "n_resamples", "seed")},
}


# Of read_systems(), what is called otherwise on the command line.
_COLUMNS = {"system": "--system-column", "score": "--score-column", "split": "--split-column"}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a pair came from, as the code that reads it again.

    Parameters
    ----------
    python : str
        An expression that gives the pair, with ``core`` imported.
    arguments : strings
        What follows ``helped-hurt compare``.
    preparation : strings, optional
        The arguments of a command to run first, one that writes the files.
    """

    python: str
    arguments: tuple[str, ...]
    preparation: tuple[str, ...] | None = None


def as_file(name: str) -> str:
    """Return the name of a file as the command line takes it: one that looks like an option gets ``./``.

    Examples
    --------
    >>> as_file("old.txt"), as_file("--help")
    ('old.txt', './--help')
    """
    return f"./{name}" if name.startswith("-") else name


def flag_of(name: str, value: Any) -> str:
    """Return the option of the command line that gives a reader's argument this value.

    Examples
    --------
    >>> flag_of("missing_value", -1), flag_of("lower_is_better", False)
    ('--missing-value', '--higher-is-better')
    """
    return "--higher-is-better" if (name, value) == ("lower_is_better", False) else f"--{name.replace('_', '-')}"


def systems_origin(files: Sequence[str], options: Mapping[str, Any]) -> Origin:
    """Return the code that `core.read_systems` reads any number of systems with.

    Examples
    --------
    >>> origin = systems_origin(["a.csv"], {"columns": ("old", "new"), "system": "model"})
    >>> origin.python, origin.arguments
    ('core.read_systems("a.csv", columns=["old", "new"], system="model")', ('a.csv', '--columns', 'old,new', \
'--system-column', 'model'))
    """
    arguments = [*map(python, files), *(f"{name}={python(value)}" for name, value in options.items())]
    words = [as_file(name) for name in files]
    for name, value in options.items():
        flag = _COLUMNS.get(name, flag_of(name, value))
        if name == "reference":  # an option for each file
            words += [word for file in value for word in (flag, as_file(file))]
        elif name not in ("metrics", "systems"):  # which --metric and --systems say
            words += [
                flag,
                *(
                    []
                    if isinstance(value, bool)
                    else [",".join(value) if isinstance(value, tuple | list) else str(value)]
                ),
            ]
    return Origin(f"core.read_systems({', '.join(arguments)})", tuple(words))


def python_code(origin: Origin, options: dict[str, Any]) -> str:
    """Return a script that repeats the comparison; options at their defaults are left out.

    Examples
    --------
    >>> print(python_code(Origin("core.helped_hurt(10, 4, 3)", ()), {"test": "bootstrap", "seed": 0}))
    import core
    <BLANKLINE>
    pair = core.helped_hurt(10, 4, 3)
    result = core.compare(pair, test="bootstrap")
    print(result.pvalue, result.statistic, result.confidence_interval())
    """
    keywords = "".join(f", {name}={python(value)}" for name, value in _changed(options, _OPTIONS))
    return (
        "import core\n\n"
        f"pair = {origin.python}\n"
        f"result = core.compare(pair{keywords})\n"
        "print(result.pvalue, result.statistic, result.confidence_interval())"
    )


def command_line(origin: Origin, options: dict[str, Any]) -> str:
    """Return the command that repeats the comparison and prints its JSON.

    Examples
    --------
    >>> print(command_line(Origin("", ("a b.txt", "c.txt")), {"alternative": "greater"}))
    helped-hurt compare 'a b.txt' c.txt --alternative greater --format json
    """
    words = ["compare", *origin.arguments]
    words += _flags(options, _OPTIONS)
    lines = [[*words, "--format", "json"]]
    if origin.preparation is not None:
        lines.insert(0, list(origin.preparation))
    return "\n".join("helped-hurt " + shell(line) for line in lines)


def ranking_code(origin: Origin, options: dict[str, Any]) -> str:
    """Return a script that repeats a ranking; options at their defaults are left out.

    Examples
    --------
    >>> print(ranking_code(Origin('core.read_systems("a.csv")', ()), {"correction": "maxt", "seed": 0}))
    import core
    <BLANKLINE>
    scores = core.read_systems("a.csv")
    ranking = core.rank(scores, correction="maxt")
    for system in ranking.systems:
        print(system.rank, system.name, system.score, system.interval, system.group)
    """
    keywords = "".join(f", {name}={python(value)}" for name, value in _changed(options, _RANKING))
    return (
        "import core\n\n"
        f"scores = {origin.python}\n"
        f"ranking = core.rank(scores{keywords})\n"
        "for system in ranking.systems:\n"
        "    print(system.rank, system.name, system.score, system.interval, system.group)"
    )


def ranking_command(origin: Origin, options: dict[str, Any]) -> str:
    """Return the command that repeats a ranking and prints its JSON.

    Examples
    --------
    >>> print(ranking_command(Origin("", ("a.csv",)), {"baseline": "old", "runs": "nested"}))
    helped-hurt rank a.csv --baseline old --nested --format json
    """
    words = ["rank", *origin.arguments, *_flags(options, _RANKING)]
    return f"helped-hurt {shell([*words, '--format', 'json'])}"


def _flags(options: dict[str, Any], known: dict[str, tuple[Any, str]]) -> list[str]:
    words = []
    for name, value in _changed(options, known):
        words += [f"--{value}"] if name == "runs" else [known[name][1], str(value)]
    return words


def _changed(options: dict[str, Any], known: dict[str, tuple[Any, str]]) -> list[tuple[str, Any]]:
    return [(name, options[name]) for name in known if name in options and options[name] != known[name][0]]


def origin_of(format: Format, names: Mapping[str, Any], options: Mapping[str, Any]) -> Origin:
    """Return the Python and the command line that read the files of these names with these options."""
    chosen = {name: value for name, value in options.items() if value is not None}
    named = [file for slot in format.named for file in each_of(names[slot.name])]
    by_flag = {slot.name: names[slot.name] for slot in format.slots if slot.flag}
    if getattr(core, format.reader.__name__, None) is format.reader:
        arguments = [python(names[slot.name]) for slot in format.slots] + _keywords(chosen)
        source = f"core.{format.reader.__name__}({', '.join(arguments)})"
    else:
        arguments = [*map(python, named), *_keywords({"format": format.name} | by_flag | chosen)]
        source = f"core.read({', '.join(arguments)})"
    words = [as_file(name) for name in named]
    for slot in format.slots:
        words += [word for name in each_of(names[slot.name]) for word in (slot.flag, as_file(name)) if slot.flag]
    spread = {option.name for option in format.options if option.words > 1}
    words += [] if format.is_plain else ["--from", format.words[0]]
    for name, value in chosen.items():
        if isinstance(value, bool):
            words += [] if name == "counts" else [flag_of(name, value)]  # --metric says what are counts
            continue
        several = (
            list(value) if name in spread else [",".join(value) if isinstance(value, tuple | list) else str(value)]
        )
        words += [format.arguments[name], *several]
    return Origin(source, tuple(words))


def _keywords(values: Mapping[str, Any]) -> list[str]:
    return [f"{name}={python(value)}" for name, value in values.items()]


def each_of(held: Any) -> Iterator[Any]:
    """Yield the files of one slot."""
    yield from held if type(held) is tuple else (held,)


def pair_origin(origin: Origin, first: str, second: str) -> Origin:
    """Return the code that reads two of the systems that an origin reads.

    Examples
    --------
    >>> pair_origin(Origin('core.read_systems("a.csv")', ("a.csv",)), "old", "new").arguments
    ('a.csv', '--systems', 'old', 'new')
    """
    return Origin(
        f"{origin.python}.pair({python(first)}, {python(second)})",
        (*origin.arguments, "--systems", first, second),
    )  # fmt: skip


def named_origin(origin: Origin, baseline: str, experimental: str) -> Origin:
    """Return the code that gives the systems of an origin other names.

    Examples
    --------
    >>> named_origin(Origin('core.read("a.txt", "b.txt")', ("a.txt", "b.txt")), "old", "new").python
    'core.read("a.txt", "b.txt").named("old", "new")'
    """
    return Origin(
        f"{origin.python}.named({python(baseline)}, {python(experimental)})",
        (*origin.arguments, "--names", baseline, experimental),
    )  # fmt: skip


def grouped_origin(origin: Origin) -> Origin:
    """Return the code that reads strata as groups to compare, rather than to average.

    Examples
    --------
    >>> grouped_origin(Origin('core.read("a.csv", strata="task")', ("a.csv", "--strata", "task"))).arguments
    ('a.csv', '--by', 'task')
    """
    words = tuple("--by" if word == "--strata" else word for word in origin.arguments)
    return replace(origin, python=f"{origin.python}.with_strata(None)", arguments=words)
