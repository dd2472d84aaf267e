"""Read ten megabytes of arbitrary content with every reader, and print a Markdown table of time and memory.

From the project's root; each reading runs in a separate process::

    python -m benchmarks.inputs [--megabytes 10] [--only quotes,commas]

The outcome, a result or an error message, does not matter here. What matters is a short time, and memory that grows at
most in proportion to the file.
"""

import argparse
import io
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from multiprocessing.connection import Connection

import numpy as np
import pandas as pd

from core import readers
from core.errors import ComparisonError
from core.readers import FORMATS

__all__ = ["CONTENTS", "READINGS", "in_child", "main", "measure"]

Content = Callable[[int], bytes]


def _random(size: int) -> bytes:
    return np.random.default_rng(0).bytes(size)


def _letters(size: int) -> bytes:
    return np.random.default_rng(0).choice(np.frombuffer(b'ab,;\t "[]{}:01.-\n\\', dtype=np.uint8), size).tobytes()


def _numbered(line: str) -> Content:
    """Return a function that repeats this line, with another number in place of each ``%``."""

    def write(size: int) -> bytes:
        lines, held, i = [], 0, 0
        while held < size:
            lines.append(line.replace("%", str(i)))
            held += len(lines[-1]) + 1
            i += 1
        return "\n".join(lines).encode()

    return write


def _again(piece: bytes, begin: bytes = b"", end: bytes = b"") -> Content:
    return lambda size: begin + piece * (size // len(piece)) + end


def _array(size: int) -> bytes:
    held = io.BytesIO()
    np.save(held, np.random.default_rng(0).random(size // 8))
    return held.getvalue()


def _parquet(size: int) -> bytes:
    held = io.BytesIO()
    scores = np.random.default_rng(0).random(size // 16)
    pd.DataFrame({"a": scores, "b": scores}).to_parquet(held)
    return held.getvalue()


def _workbook(size: int) -> bytes:
    held = io.BytesIO()
    # About ten bytes a cell after compression.
    scores = np.random.default_rng(0).random(size // 20)
    pd.DataFrame({"a": scores, "b": scores}).to_excel(held, index=False)
    return held.getvalue()


CONTENTS: dict[str, Content] = {
    "numbers": _again(b"0.25\n1\n"),
    "distinct numbers": _numbered("0.%"),
    "not numbers": _again(b"x\n"),
    "distinct words": _numbered("x%"),
    "booleans": _again(b"True\nFalse\n"),
    "four counts": _numbered("1 2 1 %"),
    "one long line": _again(b"1", end=b"x"),
    "a long word a line": _again(b"1" * 16000 + b"x\n"),
    "a summary and spaces": _again(b" ", b"0\nmean", b"x"),
    "quotes": _again(b'"'),
    "an open quote": _again(b"a,b\n", b'id,score\n"'),
    "a quote a line": _again(b'"a\n', b"id,score\n"),
    "commas": _again(b","),
    "commas in rows": _again(b",,,\n", b"id,a,b,c\n"),
    "misfits": _again(b"a,b,c\n", b"id,score\n"),
    "blank lines": _again(b"\n", b"0", b"1"),
    "blank rows": _again(b"\n", b"id,score\na,1", b"b,2"),
    "lines of spaces": _again(b"  \n", b"0", b"1"),
    "blank lines then items": _again(b"\n", b"0", b"0.5\n1\n0.25"),
    "one blank line each": _again(b"0.5\n\n"),
    "spaces": _again(b" ", b"0", b"1"),
    "carriage returns": _again(b"\r", b"0", b"1"),
    "tabs": _again(b"\t", b"0", b"1"),
    "NULs": _again(b"\0"),
    "random bytes": _random,
    "random signs": _letters,
    "wide table": _numbered("a,1,0,1,0,1,0,1,0,%"),
    "id table": lambda size: b"id,score\n" + _numbered("x%,0.5")(size),
    "JSON Lines": _numbered('{"id": %, "score": 0.5}'),
    "new keys": _numbered('{"k%": 1}'),
    "keys then none": lambda size: _numbered('{"k%": 1}')(9_000) + b"\n{}" * (size // 3),
    "JSON list": lambda size: b"[" + _numbered('{"id": %, "score": 0.5},')(size) + b'{"id": -1, "score": 1}]',
    "JSON numbers": lambda size: b"[" + _numbered("0.%,")(size) + b"1]",
    "JSON map": lambda size: b"{" + _numbered('"a%": 0.5,')(size) + b'"b": 1}',
    "lists in cells": lambda size: b"id,score\n" + _numbered('q%,"[0, 1, 0]"')(size),
    "lists in JSON": _numbered('{"id": %, "passed": [true, false]}'),
    "lists by item": lambda size: b"{" + _numbered('"a%": [true, false],')(size) + b'"b": [true]}',
    "texts by item": lambda size: b"{" + _numbered('"a%": "The %th answer",')(size) + b'"b": ""}',
    "columns and data": lambda size: b'{"columns": ["id", "score"], "data": ['
    + _numbered("[%, 0.5],")(size) + b"[-1, 1]]}",
    "events": _numbered('{"sample_id": "s.%", "event_id": %, "type": "match", "data": {"correct": true}}'),
    "utterances": _numbered("u% ref a b\nu% hyp a b\nu% op C C\nu% #csid 2 0 0 0"),
    "parses": _numbered("# sent_id = %\n1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n"),
    "a TREC run": _numbered("301 Q0 doc% 1 9.5 tag"),
    "nested lists": _again(b"["),
    "nested keys": _again(b'{"a":'),
    "bare braces": _again(b"{\n"),
    "BIO": _again(b"Ada B-PER\nLovelace I-PER\n\nso O\n\n"),
    "BIO without blanks": _again(b"a O\n"),
    "labels": _again(b"yes\nno\n"),
    "sentences": _numbered("This is the %th sentence that a system wrote, and it is no score"),
    "coreference": lambda size: _numbered("====> (d%);:\nRecall: (1 / 2) 50%\tPrecision: (1 / 1) 100%")(size)
    + b"\n====== TOTALS =======\nCoreference: Recall: (1 / 2) 50%\tPrecision: (1 / 1) 100%",
    "endless coreference": _again(b"Recall: (1 / 1) ", b"METRIC muc:\n"),
    "coreference of spaces": _again(b" ", b"METRIC muc:\n(d)", b"x:\n"),
    "NumPy array": _array,
    "Parquet": _parquet,
    "Excel workbook": _workbook,
}  # fmt: skip

READINGS = ("preview", *FORMATS, "conll metrics")

# The arguments of readers that need columns and systems.
GIVEN = {"gold": "id", "baseline": "a", "experimental": "b", "system": "id", "score": "score", "item": "a"}


def measure(content: str, reading: str, size: int, **options: object) -> dict[str, float | str]:
    """Read this much content here; return processor seconds, added megabytes and the outcome."""
    format = FORMATS.get(reading)
    n_files = _n_files(reading)
    files = [readers.Upload(f"file{i}", _made(content, size // n_files)) for i in range(n_files)]

    def read() -> object:
        if format is None:
            return readers.preview(files[0]) if reading == "preview" else readers.coreference_metrics(files[0])
        slots = {slot.name: (file,) if slot.many else file for slot, file in zip(format.slots, files, strict=True)}
        return format.read(slots, options | {name: GIVEN[name] for name in format.required if name not in slots})

    held = _peak()
    begin = time.process_time()
    try:
        outcome = repr(read())
    except ComparisonError as error:
        outcome = f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begin
    return {"seconds": seconds, "megabytes": _peak() - held, "outcome": outcome[:300]}


def _n_files(reading: str) -> int:
    return len(FORMATS[reading].slots) if reading in FORMATS else 1


@lru_cache(maxsize=8)
def _made(content: str, size: int) -> bytes:
    """Make the content once: writing a workbook takes longer than reading it, and every reader reads the same bytes."""
    return CONTENTS[content](size)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every content with every reader and print the slowest and the largest reading of each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.inputs", description=__doc__)
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--only", help="contents, separated by commas")
    parser.add_argument("--limit", type=float, default=60, help="seconds after which a reading is given up")
    chosen = parser.parse_args(arguments)
    size = int(chosen.megabytes * 1e6)
    print(
        f"| {chosen.megabytes:g} MB of | slowest reader | seconds | largest reader | MB added |\n|---|---|---|---|---|"
    )
    for content in chosen.only.split(",") if chosen.only else CONTENTS:
        found = {reading: in_child(content, [reading], size, chosen.limit)[-1] for reading in READINGS}
        slowest = max(READINGS, key=lambda reading: float(found[reading]["seconds"]))
        largest = max(READINGS, key=lambda reading: float(found[reading]["megabytes"]))
        print(
            f"| {content} | {slowest} | {found[slowest]['seconds']:.1f} | {largest} "
            f"| {found[largest]['megabytes']:.0f} |", flush=True
        )  # fmt: skip
        for reading, each in found.items():
            if "outcome" in each:
                print(f"    {reading}: {each['seconds']:.1f} s: {each['outcome']}", file=sys.stderr)


def in_child(content: str, readings: Sequence[str], size: int, limit: float) -> list[dict[str, float | str]]:
    """Measure these readings in a separate process, limited to four gigabytes and ``limit`` processor seconds."""
    # Made before the process begins, which inherits it.
    for n_files in {_n_files(reading) for reading in readings}:
        _made(content, size // n_files)
    theirs, ours = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_measured, args=(ours, content, readings, size, limit))
    child.start()
    ours.close()
    try:
        result: list[dict[str, float | str]] = theirs.recv()
    except EOFError:
        result = [{"seconds": limit, "megabytes": 0.0, "outcome": "given up"}]
    child.join()
    return result


def _measured(ours: Connection, content: str, readings: Sequence[str], size: int, limit: float) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit + time.process_time()), -1))
    try:
        ours.send([measure(content, reading, size) for reading in readings])
    except Exception as error:
        ours.send([{"seconds": limit, "megabytes": 4000.0, "outcome": f"{type(error).__name__}: {error}"}])


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
