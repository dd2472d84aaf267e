"""`helped-hurt proxy` runs nginx in front of dashboards on other machines."""

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import app, main
from core.cli.hosting import nginx
from core.errors import OptionError

COMMAND = Path(sys.executable).with_name("helped-hurt")
COOKIE = "helped_hurt_worker"


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
    CliRunner().invoke(main, ["proxy", "app-1:8501"])
    assert "resolver 127.0.0.11 valid=5s;" in kept[0]


class _Echo(BaseHTTPRequestHandler):
    """Returns the worker that its cookie names: as in Streamlit, the last cookie of a name counts."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(SimpleCookie(self.headers["Cookie"])[COOKIE].value.encode())

    def log_message(self, *arguments):
        """Say nothing."""


@pytest.fixture
def running(tmp_path):
    """Return nginx's port before two workers, the first one dead, and the second worker, which may end too."""
    try:
        nginx.nginx_command("", tmp_path)
    except OptionError as error:
        if not os.environ.get("CI"):
            pytest.skip(str(error))
        raise
    dead, free = socket.socket(), socket.socket()
    for each in (dead, free):
        each.bind(("127.0.0.1", 0))
    port, other = free.getsockname()[1], dead.getsockname()[1]
    free.close()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    workers = [f"127.0.0.1:{other}", f"127.0.0.1:{server.server_port}"]
    child = subprocess.Popen([COMMAND, "proxy", *workers, "--port", str(port), "--address", "127.0.0.1"])
    try:
        yield port, server
    finally:
        child.terminate()
        assert child.wait(20) == 0
        server.shutdown()
        server.server_close()
        dead.close()


def _get(port, worker):
    for _ in range(240):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", "/", headers={"Cookie": f"a=b; {COOKIE}={worker}"})
        except ConnectionRefusedError:
            time.sleep(0.25)  # nginx is not there yet
            continue
        answer = connection.getresponse()
        content = answer.read().decode()
        connection.close()
        return answer.status, answer.headers["Set-Cookie"], content
    pytest.fail("nginx did not start in a minute")


def test_a_worker_learns_its_number_also_when_it_stands_in_for_another(running):
    port, server = running
    assert _get(port, "2") == (200, None, "2")
    status, cookie, told = _get(port, "1")
    assert (status, told) == (200, "2")
    assert cookie.startswith(f"{COOKIE}=2;")
    server.shutdown()
    server.server_close()
    status, cookie, said = _get(port, "1")
    assert (status, cookie) == (503, None)
    assert "The app is starting." in said
