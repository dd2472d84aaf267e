"""sacreBLEU ``--sentence-level``: one file per system, a line with the signature and the score for each sentence."""

import re

from core.common.phrases import shown
from core.errors import DataError
from core.readers.logs.harness import by_lines, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_LINE = re.compile(
    r"(?P<name>[A-Za-z0-9+]+)\|(?P<signature>[^ ]*\bversion:[^ ]+) = (?P<score>-?[0-9]+(?:\.[0-9]+)?)(?: |$)"
)


def _log(file: File, system: str) -> Log:
    text = file.any_text
    log = Log(text.label, system, by_position=True)
    signatures = set()
    for line, row in enumerate(text.lines, 1):
        found = _LINE.match(row)
        if found is None:
            raise DataError(
                f"{text.label}, line {line:,}: {shown(row)} is not a sentence of sacreBLEU: is the file cut?"
            )
        log.add(found["name"], line, float(found["score"]))
        signatures.add(found["signature"])
    if len(signatures) > 1:
        raise DataError(f"{text.label} has sentences of {len(signatures)} signatures: score all in the same way.")
    for name, held in log.measures.items():
        held.lower_is_better = name.startswith("TER")
        held.made_with = signatures.copy().pop()
        held.note = f"The mean of the sentences' {name} is not the {name} of the whole corpus."
    return log


FORMAT = log_format(
    "sacrebleu",
    "Sentences of sacreBLEU",
    "What sacrebleu --sentence-level prints of each system: a line for each sentence.",
    logs=one_by_one(_log),
    sniff=by_lines(_LINE, "its lines are sentences of sacreBLEU"),
)
