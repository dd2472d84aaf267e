"""Measure in a browser the time to the first chart and of two redraws, and print a Markdown table.

From the project's root, with Chromium installed; about a minute::

    python -m benchmarks.redraw [--repeats 10]

For the first chart: from the request of *Two systems* until a chart is painted, for the first visitor of an app that
has just started and for later ones; each browser begins with an empty cache.

For *p-value grid* with 60 × 60 cells: from the release of the slider's key until the map has other colours. For
*Resample by hand*: from the click on *Draw 1* until the new dot is in the chart. Both end with the next painted frame.
"""

import argparse
import platform
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version

from playwright.sync_api import Page, sync_playwright

from benchmarks.load import running_app

__all__ = ["main", "opened"]

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
# Apps whose first visitor is measured.
_STARTS = 3
ARGUMENTS = ("--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-gpu")
ARGUMENTS += ("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage")
SETTLED = '[data-testid="stApp"][data-test-script-state="notRunning"]'

# Returns the milliseconds from the release of a key until cells of the map have other colours on the screen.
MAP_IS_REDRAWN = """() => {
    const seen = () => {
        const map = [...document.querySelectorAll("[data-testid=stVegaLiteChart] svg")].at(-1);
        return [...map.querySelectorAll(".mark-rect path")].map(cell => cell.getAttribute("fill")).join();
    };
    const before = seen();
    window.redrawn = new Promise(done => addEventListener("keyup", () => {
        const begun = performance.now();
        const look = () => {
            const took = performance.now() - begun;
            const painted = took > 30000 || ![before, ""].includes(seen());
            requestAnimationFrame(painted ? () => done(performance.now() - begun) : look);
        };
        look();
    }, {capture: true, once: true}));
}"""
# Clicks, and returns the milliseconds until the sentence and the dot of that draw are shown.
DRAW_ONE = """async goal => {
    const button = [...document.querySelectorAll("button")].find(each => /^Draw 1(?![0,])/.test(each.innerText));
    const dots = () => document.querySelectorAll("svg .mark-symbol path").length;
    const before = dots();
    const begun = performance.now();
    button.click();
    while (!document.body.innerText.includes(goal) || dots() <= before)
        await new Promise(requestAnimationFrame);
    return performance.now() - begun;
}"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each in a separate app and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.redraw", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=10, help="of each redraw, at most 50 [10]")
    repeats = parser.parse_args(arguments).repeats
    if not 1 <= repeats <= 50:
        parser.error(f"--repeats {repeats} must be >= 1 and <= 50")
    print(f"{platform.machine()}, Python {platform.python_version()}, Streamlit {version('streamlit')}\n")
    print("| page | what is drawn again | median | slowest |\n|---|---|---|---|")
    first, later = [], []
    for _ in range(_STARTS):
        with running_app(cores=2) as port:
            first.append(first_chart(port))
            later.append(first_chart(port))
    for what, times in (("the first chart, first visitor", first), ("the first chart, a later visitor", later)):
        print(f"| Two systems | {what} | {statistics.median(times):.0f} ms | {max(times):.0f} ms |", flush=True)
    with running_app(cores=2) as port:
        for title, what, path, measured in (
            ("p-value grid", "the map of 60 × 60 cells", "pvalue-grid?cells=60", _map),
            ("Resample by hand", "one more draw", "resample-by-hand?draws=5", _draws),
        ):
            with opened(f"http://127.0.0.1:{port}/{path}") as page:
                times = [measured(page, i) for i in range(repeats)]
            print(f"| {title} | {what} | {statistics.median(times):.0f} ms | {max(times):.0f} ms |", flush=True)


def first_chart(port: int) -> float:
    """Return the milliseconds from the request of *Two systems* to a painted chart, with an empty browser cache."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        begun = time.perf_counter()
        page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
        page.wait_for_selector("[data-testid=stVegaLiteChart] svg .mark-rect path")
        page.evaluate("new Promise(requestAnimationFrame)")
        took = time.perf_counter() - begun
        browser.close()
    return 1_000 * took


@contextmanager
def opened(address: str) -> Iterator[Page]:
    """Start Chromium, yield the page at this address once it is drawn, and end the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        page.wait_for_selector(SETTLED)
        page.wait_for_selector("[data-testid=stVegaLiteChart] svg")
        page.wait_for_timeout(1_000)
        yield page
        browser.close()


def _map(page: Page, i: int) -> float:
    slider = page.get_by_role("slider", name="Items in the test set")
    slider.focus()
    page.wait_for_timeout(300)
    page.evaluate(MAP_IS_REDRAWN)
    # A new size each time, so that no result is cached.
    slider.press("ArrowRight")
    return float(page.evaluate("window.redrawn"))


def _draws(page: Page, i: int) -> float:
    page.wait_for_timeout(250)
    return float(page.evaluate(DRAW_ONE, f"Draw {6 + i}:"))


if __name__ == "__main__":
    main()
