"""Options that several commands share."""

from collections.abc import Callable
from typing import Any

import click

from core.data.item_statistics import DEFAULT_COLUMNS
from core.metrics import METRICS
from core.metrics.samples import FORMULAS
from core.significance import ALTERNATIVES, TESTS

__all__ = ["format_option", "listed_metrics", "question_options", "runs_options"]


_NUMBERS = {1: "one number an item", 2: "two", 4: "four"}
_NEEDS = {"labels": "labels", "text": "text and references"}


def listed_metrics() -> str:
    """Return the names of all metrics, by what they need of an item."""
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


def runs_options() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the options --nested and --crossed, which both give ``runs``."""
    nested = click.option(
        "--nested", "runs_kind", flag_value="nested",
        help="Runs are trials, drawn anew for each item (samples, epochs): resample items, then runs within each.",
    )  # fmt: skip
    crossed = click.option(
        "--crossed", "runs_kind", flag_value="crossed",
        help="Runs are seeds that all items share (trained models, prompts, judges): Student's t over items and runs.",
    )  # fmt: skip
    return lambda command: nested(crossed(command))


def format_option(*forms: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --format, whose default is the first of the forms."""
    return click.option(
        "--format", "form", type=click.Choice(forms), default=forms[0], show_default=True, help="Of the output."
    )
