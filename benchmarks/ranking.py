"""Rank many systems on items that are right or wrong: time and memory.

python -m benchmarks.ranking --jobs 2
"""

import json
import resource
import subprocess
import sys
import time

import click

from benchmarks.family_wise import study
from core import rank

SIZES = ((20, 2_000), (100, 10_000))


def measure(systems: int, items: int, correction: str, jobs: int) -> dict[str, float]:
    """Return the processor time and the elapsed time in seconds, and the peak memory in bytes, of this process."""
    scores = study("right or wrong", systems, items, seed=0)
    rank(study("right or wrong", 3, 20, seed=0))  # keeps imports out
    before, begin = time.process_time(), time.perf_counter()
    ranking = rank(scores, correction=correction, n_jobs=jobs)
    processor, passed = time.process_time() - before, time.perf_counter() - begin
    assert {pair.method for pair in ranking.pairs} <= {"exact", "numerical"}
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"pairs": len(ranking.pairs), "processor": processor, "passed": passed, "memory": peak}


@click.command(help=__doc__)
@click.option("--jobs", type=int, default=1, show_default=True)
@click.option("--largest", type=int, default=100, show_default=True, help="The most systems.")
@click.option("--one", nargs=3, hidden=True)
def main(jobs: int, largest: int, one: tuple[str, str, str] | None) -> None:
    """Measure each size in a separate process and print a Markdown table."""
    if one:
        click.echo(json.dumps(measure(int(one[0]), int(one[1]), one[2], jobs)))
        return
    click.echo("| systems | items | pairs | correction | processor | passed | memory |\n" + "| ---: " * 7 + "|")
    for systems, items in SIZES:
        for correction in ("holm", "maxt") if systems <= largest else ():
            words = [sys.executable, "-m", "benchmarks.ranking", "--jobs", str(jobs)]
            words += ["--one", str(systems), str(items), correction]
            found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
            click.echo(
                f"| {systems} | {items:,} | {found['pairs']:,} | {correction} | {found['processor']:.2f} s "
                f"| {found['passed']:.2f} s | {found['memory'] / 1e6:.0f} MB |"
            )


if __name__ == "__main__":
    main()
