"""``convert``: other tools' output becomes a table that ``compare`` reads."""

import csv
import io
from pathlib import Path

import click

from core.cli.output import say, write
from core.readers import FORMATS, Format
from core.readers.format import Conversion


class _Conversions(click.Group):
    """One command for each format that can be turned into a table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [format.name for format in FORMATS.values() if format.conversion]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        format = FORMATS.get(cmd_name)
        return _command(format, format.conversion) if format and format.conversion else None


@click.group("convert", cls=_Conversions, short_help="Turn other tools' output into a table that compare reads.")
def convert_command() -> None:
    """Turn other tools' output into a table that compare reads."""


def _command(format: Format, conversion: Conversion) -> click.Command:
    def convert(file: str, output: Path, **options: str | None) -> None:
        table, what = conversion.table(file, **options)
        text = io.StringIO()
        writer = csv.writer(text, delimiter="\t" if output.suffix == ".tsv" else ",", lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows(zip(*table.cells, strict=True))
        write(output, text.getvalue(), read=[file])
        say(f"Wrote {output}: {what}.")

    written = "The table to write; tabs separate its columns where it ends in .tsv, commas elsewhere."
    path = click.Path(path_type=Path, dir_okay=False)
    return click.Command(
        format.name,
        callback=convert,
        params=[
            click.Argument(["file"]),
            *(
                click.Option([f"--{option.name}", option.flag, option.name], metavar=option.metavar, help=option.help)
                for option in format.options
            ),
            click.Option(["--output"], type=path, required=True, help=written),
        ],
        short_help=conversion.short_help,
        help=conversion.help,
    )
