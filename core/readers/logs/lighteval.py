"""lighteval: ``details_*.parquet`` of each model and task, with the results file of the same run.

A document has a row for each sampling method, with different metrics. The columns are ``doc`` and ``metric``, and
``example`` and ``metrics`` before 0.11. They are read by pyarrow, a dependency of Streamlit.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import DataError
from core.readers.format import Sniff
from core.readers.logs.harness import bare_name, log_format, with_items
from core.readers.logs.log import Log, Measure, Unread
from core.readers.parsing.file import File
from core.readers.parsing.packed.parquet import is_parquet, open_parquet

_NAME = re.compile(r"details_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d+)?)")
_FOLDERS = re.compile(r"(?:^|/)details/(?P<model>.+)/[^/]+/[^/]+$")
_RESULTS = frozenset({"config_general", "results"})
_MOST_ROWS = 1_000_000
_MOST_BYTES = 1_000_000_000


def _logs(files: Sequence[File]) -> list[Log]:
    lacking = "no score of any document: give the run's details_….parquet"
    details = with_items(files, lambda file: is_parquet(file.data), lacking)
    results = {file.label: file.record for file in files if file not in details}
    return [_log(file, results) for file in details]


def _log(file: File, results: Mapping[str, dict[str, Any]]) -> Log:
    named = _NAME.search(file.path[-1])
    run = next((held for name, held in results.items() if named and named["date"] in name), {})
    folders = _FOLDERS.search("/".join(file.path))
    model = run.get("config_general", {}).get("model_name") or (folders and folders["model"])
    log = Log(file.label, model or bare_name(file), named["task"] if named else "")
    for row in _rows(file):
        _add(log, row)
    if not log.measures and not log.unread:
        raise DataError(f"{file.label} holds no metric of any document.")
    for name, measure in log.measures.items():
        value = run.get("results", {}).get(log.task, {}).get(name)
        measure.stated = float(value) if isinstance(value, int | float) else None
    return log


def _rows(file: File) -> list[dict[str, Any]]:
    opened = open_parquet(file.label, file.data)
    names = set(opened.schema_arrow.names)
    wanted = [name for name in ("doc.id", "doc.query", "example", "metric", "metrics") if name.split(".")[0] in names]
    groups = [opened.metadata.row_group(i) for i in range(opened.metadata.num_row_groups)]
    columns = [group.column(i) for group in groups for i in range(group.num_columns)]
    size = sum(
        column.total_uncompressed_size
        for column in columns
        if any(f"{column.path_in_schema}.".startswith(f"{name}.") for name in wanted)
    )
    if opened.metadata.num_rows > _MOST_ROWS or size > _MOST_BYTES:
        raise DataError(
            f"{file.label} holds {opened.metadata.num_rows:,} rows, {size / 1e6:,.0f} MB of documents and "
            f"metrics, and at most {_MOST_ROWS:,} rows and {_MOST_BYTES // 1_000_000:,} MB are read."
        )
    rows: list[dict[str, Any]] = opened.read(columns=wanted).to_pylist()
    return rows


def _add(log: Log, row: Mapping[str, Any]) -> None:
    doc = row.get("doc") or {}
    asked = str(doc.get("query") or row.get("example") or "")
    item = str(doc.get("id") or asked)
    log.asked[item] = asked
    for name, value in (row.get("metric") or row.get("metrics") or {}).items():
        if name in log.unread:
            continue
        if value is None:
            if name not in log.measures or item not in log.measures[name].scores:
                log.measures.setdefault(name, Measure()).missing[item, "1"] = "no score"
        elif isinstance(value, bool | int | float):
            if name in log.measures:
                log.measures[name].missing.pop((item, "1"), None)
            log.add(name, item, value)
        else:
            log.add(name, item, Unread("it is scored over all items at once, or an item has several numbers"))


def _sniff(file: File) -> Sniff:
    if not is_parquet(file.data):
        return Sniff(0.95 if file.record.keys() >= _RESULTS else 0, "it sums up a run of lighteval")
    names = set(open_parquet(file.label, file.data).schema_arrow.names)
    is_details = names >= {"doc", "metric"} or names >= {"example", "metrics"}
    return Sniff(0.97 if is_details else 0, "it has the columns of lighteval's details")


FORMAT = log_format(
    "lighteval",
    "Details of lighteval",
    "The details_….parquet of each model, with its results_….json.",
    file="details or results of lighteval",
    logs=_logs,
    sniff=_sniff,
)
