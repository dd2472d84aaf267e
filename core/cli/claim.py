"""``claim``: what n and two printed accuracies say about significance."""

import click

from core.cli.inputs import format_option
from core.cli.output import block, say
from core.planning.claim import CLAIM_TESTS, check_claim
from core.report import to_json
from core.report.planning import claim_rows, claim_sentences, review_sentence
from core.significance import ALTERNATIVES


@click.command("claim", short_help="Could two printed accuracies differ significantly?")
@click.option("--n", type=int, required=True, help="Number of items.")
@click.option(
    "--baseline", required=True, metavar="ACCURACY", help="The baseline's accuracy as printed: 71.2, 0.712 or 712/1000."
)
@click.option(
    "--experimental", required=True, metavar="ACCURACY", help="The experimental system's, printed in the same way."
)
@click.option("--alpha", type=float, default=0.05, help="Significance level.")
@click.option(
    "--test", "tests", type=click.Choice(list(CLAIM_TESTS)), multiple=True, default=tuple(CLAIM_TESTS),
    help="Can be given twice.",
)  # fmt: skip
@click.option(
    "--alternative", type=click.Choice(ALTERNATIVES),
    help="What all tests ask; greater: experimental is better  [default: greater of the bootstrap, two-sided of the "
    "permutation test]",
)  # fmt: skip
@format_option("text", "json")
def claim_command(
    n: int, baseline: str, experimental: str, alpha: float, tests: tuple[str, ...], alternative: str | None, form: str
) -> None:
    """Say whether two printed accuracies can differ significantly, given the number of items.

    Which items changed is not printed, so the new system may have hurt few items or many. The answer is held against
    how many real pairs of systems hurt, and ends with a sentence for a review. All counts that round to the printed
    numbers are considered, so their decimals matter. They are percent, or fractions where both are at most 1 and
    printed with a decimal point; "0.5%" is half a percent, and 712/1000 counts the right items.

    Example: helped-hurt claim --n 1000 --baseline 71.2 --experimental 71.7
    """
    claim = check_claim(n, baseline, experimental, alpha=alpha, tests=tests, alternative=alternative)
    if form == "json":
        say(to_json(claim))
        return
    say(
        "\n".join(
            [*claim_sentences(claim), "", *block(claim_rows(claim)), "", f"For a review: {review_sentence(claim)}"]
        )
    )
