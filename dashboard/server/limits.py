"""Limits on the resources of one visitor. A request over a limit is refused with a message.

====================  =========================================  ==================================================
what                  limit                                      where it is held
====================  =========================================  ==================================================
one upload            10 MB                                      ``server.maxUploadSize`` in .streamlit/config.toml
files of a session    `SESSION_BYTES`, `SESSION_FILES`           inputs/uploads.py
items                 `MOST_ITEMS`                               server/reading.py
a line, a table       characters, columns, cells                 core/readers/parsing (problems, packed)
a computation         `COMPUTATION_SECONDS`                      server/progress.py
redraws at once       one a worker                               server/turn.py
computations at once  `COMPUTATIONS_AT_ONCE` a worker            server/pool.py: each in a process of its own
large files at once   one a worker                               server/reading.py: in a process of its own too
memory of each        `COMPUTATION_BYTES`                        the operating system, asked by `hold_memory`
memory of a worker    ``helped-hurt app --memory``, 4 GB         the operating system; guard.py has the sentence
cached results        `CACHE_BYTES` a worker, `CACHE_SECONDS`    server/store.py
rooms of a class      rooms, seats, numbers a minute, two hours  server/rooms.py
open files            `OPEN_FILES` a worker                      `let_many_in`
====================  =========================================  ==================================================
"""

import os
from contextlib import suppress

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None

SESSION_BYTES, SESSION_FILES = 50 * 2**20, 200
# A file of the largest size with one digit a line; only packed files hold more.
MOST_ITEMS = 5_000_000
COMPUTATION_SECONDS = 180.0
# One core stays free for redraws.
COMPUTATIONS_AT_ONCE = max(1, (os.cpu_count() or 1) - 1)
COMPUTATION_BYTES = 2 * 2**30
CACHE_BYTES, CACHE_SECONDS = 256 * 2**20, 180.0
# A visitor needs about six open files. Many systems allow a process 1,024, and more on request.
OPEN_FILES = 65_536


def let_many_in() -> None:
    """Raise this process's limit of open files as far as the operating system allows, up to `OPEN_FILES`."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS has a lower limit that it does not report
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def hold_memory(most: int) -> None:
    """Limit the data of this process to ``most`` bytes, or to its present limit if that is lower; Linux enforces it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == resource.RLIM_INFINITY or soft > most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
