"""Work for the pool in an importable module: it returns its arguments and process, or runs until it is stopped."""

import os
import signal
import sys
import threading
import time

from core.errors import OptionError, Stopped

MANY = 10**9


def add(a, b, progress):
    progress(1, 2)
    return a + b


def where(progress=None):
    return os.getpid()


def settings(progress):
    import resource

    from threadpoolctl import threadpool_info

    import dashboard.server.work  # noqa: F401 (what pages ask for needs no Streamlit)

    threads = {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}
    return {
        "nice": os.nice(0),
        "bytes": resource.getrlimit(resource.RLIMIT_DATA)[0],
        "blas": threads,
        "streamlit": "streamlit" in sys.modules,
    }


def refuse(progress):
    raise OptionError("n == 0, must be >= 1.")


def run_out_of_memory(progress):
    raise MemoryError


class Odd(Exception):
    """An error that cannot be unpickled: it is created with two arguments, and keeps one."""

    def __init__(self, a, b):
        super().__init__(a)


def fail_oddly(progress):
    raise Odd(1, 2)


def return_a_lock(progress):
    return threading.Lock()


def die(progress):
    os.kill(os.getpid(), signal.SIGKILL)


def count(progress):
    for i in range(2):
        if progress(i + 1, 2) is False:
            raise Stopped("as asked")
    return os.getpid()


def until_stopped(progress):
    for i in range(MANY):
        if progress(i, MANY) is False:
            raise Stopped("as asked")
        time.sleep(0.001)


def deaf(progress):
    progress(1, 2)
    while True:
        time.sleep(0.001)
