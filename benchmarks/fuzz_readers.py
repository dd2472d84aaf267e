"""Write files in all common forms, read them, and compare the numbers: they must be equal, or the file refused.

From the project's root; 20,000 cases take some minutes::

    python -m benchmarks.fuzz_readers [--cases 20000] [--seed 0]

A case is a pair of files for the same items. The command prints the files and exits with status 1 if a number read
differs from the number written, or if an error other than DataError or OptionError is raised.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.files import LabelCase, ScoreCase, label_cases, score_cases
from core.errors import ComparisonError

__all__ = ["main", "outcome"]


def outcome(case: ScoreCase | LabelCase) -> str:
    """Return "read" or "refused", or raise an AssertionError that shows the files."""
    try:
        pair = case.read()
    except ComparisonError:
        return "refused"
    if not case.is_right(pair):
        files = "\n".join(repr(file) for file in case.files)
        read = [pair.baseline.tolist(), pair.experimental.tolist()]
        raise AssertionError(f"{files}\ncolumns={case.columns}\nwritten {case.written}\nread {read}\n{pair.notes}")
    return "read"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the cases, and print the numbers of files read and refused."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_readers", description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=20_000, help="how many pairs of files (default: 20,000)")
    parser.add_argument("--seed", type=int, default=0, help="where the random cases begin (default: 0)")
    chosen = parser.parse_args(arguments)
    n_labels = chosen.cases // 4
    wrong = [
        _run("scores", score_cases(), chosen.cases - n_labels, chosen.seed),
        _run("labels", label_cases(), n_labels, chosen.seed),
    ]
    sys.exit(any(wrong))


def _run(name: str, cases: st.SearchStrategy[ScoreCase] | st.SearchStrategy[LabelCase], n: int, start: int) -> bool:
    tally: Counter[str] = Counter()

    @seed(start)
    @settings(
        max_examples=n,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def run(case: ScoreCase | LabelCase) -> None:
        tally[outcome(case)] += 1

    try:
        run()
    except Exception as error:
        print(f"{name}: {error}\n{type(error).__name__} is another outcome than the numbers written, or a refusal.")
        return True
    finally:
        print(
            f"{name}: {tally.total():,} cases, {tally['read']:,} read as written, {tally['refused']:,} refused",
            flush=True,
        )
    return False


if __name__ == "__main__":
    main()
