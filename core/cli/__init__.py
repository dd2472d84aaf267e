"""The command line: ``helped-hurt COMMAND …``.

A command is one function in a file of its own and one row of `COMMANDS`.

=============  ==========================================================================
module         what is in it
=============  ==========================================================================
app            start the dashboard from wherever the package is installed
claim          what n and two printed accuracies say about significance
compare        test whether one system is better than another on the same items
convergence    how wrong a sampled p-value is, and how long the exact one takes
convert        other tools' output becomes a table that ``compare`` reads
errors         whatever goes wrong ends in one line on standard error and exit code 2
files          files that a command writes
gate           may a changed system be merged? For builds
grid           the p-value of every combination of test set size, effect and percent hurt
hosting        several dashboards behind nginx
inputs         options that say what the files hold, from the registry of formats
options        options that several commands share
output         results on standard output, progress on standard error
plan           how many items a study needs, and what those at hand can show
prefer         which of two systems, or of many, judges prefer
proxy          nginx before dashboards that run elsewhere, such as in containers
randomization  the approximate randomization test with the arguments of the `art` tool
rank           many systems on the same items, every pair tested and corrected
synthetic      write two score files with so many items helped and hurt
terminal       characters that steer a terminal are written as their escapes
=============  ==========================================================================
"""

import click

from core.cli.app import app_command
from core.cli.claim import claim_command
from core.cli.compare import compare_command
from core.cli.convergence import convergence_command
from core.cli.convert import convert_command
from core.cli.errors import OneLineErrors
from core.cli.gate import gate_command
from core.cli.grid import grid_command
from core.cli.plan import plan_command
from core.cli.prefer import prefer_command
from core.cli.proxy import proxy_command
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
    cls=OneLineErrors,
    commands={command.name or "": command for command in COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="helped-hurt", prog_name="helped-hurt", message="%(prog)s %(version)s")
def main() -> None:
    """Is one NLP system really better than another?

    Paired significance tests on two systems' scores of the same items: exact wherever that is possible.
    Numbers go to standard output; a mistake ends with one line on standard error and exit code 2.
    """
