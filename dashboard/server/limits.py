"""What one visitor may take, so that something is left for the others. Over a limit there is a sentence.

====================  =========================================  ======================================================
what                  at most                                    where it is held
====================  =========================================  ======================================================
one upload            10 MB                                      ``server.maxUploadSize`` in ``.streamlit/config.toml``
files of a session    `SESSION_BYTES`, `SESSION_FILES`           ``inputs/uploads.py``
items                 `MOST_ITEMS`                               ``cache.read_once``
a line, a table       characters, columns, cells                 ``core/readers/limits.py`` and ``core/readers/packed``
a computation         `COMPUTATION_SECONDS`                      ``progress.py``
redraws at once       `REDRAWS_AT_ONCE` a worker, others wait    ``turn.py``
computations at once  `COMPUTATIONS_AT_ONCE` a worker            ``pool.py``: each in a process of its own
large files at once   one a worker, others wait                  ``reading.py``: in a process of its own too
memory of each        `COMPUTATION_BYTES`                        the operating system, asked by `hold_memory`
memory of a worker    ``helped-hurt app --memory``, 4 GB         the operating system; ``guard.py`` says it
what is kept          `CACHE_BYTES` a worker, `CACHE_SECONDS`    ``store.py``
rooms of a class      rooms, seats, numbers a minute, two hours  ``rooms.py``
open files            `OPEN_FILES` a worker                      `let_many_in`
====================  =========================================  ======================================================
"""

import os
import resource
from contextlib import suppress

__all__ = [
    "CACHE_BYTES",
    "CACHE_SECONDS",
    "COMPUTATIONS_AT_ONCE",
    "COMPUTATION_BYTES",
    "COMPUTATION_SECONDS",
    "MOST_ITEMS",
    "OPEN_FILES",
    "REDRAWS_AT_ONCE",
    "SESSION_BYTES",
    "SESSION_FILES",
    "hold_memory",
    "let_many_in",
]

SESSION_BYTES, SESSION_FILES = 50 * 2**20, 200
# A file of the largest size with one digit a line; only what is packed holds more.
MOST_ITEMS = 5_000_000
COMPUTATION_SECONDS = 180.0
# One core is left for those who only move a slider.
COMPUTATIONS_AT_ONCE = max(1, (os.cpu_count() or 1) - 1)
COMPUTATION_BYTES = 2 * 2**30
REDRAWS_AT_ONCE = 1
# As long as somebody may be away from a picture and come back to it.
CACHE_BYTES, CACHE_SECONDS = 256 * 2**20, 180.0
# A visitor takes about six: usual systems let a process have 1,024, and more where it asks.
OPEN_FILES = 65_536


def let_many_in() -> None:
    """Ask the operating system for as many open files as it gives, at most `OPEN_FILES`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS has a lower limit that it does not tell
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def hold_memory(most: int) -> None:
    """Let this process hold so many bytes of data, or fewer where it may only hold fewer; Linux holds it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == resource.RLIM_INFINITY or soft > most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
