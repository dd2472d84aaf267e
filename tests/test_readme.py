"""The README's commands are commands of this package, with options that exist."""

import shlex
from pathlib import Path

import pytest

from core.cli import main
from core.readers import FORMATS

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.partition("helped-hurt ")[2] for line in README.splitlines() if line.startswith(".venv/bin/helped-hurt")
]


def test_it_shows_what_the_package_can_do():
    assert {line.split()[0] for line in COMMANDS} > {"compare", "randomization", "grid", "claim", "convergence", "rank"}


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_understood(line):
    name, *arguments = shlex.split(line)
    context = main.commands[name].make_context(name, arguments)
    assert context.info_name == name


def test_its_table_of_formats_is_the_registry():
    rows = [f"| `{each.name}` | {each.title} | {each.explanation} |" for each in FORMATS.values()]
    assert "|---|---|---|\n" + "\n".join(rows) + "\n\n" in README
