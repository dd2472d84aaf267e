"""The command line: ``helped-hurt COMMAND …``.

A command is one function in a file of its own and one row of `COMMANDS`.
"""

import click

from core.cli.app import app_command, proxy_command
from core.cli.claim import claim_command
from core.cli.compare import compare_command
from core.cli.convergence import convergence_command
from core.cli.convert import convert_command
from core.cli.gate import gate_command
from core.cli.grid import grid_command
from core.cli.output import OneLineErrors
from core.cli.plan import plan_command
from core.cli.prefer import prefer_command
from core.cli.randomization import randomization_command
from core.cli.rank import rank_command
from core.cli.synthetic import synthetic_command

__all__ = ["COMMANDS", "main"]

COMMANDS: tuple[click.Command, ...] = (
    app_command,
    claim_command,
    compare_command,
    convergence_command,
    convert_command,
    gate_command,
    grid_command,
    plan_command,
    prefer_command,
    proxy_command,
    randomization_command,
    rank_command,
    synthetic_command,
)


@click.group(
    cls=OneLineErrors, commands={command.name or "": command for command in COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)  # fmt: skip
@click.version_option(package_name="helped-hurt", prog_name="helped-hurt", message="%(prog)s %(version)s")
def main() -> None:
    """Is one NLP system really better than another?

    Paired significance tests on two systems' scores of the same items: exact if that is possible.
    Numbers go to standard output; a mistake ends with one line on standard error and exit code 2.
    """
