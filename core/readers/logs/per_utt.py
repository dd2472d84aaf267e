"""Kaldi's ``per_utt``: the words and errors of each utterance, whose ratio of sums is the word error rate."""

import re

from core.common.phrases import shown
from core.errors import DataError
from core.readers.logs.harness import by_lines, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_MEASURE = "WER"
_LINE = re.compile(r"(?P<item>\S+)\s+(?P<what>ref|hyp|op|#csid)(?:\s+(?P<held>.*))?$")


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system, lower_is_better=True)
    for line, row in enumerate(file.any_text.lines, 1):
        found = _LINE.match(row)
        if found is None and row.strip():
            raise DataError(f"{log.label}, line {line:,}: {shown(row)} is not a line of per_utt: is the file cut?")
        if found is None or found["what"] != "#csid":
            if found is not None and found["what"] == "ref":
                # *** and <eps> mark a word that only the other line has.
                words = [word for word in (found["held"] or "").split() if not re.fullmatch(r"\*+|<eps>", word)]
                log.asked[found["item"]] = " ".join(words)
            continue
        counts = (found["held"] or "").split()
        if len(counts) != 4 or not all(map(str.isdecimal, counts)):
            raise DataError(f"{log.label}, line {line:,}: {shown(row)} should hold four counts: C, S, I and D.")
        correct, substituted, inserted, deleted = map(float, counts)
        score = substituted + inserted + deleted, correct + substituted + deleted
        log.add(_MEASURE, found["item"], score)
    if not log.measures:
        raise DataError(f"{log.label} has no line #csid: write per_utt with wer_per_utt_details.pl.")
    log.measures[_MEASURE].columns = ("errors", "words")
    return log


FORMAT = log_format(
    "per-utt",
    "Utterances of Kaldi",
    "The per_utt of each system: the counts of each utterance, from which the word error rate is made.",
    logs=one_by_one(_log),
    sniff=by_lines(_LINE, "its lines are ref, hyp, op and #csid of an utterance"),
)
