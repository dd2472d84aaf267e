"""Inspect: ``.eval`` archives and ``.json`` logs, one per system and task.

A measure is a scorer, or one key of a scorer whose value is a dictionary: ``match``, ``detail/length``. Epochs are
runs. Only the header and the samples' summaries of an archive are read, which may be compressed with Zstandard.
"""

import io
import math
import sys
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from core.common.phrases import shown
from core.errors import DataError
from core.readers.format import Sniff
from core.readers.logs.harness import log_format, one_by_one
from core.readers.logs.log import Log, Unread
from core.readers.parsing.file import File, parse, text_of

_zipfile: Any = zipfile
_DAMAGED: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
# Without these packages, archives compressed with DEFLATE can still be read.
with suppress(ImportError):
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdError
    else:
        from backports.zstd import ZstdError
        from backports.zstd import zipfile as _zipfile
    _DAMAGED = (_zipfile.BadZipFile, ZstdError, *_DAMAGED)

# Bytes of a member that are read at most.
LARGEST_MEMBER = 200_000_000


# As in Inspect's value_to_float.
_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_MEANS = ("accuracy", "mean")
# Summaries cut texts to about 1 kB.
_COMPARED = 500


def _packed(file: File) -> tuple[dict[str, Any], list[Any]]:
    """Return the header and the summaries of an archive; for an unfinished run, those in its journal."""
    try:
        with _zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            return _members(file.label, archive)
    except NotImplementedError:
        raise DataError(
            f"{file.label} is packed with Zstandard, which this Python cannot read: install backports.zstd, or give "
            "what `inspect log dump` prints of it."
        ) from None
    except _DAMAGED:
        raise DataError(f"{file.label} is not a whole zip archive: it is cut or damaged. Copy it again.") from None


def _members(label: str, archive: Any) -> tuple[dict[str, Any], list[Any]]:
    names = archive.namelist()

    def member(name: str) -> Any:
        with archive.open(name) as packed:
            # The size in the archive's header may be wrong.
            data = packed.read(LARGEST_MEMBER + 1)
        if len(data) > LARGEST_MEMBER:
            raise DataError(
                f"{label}: {name} in it holds more than {LARGEST_MEMBER // 1_000_000:,} MB, which no log needs: it is "
                "not read."
            )
        return parse(f"{label}, {name}", data)

    if "header.json" in names and "summaries.json" in names:
        return member("header.json"), member("summaries.json")
    start = next((name for name in ("header.json", "_journal/start.json") if name in names), None)
    if start is None:
        raise DataError(f"{label} is an archive without header.json: it is not a log of Inspect.")
    parts = [name for name in names if name.startswith("_journal/summaries/")]
    return member(start), [each for name in parts for each in member(name)]


def _log(file: File, _: str) -> Log:
    label = file.label
    if _is_archive(file):
        header, samples = _packed(file)
    else:
        header = file.json
        samples = header.get("samples") or []
    run = header.get("eval") or {}
    log = Log(label, str(run.get("model") or label), str(run.get("task") or ""))
    if not samples:
        raise DataError(f"{label} holds no samples: the run failed, or was made with --no-log-samples.")
    results = header.get("results") or {}
    names = _scorers(samples, results)
    for sample in samples:
        _add(log, sample, names)
    if header.get("status", "success") != "success":
        log.notes.append(
            f"The run of {log.system} did not end ({header.get('status')}): its finished samples are read."
        )
    if run.get("dataset", {}).get("shuffled"):
        log.notes.append(f"The samples of {log.system} were shuffled: those of one id must have the same input.")
    reducers = (run.get("config") or {}).get("epochs_reducer") or []
    reducers = [each for each in ([reducers] if isinstance(reducers, str) else reducers) if each != "mean"]
    if reducers:
        log.notes.append(f"The log reduces epochs by {', '.join(reducers)}; here an item's score is their mean.")
    else:
        _state(log, results)
    return log


def _scorers(samples: Iterable[Mapping[str, Any]], results: Mapping[str, Any]) -> list[str]:
    stated = [str(each.get("scorer") or each.get("name")) for each in results.get("scores") or []]
    held = [name for sample in samples for name in sample.get("scores") or {}]
    return list(dict.fromkeys([*stated, *held]))


def _add(log: Log, sample: Mapping[str, Any], scorers: Sequence[str]) -> None:
    if "id" not in sample:
        raise DataError(f"{log.label} has a sample without id: was the log changed?")
    item, run = str(sample["id"]), str(sample.get("epoch", 1))
    scores = sample.get("scores") or {}
    if not scores and "score" in sample:
        scores = {"score": sample["score"] or {}}
    reason = "error" if sample.get("error") else "unscored"
    for scorer in dict.fromkeys([*scorers, *scores]):
        value = (scores.get(scorer) or {}).get("value")
        if isinstance(value, dict):
            for key, each in value.items():
                log.add(f"{scorer}/{key}", item, _number(each), run, reason)
        elif value is not None or not any(name.startswith(f"{scorer}/") for name in (*log.measures, *log.unread)):
            log.add(scorer, item, _number(value), run, reason)
    asked = text_of([sample.get("input"), sample.get("target")])
    log.asked[item] = asked[:_COMPARED]
    log.describe(item, sample.get("metadata"))


def _number(value: Any) -> float | Unread | None:
    """Return the value as Inspect counts it, None if it is unscored, or the reason why it is not a number."""
    if value is None or isinstance(value, bool | int | float):
        return None if value is None else float(value)
    if not isinstance(value, str):
        return Unread(f"a value is a {'list' if isinstance(value, list) else type(value).__name__}")
    known = _LETTERS.get(value, _WORDS.get(value.strip().lower()))
    if known is not None:
        return known
    try:
        return float(value)
    except ValueError:
        return Unread(f"its values are words such as {shown(value)}")


def _state(log: Log, results: Mapping[str, Any]) -> None:
    for each in results.get("scores") or []:
        name, scorer = str(each.get("name")), str(each.get("scorer") or each.get("name"))
        measure = log.measures.get(name if name == scorer else f"{scorer}/{name}")
        metrics = each.get("metrics") or {}
        stated = next(
            (metrics[metric].get("value") for metric in _MEANS if isinstance(metrics.get(metric), dict)), None
        )
        if measure is None or each.get("reducer") not in (None, "mean") or not isinstance(stated, int | float):
            continue
        if math.isfinite(stated):
            measure.stated, measure.stated_of = float(stated), each.get("scored_samples")
            if measure.scores and abs(stated - 100 * measure.mean) < 1e-3 < abs(stated - measure.mean):
                measure.stated = measure.mean  # in per cent, as R's vitals states it, of at least four decimals
        if "accuracy" in metrics:
            measure.lower_is_better = False


def _is_archive(file: File) -> bool:
    return file.data.startswith(b"PK\x03\x04") and (b"header.json" in file.data or b"_journal/start.json" in file.data)


def _sniff(file: File) -> Sniff:
    if _is_archive(file):
        return Sniff(0.97, "it is an archive with Inspect's members")
    keys = file.record.keys()
    is_log = "eval" in keys and not keys.isdisjoint({"plan", "samples"})
    return Sniff(0.97 if is_log else 0, "it has the keys of an Inspect log")


FORMAT = log_format(
    "inspect",
    "Logs of Inspect",
    "One .eval or .json log for each model.",
    file="a log of Inspect",
    logs=one_by_one(_log),
    sniff=_sniff,
)
