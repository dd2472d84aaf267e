"""The pages of the documentation that are made from the registries, as Markdown."""

import re
import shlex
from collections.abc import Callable, Iterable
from inspect import cleandoc
from textwrap import dedent

import click

import core
from core.cli import main
from core.readers import FORMATS, Upload, suggest
from core.readers.format import Slot
from core.report.reproduce import origin_of
from dashboard.samples.examples import EXAMPLES, example
from dashboard.views.methods.words import corrections_table, metrics_table, precision_table, table, tests_table
from dashboard.wording.chooser import QUESTIONS

__all__ = ["PAGES", "api", "example_command"]

_MAX_EXAMPLE_LINES = 8
_MAX_LINE = 96


def fenced(text: str, language: str = "text") -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def formats() -> str:
    """Return a section for each format: what its files hold, an example, and the command."""
    return "\n".join(_format(name) for name in FORMATS)


def example_command(name: str) -> str:
    """Return the command that reads the example of a format, with the options that its files suggest."""
    row, (flagged, named) = FORMATS[name], _example_files(name)
    found = suggest(*named, gold=next(iter(flagged.values()), None), formats=[row])
    asked = {each.name: each.choices(named)[0] for each in row.options if each.name in found.open and each.choices}
    files = {row.named[0].name: tuple(named)} if row.takes_many else dict(zip(_names(row.named), named, strict=True))
    names = {slot: _name(held) for slot, held in (files | flagged).items()}
    return f"helped-hurt compare {shlex.join(origin_of(row, names, found.options | asked).arguments)}"


def _names(slots: Iterable[Slot]) -> list[str]:
    return [slot.name for slot in slots]


def _name(held: Upload | tuple[Upload, ...]) -> str | tuple[str, ...]:
    return held.name if isinstance(held, Upload) else tuple(file.name for file in held)


def _example_files(name: str) -> tuple[dict[str, Upload], list[Upload]]:
    """Return the files that have a flag, by their slots, and those that are named first."""
    files = example(name)
    flagged = [slot.name for slot in FORMATS[name].slots if slot.flag]
    return dict(zip(flagged, files, strict=False)), list(files[len(flagged) :])


def _format(name: str) -> str:
    row = FORMATS[name]
    text = f"## `{name}`: {row.title}\n\n{row.explanation}\n\n"
    if name in EXAMPLES:
        flagged, named = _example_files(name)
        text += fenced(example_command(name), "sh") + "\n"
        for file in [*flagged.values(), *named[:1]]:
            text += f"`{file.name}`:\n\n{_beginning(file)}\n"
    if row.options:
        # The first format that has a flag says it for all.
        helps = {
            each.flag: each.help
            for each in reversed([each for format in FORMATS.values() for each in format.flagged])
            if each.help
        }
        text += table(("option", "what it says"), ([f"`{each.flag}`", helps[each.flag]] for each in row.options))
    return text


def _beginning(file: Upload) -> str:
    try:
        lines = file.data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        return "A binary file.\n"
    shown = [line if len(line) <= _MAX_LINE else line[: _MAX_LINE - 2] + " …" for line in lines[:_MAX_EXAMPLE_LINES]]
    return fenced("\n".join(shown + ["…"] * (len(lines) > _MAX_EXAMPLE_LINES)))


def commands() -> str:
    """Return a section for each command, with its options as its own help describes them."""
    return "\n".join(_command(f"helped-hurt {name}", command) for name, command in main.commands.items())


def _command(name: str, command: click.Command, level: int = 2) -> str:
    context = click.Context(command, info_name=name, **main.context_settings)
    usage = " ".join(command.collect_usage_pieces(context))
    text = f"{'#' * level} `{name}`\n\n{fenced(f'{name} {usage}', 'sh')}\n{_described(command.help or '')}\n"
    records = (each.get_help_record(context) for each in command.params if each.name != "help")
    rows = [(f"`{names}`", help.replace("\n", " ")) for names, help in filter(None, records) if help]
    text += table(("option", "what it says"), rows) if rows else ""
    if isinstance(command, click.Group):
        text += "\n" + "\n".join(_command(f"{name} {each}", sub, level + 1) for each, sub in command.commands.items())
    return text


def _described(help: str) -> str:
    """Return a docstring of click as Markdown: paragraphs that begin with \\b, and examples, are commands."""
    texts = []
    for paragraph in cleandoc(help).split("\n\n"):
        if paragraph.startswith("\b"):
            texts.append(fenced(dedent(paragraph.lstrip("\b\n")), "sh"))
        elif paragraph.startswith("Example: "):
            texts.append(fenced(paragraph.removeprefix("Example: "), "sh"))
        else:
            texts.append(re.sub(r"(?<!\S)--[a-z-]+", r"`\g<0>`", " ".join(paragraph.split())))
    return "\n\n".join(texts) + "\n"


def which_test() -> str:
    """Return the six questions, each with its answers and what they ask for."""
    parts = []
    for number, question in enumerate(QUESTIONS.values(), 1):
        heads = ("your answer", "what follows", "option")
        rows = [
            [answer.label, answer.advice, ", ".join(f"`{each}`" for each in dict.fromkeys(answer.options.values()))]
            for answer in question.answers.values()
        ]
        used = 3 if any(row[-1] for row in rows) else 2
        parts.append(f"## {number}. {question.asked}\n\n{table(heads[:used], [row[:used] for row in rows])}")
    return "\n".join(parts)


# The sections of the API: the packages whose public names they list, and a title.
_SECTIONS = (
    ("Compare", ("core.inference", "core.groups")),
    ("Data", ("core.data", "core.distributions")),
    ("Many systems", ("core.ranking",)),
    ("Preferences", ("core.preferences",)),
    ("Review and plan", ("core.planning",)),
    ("Learn", ("core.teaching", "core.significance")),
    ("Read files", ("core.readers",)),
    ("Metrics", ("core.metrics",)),
    ("Errors", ("core.errors",)),
)


def api() -> str:
    """Return the page of the public names of `core` and of the commands."""
    text = (
        "# API\n\nEverything public is a name of `core`; the [commands](#commands) are below. Modules that are not "
        "listed here may change in any release.\n\n```{eval-rst}\n.. currentmodule:: core\n```\n\n"
    )
    public = {name: getattr(getattr(core, name), "__module__", None) or "" for name in core.__all__}
    for title, packages in _SECTIONS:
        names = [name for name, module in public.items() if module.startswith(packages)]
        listed = "\n   ".join(sorted(names, key=lambda name: (name[0].isupper(), name)))
        text += f"## {title}\n\n```{{eval-rst}}\n.. autosummary::\n   :toctree: api\n\n   {listed}\n```\n\n"
    text += (
        "# Commands\n\n`python -m core` is the same as `helped-hurt`. Numbers go to standard output. A mistake ends "
        "with a sentence on standard error and exit code 2.\n\n"
    )
    return text + commands()


PAGES: dict[str, Callable[[], str]] = {
    "metrics": metrics_table,
    "tests": tests_table,
    "corrections": corrections_table,
    "precision": precision_table,
    "formats": formats,
    "which_test": which_test,
}
