"""Pairs of files for the same items in all common forms, with the numbers written to them."""

import codecs
import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from core.data.paired import PairedScores
from core.metrics import resolve_metric
from core.readers import Upload, read_labels, read_scores, read_tables
from core.readers.parsing.kinds import kind_of
from core.readers.parsing.text import read_text

__all__ = ["LabelCase", "ScoreCase", "label_cases", "score_cases"]

FORMATS = ("txt", "csv", "tsv", "semicolon", "spaces", "json", "jsonl")
DELIMITERS = {"txt": " ", "csv": ",", "tsv": "\t", "semicolon": ";", "spaces": "  "}
ID_NAMES = (
    "id",
    "task_id",
    "pairID",
    "question",
    "hash",
    "idx",
    "query_id",
    "",
    "Unnamed: 0",
    "sample",
    "name",
    "line_no",
)
SUMMARIES = (
    "all",
    "mean",
    "amean",
    "macro avg",
    "Average",
    "Minimum",
    "Standard deviation",
    "TOTAL",
    "Sum",
    "overall",
    "",
)
ENCODINGS = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32")
ID_KINDS = {
    "number": lambda i: str(i),
    "far number": lambda i: str(4711 + 3 * i),
    "section": lambda i: f"{1 + i // 3}.{i % 3}",
    "name": lambda i: f"q{i}",
    "hash": lambda i: f"{(i + 1) * 2654435761 % 2**32:08x}",
    "words": lambda i: f"Who won, and when, in {1900 + i}?",
    "quoted words": lambda i: f'He said "{i}", then left',
    "letters": lambda i: "abcdefghijklmnopqrstuvwxyz"[i],
    "accents": lambda i: f"größe {i} é",
}


@dataclass(frozen=True)
class ScoreCase:
    """Two files, whether the reader is given the score column, and the pairs of numbers written."""

    files: tuple[Upload, Upload]
    columns: str | None
    written: list[tuple[float, float]]
    decimals: int

    def is_right(self, pair: PairedScores) -> bool:
        """Return whether the pair has the numbers written, in the order of the first file, with their decimals."""
        read = list(zip(pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist(), strict=True))
        return read == self.written and pair.columns[0] == "score" and pair.decimals == self.decimals

    def read(self) -> PairedScores:
        """Read the files as the command line does: as tables if one is a table, else as score files."""
        kinds = {kind_of(read_text(file)) for file in self.files}
        if "columns" in kinds or self.columns is not None:
            return read_tables(*self.files, columns=self.columns)
        return read_scores(*self.files)


@dataclass(frozen=True)
class LabelCase:
    """Gold labels and two predictions, and the number of correct labels of each."""

    files: tuple[Upload, Upload, Upload]
    columns: str | None
    written: tuple[int, int]

    def is_right(self, pair: PairedScores) -> bool:
        """Return whether the pair has these numbers of correct labels."""
        metric = resolve_metric("accuracy", pair)
        scores = [metric.score(system.sum(axis=0)) * len(pair) for system in (pair.baseline, pair.experimental)]
        return tuple(round(float(score)) for score in scores) == self.written

    def read(self) -> PairedScores:
        """Read the files."""
        return read_labels(*self.files, columns=self.columns)


@st.composite
def _forms(draw: st.DrawFn, formats: Sequence[str] = FORMATS) -> dict[str, object]:
    return {
        "format": draw(st.sampled_from(formats)),
        "header": draw(st.sampled_from([True, True, True, False])),
        "quote": draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONE])),
        "ending": draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])),
        "tail": draw(st.sampled_from(["", "\n", "\n\n"])),
        "encoding": draw(st.sampled_from(ENCODINGS)),
        "id_last": draw(st.booleans()),
    }


@st.composite
def score_cases(draw: st.DrawFn) -> ScoreCase:
    """Draw two files of scores."""
    n = draw(st.integers(2, 14))
    decimals = draw(st.integers(0, 4))
    low, high = draw(st.sampled_from([(0, 1), (0, 1), (0, 100), (-5, 5), (0, 5000)]))
    unit = 10**decimals
    numbers = st.lists(st.integers(low * unit, high * unit), min_size=n, max_size=n)
    systems = [[f"{number / unit:.{decimals}f}" for number in draw(numbers)] for _ in range(2)]
    trimmed = draw(st.booleans())
    if trimmed:
        systems = [[number.rstrip("0").rstrip(".") if "." in number else number for number in s] for s in systems]
    form = draw(_forms())
    id_name = draw(st.sampled_from([None, None, *ID_NAMES]))
    kinds = sorted(ID_KINDS)
    if form["id_last"] and not form["header"]:
        # In score files "3 4711" means a numerator and its denominator.
        kinds.remove("far number")
    score_name = draw(st.sampled_from(["score", "bleu", "acc"]))
    key = ID_KINDS[draw(st.sampled_from(kinds))]
    order = draw(st.permutations(range(n))) if id_name is not None and draw(st.booleans()) else list(range(n))
    comma = draw(st.sampled_from([False, False, True])) and form["format"] not in ("json", "jsonl")
    summary = draw(st.sampled_from([None, None, None, *SUMMARIES]))
    at_top = draw(st.booleans())
    other_ending = draw(st.booleans())
    extra = draw(st.sampled_from([None, None, None, "gold", "length", "text"]))
    places = draw(st.integers(2, 6))
    if id_name is None and summary is not None:
        # Without a name, a mean is recognised only if it has more decimals than the scores and there are enough scores.
        finer = all(len(_mean(system, places).rstrip("0").partition(".")[2]) > decimals for system in systems)
        summary = summary if finer and n > 3 else None
    files = []
    for i, (name, numbers_) in enumerate(zip(("old", "new"), systems, strict=True)):
        rows = [(key(j), numbers_[j]) for j in (range(n) if i == 0 else order)]
        if summary is not None:
            rows.insert(0 if at_top else n, (summary, _mean(numbers_, places)))
        shown = [(name_, number.replace(".", ",") if comma else number) for name_, number in rows]
        columns = _columns(shown, id_name, score_name, form, extra)
        files.append(_file(name, columns, form, "\r\n" if other_ending and i else str(form["ending"])))
    printed = [number for system in systems for number in system]
    return ScoreCase(
        (files[0], files[1]),
        score_name if id_name is not None and draw(st.booleans()) else None,
        [(float(old), float(new)) for old, new in zip(*systems, strict=True)],
        max(len(number.partition(".")[2]) for number in printed),
    )


@st.composite
def label_cases(draw: st.DrawFn) -> LabelCase:
    """Draw three label files, in which a label may have two spellings."""
    n = draw(st.integers(3, 20))
    spellings = draw(
        st.sampled_from([
            (("yes", "no"),), (("1", "0"),), (("1", "0"), ("1.0", "0.0")), (("YES", "NO"), ("yes", "no")),
            (("1", "2"), ("1", "2.0")), (("pos", "neg"), ("pos.", "neg.")), (("True", "False"), ("true", "false")),
        ])
    )  # fmt: skip
    labels = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    gold, *systems = (draw(labels) for _ in range(3))
    form = draw(_forms(["txt", "csv", "tsv", "json", "jsonl"]))
    id_name = draw(st.sampled_from([None, *ID_NAMES]))
    with_gold = id_name is not None and draw(st.booleans())
    predicted = draw(st.sampled_from(["pred", "label", "output", "answer_given"]))
    key = ID_KINDS[draw(st.sampled_from(sorted(ID_KINDS)))]
    files = []
    for i, (name, held) in enumerate(zip(("gold", "old", "new"), [gold, *systems], strict=True)):
        order = draw(st.permutations(range(n))) if id_name is not None and i else list(range(n))
        spelt = spellings[i % len(spellings)]
        header = [id_name, "gold"] if i == 0 else [id_name, *(["gold"] if with_gold else []), predicted]
        rows = [[key(j), *([spellings[0][gold[j]]] if i and with_gold else []), spelt[held[j]]] for j in order]
        if id_name is None:
            rows, header = [row[-1:] for row in rows], header[-1:]
        files.append(_file(name, [header, *rows], {**form, "header": id_name is not None}, str(form["ending"])))
    right = tuple(sum(a == b for a, b in zip(gold, system, strict=True)) for system in systems)
    columns = draw(st.sampled_from([None, "gold", predicted])) if id_name is not None else None
    return LabelCase((files[0], files[1], files[2]), columns, (right[0], right[1]))


def _mean(numbers: Sequence[str], places: int) -> str:
    return f"{sum(map(float, numbers)) / len(numbers):.{places}f}"


def _columns(
    rows: Sequence[tuple[str, str]], id_name: str | None, score_name: str, form: dict[str, object], extra: str | None
) -> list[list[str]]:
    """Return the header and the rows of a file."""
    if id_name is None:
        return [[score_name], *([number] for _, number in rows)]
    table = [[id_name, score_name], *(list(row) for row in rows)]
    if extra is not None:
        # These columns have the same values in both files, such as a gold label, a length and a text.
        values = {
            "gold": lambda name: "yn"[len(name) % 2],
            "length": lambda name: str(len(name)),
            "text": "t {}".format,
        }
        table = [[*row, extra if i == 0 else values[extra](row[0])] for i, row in enumerate(table)]
    return [[*row[1:], row[0]] for row in table] if form["id_last"] else table


def _file(name: str, table: Sequence[Sequence[str]], form: dict[str, object], ending: str) -> Upload:
    kind = str(form["format"])
    if not DELIMITERS.get(kind, ",").strip(" "):
        table = [[cell.replace(" ", "_") for cell in row] for row in table]
    header, *rows = table
    if kind in ("json", "jsonl"):
        # Numbers are text as printed, because a reader gets 0.50 as text.
        texts = [
            "{" + ", ".join(f"{json.dumps(k)}: {_json(v)}" for k, v in zip(header, row, strict=True)) + "}"
            for row in rows
        ]
        text = "[" + ",\n ".join(texts) + "]" if kind == "json" else "\n".join(texts)
    else:
        text = _delimited([header, *rows] if form["header"] else rows, DELIMITERS[kind], int(str(form["quote"])))
    whole = (text.rstrip("\n") + str(form["tail"])).replace("\n", ending)
    encoding = str(form["encoding"])
    data = whole.encode(encoding)
    return Upload(f"{name}.{kind}", codecs.BOM_UTF16_BE + data if encoding == "utf-16-be" else data)


def _delimited(table: Sequence[Sequence[str]], delimiter: str, quoting: int) -> str:
    if quoting == csv.QUOTE_NONE or len(delimiter) > 1:
        return "\n".join(delimiter.join(row) for row in table)
    held = io.StringIO()
    csv.writer(held, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(table)  # type: ignore[arg-type]
    return held.getvalue()


def _json(value: str) -> str:
    try:
        float(value)
    except ValueError:
        return json.dumps(value)
    return value if not value.startswith(("0", "-0")) or value in ("0", "-0") or "." in value[:3] else json.dumps(value)
