"""``convert``: other tools' output becomes a table that ``compare`` reads."""

import csv
import io
from pathlib import Path

import click

from core.cli.files import write
from core.cli.terminal import say
from core.readers.conll_coreference import counts_table, parse_conll_coreference

__all__ = ["convert_command"]


@click.group("convert", short_help="Turn other tools' output into a table that compare reads.")
def convert_command() -> None:
    """Turn other tools' output into a table that compare reads."""


@convert_command.command("conll", short_help="The CoNLL coreference scorer's output.")
@click.argument("file")
@click.option(
    "--metric",
    "--conll-metric",
    "metric",
    metavar="NAME",
    help="muc, bcub, ceafm or ceafe, where FILE holds several (scorer.pl all); 1, 2 … where it does not name them  "
    "[default: the only one]",
)
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), required=True,
    help="The table to write; tabs separate its columns where it ends in .tsv, commas elsewhere.",
)  # fmt: skip
def conll_command(file: str, metric: str | None, output: Path) -> None:
    """Write recall and precision counts of every document, sorted by name and part.

    FILE is what scorer.pl METRIC KEY RESPONSE printed; its documents must sum to its TOTALS. Two such tables are
    compared by joining them on their documents.

    \b
    python -m core convert conll old.muc --output old.csv
    python -m core convert conll new.muc --output new.csv
    python -m core compare old.csv new.csv --metric f1
    """
    counts = parse_conll_coreference(file, metric)
    columns = counts_table(counts)
    table = io.StringIO()
    writer = csv.writer(table, delimiter="\t" if output.suffix == ".tsv" else ",", lineterminator="\n")
    writer.writerow(columns.columns)
    writer.writerows(zip(*columns.cells, strict=True))
    write(output, table.getvalue(), read=[file])
    what = f"{counts.metric} counts" if counts.metric else "counts"
    say(f"Wrote {output}: {what} of {len(counts.documents):,} documents, which sum to the file's TOTALS.")
