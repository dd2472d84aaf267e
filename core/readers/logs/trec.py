"""trec_eval ``-q`` and ir_measures, printed or as JSON lines: one file a run, a line for each topic and measure.

A topic of which a run found nothing is not printed without ``-c``: it is left out of all runs, or counts as 0 where
that is asked for, as is usual in retrieval.
"""

import re
from collections.abc import Iterator, Sequence

from core.common.phrases import shown
from core.errors import DataError
from core.readers.file import File
from core.readers.format import Sniff
from core.readers.logs.guarding import bare_name, is_printed, label_of
from core.readers.logs.json_text import records
from core.readers.logs.log import Log
from core.readers.logs.offered import log_format
from core.readers.numeric import is_number, printed_decimals

__all__ = ["FORMAT"]

# trec_eval pads a measure's name to 22 characters.
_TREC = re.compile(
    r"(?:(?=.{22}\t)|num_|(?:gm_)?map|Rprec|bpref|recip_rank|iprec|P_|recall_|R?ndcg|infAP|success_|set_|11pt|relative_P)"
    r"[\w.]*+ *\t[^\t]{1,60}\t[^\t]+$"
)
_IR = re.compile(
    r"[^\t]{1,60}\t(?:AP|nDCG|P|RR|R|Rprec|Bpref|RBP|ERR|Success|Judged|SetP|SetR|SetF|SetAP|MAP|MRR|NumRet|NumRel|NumQ"
    r"|INSQ|INST|IPrec|infAP|α_nDCG|alpha_nDCG|NRBP|BPM|SDCG|NERR8|NERR9|NERR10|NERR11|P_IA|ERR_IA|nERR_IA|AP_IA|StRecall"
    r"|Compat|Accuracy)(?:\([^)\t]{1,40}\))?(?:@[0-9]+)?\t-?[0-9.e+-]+$"
)
_JSON = frozenset({"query_id", "measure", "value"})
# Not of single topics, or counts of what was looked for and found, which add up to that of all.
_NO_MEASURES = re.compile(r"runid|relstring\w*|num_\w+|gm_\w+|NumRet.*|NumRel.*|NumQ|NumRelRet")
_ALL = "all"


def _logs(files: Sequence[File]) -> list[Log]:
    return list(map(_log, files))


def _log(file: File) -> Log:
    log = Log(label_of(file.source), bare_name(file.source), "")
    decimals: dict[str, int] = {}
    means: dict[str, tuple[float, int]] = {}
    n_topics = None
    for line, topic, measure, value in _rows(file):
        if measure == "runid":
            log.system = value
        elif measure == "num_q":
            n_topics = int(value)
        if _NO_MEASURES.fullmatch(measure):
            continue
        if not is_number(value):
            raise DataError(f"{log.label}, line {line:,}: {shown(value)} is no number of topic {shown(topic)}.")
        printed = printed_decimals([value])
        if topic == _ALL:
            means[measure] = (float(value), printed)
        else:
            decimals[measure] = max(decimals.get(measure, 0), printed)
            log.add(measure, topic, "1", float(value))
    for name, held in log.measures.items():
        held.lower_is_better = False
        if name in means:
            held.stated, printed = means[name]
            # Both the mean and the topics are rounded.
            held.stated_of, held.tolerance = n_topics, max(1e-9, 1.01 * 10.0 ** -min(printed, decimals[name]))
    if not log.measures:
        raise DataError(f"{log.label} holds no topic, only what all of them have: print them (trec_eval -q).")
    return log


def _rows(file: File) -> Iterator[tuple[int, str, str, str]]:
    """Yield the line, topic, measure and value of each row."""
    text = file.any_text
    if file.record:
        for line, row in records(text):
            yield line, str(row["query_id"]), str(row["measure"]), str(row["value"])
        return
    is_trec = is_printed(file, _TREC)
    for line, printed in enumerate(text.lines, 1):
        cells = [cell.strip() for cell in printed.split("\t")]
        if len(cells) != 3:
            raise DataError(
                f"{text.label}, line {line:,}: {shown(printed)} is not a measure, a topic and a value between "
                "tabs: is the file cut?"
            )
        first, second, value = cells
        yield (line, second, first, value) if is_trec else (line, first, second, value)


def _sniff(file: File) -> Sniff:
    if file.record:
        return Sniff(0.95 if file.record.keys() >= _JSON else 0, "it has the keys that ir_measures writes")
    is_topics = is_printed(file, _TREC) or is_printed(file, _IR)
    return Sniff(0.95 if is_topics else 0, "its lines are a measure, a topic and a value")


FORMAT = log_format(
    "trec",
    "Topics of trec_eval or ir_measures",
    "What trec_eval -q or ir_measures prints of each run, or ir_measures' JSON lines.",
    "evaluations of topics",
    "an evaluation of topics",
    logs=_logs,
    sniff=_sniff,
    may_count_absent=True,
)
