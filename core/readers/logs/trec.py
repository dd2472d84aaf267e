"""trec_eval ``-q``, ir_measures, PyTerrier's table by query, and measures of queries in JSON, as BEIR has them.

Without ``-c``, a topic for which a run found nothing is not printed. It is omitted from all runs, or counts as 0 on
request, as is usual in retrieval.
"""

import re
from collections.abc import Iterator

from core.common.phrases import shown
from core.errors import DataError
from core.readers.format import Sniff
from core.readers.logs.harness import ABSENT, is_printed, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File
from core.readers.parsing.numeric import is_number, printed_decimals

# trec_eval pads a measure's name to 22 characters.
_TREC = re.compile(
    r"(?:(?=[^\t]{22}\t)|num_|(?:gm_)?map|Rprec|bpref|recip_rank|iprec|P_|recall_|R?ndcg|infAP|success_|set_|11pt|relative_P)"
    r"[\w.]*+ *\t[^\t]{1,60}\t[^\t]+$"
)
_IR = re.compile(
    r"[^\t]{1,60}\t(?:AP|nDCG|P|RR|R|Rprec|Bpref|RBP|ERR|Success|Judged|SetP|SetR|SetF|SetAP|MAP|MRR|NumRet|NumRel|NumQ"
    r"|INSQ|INST|IPrec|infAP|α_nDCG|alpha_nDCG|NRBP|BPM|SDCG|NERR8|NERR9|NERR10|NERR11|P_IA|ERR_IA|nERR_IA|AP_IA|StRecall"
    r"|Compat|Accuracy)(?:\([^)\t]{1,40}\))?(?:@[0-9]+)?\t-?[0-9.e+-]+$"
)
_JSON = frozenset({"query_id", "measure", "value"})
# Names of the keys of ``{measure: {query: value}}``, or of ``{query: {measure: value}}``.
_CALLED = re.compile(
    r"(?:n?d?cg|map|mrr|recip_rank|recall|precision|p|r|rprec|bpref|rr|ap|err|rbp|hits?|accuracy|acc|success|hole|r_cap)"
    r"(?:_cut)?(?:\([^)]{1,20}\))?(?:[@_][0-9]{1,6})?",
    re.IGNORECASE,
)
_TABLE = frozenset({"name", "qid", "measure", "value"})
# Not measures of single topics: run properties, and counts of documents, which are summed over topics.
_NO_MEASURES = re.compile(r"runid|relstring\w*|num_\w+|gm_\w+|NumRet.*|NumRel.*|NumQ|NumRelRet")
_ALL = "all"


def _of_file(file: File, name: str) -> list[Log]:
    label = file.label
    logs: dict[str, Log] = {}
    decimals: dict[tuple[str, str], int] = {}
    means: dict[tuple[str, str], tuple[float, int]] = {}
    n_topics = None
    for line, system, topic, measure, value in _rows(file):
        log = logs.setdefault(system, Log(label, system or name, lower_is_better=False))
        if measure == "runid":
            log.system = value
        elif measure == "num_q":
            n_topics = int(value)
        if _NO_MEASURES.fullmatch(measure):
            continue
        if not is_number(value):
            raise DataError(f"{label}, line {line:,}: {shown(value)} is not a number of topic {shown(topic)}.")
        printed = printed_decimals([value])
        if topic == _ALL:
            means[system, measure] = (float(value), printed)
        else:
            decimals[system, measure] = max(decimals.get((system, measure), 0), printed)
            log.add(measure, topic, float(value))
    for system, log in logs.items():
        for measure, held in log.measures.items():
            if (system, measure) in means:
                held.stated, printed = means[system, measure]
                # Both the mean and the topics are rounded.
                held.tolerance = max(1e-9, 1.01 * 10.0 ** -min(printed, decimals[system, measure]))
                held.stated_of = n_topics
        if not log.measures:
            raise DataError(f"{label} holds no topic, only what all of them have: print them (trec_eval -q).")
    return list(logs.values())


def _rows(file: File) -> Iterator[tuple[int, str, str, str, str]]:
    """Yield the line, system ("" if the file does not name it), topic, measure and value of each row."""
    text = file.any_text
    if _is_table(file):
        names = [[cell.strip() for cell in file.table.column(name)] for name in ("name", "qid", "measure", "value")]
        yield from zip(file.table.lines, *names, strict=True)
        return
    if (measures := _by_measure(file)) is not None:
        for measure, topics in measures.items():
            for topic, number in topics.items():
                yield 1, "", topic, measure, repr(number)
        return
    if file.record:
        for line, row in file.records():
            yield line, "", str(row["query_id"]), str(row["measure"]), str(row["value"])
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
        yield (line, "", second, first, value) if is_trec else (line, "", first, second, value)


def _is_table(file: File) -> bool:
    head = file.any_text.content.partition("\n")[0][:1000]
    return {name.strip(' "') for name in re.split(r"[,\t]", head)} >= _TABLE


def _by_measure(file: File) -> dict[str, dict[str, float]] | None:
    """Return the values of each measure by query, or None if the file is not such a map."""
    held = file.record
    if not held or not all(isinstance(each, dict) and each for each in held.values()):
        return None
    first = next(iter(held.values()))
    if not all(isinstance(value, int | float) for value in first.values()):
        return None
    outer, inner = (all(_CALLED.fullmatch(str(name)) for name in names) for names in (held, first))
    if outer == inner:
        return None
    if outer:
        return held
    turned: dict[str, dict[str, float]] = {}
    for topic, values in held.items():
        for measure, value in values.items():
            turned.setdefault(measure, {})[topic] = value
    return turned


def _sniff(file: File) -> Sniff:
    if _by_measure(file) is not None:
        return Sniff(0.95, "it maps measures and queries to values")
    if file.record:
        return Sniff(0.95 if file.record.keys() >= _JSON else 0, "it has the keys that ir_measures writes")
    if _is_table(file):
        return Sniff(0.95, "it has the columns of PyTerrier's results by query")
    is_topics = is_printed(file, _TREC) or is_printed(file, _IR)
    return Sniff(0.95 if is_topics else 0, "its lines are a measure, a topic and a value")


FORMAT = log_format(
    "trec",
    "Topics of trec_eval, ir_measures or PyTerrier",
    "What trec_eval -q or ir_measures prints of each run, PyTerrier's table by query, or measures by query in JSON.",
    "evaluations of topics",
    "an evaluation of topics",
    logs=one_by_one(_of_file),
    sniff=_sniff,
    own=(ABSENT,),
)
