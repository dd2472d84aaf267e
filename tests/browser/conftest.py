"""A server and a browser for tests that click through the pages.

Without Chromium the tests are skipped with a reason, unless CI is set: then they must run.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from tests.browser.steps import PATIENCE, settled

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-gpu", "--disable-dev-shm-usage",
]  # fmt: skip
# Streamlit's client first requests these below the page's own address.
PROBES = ("/_stcore/health", "/_stcore/host-config")

OpenPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Add the words of the open pages to the report of a failed test."""
    report = yield
    if report.when == "call" and report.failed:
        for page in item.funcargs.get("used_pages", ()):
            report.sections.append((f"the page {page.url}", page.locator("body").inner_text()))
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests if Chromium is not installed."""
    if Path(CHROMIUM).exists() or os.environ.get("CI"):
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="Chromium is not installed (apt-get install chromium)"))


@contextmanager
def running_app(log: Path, base: str = "") -> Iterator[str]:
    """Start the app with the usual command, and yield its address; a traceback in its log fails the tests.

    ``base`` is the prefix of every page's path, such as ``"/lab"``.
    """
    # The plain command, because `python -m streamlit` would hide that the project's packages cannot be imported.
    command = [Path(sys.executable).with_name("streamlit"), "run", "dashboard/app.py", "--server.address", "127.0.0.1"]
    command += ["--server.baseUrlPath", base] if base else []
    with serving([*command, "--server.port"], log, base) as address:
        yield address


@contextmanager
def serving(command: list[Path | str], log: Path, base: str) -> Iterator[str]:
    """Run a command, which ends with a free port, and yield the address of the app that it serves."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("w") as out:
        child = subprocess.Popen([*command, str(port)], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
        try:
            address = f"http://127.0.0.1:{port}{base}"
            _wait_until_healthy(address, child, log)
            yield address
        finally:
            child.terminate()
            child.wait(60)
    assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of the app that all tests share."""
    with running_app(tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


def _wait_until_healthy(address: str, child: subprocess.Popen, log: Path) -> None:
    for _ in range(480):
        assert child.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise AssertionError(f"The server did not start in two minutes: {log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium once."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """One visitor for all tests, because each new visitor loads and compiles megabytes of the client's script."""
    context = browser.new_context(accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def used_pages() -> list[Page]:
    """Hold the tabs that a test opened."""
    return []


@pytest.fixture
def open_page(server: str, visitor: BrowserContext, used_pages: list[Page]) -> Iterator[OpenPage]:
    """Return a function that opens a page of the app in a separate tab and waits until it is drawn.

    Its arguments are the path with its parameters (or a whole address of another server), the theme (``"light"`` or
    ``"dark"``), the size in pixels, and whether the browser may have loaded the client's files before. At the end of a
    test no page may have logged an error or sent a request to another machine, and the browser's storage is cleared.
    Tabs are reused for the next test, because opening a tab takes longer than showing a page.
    """
    problems: list[str] = []
    empty = visitor.pages

    def open_(path: str = "/", theme: str = "light", size: tuple[int, int] = (1280, 900), cached: bool = True) -> Page:
        page = empty.pop() if empty else visitor.new_page()
        used_pages.append(page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        if not cached:
            visitor.new_cdp_session(page).send("Network.clearBrowserCache")
        page.goto(path if path.startswith("http") else server + path)
        settled(page)
        return page

    watches = {
        "request": lambda request: _note_request(request, problems),
        "weberror": lambda event: problems.append(f"page error: {event.error}"),
        "console": lambda message: _note(message, problems),
    }
    for event, watch in watches.items():
        visitor.on(event, watch)
    yield open_
    for page in used_pages:
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    for event, watch in watches.items():
        visitor.remove_listener(event, watch)
    for page in used_pages:
        page.goto("about:blank")
        page.mouse.move(0, 0)
    visitor.clear_cookies()
    assert problems == []


def _note_request(request: Request, problems: list[str]) -> None:
    if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        problems.append(f"outside request: {request.url}")


def _note(message: object, problems: list[str]) -> None:
    if message.type == "error" and not message.location.get("url", "").endswith(PROBES):
        problems.append(f"console: {message.text} {message.location.get('url', '')}")
