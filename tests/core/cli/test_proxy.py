"""`helped-hurt proxy` runs nginx in front of dashboards on other machines."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import app, main


@pytest.fixture
def kept(monkeypatch):
    """The configurations that would run."""
    texts = []
    monkeypatch.setattr(app, "nginx_command", lambda text, folder: texts.append(text) or ["nginx"])
    monkeypatch.setattr(app, "keep_running", lambda commands: None)
    return texts


def test_each_address_is_a_worker(kept):
    shown = CliRunner().invoke(main, ["proxy", "app-1:8501", "10.0.0.2:80", "--port", "8080", "--base-path", "/lab"])
    assert shown.output == "Helped & Hurt, 2 workers: http://localhost:8080/lab\n"
    assert '1 "app-1:8501";' in kept[0]
    assert '2 "10.0.0.2:80";' in kept[0]
    assert "listen localhost:8080;" in kept[0]


@pytest.mark.parametrize("address", ["app-1", "app:x", 'a";}:80', "http://a:80"])
def test_an_address_that_is_none_is_refused(kept, address):
    shown = CliRunner().invoke(main, ["proxy", address])
    assert shown.exit_code == 2
    assert "write HOST:PORT" in shown.output
    assert kept == []


def test_names_are_asked_for_again_where_the_machine_says_of_whom(kept, monkeypatch, tmp_path):
    (tmp_path / "resolv.conf").write_text("search x\nnameserver fe80::1\nnameserver 127.0.0.11\n")
    monkeypatch.setattr(app, "Path", lambda name: tmp_path / "resolv.conf" if name.endswith(".conf") else Path(name))
    CliRunner().invoke(main, ["proxy", "app-1:8501", "--address", "::"])
    assert "listen [::]:8501;" in kept[0]
    assert "resolver 127.0.0.11 valid=5s;" in kept[0]
