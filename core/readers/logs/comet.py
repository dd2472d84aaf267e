"""COMET: the output of comet-score and comet-compare, printed or with ``--to_json``; one file holds all systems."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.common.phrases import shown
from core.errors import DataError
from core.readers.format import Sniff
from core.readers.logs.harness import first_record, is_printed, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File, text_of

_MEASURE = "COMET"
_SCORE = r"\tscore: (?P<score>-?[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?|nan)$"
_SEGMENT = re.compile(r"(?P<system>[^\t]+)\tSegment (?P<item>[0-9]+)" + _SCORE)
_SYSTEM = re.compile(r"(?P<system>[^\t]+)" + _SCORE)
_COMPARED = frozenset({"statistical_results", "translations"})


def _of_file(file: File, _: str) -> list[Log]:
    if not file.record:
        return _printed(file)
    label = file.label
    held = file.json
    if not held.keys() >= _COMPARED:
        return [_log(label, system, segments, "") for system, segments in held.items()]
    sources, references = held.get("source") or [], held.get("reference") or []
    logs = []
    for each in held["translations"]:
        scores = each["scores"]
        about = zip(sources, references, strict=True) if references else ((source, None) for source in sources)
        segments = [
            {"src": source, "ref": reference, _MEASURE: score}
            for (source, reference), score in zip(about, scores, strict=True)
        ]
        logs.append(_log(label, each["name"], segments, str(held.get("model") or "")))
    return logs


def _log(label: str, system: str, segments: Sequence[Mapping[str, Any]], model: str) -> Log:
    log = Log(label, system, lower_is_better=False, by_position=True)
    for item, segment in enumerate(segments):
        log.add(_MEASURE, item, segment[_MEASURE])
        log.asked[str(item)] = text_of([segment.get("src"), segment.get("ref")])
    if not segments:
        raise DataError(f"{label} holds no segment of {system}.")
    log.measures[_MEASURE].made_with = model
    return log


def _printed(file: File) -> list[Log]:
    text = file.any_text
    logs: dict[str, Log] = {}
    for line, row in enumerate(text.lines, 1):
        if segment := _SEGMENT.match(row):
            log = Log(text.label, segment["system"], lower_is_better=False, by_position=True)
            logs.setdefault(log.system, log).add(_MEASURE, segment["item"], float(segment["score"]))
        elif (system := _SYSTEM.match(row)) and system["system"] in logs:
            held = logs[system["system"]].measures[_MEASURE]
            # Both the mean and the segments have four decimals.
            held.stated, held.tolerance = float(system["score"]), 1.01e-4
        elif row.strip():
            raise DataError(
                f"{text.label}, line {line:,}: {shown(row)} is neither a segment nor a system of comet-score."
            )
    return list(logs.values())


def _sniff(file: File) -> Sniff:
    if not file.record:
        return Sniff(0.95 if is_printed(file, _SEGMENT) else 0, "its lines are what comet-score prints")
    is_score = all(first_record(each).keys() >= {"src", "mt"} for each in file.record.values())
    return Sniff(0.97 if is_score or file.record.keys() >= _COMPARED else 0, "it has the keys that COMET writes")


FORMAT = log_format(
    "comet",
    "Segments of COMET",
    "What comet-score or comet-compare write with --to_json, or print: one file of all systems, or one each.",
    "scores of COMET",
    logs=one_by_one(_of_file),
    sniff=_sniff,
)
