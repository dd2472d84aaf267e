"""The Python and the command line that read the same files again."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import core
from core.readers import Format
from core.report.escape import python
from core.report.reproduce import Origin, as_file, flag_of

__all__ = ["each_of", "grouped_origin", "named_origin", "origin_of", "pair_origin"]


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
