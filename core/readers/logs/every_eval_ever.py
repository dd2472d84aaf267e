"""every_eval_ever: ``<uuid>_samples.jsonl`` of each model, with the aggregate ``<uuid>.json``, in EvalEval's format."""

from collections.abc import Mapping, Sequence
from glob import escape
from typing import Any

from core.readers.logs.harness import beside, by_record, log_format, with_items
from core.readers.logs.log import Log
from core.readers.parsing.file import File, text_of

_SAMPLE = frozenset({"schema_version", "sample_id", "evaluation"})
_AGGREGATE = frozenset({"schema_version", "evaluation_results"})
_MEASURE = "score"


def _logs(files: Sequence[File]) -> list[Log]:
    lacking = "no sample's score: give the file of samples (…_samples.jsonl) too"
    samples = with_items(files, lambda file: file.record.keys() >= _SAMPLE, lacking)
    others = [file.record for file in files if file not in samples]
    return [log for file in samples for log in _of_file(file, others)]


def _of_file(file: File, aggregates: Sequence[Mapping[str, Any]]) -> list[Log]:
    logs: dict[tuple[str, str], Log] = {}
    evaluations: dict[tuple[str, str], str] = {}
    for _, row in file.records():
        key = str(row["model_id"]), str(row["evaluation_name"])
        log = logs.setdefault(key, Log(file.label, *key))
        item = str(row["sample_id"])
        score = row["evaluation"].get("score")
        failed = bool(row.get("error")) and score is None
        log.add(_MEASURE, item, score, reason="error" if failed else "no score")
        # Different harnesses may use different hashes of the same input.
        asked = row.get("input") or {}
        log.asked[item] = str(row.get("sample_hash") or text_of([asked.get("raw"), asked.get("reference")]))
        log.describe(item, row.get("metadata"))
        evaluations[key] = str(row.get("evaluation_id"))
    name = file.path[-1].replace("_samples.jsonl", ".json")
    found = [other.json for other in beside(file, escape(name))] if name.endswith(".json") else []
    known = {str(each.get("evaluation_id")): each for each in [*found, *aggregates]}
    for key, log in logs.items():
        for result in known.get(evaluations[key], {}).get("evaluation_results") or []:
            lower = (result.get("metric_config") or {}).get("lower_is_better")
            if result.get("evaluation_name") == log.task and isinstance(lower, bool):
                log.measures[_MEASURE].lower_is_better = lower
    return list(logs.values())


FORMAT = log_format(
    "every-eval-ever",
    "Samples of every_eval_ever",
    "The …_samples.jsonl of each model, with its aggregate .json, in the format of the EvalEval coalition.",
    file="samples or an aggregate of every_eval_ever",
    logs=_logs,
    sniff=by_record(
        lambda record: record.keys() >= _SAMPLE,
        "each line is a sample of every_eval_ever",
        lambda record: record.keys() >= _AGGREGATE,
        "it sums up a run in every_eval_ever's format",
    ),
)
