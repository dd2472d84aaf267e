"""All pairs of many systems with this project, evalstats and errorbars, in one run on the same scores.

    pip install -e '.[peers]'
    python -m benchmarks.peers           # about two minutes

20 systems on 2,000 items, right or wrong, and all 190 pairs with Holm's correction. Each tool runs in a new process.
The table has seconds, peak memory, and the number of pairs that each tool calls different. errorbars uses t-tests,
evalstats its own choice of test with 10,000 resamples. In the second table 5 items were helped and none hurt; an exact
test cannot find this significant (p = 1/16 at best).
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
P = Callable[[Floats, list[str]], list[float]]


def ours(scores: Floats, names: list[str]) -> list[float]:
    """Return the adjusted p-values of `core.rank`."""
    import core

    ranking = core.rank(dict(zip(names, scores, strict=True)))
    return [pair.adjusted_pvalue for pair in ranking.pairs]


def evalstats(scores: Floats, names: list[str]) -> list[float]:
    """Return the adjusted p-values of `evalstats.all_pairwise`."""
    import evalstats as tool

    found = tool.all_pairwise(scores, names, correction="holm", rng=np.random.default_rng(0))
    return [result.p_value for result in found.results.values()]


def errorbars(scores: Floats, names: list[str]) -> list[float]:
    """Return the adjusted p-values of `errorbars.leaderboard`."""
    from errorbars.compare import paired_compare
    from errorbars.leaderboard import holm_correction

    pairs = [(i, j) for i in range(len(names)) for j in range(i)]
    return list(holm_correction([paired_compare(scores[i], scores[j]).p_value for i, j in pairs]))


TOOLS: dict[str, P] = {"Helped & Hurt": ours, "evalstats": evalstats, "errorbars": errorbars}


def data(systems: int, items: int) -> Floats:
    """Systems that differ by up to 6 points, on items that differ in difficulty."""
    random = np.random.default_rng(0)
    ease = random.uniform(0.2, 0.9, items)
    better = np.linspace(-0.03, 0.03, systems)[:, None]
    return (random.random((systems, items)) < np.clip(ease + better, 0, 1)).astype(float)


def few(items: int) -> Floats:
    """Two systems; the second is right on five more items."""
    baseline = np.zeros(items)
    return np.stack([baseline, np.arange(items) < 5])


def measure(tool: str, scores: Floats) -> dict[str, float]:
    """Return seconds, peak memory and the significant pairs; a small first run excludes imports."""
    names = [f"system {i + 1}" for i in range(len(scores))]
    TOOLS[tool](data(3, 50), ["first", "second", "third"])
    begin = time.perf_counter()
    found = TOOLS[tool](scores, names)
    passed = time.perf_counter() - begin
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"passed": passed, "memory": peak, "pairs": len(found), "different": sum(p <= 0.05 for p in found),
            "least": min(found)}  # fmt: skip


@click.command(help=__doc__)
@click.option("--systems", type=int, default=20, show_default=True)
@click.option("--items", type=int, default=2_000, show_default=True)
@click.option("--one", nargs=2, hidden=True)
def main(systems: int, items: int, one: tuple[str, str] | None) -> None:
    """Measure each tool in a separate process and print two Markdown tables."""
    if one:
        click.echo(json.dumps(measure(one[0], data(systems, items) if one[1] == "many" else few(items))))
        return
    for what, head in (("many", f"{systems} systems, {items:,} items"), ("few", "5 helped, 0 hurt of 500")):
        click.echo(
            f"\n{head}\n\n| tool | time | memory | pairs | called different | smallest p |\n|---|" + " ---: |" * 5
        )
        for tool in TOOLS:
            words = [sys.executable, "-m", "benchmarks.peers", "--one", tool, what, "--systems", str(systems)]
            done = subprocess.run(
                [*words, "--items", str(items if what == "many" else 500)], capture_output=True, text=True
            )
            if done.returncode:
                said = done.stderr.strip().splitlines()[-1:] or ["no answer"]
                click.echo(f"| {tool} | {said[0]} | | | | |")
                continue
            found = json.loads(done.stdout)
            click.echo(
                f"| {tool} | {found['passed']:.2f} s | {found['memory'] / 1e6:.0f} MB | {found['pairs']} | "
                f"{found['different']} | {found['least']:.3g} |"
            )


if __name__ == "__main__":
    main()
