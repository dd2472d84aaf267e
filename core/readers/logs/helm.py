"""HELM: the ``per_instance_stats.json`` of each run, with its ``run_spec.json`` and ``stats.json``.

A file has one object for each instance, trial, perturbation and class of metrics; trials are runs. A measure is a
statistic of quality, for perturbed copies ``exact_match,robustness``. Only instances of the test split are read.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.common.phrases import counted, first_few
from core.readers.logs.harness import bare_name, beside, by_record, log_format, with_items
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_ITEMS = frozenset({"instance_id", "stats"})
_RUN = frozenset({"adapter_spec", "scenario_spec"})
_STATS = frozenset({"name", "count", "sum", "sum_squared"})
# Files of one run share their folder, and the number that repeated uploads of the same name get.
_FILE = re.compile(r"^(?P<folder>.*?)(?P<what>per_instance_stats|run_spec|stats)(?P<number> \(\d+\))?\.json$")
_BESIDE = ("run_spec", "stats")
# Statistics of cost and progress.
_BOOKKEEPING = re.compile(
    r"num_\w+|training_\w+|inference_\w+|batch_size|finish_reason_\w+|prompt_truncated|max_prob|logprob|estimated_\w+"
)
_HIGHER = re.compile(r".*(exact_match|f1|rouge|bleu|correct|accuracy|equiv|pass|_score|ndcg|rr@).*", re.IGNORECASE)
_LOWER = re.compile(r"bits_per_byte|perplexity|logprob_per_byte|\w*toxic\w*|ece_\w+|edit_distance|\w*bias\w*")


def _logs(files: Sequence[File]) -> list[Log]:
    lacking = "no score of any instance: give the run's per_instance_stats.json"
    items = with_items(files, lambda file: file.record.keys() >= _ITEMS, lacking)
    given: dict[tuple[str, str], dict[str, Any]] = {}
    for file in files:
        if file not in items and (found := _FILE.match(file.label)):
            given.setdefault((found["folder"], found["number"] or ""), {})[found["what"]] = file.json
    return [_log(file, given) for file in items]


def _log(file: File, given: Mapping[tuple[str, str], Mapping[str, Any]]) -> Log:
    found = _FILE.match(file.label)
    others = dict(given.get((found["folder"], found["number"] or ""), {})) if found else {}
    for name in set(_BESIDE) - others.keys():
        for other in beside(file, f"{name}.json"):
            others[name] = other.json
    spec = others.get("run_spec", {})
    model = spec.get("adapter_spec", {}).get("model")
    # A run's name without its model.
    task = re.sub(r"[,:]model(?:_deployment)?=[^,:]*", "", str(spec.get("name", "")))
    log = Log(file.label, str(model or bare_name(file)), task)
    if not model:
        log.notes.append("Without the run_spec.json of a run, its model is called as the file.")
    _add_all(log, file.json)
    _settle(log, others.get("stats", []))
    return log


def _add_all(log: Log, rows: Sequence[Mapping[str, Any]]) -> None:
    kept = [(row, stat) for row in rows for stat in row["stats"] if not _BOOKKEEPING.fullmatch(stat["name"]["name"])]
    splits = dict.fromkeys(str(stat["name"].get("split")) for _, stat in kept)
    one = "test" if "test" in splits else next(iter(splits)) if len(splits) == 1 else None
    left_out = {row["instance_id"]: None for row, stat in kept if one not in (None, str(stat["name"].get("split")))}
    if left_out:
        log.notes.append(
            f"{counted(len(left_out), 'instance')} of {log.system} left out (not of the split {one}): "
            f"{first_few(list(left_out))}."
        )
    for row, stat in kept:
        split = str(stat["name"].get("split"))
        if one not in (None, split):
            continue
        measure, item, run = stat["name"]["name"], str(row["instance_id"]), str(row.get("train_trial_index", 0))
        perturbed = (row.get("perturbation") or {}).get("name")
        # Several classes of metrics may report the same statistic.
        name = ",".join(each for each in (measure, perturbed, None if one else split) if each)
        held = log.measures[name].scores.get(item, {}).get(run) if name in log.measures else None
        if held is None or held != (stat.get("mean"),):
            log.add(name, item, stat.get("mean") if stat.get("count", 1) else None, run, "not counted")


def _settle(log: Log, stats: Sequence[Mapping[str, Any]]) -> None:
    # For unperturbed instances, the name has only a split.
    stated = {each["name"]["name"]: each.get("mean") for each in stats if each["name"].keys() == {"name", "split"}
              and each["name"]["split"] == "test"}  # fmt: skip
    for name, held in log.measures.items():
        held.lower_is_better = False if _HIGHER.match(name) else True if _LOWER.match(name) else None
        n_runs = {len(runs) for runs in held.scores.values()}
        value = stated.get(name)
        if value is not None and len(n_runs) == 1 and not held.missing:
            held.stated = float(value)


FORMAT = log_format(
    "helm",
    "Instances of HELM",
    "The per_instance_stats.json of each run, with its run_spec.json and stats.json.",
    "statistics of HELM",
    "statistics or the description of a HELM run",
    logs=_logs,
    sniff=by_record(
        lambda record: record.keys() >= _ITEMS,
        "it has the keys of HELM's statistics of instances",
        lambda record: record.keys() >= _RUN or record.keys() >= _STATS,
        "it has the keys of a run of HELM",
    ),
)
