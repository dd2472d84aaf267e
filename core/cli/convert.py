"""``convert``: other tools' output becomes a table that ``compare`` reads."""

import csv
import io
from pathlib import Path

import click

from core.cli.output import say, write
from core.readers import FORMATS, parse_conll_coreference


@click.group("convert", short_help="Turn other tools' output into a table that compare reads.")
def convert_command() -> None:
    """Turn other tools' output into a table that compare reads."""


[_METRIC] = FORMATS["conll"].options


@convert_command.command("conll", short_help="The CoNLL coreference scorer's output.")
@click.argument("file")
@click.option("--metric", _METRIC.flag, "metric", metavar=_METRIC.metavar, help=_METRIC.help)
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), required=True,
    help="The table to write; tabs separate its columns where it ends in .tsv, commas elsewhere.",
)  # fmt: skip
def conll_command(file: str, metric: str | None, output: Path) -> None:
    """Write recall and precision counts of every document, sorted by name and part.

    FILE is what scorer.pl METRIC KEY RESPONSE printed; its documents must sum to its TOTALS. Two such tables are
    compared by joining them on their documents.

    \b
    helped-hurt convert conll old.muc --output old.csv
    helped-hurt convert conll new.muc --output new.csv
    helped-hurt compare old.csv new.csv --metric f1
    """
    counts = parse_conll_coreference(file, metric)
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t" if output.suffix == ".tsv" else ",", lineterminator="\n")
    writer.writerow(counts.table.columns)
    writer.writerows(zip(*counts.table.cells, strict=True))
    write(output, text.getvalue(), read=[file])
    what = f"{counts.metric} counts" if counts.metric else "counts"
    say(f"Wrote {output}: {what} of {len(counts.documents):,} documents, which sum to the file's TOTALS.")
