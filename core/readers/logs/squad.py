"""SQuAD: answers by question, scored against the gold file by exact match and by the F1 of their words.

Answers are compared as the official script compares them: in lower case, without articles, punctuation and runs of
spaces; the best of a question's right answers counts, and no answer is "".
"""

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core.common.phrases import counted, first_few, shown
from core.errors import DataError
from core.readers.format import Slot, Sniff
from core.readers.logs.harness import ABSENT, first_record, log_format, with_systems
from core.readers.logs.log import Log
from core.readers.parsing.file import File
from core.readers.parsing.notation import are_verdicts, is_written_number
from core.readers.parsing.text import Source

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_GIVEN = "prediction_text"


def _logs(files: Sequence[File], gold: Source) -> list[Log]:
    right_file = File(gold)
    right = _by_id(right_file, _gold(right_file))
    return [_log(file, system, right) for file, system in with_systems(files)]


def _log(file: File, system: str, gold: dict[str, list[str]]) -> Log:
    log = Log(file.label, system, lower_is_better=False)
    answers = _answers(file)
    unknown = [item for item in answers if item not in gold]
    lacking = [item for item in gold if item not in answers]
    if len(unknown) == len(answers):
        raise DataError(f"{log.label}: the gold file has none of its questions ({first_few(unknown)}): name its own.")
    if unknown:
        log.notes.append(f"{counted(len(unknown), 'answer')} of {system} left out that the gold file does not ask for.")
    if lacking:
        log.notes.append(f"{system} has no answer to {counted(len(lacking), 'question')} of the gold file.")
    for item, right in gold.items():
        if item in answers:
            answer = answers[item]
            log.add("exact_match", item, float(any(_words(answer) == _words(each) for each in right)))
            log.add("f1", item, max(_word_f1(answer, each) for each in right))
    log.measures["f1"].printed = False
    return log


def _word_f1(answer: str, right: str) -> float:
    mine, theirs = _words(answer), _words(right)
    if not mine or not theirs:
        return float(mine == theirs)
    shared = sum((Counter(mine) & Counter(theirs)).values())
    return 2 * shared / (len(mine) + len(theirs))


def _words(answer: str) -> list[str]:
    bare = "".join(letter for letter in answer.lower() if letter not in string.punctuation)
    return _ARTICLES.sub(" ", bare).split()


def _answers(file: File) -> dict[str, str]:
    if _GIVEN in file.record:
        return _by_id(file, ((row["id"], row[_GIVEN]) for _, row in file.records()))
    return _by_id(file, file.json.items())


def _by_id(file: File, rows: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    """Return what belongs to each question, which must be named once and have something."""
    found: dict[str, Any] = {}
    for question, held in rows:
        if str(question) in found:
            raise DataError(f"{file.label}: question {shown(str(question))} occurs twice: keep one of them.")
        if held is None:
            raise DataError(f'{file.label}: question {shown(str(question))} has null, not a text: no answer is "".')
        found[str(question)] = held
    return found


def _gold(file: File) -> Iterator[tuple[str, list[str]]]:
    """Yield the questions, each with its right answers: "" where there is none."""
    if _is_gold_rows(file.record):
        for _, row in file.records():
            yield str(row["id"]), _right(row["answers"]["text"])
        return
    for article in file.json["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                yield str(question["id"]), _right([answer["text"] for answer in question["answers"]])


def _right(answers: Sequence[str]) -> list[str]:
    return [answer for answer in answers if _words(answer)] or [""]


def _is_gold_rows(record: dict[str, Any]) -> bool:
    answers = record.get("answers")
    return "id" in record and isinstance(answers, dict) and isinstance(answers.get("text"), list)


def _sniff(file: File) -> Sniff:
    held = file.record
    if "paragraphs" in first_record(held.get("data")) or _is_gold_rows(held):
        return Sniff(0.97, "it has the questions and answers of SQuAD")
    if held.keys() == {"id", _GIVEN} or held.keys() == {"id", _GIVEN, "no_answer_probability"}:
        return Sniff(0.97, "it has the keys of SQuAD's answers")
    answers = list(held.values())
    is_map = len(held) > 1 and all(isinstance(answer, str) for answer in answers)
    is_map = is_map and not all(are_verdicts(answer) or is_written_number(answer) for answer in answers)
    first, _, rest = file.any_text.content.partition("\n")
    is_whole = first.startswith("{") and (not rest or not first.rstrip().endswith("}"))
    return Sniff(0.92 if is_map and is_whole else 0, "it maps ids to texts")


FORMAT = log_format(
    "squad",
    "Answers of SQuAD",
    "A JSON map from questions to answers of each system, and the gold file: exact match, or F1 of words.",
    logs=_logs,
    sniff=_sniff,
    own=(ABSENT,),
    measures=("exact_match", "f1"),
    gold=Slot(
        "gold", "Gold answers", "--gold", "FILE", "SQuAD: the gold file.",
        lacking="hold a text for each id: where these are answers of SQuAD, name the gold file too",
    ),
)  # fmt: skip
