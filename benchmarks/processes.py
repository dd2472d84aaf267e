"""Processor time and memory of the processes that a benchmark started: the app, its workers, nginx."""

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["megabytes", "processor_seconds"]


def processor_seconds() -> float:
    """Return the processor time of all processes that this one started, including nginx and workers; nan off Linux."""
    if not Path("/proc/self/stat").exists():
        return float("nan")
    ticks = 0
    for process in _started():
        with suppress(OSError):  # the process has ended
            fields = _fields(process)
            ticks += int(fields[11]) + int(fields[12])  # user and system time
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes() -> float:
    """Return the memory of all processes that this one started, in megabytes of 10⁶ bytes; nan off Linux."""
    if not Path("/proc/self/statm").exists():
        return float("nan")
    total = 0
    for process in _started():
        with suppress(OSError):  # the process has ended
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


def _started() -> set[int]:
    """Return all processes that this one started, and those that they started."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(stat.name)] = int(_fields(int(stat.name))[1])
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def _fields(process: int) -> list[str]:
    """Return Linux's fields of a process after its name, which may contain any character: state, parent, …"""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
