"""A few processes that compute what takes long, so that the server's own threads are free for redraws.

Python runs one thread of a process at a time: what computes for a minute in a thread of the server makes everybody's
redraws wait. Processes are started when first needed, and afresh: a copy of the server would hold locks of threads that
it does not have. A process that has lost its server ends by itself.
"""

import atexit
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Pipe
from typing import Any, TypeVar

from core.errors import ComparisonError, Stopped
from dashboard.server.limits import COMPUTATIONS_AT_ONCE
from dashboard.server.process import STOP

__all__ = ["POOL", "Pool", "Turns"]

T = TypeVar("T")

# Between two looks at whether anybody still waits for the work.
_PAUSE_SECONDS = 0.2
# Work that does not stop within this time is ended with its process.
_LISTEN_SECONDS = 1.0


class Turns:
    """So many may compute at once; the others wait."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self.taken = self.waiting = 0

    def take(self, while_waiting: Callable[[], object]) -> None:
        """Wait for a turn, and call this again and again meanwhile; it may raise."""
        self._count(waiting=1)
        try:
            while not self._free.acquire(timeout=_PAUSE_SECONDS):
                while_waiting()
        finally:
            self._count(waiting=-1)
        self._count(taken=1)

    def give_back(self) -> None:
        """Let another begin."""
        self._count(taken=-1)
        self._free.release()

    def _count(self, taken: int = 0, waiting: int = 0) -> None:
        with self._lock:
            self.taken += taken
            self.waiting += waiting


class Pool:
    """At most so many processes, each of which does one piece of work at a time; safe to share between threads."""

    def __init__(self, most: int) -> None:
        self.turns = Turns(most)
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()

    def __len__(self) -> int:
        return len(self._all)

    def run(
        self, work: Callable[..., T], progress: Callable[[int, int], object], while_waiting: Callable[[], object]
    ) -> T:
        """Return ``work(progress=...)``, computed in a process.

        Parameters
        ----------
        work : callable
            A function of a module, or a `functools.partial` of one, with all its arguments; it and what it returns are
            pickled.
        progress : callable
            Called in this thread with (done, total), also while the work says nothing: (0, 0) before it has said
            anything. Where it returns False or raises, whatever that is, the work is ended.
        while_waiting : callable
            Called instead while as many others compute as may; it may raise.

        Raises
        ------
        Stopped
            If ``progress`` returns False.
        ComparisonError
            If the process ended before the work did. What the work itself raises comes back as it is.
        """
        self.turns.take(while_waiting)
        try:
            process = self._take()
            try:
                return process.run(pickle.dumps(work, pickle.HIGHEST_PROTOCOL), progress)
            finally:
                self._give_back(process)
        finally:
            self.turns.give_back()

    def close(self) -> None:
        """End all processes, with whatever they are doing."""
        with self._lock:
            self._idle.clear()
            while self._all:
                self._all.pop().end()

    def _take(self) -> "_Process":
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.lives():
                    return process
                self._drop(process)
            process = _Process()
            self._all.add(process)
            return process

    def _give_back(self, process: "_Process") -> None:
        free = process.stop()
        with self._lock:
            # One stays for what comes next; more would only hold memory.
            if free and process in self._all and not self._idle:
                self._idle.append(process)
            else:
                self._drop(process)

    def _drop(self, process: "_Process") -> None:
        self._all.discard(process)
        process.end()


class _Process:
    """A process, the connection to it, and whether it is at work."""

    def __init__(self) -> None:
        self._connection, theirs = Pipe()
        # The same modules as here, and nothing from the folder that the server was started in.
        path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dashboard.server.process", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | path,
        )
        theirs.close()
        self._works = False

    def lives(self) -> bool:
        return self._process.poll() is None

    def run(self, task: bytes, progress: Callable[[int, int], object]) -> Any:
        value: Any
        at = (0, 0)
        self._works = True
        with _as_a_sentence():
            self._connection.send_bytes(task)
        while True:
            with _as_a_sentence():
                kind, value = self._connection.recv() if self._connection.poll(_PAUSE_SECONDS) else ("at", at)
            if kind != "at":
                break
            at = value
            if progress(*at) is False:
                raise Stopped(f"Stopped after {at[0]:,} of {at[1]:,} steps.")
        self._works = False
        if kind == "failed":
            raise value
        return value

    def stop(self) -> bool:
        """Ask the work to stop if there is any, and return whether the process is free now."""
        if not self._works:
            return True
        end = time.monotonic() + _LISTEN_SECONDS
        with suppress(EOFError, OSError):
            self._connection.send_bytes(STOP)
            while self._connection.poll(max(0.0, end - time.monotonic())):
                if self._connection.recv()[0] != "at":
                    self._works = False
                    return True
        return False

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._connection.close()


@contextmanager
def _as_a_sentence() -> Iterator[None]:
    """Say that the process was ended where its connection is."""
    try:
        yield
    except (EOFError, OSError):
        raise ComparisonError(
            "The process that computed this was ended, most likely because it took too much memory. Ask for fewer "
            "resamples or bring fewer items, or use the package on your own machine."
        ) from None


# Of this server.
POOL = Pool(COMPUTATIONS_AT_ONCE)
atexit.register(POOL.close)
