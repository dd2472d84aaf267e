"""CoNLL-U: parses of sentences against the right ones, by the share of words with the right head, and relation too.

LAS compares relations without their subtypes, as the shared tasks do; if the data have subtypes, ``LAS, with
subtypes`` compares them too. Empty nodes and the lines of multiword tokens are skipped.
"""

import re
from collections import Counter
from collections.abc import Sequence
from operator import and_, eq
from typing import NamedTuple

from core.common.phrases import shown
from core.errors import DataError
from core.readers.format import Slot, Sniff
from core.readers.logs.harness import log_format, with_systems
from core.readers.logs.log import Log
from core.readers.parsing.file import File
from core.readers.parsing.text import Source

_WIDTH = 10
_WHOLE = "LAS, with subtypes"
_SENT_ID = re.compile(r"#\s*sent_id\s*=\s*(.+)")
_WORD = re.compile(r"[0-9]+")
_NO_WORD = re.compile(r"[0-9]+[-.][0-9]+")


class _Sentence(NamedTuple):
    name: str
    line: int
    forms: list[str]
    heads: list[str]
    relations: list[str]


def _logs(files: Sequence[File], gold: Source) -> list[Log]:
    right = File(gold)
    sentences = _sentences(right)
    return [_log(file, system, sentences, right.label) for file, system in with_systems(files)]


def _log(file: File, system: str, gold: Sequence[_Sentence], gold_label: str) -> Log:
    times = Counter(sentence.name for sentence in gold)
    named = all(name and times[name] == 1 for name in times)
    log = Log(file.label, system, lower_is_better=False, by_position=not named)
    parsed = _sentences(file)
    if len(parsed) != len(gold):
        raise DataError(
            f"{log.label} has {len(parsed):,} sentences and {gold_label} {len(gold):,}: parse the sentences of the "
            "gold file, in its order."
        )
    has_subtypes = any(":" in relation for sentence in (*gold, *parsed) for relation in sentence.relations)
    for place, (mine, right) in enumerate(zip(parsed, gold, strict=True), 1):
        if mine.forms != right.forms:
            at = next(
                (i for i, pair in enumerate(zip(mine.forms, right.forms, strict=False)) if pair[0] != pair[1]), -1
            )
            other = f"{shown(mine.forms[at])} for {shown(right.forms[at])}" if at >= 0 else "more or fewer words"
            raise DataError(
                f"{log.label}, sentence from line {mine.line:,}: other words than in {gold_label} ({other}): parse "
                "the gold file's own words."
            )
        item, words = right.name if named else str(place), float(len(right.forms))
        heads = list(map(eq, mine.heads, right.heads))
        whole = map(eq, mine.relations, right.relations)
        bare = map(eq, map(_bare, mine.relations), map(_bare, right.relations)) if has_subtypes else whole
        log.add("UAS", item, (float(sum(heads)), words))
        log.add("LAS", item, (float(sum(map(and_, heads, bare))), words))
        if has_subtypes:
            log.add(_WHOLE, item, (float(sum(map(and_, heads, whole))), words))
    for held in log.measures.values():
        held.columns = ("right", "words")
    return log


def _bare(relation: str) -> str:
    return relation.partition(":")[0]


def _sentences(file: File) -> list[_Sentence]:
    text = file.any_text
    found: list[_Sentence] = []
    sentence = _Sentence("", 1, [], [], [])
    for line, row in enumerate([*text.lines, ""], 1):
        if not row.strip():
            if sentence.forms:
                found.append(sentence)
            sentence = _Sentence("", line + 1, [], [], [])
        elif row.startswith("#"):
            if named := _SENT_ID.match(row):
                sentence = sentence._replace(name=named[1].strip())
        else:
            fields = row.split("\t")
            if len(fields) != _WIDTH:
                raise DataError(f"{text.label}, line {line:,}: {shown(row)} has {len(fields)} fields, must have 10.")
            if _NO_WORD.fullmatch(fields[0]):
                continue
            if not _WORD.fullmatch(fields[6]):
                raise DataError(
                    f"{text.label}, line {line:,}: the head {shown(fields[6])} must be the number of a word."
                )
            sentence.forms.append(fields[1])
            sentence.heads.append(fields[6])
            sentence.relations.append(fields[7])
    return found


def _sniff(file: File) -> Sniff:
    head = file.any_text.head(100)
    rows = [line.split("\t") for line in head if line.strip() and not line.startswith("#")]
    is_parse = bool(rows) and all(len(row) == _WIDTH and row[0][:1].isdecimal() for row in rows[:50])
    return Sniff(0.95 if is_parse else 0, "its lines have the ten fields of CoNLL-U")


FORMAT = log_format(
    "conllu",
    "Parses in CoNLL-U",
    "The parses of each system, and the right ones: the share of words with the right head (UAS), and relation (LAS).",
    logs=_logs,
    sniff=_sniff,
    measures=("UAS", "LAS", _WHOLE),
    gold=Slot(
        "gold", "Right parses", "--gold", "FILE", "CoNLL-U: the right parses.",
        lacking="hold parses: name the file of the right ones too",
    ),
)  # fmt: skip
