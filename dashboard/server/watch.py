"""A line in the log every few minutes that says how busy this process is, and nothing of what anybody does."""

import functools
import os
import threading
import time
from pathlib import Path

from streamlit.logger import get_logger

from dashboard.server.cache import sessions
from dashboard.server.pool import POOL

__all__ = ["line", "watch"]

_PAUSE_SECONDS = 300.0
_SELF = Path("/proc/self")


def line() -> str:
    """Return how many sessions are open, how many computations take long, and what the process holds."""
    said = f"sessions: {sessions()}, computing: {POOL.turns.taken}, waiting: {POOL.turns.waiting}"
    if not _SELF.exists():
        return said
    pages = int((_SELF / "statm").read_text().split()[1])
    megabytes = pages * os.sysconf("SC_PAGE_SIZE") // 2**20
    return f"{said}, memory: {megabytes} MB, open files: {len(list((_SELF / 'fd').iterdir()))}"


@functools.cache
def watch() -> None:
    """Begin to write the lines, once for a process."""
    threading.Thread(target=_write, name="watch", daemon=True).start()


def _write() -> None:
    log = get_logger("dashboard.server.watch")
    while True:
        log.info(line())
        time.sleep(_PAUSE_SECONDS)
