"""IFEval: which instructions each answer followed; a prompt's are a numerator and a denominator."""

from collections.abc import Sequence

from core.readers.format import Sniff
from core.readers.logs.guarding import label_of, systems_of
from core.readers.logs.json_text import records
from core.readers.logs.log import Log
from core.readers.logs.offered import log_format
from core.readers.parsing.file import File

__all__ = ["FORMAT"]

_LIST, _ALL = "follow_instruction_list", "follow_all_instructions"


def _logs(files: Sequence[File]) -> list[Log]:
    return [_log(file, system) for file, system in zip(files, systems_of(files), strict=True)]


def _log(file: File, system: str) -> Log:
    log = Log(label_of(file.source), system, "")
    for _, row in records(file.any_text):
        item = str(row.get("key", row.get("prompt")))
        followed = [bool(each) for each in row[_LIST]]
        log.add("prompts", item, "1", float(row.get(_ALL, all(followed))))
        log.add("instructions", item, "1", (float(sum(followed)), float(len(followed))))
        log.asked[item] = str([row.get("prompt"), row.get("instruction_id_list")])
    for held in log.measures.values():
        held.lower_is_better = False
    log.measures["instructions"].columns = ("followed", "instructions")
    return log


def _sniff(file: File) -> Sniff:
    return Sniff(
        0.97 if isinstance(file.record.get(_LIST), list) else 0, "its lines say which instructions were followed"
    )


FORMAT = log_format(
    "ifeval",
    "Answers of IFEval",
    "The eval_results_….jsonl of each model: by prompt, or by instruction as a ratio of sums.",
    "answers of IFEval",
    "answers of IFEval",
    logs=_logs,
    sniff=_sniff,
)
