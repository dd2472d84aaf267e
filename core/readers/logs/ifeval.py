"""IFEval: which instructions each answer followed; a prompt's are a numerator and a denominator."""

from core.readers.logs.harness import by_record, log_format, one_by_one
from core.readers.logs.log import Log, truth
from core.readers.parsing.file import File

_LIST, _ALL = "follow_instruction_list", "follow_all_instructions"


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system, lower_is_better=False)
    for _, row in file.records():
        item = str(row.get("key", row.get("prompt")))
        followed = [each for each in map(truth, row[_LIST]) if each is not None]
        is_whole = len(followed) == len(row[_LIST])
        log.add("prompts", item, truth(row.get(_ALL, all(followed))) if is_whole else None)
        log.add("instructions", item, (sum(followed), float(len(followed))) if is_whole else None)
        log.asked[item] = str([row.get("prompt"), row.get("instruction_id_list")])
    log.measures["instructions"].columns = ("followed", "instructions")
    return log


FORMAT = log_format(
    "ifeval",
    "Answers of IFEval",
    "The eval_results_….jsonl of each model: by prompt, or by instruction as a ratio of sums.",
    logs=one_by_one(_log),
    sniff=by_record(
        lambda record: isinstance(record.get(_LIST), list), "its lines say which instructions were followed"
    ),
)
