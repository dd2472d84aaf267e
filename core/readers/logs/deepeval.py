"""DeepEval: ``test_run_*.json`` of each system, which the file does not name."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.common.phrases import counted
from core.errors import DataError
from core.readers.logs.harness import by_record, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File, text_of

_BESIDE = frozenset({"metricsScores", "conversationalTestCases"})
# Cases without a name are numbered in order of completion, which differs between runs.
_NUMBERED = re.compile(r"test_case_\d+")


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system)
    held = file.json
    for case in held["testCases"]:
        name, asked = str(case.get("name") or ""), str(case.get("input"))
        item = asked if not name or _NUMBERED.fullmatch(name) else name
        log.asked[item] = text_of([asked, case.get("expectedOutput")])
        for metric in case.get("metricsData") or []:
            measure = str(metric["name"])
            log.add(measure, item, metric.get("score"), reason="error" if metric.get("error") else "no score")
            judge = str(metric.get("evaluationModel") or "")
            scored = log.measures[measure]
            if scored.made_with not in ("", judge):
                raise DataError(f"{log.label}: {measure} was judged by {scored.made_with} and {judge}: use one judge.")
            scored.made_with = judge
    conversations = held.get("conversationalTestCases") or []
    if conversations:
        log.notes.append(f"{counted(len(conversations), 'conversation')} of {log.system} not read, only single cases.")
    if not log.measures:
        raise DataError(f"{log.label} holds no score of a test case: was the run stopped?")
    for measure, scored in log.measures.items():
        scored.lower_is_better = _is_lower(measure, held["testCases"])
    return log


def _is_lower(measure: str, cases: Sequence[Mapping[str, Any]]) -> bool | None:
    """Return whether cases below the threshold pass; None if no case shows it. The file has no field for it."""
    for case in cases:
        for metric in case.get("metricsData") or []:
            score, threshold, success = (metric.get(key) for key in ("score", "threshold", "success"))
            if metric["name"] == measure and None not in (score, threshold, success) and score != threshold:
                return bool((score < threshold) == success)
    return None


FORMAT = log_format(
    "deepeval",
    "Test runs of DeepEval",
    "One test_run_….json for each system.",
    file="a test run of DeepEval",
    logs=one_by_one(_log),
    sniff=by_record(
        lambda record: "testCases" in record and not record.keys().isdisjoint(_BESIDE),
        "it has the keys of a test run of DeepEval",
    ),
)
