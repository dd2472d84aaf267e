"""Approximate randomization of translations with this project and with `sacrebleu --paired-ar`, on the same segments.

    python -m benchmarks.translation     # about two minutes

2,000 artificial segments of 25 words and 10,000 swaps, in processor seconds. "Swaps" are the swaps alone. "In all" is
from text to p, including the counts of the segments, which sacreBLEU makes for both, and here also the interval.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import click
from sacrebleu import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest

import core
from core.metrics import resolve_metric
from core.readers import Upload, read_segments
from core.significance.observed import Observed
from core.significance.permutation import PermutationDistribution

METRICS: dict[str, Callable[[], Any]] = {
    "bleu": lambda: BLEU(force=True),
    "chrf": CHRF,
    "chrf++": lambda: CHRF(word_order=2),
    "ter": TER,
}
WRONG = {"old": 0.3, "new": 0.295}


def corpus(n: int, seed: int = 0) -> dict[str, list[str]]:
    """Return references with the word frequencies of a language, and two systems that get some words wrong."""
    generator = random.Random(seed)
    words = ["".join(generator.choices("abcdefghijklmnoprstuvw", k=generator.randint(2, 9))) for _ in range(5000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    right = [generator.choices(words, weights, k=generator.randint(10, 40)) for _ in range(n)]
    systems = {
        name: [[generator.choice(words) if generator.random() < share else word for word in line] for line in right]
        for name, share in WRONG.items()
    }
    return {name: [" ".join(line) + "." for line in lines] for name, lines in (systems | {"ref": right}).items()}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds of the work, and its result."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def theirs(name: str, texts: dict[str, list[str]], swaps: int) -> tuple[float, float, float]:
    """Return the seconds of sacreBLEU's whole test and of its counts, and its p-value."""
    named = [(system, texts[system]) for system in WRONG]
    whole, (_, scores) = timed(
        lambda: PairedTest(named, {name: METRICS[name]()}, [texts["ref"]], n_samples=swaps, test_type="ar")()
    )
    counting, _ = timed(
        lambda: [METRICS[name]()._extract_corpus_statistics(lines, [texts["ref"]]) for _, lines in named]
    )
    [pvalue] = [of[1].p_value for key, of in scores.items() if key != "System"]
    return whole, counting, pvalue


def ours(name: str, texts: dict[str, list[str]], swaps: int) -> tuple[float, float, core.Comparison]:
    """Return the seconds from text to p and of the swaps alone, and the comparison."""
    files = {key: Upload(key, "".join(f"{line}\n" for line in lines).encode()) for key, lines in texts.items()}
    counting, pair = timed(lambda: read_segments(files["old"], files["new"], files["ref"], metrics=[name]))
    testing, result = timed(lambda: core.compare(pair, metric=name, n_resamples=swaps))
    observed = Observed(pair, resolve_metric(name, pair))
    swapping, _ = timed(lambda: PermutationDistribution(observed, swaps, 0).samples())
    return counting + testing, swapping, result


@click.command(help=__doc__)
@click.option("--segments", type=int, default=2000, show_default=True)
@click.option("--swaps", type=int, default=10_000, show_default=True)
@click.option("--metrics", default=",".join(METRICS), show_default=True)
def main(segments: int, swaps: int, metrics: str) -> None:
    """Measure and print a table."""
    texts = corpus(segments)
    warm = {key: lines[:20] for key, lines in texts.items()}
    click.echo("| metric | p | p of sacreBLEU | swaps | its swaps | faster | in all | its | faster |")
    click.echo("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in metrics.split(","):
        ours(name, warm, 100)  # excludes the imports
        its, its_counting, its_pvalue = theirs(name, texts, swaps)
        whole, swapping, result = ours(name, texts, swaps)
        its_swapping = its - its_counting
        click.echo(
            f"| {name} | {result.pvalue:.4f} ({result.method if result.computed else 'sampled'}) | {its_pvalue:.4f} | "
            f"{swapping:.2f} s | {its_swapping:.2f} s | {its_swapping / swapping:.1f}× | "
            f"{whole:.2f} s | {its:.2f} s | {its / whole:.1f}× |"
        )


if __name__ == "__main__":
    main()
