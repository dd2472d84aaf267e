"""``prefer``: which of two systems, or of many, do judges prefer?"""

from typing import Any

import click

import core
from core.cli.inputs import format_option
from core.cli.output import block, show_pairs, shown_progress
from core.preferences import PreferenceRanking
from core.ranking.corrections import PVALUE_CORRECTIONS
from core.report.preferences import (
    pair_rows,
    preferences_csv,
    preferences_latex,
    preferences_markdown,
    preferences_sentences,
    strength_rows,
)
from core.report.reproduce import preferences_origin, to_json


@click.command("prefer", short_help="Which do the judges prefer? (win, tie, loss)")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--systems", nargs=2, metavar="A B", help="The two systems to compare; wins are A's  [default: all].")
@click.option("--item", metavar="COLUMN", help="Column of the item  [default: question_id, item, instruction, …].")
@click.option("--judge", metavar="COLUMN", help="Column of the judge  [default: judge, annotator, …].")
@click.option(
    "--order", metavar="COLUMN",
    help="Column of the order shown: 1 or 2 (swapped), no or yes (swapped), AB or BA, or the system shown first.",
)  # fmt: skip
@click.option(
    "--correction", type=click.Choice(PVALUE_CORRECTIONS), default="holm",
    help="Of many systems: for the number of pairs.",
)  # fmt: skip
@click.option("--alpha", type=float, default=0.05, help="Significance level of all pairs together.")
@click.option("--confidence", "confidence_level", type=float, default=0.95, help="Level of all intervals.")
@click.option("--resamples", "n_resamples", type=int, default=2_000, help="Of items, for strengths and ranks.")
@click.option("--seed", type=int, default=0, help="Fixes the resamples.")
@format_option("text", "json", "csv", "latex", "markdown")
def prefer_command(
    files: tuple[str, ...], systems: tuple[str, str] | None, item: str | None, judge: str | None, order: str | None,
    form: str, **options: Any,
) -> None:  # fmt: skip
    """Test which of two systems is preferred, or rank many by Bradley and Terry's strengths.

    FILE is a table with two models and a winner (Chatbot Arena, MT-bench), FastChat's pair judgments, AlpacaEval's
    annotations, arena-hard's games, Vicuna's reviews, or two columns of scores. All judgments of an item, in both
    orders and by all judges, count as one.

    \b
    helped-hurt prefer votes.csv
    helped-hurt prefer annotations.json --systems new old --format json
    helped-hurt prefer judged.csv --item question --judge rater --order swapped
    """
    given = {"item": item, "judge": judge, "order": order, "systems": systems}
    reading = {name: value for name, value in given.items() if value}
    data = core.read_preferences(*files, **reading)  # type: ignore[arg-type]
    with shown_progress() as progress:
        found = core.prefer(data, progress=progress, **options)

    def lines() -> list[str]:
        said = preferences_sentences(found)
        if isinstance(found, PreferenceRanking) and found.systems:
            said += ["", *block(strength_rows(found))]
        return said

    texts = {
        "json": lambda: to_json(found),
        "csv": lambda: preferences_csv(found),
        "latex": lambda: preferences_latex(found),
        "markdown": lambda: preferences_markdown(found, preferences_origin(files, reading), options),
    }
    pairs = (lambda: pair_rows(found)) if isinstance(found, PreferenceRanking) else None
    show_pairs(form, found.notes, lines, pairs, texts)
