"""`helped-hurt app` starts the dashboard from any folder, with the configuration of its own folder."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import main

COMMAND = Path(sys.executable).with_name("helped-hurt")


@pytest.fixture
def elsewhere(tmp_path):
    """A folder with another package called ``core``."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("raise SystemExit('the wrong core')\n")
    return tmp_path


@pytest.mark.thorough
def test_the_app_starts_in_a_folder_with_another_core(elsewhere):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = elsewhere / "log.txt"
    with log.open("w") as out:
        child = subprocess.Popen(
            [COMMAND, "app", "--port", str(port)], cwd=elsewhere, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        for _ in range(240):
            assert child.poll() is None, log.read_text()
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2) as answer:
                    assert answer.read() == b"ok"
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.25)
        else:
            pytest.fail(f"The app did not start in a minute: {log.read_text()}")
    finally:
        child.terminate()
        child.wait(20)
    assert "wrong core" not in log.read_text()


def test_the_configuration_lies_beside_the_script():
    root = Path(__file__).parents[3]
    beside = root / "dashboard" / ".streamlit" / "config.toml"
    assert beside.read_text() == (root / ".streamlit" / "config.toml").read_text()


def test_memory_is_limited_before_the_app_starts(monkeypatch):
    started, set_ = [], []
    monkeypatch.setattr("core.cli.app.os.execv", lambda program, command: started.append(command))
    monkeypatch.setattr("core.cli.app.keep_running", lambda commands: started.append(commands))
    monkeypatch.setattr("core.cli.app.nginx_command", lambda text, folder: ["nginx"])
    monkeypatch.setattr("resource.getrlimit", lambda which: (-1, 3 * 2**30))
    monkeypatch.setattr("resource.setrlimit", lambda which, limits: set_.append(limits))
    CliRunner().invoke(main, ["app", "--workers", "2", "--memory", "1.5", "--address", "::"])
    CliRunner().invoke(main, ["app", "--workers", "1"])
    assert set_ == [(3 * 2**29, 3 * 2**30), (3 * 2**30, 3 * 2**30)]
    assert [list(commands) for commands in started] == [["nginx", "Worker 1", "Worker 2"], ["nginx", "Worker 1"]]
