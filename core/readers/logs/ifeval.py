"""IFEval: which instructions each answer followed; a prompt's are a numerator and a denominator."""

from core.readers.logs.harness import log_format, marked, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_LIST, _ALL = "follow_instruction_list", "follow_all_instructions"


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system, lower_is_better=False)
    for _, row in file.records():
        item = str(row.get("key", row.get("prompt")))
        followed = [bool(each) for each in row[_LIST]]
        log.add("prompts", item, float(row.get(_ALL, all(followed))))
        log.add("instructions", item, (float(sum(followed)), float(len(followed))))
        log.asked[item] = str([row.get("prompt"), row.get("instruction_id_list")])
    log.measures["instructions"].columns = ("followed", "instructions")
    return log


FORMAT = log_format(
    "ifeval",
    "Answers of IFEval",
    "The eval_results_….jsonl of each model: by prompt, or by instruction as a ratio of sums.",
    "answers of IFEval",
    logs=one_by_one(_log),
    sniff=marked(
        lambda file: isinstance(file.record.get(_LIST), list),
        "its lines say which instructions were followed",
    ),
)
