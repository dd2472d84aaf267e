"""Options that several commands share."""

from collections.abc import Callable
from typing import Any

import click

from core.compare import ALTERNATIVES, TESTS

__all__ = ["alternative_option", "format_option", "test_option"]

test_option = click.option(
    "--test", type=click.Choice(list(TESTS)), default="bootstrap", show_default=True, help="Which p-value."
)
alternative_option = click.option(
    "--alternative",
    type=click.Choice(ALTERNATIVES),
    default="greater",
    show_default=True,
    help="greater: experimental is better.",
)


def format_option(*forms: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --format, whose default is the first of the forms."""
    return click.option(
        "--format", "form", type=click.Choice(forms), default=forms[0], show_default=True, help="Of the output."
    )
