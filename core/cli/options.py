"""Options that several commands share."""

from collections.abc import Callable
from typing import Any

import click

from core.significance import ALTERNATIVES, TESTS

__all__ = ["format_option", "question_options"]


def question_options(
    test: str, alternative: str, better: str = "experimental is better"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the options --test and --alternative with these defaults, and what "greater" claims."""
    which = click.option(
        "--test", type=click.Choice(list(TESTS)), default=test, show_default=True, help="Which p-value."
    )
    side = click.option(
        "--alternative",
        type=click.Choice(ALTERNATIVES),
        default=alternative,
        show_default=True,
        help=f"greater: {better}.",
    )
    return lambda command: which(side(command))


def format_option(*forms: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --format, whose default is the first of the forms."""
    return click.option(
        "--format", "form", type=click.Choice(forms), default=forms[0], show_default=True, help="Of the output."
    )
