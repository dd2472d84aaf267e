"""Two workers behind nginx, as `helped-hurt app --workers 2` starts them.

Without nginx they are skipped with that reason, except where CI is set: there they must run.
"""

import asyncio
import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.person import Person
from core.cli.hosting import nginx
from core.errors import OptionError

pytestmark = pytest.mark.thorough

COMMAND = Path(sys.executable).with_name("helped-hurt")
COOKIE = "helped_hurt_worker"
SETTINGS = "n=40&helped=12&hurt=3"


@pytest.fixture
def app(tmp_path_factory):
    """The process that keeps nginx and the workers, with its port; ended after the test if it still runs."""
    if not os.environ.get("CI"):
        try:
            nginx.nginx_command("", tmp_path_factory.mktemp("nginx"))
        except OptionError as why:
            pytest.skip(str(why))
    app = _start(tmp_path_factory.mktemp("app"))
    yield app
    app.terminate()
    app.wait(30)


def _start(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    temporary, log = folder / "temporary", folder / "log.txt"
    temporary.mkdir()
    command = [COMMAND, "app", "--workers", "2", "--address", "127.0.0.1", "--port", str(port)]
    with log.open("w") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=os.environ | {"TMPDIR": temporary})
    child.port, child.log, child.temporary = port, log, temporary
    return child


def _wait_for(app, worker):
    """Wait until this worker answers and no other answers for it."""
    for _ in range(480):
        assert app.poll() is None, app.log.read_text()
        try:
            status, headers, _ = ask(app, "/_stcore/health", worker)
            if status == 200 and not any(COOKIE in each for each in headers.get_all("Set-Cookie", [])):
                return
        except OSError:
            pass
        time.sleep(0.25)
    pytest.fail(f"Worker {worker} did not start in two minutes: {app.log.read_text()}")


def ask(app, path, worker=None, method="GET", body=None, **headers):
    """Return the status, the headers and the body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=30)
    cookies = [headers.pop("Cookie", ""), f"{COOKIE}={worker}" if worker else ""]
    connection.request(method, path, body, headers | {"Cookie": "; ".join(filter(None, cookies))})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


@asynccontextmanager
async def session(app, worker, link=""):
    """A browser with a worker's cookie; it has opened a page."""
    address = f"ws://127.0.0.1:{app.port}/_stcore/stream"
    cookie = {"Cookie": f"{COOKIE}={worker}"} if worker else {}
    async with connect(address, subprotocols=["streamlit"], max_size=None, additional_headers=cookie) as stream:
        person = _Named(stream, "helped-and-hurt", random.Random(0), link)
        await person.redraw()
        yield person


class _Named(Person):
    """A browser that keeps its session."""

    name = ""

    def _read(self, message: ForwardMsg) -> bool:
        if message.WhichOneof("type") == "new_session":
            self.name = message.new_session.initialize.session_id
        return super()._read(message)

    def moved_to(self):
        """Return the worker of the cookie that came with the connection."""
        found = [each for each in self.socket.response.headers.get_all("Set-Cookie") if each.startswith(COOKIE)]
        return found[0].split(";")[0].partition("=")[2] if found else None


def run(work):
    # In a separate thread, because a browser test may have left an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, 120)).result()


def upload(app, worker, name):
    """Return the status of an upload for a session: a worker accepts only uploads for its own sessions."""
    token = next(
        each.split(";")[0].partition("=")[2]
        for each in ask(app, "/_stcore/health", worker)[1].get_all("Set-Cookie")
        if each.startswith("_streamlit_xsrf")
    )
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n1\n\r\n--x--\r\n'
    headers = {"Cookie": f"_streamlit_xsrf={token}", "X-Xsrftoken": token}
    headers["Content-Type"] = "multipart/form-data; boundary=x"
    return ask(app, f"/_stcore/upload_file/{name}/a", worker, "PUT", body, **headers)[0]


def workers_of(app):
    """Return the workers' process numbers, in their order."""
    children = Path(f"/proc/{app.pid}/task/{app.pid}/children").read_text().split()
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
    ports = [line.split(":")[1].split('"')[0].encode() for line in _configured(app)]
    return [next(int(pid) for pid in children if port in commands[pid].split(b"\0")) for port in ports]


def _configured(app):
    text = next(app.temporary.glob("helped-hurt-*/nginx.conf")).read_text()
    return text.partition("map $worker $worker_address {")[2].partition("}")[0].strip().splitlines()


def a_first_visitor_gets_a_worker_and_a_known_one_keeps_it(app):
    given = ask(app, "/")[1].get_all("Set-Cookie")
    assert [each.split("=")[0] for each in given] == [COOKIE]
    assert "HttpOnly; SameSite=Lax" in given[0]
    assert ask(app, "/", "2")[1].get_all("Set-Cookie") is None
    # Another one than there is.
    assert ask(app, "/", "3")[1].get_all("Set-Cookie") is not None


def a_link_may_name_the_worker_which_the_visitor_then_keeps(app):
    for worker, before in (("1", None), ("2", "1")):
        [given] = ask(app, f"/in-class?room=BCDF&worker={worker}", before)[1].get_all("Set-Cookie")
        assert given.startswith(f"{COOKIE}={worker};")
    assert ask(app, "/in-class?worker=2", "2")[1].get_all("Set-Cookie") is None
    # Another one than there is.
    assert ask(app, "/in-class?worker=3", "2")[1].get_all("Set-Cookie") is None


def page_and_uploads_of_a_session_are_on_one_worker(app):
    async def work():
        async with session(app, "1") as one, session(app, "2") as two, session(app, None) as new:
            assert (one.moved_to(), two.moved_to()) == (None, None)
            for person, worker in ((one, "1"), (two, "2"), (new, new.moved_to())):
                assert [upload(app, worker, person.name) for _ in range(3)] == [204] * 3
                assert upload(app, "2" if worker == "1" else "1", person.name) == 400

    run(work())


def every_answer_bears_the_headers(app):
    for path in ("/", "/_stcore/health", "/static/none.js", "/_stcore/metrics", "/helped-and-hurt"):
        headers = ask(app, path)[1]
        assert headers.get_all("X-Content-Type-Options") == ["nosniff"]
        assert headers.get_all("Referrer-Policy") == ["same-origin"]
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]


def what_is_for_the_host_only_is_closed(app):
    for path in ("metrics", "%6Detrics", "/metrics", "metrics/", "x/../metrics", "agent/openapi.json"):
        assert ask(app, f"/_stcore/{path}")[0] == 404, path


def a_script_of_another_site_opens_no_session(app):
    async def work(origin):
        async with connect(f"ws://127.0.0.1:{app.port}/_stcore/stream", subprotocols=["streamlit"], origin=origin):
            pass

    run(work(f"http://127.0.0.1:{app.port}"))
    with pytest.raises(InvalidStatus, match="403"):
        run(work("https://example.org"))


def a_dead_worker_takes_only_its_own_sessions_along(app):
    async def work():
        async with session(app, "1") as one, session(app, "2", SETTINGS) as two:
            before = two.name, _values(two)
            os.kill(workers_of(app)[0], signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                await one.redraw()
            # A returning visitor gets the other worker, with the settings of the link.
            async with session(app, "1", SETTINGS) as back:
                assert back.moved_to() == "2"
                assert _values(back) == before[1] != _values(one)
                assert upload(app, "2", back.name) == 204
            await two.redraw()
            assert (two.name, _values(two)) == before

    run(work())
    _wait_for_line(app, "Worker 1 ended with code -9 and is started again.")


def _wait_for_line(app, line):
    # The supervisor checks the workers at intervals, which are longer on a busy machine.
    end = time.monotonic() + 60
    while line not in app.log.read_text():
        assert time.monotonic() < end, app.log.read_text()
        time.sleep(0.1)


def _values(person):
    return sorted((slider.label, *slider.default) for slider, _ in person.sliders.values())


def sigterm_ends_everything(app):
    children = [*workers_of(app), int(next(app.temporary.glob("*/nginx.pid")).read_text())]
    app.send_signal(signal.SIGTERM)
    assert app.wait(30) == 0
    assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
    assert list(app.temporary.iterdir()) == []
    with pytest.raises(ConnectionRefusedError):
        ask(app, "/")
    assert "Traceback" not in app.log.read_text()


# One test, because the workers take seconds to start.
def test_two_workers(app, subtests):
    for check in (
        a_first_visitor_gets_a_worker_and_a_known_one_keeps_it, a_link_may_name_the_worker_which_the_visitor_then_keeps,
        page_and_uploads_of_a_session_are_on_one_worker, every_answer_bears_the_headers,
        what_is_for_the_host_only_is_closed, a_script_of_another_site_opens_no_session,
        a_dead_worker_takes_only_its_own_sessions_along, sigterm_ends_everything,
    ):  # fmt: skip
        for worker in "12":
            _wait_for(app, worker)
        with subtests.test(check.__name__):
            check(app)
