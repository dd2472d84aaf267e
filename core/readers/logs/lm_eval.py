"""lm-evaluation-harness: ``samples_*.jsonl`` files, one per task, with the results file of the same run.

A line is an item under one filter; a measure is a metric under one filter, as ``exact_match,strict-match``. The samples
do not name their model, nor say in which direction a metric points: the results file does, which has the same date.
"""

import math
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.common.phrases import shown
from core.errors import DataError
from core.metrics import METRICS
from core.readers.logs.harness import bare_name, beside, by_record, log_format, with_items
from core.readers.logs.log import Log, Score, Unread
from core.readers.parsing.file import File, text_of

_DATE = r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?"
_NAME = re.compile(rf"samples_(?P<task>.+)_(?P<date>{_DATE})")
_DATED = re.compile(_DATE)
_SUMMARY = frozenset({"results", "configs", "n-shot"})
_NO_METRICS = frozenset((
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash",
    "target_hash",
))  # fmt: skip
# Without a results file: the harness's metrics for which lower is better.
_LOWER = frozenset((
    "brier_score", "ter", "wer", "cer", "perplexity", "word_perplexity", "byte_perplexity", "bits_per_byte", "mse",
    "mae", "rmse",
))  # fmt: skip
_HIGHER = frozenset((
    "acc", "acc_norm", "acc_bytes", "acc_mutual_info", "exact_match", "em", "f1", "mcc", "bleu", "chrf", "rouge1",
    "rouge2", "rougeL", "prompt_level_strict_acc", "prompt_level_loose_acc", "pass@1", "pass_at_1",
))  # fmt: skip
# Items have a loglikelihood and a number of words or bytes: perplexity is exp of the ratio of their sums.
_LIKELIHOODS = {"word_perplexity": 1.0, "byte_perplexity": 1.0, "bits_per_byte": 1 / math.log(2)}


def _logs(files: Sequence[File]) -> list[Log]:
    lacking = "the summary of a run holds no item's score: give its samples_….jsonl, which lm_eval --log_samples writes"
    samples = with_items(files, lambda file: _is_sample(file.record), lacking)
    summaries = {file.label: file.record for file in files if file not in samples}
    runs = Counter(_named(file, "date") for file in samples)
    return [_log(file, summaries, runs) for file in samples]


def _is_sample(record: dict[str, Any]) -> bool:
    return "doc_id" in record and not record.keys().isdisjoint({"resps", "filtered_resps"})


def _named(file: File, part: str) -> str | None:
    """Return the task or the date in the name of a file of samples, if the harness named it."""
    found = _NAME.search(file.path[-1])
    return found[part] if found else None


def _log(file: File, summaries: Mapping[str, dict[str, Any]], runs: Mapping[str | None, int]) -> Log:
    label, date = file.label, _named(file, "date")
    summary, notes = _summary(file, date, summaries)
    tasks = list(summary.get("results", {}))
    task = _named(file, "task") or (tasks[0] if len(tasks) == 1 else "")
    # The samples of one run have the same date, so the date of several tasks says that one model answered them.
    model = date if date and runs[date] > 1 else bare_name(file)
    log = Log(label, str(summary.get("model_name") or model), task, notes=notes)
    for line, row in file.records():
        _add(log, line, row)
    if not log.measures and not log.unread:
        raise DataError(f"{label} holds no metric of any item: was it made with --predict_only?")
    _settle(log, summary)
    return log


def _summary(file: File, date: str | None, summaries: Mapping[str, dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """Return the run's results: of the same date and the same folder, given or found beside the samples."""
    folder = os.path.dirname(file.label)
    dated = {
        name: held
        for name, held in summaries.items()
        if (named := _DATED.search(os.path.basename(name))) and named[0] == date
    }
    near = {name: held for name, held in dated.items() if os.path.dirname(name) == folder} or dated
    if len(near) == 1:
        return next(iter(near.values())), []
    found = [] if date is None else beside(file, f"*_{date}.json")
    if len(found) == 1:
        return found[0].json, ["The names of the models are those in the results_….json beside their samples."]
    return {}, [
        "Without the results_….json of a run, its model is called as the file of its samples, or as the date of the "
        "run's files."
    ]


def _add(log: Log, line: int, row: dict[str, Any]) -> None:
    if "doc_id" not in row:
        raise DataError(f"{log.label}, line {line:,}: an item without doc_id: is the file cut?")
    item, filter = str(row["doc_id"]), row.get("filter")
    names = row.get("metrics")
    if not isinstance(names, list):
        names = [name for name in row if name not in _NO_METRICS]
    for name in names:
        measure = name if filter in (None, "none") else f"{name},{filter}"
        if measure in log.unread or name not in row:
            continue
        if filter is None and item in log.asked:
            raise DataError(
                f"{log.label}, line {line:,}: item {shown(item)} comes twice, and before lm-eval 0.4.7 nothing tells "
                "its filters apart: keep the rows of one."
            )
        log.add(measure, item, _score(str(name), row[name]), reason="no number")
    asked = row.get("doc_hash")
    log.asked[item] = f"hash {asked}" if asked else text_of(row.get("doc"))
    if "prompt_hash" in row:
        log.prompts[item] = str(row["prompt_hash"])
    log.describe(item, row.get("doc"))


def _score(name: str, value: Any) -> float | Score | Unread | None:
    """Return the item's statistics for the metric, None if missing, or the reason why they are not numbers."""
    if value is None or isinstance(value, bool | int | float):
        if name == "bypass":
            return Unread("nothing was scored (--predict_only)")
        return (-float(value), 1.0) if name == "perplexity" and value is not None else value
    if isinstance(value, str):
        if value in ("True", "False"):
            return float(value == "True")
        try:
            return float(value)
        except ValueError:
            return Unread(f"its values are texts such as {shown(value)}")
    if isinstance(value, list) and value and all(isinstance(each, bool) for each in value):
        return float(sum(value)), float(len(value))  # of IFEval's instructions
    if not isinstance(value, list) or len(value) != 2:
        return Unread("an item has no one number of it")
    if name in _LIKELIHOODS and all(isinstance(each, int | float) for each in value):
        return (-value[0] * _LIKELIHOODS[name], float(value[1]))
    if name == "brier_score":
        return _brier(*value)
    return Unread(f"it is scored over all items at once, from parts such as {shown(str(value))}")


def _brier(gold: Any, printed: Any) -> float | Unread:
    """Return the squared distance of the probabilities, an array that was printed as text, from the right answer."""
    try:
        shares = np.array([float(each) for each in str(printed).strip("[] \n").split()])
        return float(np.sum((shares - np.eye(len(shares))[int(gold)]) ** 2))
    except (ValueError, IndexError, TypeError):
        return Unread(f"its probabilities cannot be read: {shown(str(printed))}")


def _settle(log: Log, summary: Mapping[str, Any]) -> None:
    stated = summary.get("results", {}).get(log.task, {})
    higher = summary.get("higher_is_better", {}).get(log.task, {})
    counts = summary.get("n-samples", {}).get(log.task, {})
    for name, held in log.measures.items():
        metric, comma, _ = name.partition(",")
        known = True if metric in _HIGHER else False if metric in _LOWER else None
        is_higher = higher.get(metric, known) if isinstance(higher, dict) else known
        held.lower_is_better = None if is_higher is None else not is_higher
        value = stated.get(name if comma else f"{name},none", stated.get(name))
        held.stated_of = counts.get("effective")
        if isinstance(value, int | float):
            is_exp = metric.endswith("perplexity") and value > 0
            held.stated = math.log(value) if is_exp else float(value)
        if metric in ("brier_score", "perplexity", *_LIKELIHOODS):
            # NumPy prints eight digits of each probability.
            held.printed, held.tolerance = False, 1e-6 if metric == "brier_score" else 1e-9
        if metric.endswith("perplexity"):
            held.columns = METRICS["perplexity"].columns


FORMAT = log_format(
    "lm-eval",
    "Samples of lm-evaluation-harness",
    "The samples_….jsonl of each model, with their results_….json.",
    "samples of lm-eval",
    "samples or results of lm-eval",
    logs=_logs,
    sniff=by_record(
        _is_sample,
        "each line is a sample of lm-eval",
        lambda record: record.keys() >= _SUMMARY,
        "it sums up a run of lm-eval",
    ),
)
