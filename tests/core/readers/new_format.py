"""Two formats that the package does not have, each as the contents of a new file in `core.readers`."""

import io
import json
import zipfile
from collections.abc import Sequence

import numpy as np

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.readers import Format, Source, Upload
from core.readers.format import Files, Guess, Option, Slot, Sniff
from core.readers.options import BASELINE, EXPERIMENTAL
from core.readers.parsing.file import File
from core.readers.parsing.text import display_names, read_bytes, read_text

# A quiz: a line "quiz: judge, judge …", then a line of marks for each question, one by each judge.


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

# A log: a zip archive a system with its name, and its score of each item in each of some epochs.


def read_log(
    logs: Sequence[Source], *, baseline: str | None = None, experimental: str | None = None
) -> PairedScores | Scores:
    """Read the logs of any number of systems."""
    held = dict(map(_log, logs))
    items = list(next(iter(held.values())))
    scores = Scores.from_systems(
        {name: np.array([of[item] for item in items], dtype=float).T[:, :, None] for name, of in held.items()},
        ids=items,
        notes=["Read from logs."],
    )
    return scores if baseline is None or experimental is None else scores.pair(baseline, experimental)


def _log(source: Source) -> tuple[str, dict[str, list[float]]]:
    with zipfile.ZipFile(io.BytesIO(read_bytes(source))) as archive:
        return json.loads(archive.read("header.json"))["system"], json.loads(archive.read("scores.json"))


def _systems(files: Sequence[Source]) -> tuple[str, ...]:
    return tuple(_log(file)[0] for file in files)


def _sniff(file: File) -> Sniff:
    return Sniff(0.99 if file.data[:4] == b"PK\x03\x04" and b"header.json" in file.data else 0, "an archive of a log")


def _guess(files: Files) -> Guess:
    systems = _systems([file.source for file in files["logs"]])
    two = zip(("baseline", "experimental"), systems, strict=False) if len(systems) == 2 else ()
    return Guess(0.99, "an archive of a log", {role: (name, "it comes in this order") for role, name in two})


LOG = Format(
    "log",
    "Evaluation logs",
    "One archive a system, with the scores of every epoch.",
    "logs",
    "a log",
    (Slot("logs", "Logs", many=True),),
    read_log,
    _sniff,
    tuple(
        Option(role, f"{role.title()} is", f"--{role}-system", "", "NAME", required=False, asked=True, choices=_systems)
        for role in ("baseline", "experimental")
    ),
    guess=_guess,
)


def log(system: str, scores: dict[str, list[float]]) -> Upload:
    """Return the log of a system."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("header.json", json.dumps({"system": system}))
        archive.writestr("scores.json", json.dumps(scores))
    return Upload(f"{system}.log", packed.getvalue())


OLD = Upload("old.quiz", b"quiz: Ann, Bo\n1 0\n0 0\n1 1\n0 1\n")
NEW = Upload("new.quiz", b"quiz: Ann, Bo\n1 1\n1 0\n1 1\n1 0\n")
LOGS = [
    log("small", {"a": [0, 1], "b": [0, 0], "c": [1, 0]}),
    log("large", {"a": [1, 1], "b": [1, 0], "c": [1, 1]}),
    log("huge", {"a": [1, 1], "b": [1, 1], "c": [1, 1]}),
]
