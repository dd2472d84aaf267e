"""``synthetic``: write two score files with given numbers of items helped and hurt."""

from pathlib import Path

import click

from core.cli.output import say
from core.data.synthetic import helped_hurt
from core.errors import DataError


@click.command("synthetic", short_help="Write two score files with given numbers of items helped and hurt.")
@click.option("--n", type=int, required=True, help="Number of items.")
@click.option("--helped", type=int, required=True, help="Items that only the experimental system has right.")
@click.option("--hurt", type=int, required=True, help="Items that only the baseline has right.")
@click.option("--both-correct", type=int, default=0, help="Items that both have right.")
@click.option(
    "--output", type=click.Path(path_type=Path), required=True,
    help="Folder for baseline.txt and experimental.txt; made if it is not there.",
)  # fmt: skip
def synthetic_command(n: int, helped: int, hurt: int, both_correct: int, output: Path) -> None:
    """Write baseline.txt and experimental.txt: 0/1 scores of two systems on the same N items.

    Example: helped-hurt synthetic --n 500 --helped 10 --hurt 7 --output data
    """
    pair = helped_hurt(n, helped, hurt, both_correct)
    paths = [output / "baseline.txt", output / "experimental.txt"]
    try:
        output.mkdir(parents=True, exist_ok=True)
        for path, statistics in zip(paths, (pair.baseline, pair.experimental), strict=True):
            path.write_text("".join(f"{score:.0f}\n" for score in statistics[:, 0]), encoding="utf-8")
    except OSError as error:
        raise DataError(f"{output} cannot be written ({error.strerror}): choose another folder.") from None
    say(f"Wrote {paths[0]} and {paths[1]}: {n:,} items, {helped:,} helped, {hurt:,} hurt.")
