"""`helped-hurt app` starts the dashboard with the configuration of its own folder; `test_load` starts it elsewhere."""

from pathlib import Path

from click.testing import CliRunner

from core.cli import main


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
