"""``rank``: many systems on the same items, every pair tested and corrected."""

from functools import cache, partial
from typing import Any

import click

import core
from core.cli.inputs import format_option, number_options, question_options, read_many, runs_options
from core.cli.output import block, show_pairs, shown_progress
from core.metrics import fitting_metrics
from core.ranking.corrections import CORRECTIONS
from core.report.ranking import (
    exactness_sentence,
    pair_rows,
    ranking_csv,
    ranking_latex,
    ranking_markdown,
    ranking_rows,
    ranking_sentences,
    unit_of_all,
)
from core.report.reproduce import to_json


@click.command("rank", params=list(number_options()), short_help="Which of many systems differ, after correction?")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--id", metavar="COLUMN[,…]", help="Column that names the items [default: id, item, …].")
@click.option(
    "--columns", metavar="A,B,…",
    help="One table: the systems' columns [default: every column of numbers but the id's]; tables, one a system: the "
    "score's column.",
)  # fmt: skip
@click.option("--system-column", metavar="COLUMN", help="Long table: the system's name.")
@click.option("--score-column", metavar="COLUMN[,…]", help="Long table: the score.")
@click.option("--runs", metavar="COLUMN[,…]", help="Which run (seed, epoch, trial) or sample a row is of.")
@runs_options
@click.option("--cluster", metavar="COLUMN", help="Items of one document or passage, which are resampled as a whole.")
@click.option(
    "--strata", metavar="COLUMN", help="Each item's task: scores are averaged over tasks, and resampled within each."
)
@click.option("--task", metavar="NAME", help="Logs: the task, where they hold several.")
@click.option("--measure", metavar="NAME", help="Logs, and tables of several measures: which.")
@click.option(
    "--absent", type=click.Choice(["drop", "zero"]),
    help="Logs: topics that a run lacks are left out of all, or count as 0  [default: drop].",
)  # fmt: skip
@click.option(
    "--reference", multiple=True, metavar="FILE",
    help="Translations: the right ones, one segment a line; once for each file of references.",
)  # fmt: skip
@click.option(
    "--gold", metavar="FILE|COLUMN",
    help="Predicted labels: the gold ones, a file or a column. Logs of answers or parses: the file of the right ones.",
)  # fmt: skip
@click.option(
    "--labels", metavar="LABEL[,…]", help="Predicted labels: the label set, where it is larger than what occurs."
)
@click.option("--split-column", metavar="COLUMN", help="Logs: lists of one score of each system are in this column.")
@click.option("--total", metavar="N", help="SWE-bench's leaderboard: how many instances there are.")
@click.option("--metric", metavar="NAME", help="As for compare  [default: the first of those that fit the data]")
@question_options("permutation", "two-sided", better="better than the baseline")
@click.option("--alpha", type=float, default=0.05, help="Significance level of all pairs together.")
@click.option(
    "--correction", type=click.Choice(list(CORRECTIONS)), default="holm",
    help=f"What to limit: {'; '.join(f'with {name}, {row.holds}' for name, row in CORRECTIONS.items())}.",
)  # fmt: skip
@click.option("--baseline", metavar="NAME", help="Compare every other system with this one only.")
@click.option("--confidence", "confidence_level", type=float, default=0.95, help="Level of the intervals of scores.")
@click.option("--resamples", "n_resamples", type=int, default=10_000, help="For maxt and intervals.")
@click.option("--seed", type=int, default=0, help="Fixes the resamples.")
@click.option(
    "--jobs", "n_jobs", type=int, default=1,
    help="Processes that share the work, -1 for one on each processor; the result stays the same.",
)  # fmt: skip
@format_option("text", "json", "csv", "latex", "markdown")
def rank_command(files: tuple[str, ...], metric: str | None, form: str, runs_kind: str, **options: Any) -> None:
    """Test every pair of systems on the same items, correct for the number of pairs, and rank the systems.

    FILE is one table with a column for each system, one long table, one score file or table a system, or logs of
    evaluation harnesses. Systems that share a letter in the column "group" do not differ significantly. --format csv
    writes a row for each pair, latex a table of the systems with their letters, markdown the whole report.

    \b
    helped-hurt rank scores.csv
    helped-hurt rank scores.csv --id question --columns rules,old,new --correction maxt
    helped-hurt rank long.csv --runs seed --cluster document --format latex
    helped-hurt rank --reference ref.txt rules.txt old.txt new.txt --metric chrf
    helped-hurt rank rules.txt old.txt new.txt --baseline rules --alternative greater
    """
    asked = {name: options.pop(name) for name in _SETTINGS} | {"runs": runs_kind}
    scores, origin = read_many(files, options, metric)
    asked["metric"] = fitting_metrics(scores.pair(scores.names[0], scores.names[-1]))[0] if metric is None else metric
    with shown_progress() as progress:
        ranking = core.rank(scores, progress=progress, **asked)
    unit = cache(partial(unit_of_all, scores, asked["metric"]))

    def lines() -> list[str]:
        how = [exactness_sentence(ranking)] if ranking.runs == "crossed" else []
        return [*ranking_sentences(ranking, unit()), *how, "", *block(ranking_rows(ranking, unit()))]

    texts = {
        "json": lambda: to_json(ranking),
        "csv": lambda: ranking_csv(ranking),
        "latex": lambda: ranking_latex(ranking, unit()),
        "markdown": lambda: ranking_markdown(ranking, unit(), origin, asked),
    }
    show_pairs(form, ranking.notes, lines, lambda: pair_rows(ranking, unit()), texts)


_SETTINGS = (
    "test", "alternative", "alpha", "correction", "baseline", "confidence_level", "n_resamples", "seed", "n_jobs",
)  # fmt: skip
