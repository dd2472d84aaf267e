"""``claim``: what n and two printed accuracies say about significance."""

import json

import click

from core.cli.options import format_option
from core.report.claim import claim_rows, claim_sentences
from core.studies.claim import CLAIM_TESTS, check_claim

__all__ = ["claim_command"]


@click.command("claim", short_help="Could two printed accuracies differ significantly?")
@click.option("--n", type=int, required=True, help="Number of items.")
@click.option("--baseline", required=True, metavar="ACCURACY", help="The baseline's accuracy as printed, 71.2.")
@click.option("--experimental", required=True, metavar="ACCURACY", help="The experimental system's, 71.7.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Significance level.")
@click.option(
    "--test",
    "tests",
    type=click.Choice(list(CLAIM_TESTS)),
    multiple=True,
    default=tuple(CLAIM_TESTS),
    show_default=True,
    help="bootstrap is one-sided, permutation two-sided; can be given twice.",
)
@format_option("text", "json")
def claim_command(
    n: int, baseline: str, experimental: str, alpha: float, tests: tuple[str, ...], form: str
) -> None:  # fmt: skip
    """Say what p-values a claim can have that prints only the number of items and two accuracies.

    Which items changed is not printed: the items hurt can be few, many, or as many as two independent systems would
    have. All counts that round to the printed numbers are considered, so their decimals matter. They are percent, or
    fractions where both are at most 1 and printed with a decimal point; "0.5%" is half a percent.

    Example: python -m core claim --n 1000 --baseline 71.2 --experimental 71.7
    """
    claim = check_claim(n, baseline, experimental, alpha=alpha, tests=tests)
    if form == "json":
        click.echo(json.dumps(claim.to_dict(), indent=2, allow_nan=False))
        return
    rows = claim_rows(claim)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    click.echo("\n".join(claim_sentences(claim)) + "\n")
    for row in rows:
        click.echo("  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
