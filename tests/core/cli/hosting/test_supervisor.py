"""A process that ends is restarted, and all processes end together."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from core.cli.hosting import supervisor
from core.errors import OptionError

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture(autouse=True)
def handlers():
    """Restore the signal handlers."""
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.fixture
def started(monkeypatch):
    """The started processes, in order."""
    processes, start = [], subprocess.Popen

    def note(*arguments, **options):
        processes.append(start(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(supervisor.subprocess, "Popen", note)
    return processes


def when(condition, then):
    """Call a function in a thread once a condition holds."""

    def wait():
        for _ in range(600):
            if condition():
                break
            time.sleep(0.05)
        then()

    threading.Thread(target=wait, daemon=True).start()


def end():
    os.kill(os.getpid(), signal.SIGTERM)


def test_all_end_on_sigterm(started):
    when(lambda: len(started) == 2, end)
    supervisor.keep_running({"a": SLEEP, "b": SLEEP})
    assert [each.returncode for each in started] == [-signal.SIGTERM] * 2


def test_one_that_ends_is_started_again(started, capsys):
    when(lambda: len(started) == 1, lambda: started[0].kill())
    when(lambda: len(started) == 2, end)
    supervisor.keep_running({"a": SLEEP})
    assert len(started) == 2
    assert "a ended with code -9 and is started again." in capsys.readouterr().err


def test_one_that_cannot_start_ends_the_others(started):
    with pytest.raises(OptionError, match="b ended with code 3 as soon as it was started"):
        supervisor.keep_running({"a": SLEEP, "b": [sys.executable, "-c", "raise SystemExit(3)"]})
    assert started[0].returncode == -signal.SIGTERM


def test_one_that_does_not_listen_is_killed(started, monkeypatch, tmp_path):
    monkeypatch.setattr(supervisor, "_END_SECONDS", 0.2)
    deaf = (
        f"import signal, time; signal.signal(15, signal.SIG_IGN); open({str(tmp_path / 'up')!r}, 'w'); time.sleep(60)"
    )
    when((tmp_path / "up").exists, end)
    supervisor.keep_running({"a": [sys.executable, "-c", deaf]})
    assert started[0].returncode == -signal.SIGKILL
