"""A format that the package does not have, as the contents of a new file in `core.readers`.

A quiz: a line "quiz: judge, judge …", then a line of marks for each question, one by each judge.
"""

from collections.abc import Sequence

from core.data.paired import PairedScores
from core.readers import Format, Source, Upload
from core.readers.format import BASELINE, EXPERIMENTAL, Option, Sniff
from core.readers.parsing.text import display_names, read_text


def read_quiz(baseline: Source, experimental: Source, *, judge: str | None = None) -> PairedScores:
    """Read the marks that one judge gave two systems."""
    marks = [_marks(source, judge) for source in (baseline, experimental)]
    names = display_names(baseline, experimental)
    return PairedScores.from_scores(*marks, baseline_name=names[0], experimental_name=names[1], decimals=0)


def _judges(files: Sequence[Source]) -> tuple[str, ...]:
    return tuple(name.strip() for name in read_text(files[0]).lines[0].removeprefix("quiz:").split(","))


def _marks(source: Source, judge: str | None) -> list[float]:
    place = 0 if judge is None else _judges([source]).index(judge)
    return [float(line.split()[place]) for line in read_text(source).lines[1:]]


QUIZ = Format(
    "quiz",
    "Marks of a quiz",
    "A line with the judges' names, then their marks of each question.",
    "quizzes",
    "a quiz",
    (BASELINE, EXPERIMENTAL),
    read_quiz,
    lambda file: Sniff(1 if file.text.lines[0].startswith("quiz:") else 0, "its first line says so"),
    (
        Option(
            "judge", "Judge", "--judge", "Whose marks [default: the first].", "NAME", required=False, choices=_judges
        ),
    ),
)

OLD = Upload("old.quiz", b"quiz: Ann, Bo\n1 0\n0 0\n1 1\n0 1\n")
NEW = Upload("new.quiz", b"quiz: Ann, Bo\n1 1\n1 0\n1 1\n1 0\n")
