"""SWE-bench: the report of a run, of each instance, or the leaderboard's lists of resolved instances."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.common.phrases import first_few
from core.errors import DataError, OptionError
from core.readers.format import Option, Sniff
from core.readers.logs.harness import ABSENT, filled, log_format, with_systems
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_MEASURE = "resolved"
_LISTS = ("submitted_ids", "completed_ids", "resolved_ids", "unresolved_ids", "empty_patch_ids", "error_ids")
_LEADERBOARD = "resolved"
# Keys beside the resolved instances; the first two together are all instances.
_BESIDE = ("generated", "no_generation", "no_logs", "applied")


def _logs(files: Sequence[File], total: str | int | Sequence[str] | None = None) -> list[Log]:
    runs = [file for file in files if not _is_of_instances(file)]
    logs = [_log(file, name) for file, name in with_systems(runs)]
    boards = [log for log, file in zip(logs, runs, strict=True) if _lacks_items(file)]
    if boards and total is not None:
        # Instances that a leaderboard's lists do not name are not resolved.
        known = dict.fromkeys(item for log in boards for item in log.measures[_MEASURE].scores)
        items = filled(first_few([log.label for log in boards]), known, int(_number(total)))
        for log in boards:
            for item in items:
                if item not in log.measures[_MEASURE].scores:
                    log.add(_MEASURE, item, 0.0)
    of_instances: dict[str, Log] = {}
    for file in files:
        if _is_of_instances(file):
            _add_instances(of_instances, file)
    return [*logs, *of_instances.values()]


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system, lower_is_better=False)
    if _LEADERBOARD in file.record:
        right = file.record[_LEADERBOARD]
        items = [*right, *(item for name in _BESIDE for item in file.record.get(name) or [])]
    else:
        right = file.record["resolved_ids"]
        items = [item for name in _LISTS for item in file.record.get(name) or []]
    if not all(isinstance(each, str | int) for each in items):
        raise DataError(f"{log.label}: its lists should hold the instances' ids, as the run report of SWE-bench does.")
    solved = set(right)
    for item in dict.fromkeys(items):
        log.add(_MEASURE, item, float(item in solved))
    if not items:
        raise DataError(f"{log.label} lists no instance: was nothing submitted?")
    return log


def _check(files: Sequence[File], total: str | int | Sequence[str] | None = None) -> None:
    """Refuse the leaderboard's results without the number of instances, and other reports with it."""
    boards = [file.label for file in files if _lacks_items(file)]
    if boards and total is None:
        raise OptionError(
            f"{first_few(boards)}: the leaderboard's results list what was resolved, and not all instances: say how "
            "many there are (total=500, --total 500), or give the run reports."
        )
    if total is not None and not boards:
        raise OptionError("total= (--total) has no meaning for reports that list all instances: leave it out.")
    if total is not None and not str(_number(total)).isdecimal():
        raise OptionError(f"total == {total!r}, must be how many instances there are, such as 500 (total=, --total).")


def _number(total: str | int | Sequence[str]) -> str:
    return str(total) if isinstance(total, str | int) else ",".join(total)


def _add_instances(logs: dict[str, Log], file: File) -> None:
    """Add the report of each instance to its system's log: the folder above that of the instance names the system."""
    held = file.json
    system = next((folder for folder in reversed(file.path[:-1]) if folder not in held), file.label)
    log = logs.setdefault(system, Log(file.label, system, lower_is_better=False))
    for item, report in held.items():
        log.add(_MEASURE, item, float(report["resolved"]))


def _lacks_items(file: File) -> bool:
    return _LEADERBOARD in file.record and not file.record.keys() >= set(_BESIDE[:2])


def _is_of_instances(file: File) -> bool:
    return bool(file.record) and all(map(_is_report, file.record.values()))


def _is_report(value: Any) -> bool:
    return isinstance(value, Mapping) and "resolved" in value and "patch_successfully_applied" in value


def _sniff(file: File) -> Sniff:
    held = file.record
    name = "resolved_ids" if "resolved_ids" in held else _LEADERBOARD
    is_board = name in held and (name != _LEADERBOARD or any(isinstance(held.get(each), list) for each in _BESIDE))
    if is_board and isinstance(held[name], list):
        return Sniff(0.97, "it has the lists of a SWE-bench report")
    return Sniff(0.97 if _is_of_instances(file) else 0, "it is the report of a SWE-bench instance")


FORMAT = log_format(
    "swe-bench",
    "Reports of SWE-bench",
    "The report of each run (<model>.<run>.json), the report.json of each instance, or the leaderboard's results.json.",
    file="a report of SWE-bench",
    logs=_logs,
    sniff=_sniff,
    check=_check,
    own=(
        ABSENT,
        Option(
            "total", "Number of instances", "--total", "SWE-bench leaderboard results: how many instances there are.",
            "N", required=False, hint="500",
        ),
    ),
)  # fmt: skip
