"""Steps of the browser tests: wait until a page is drawn, read its figures, check its accessibility.

On a busy machine a click takes effect seconds later, and until then the old page seems complete. So a test waits for
the state that it asserts: with `expect` on a locator, or else with `eventually`.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, TimeoutError, expect

__all__ = [
    "change", "choose", "download", "drop", "eventually", "figure", "go", "is_on_the_first_screen", "large", "settled",
    "unfold", "upload", "violations",
]  # fmt: skip

T = TypeVar("T")

PATIENCE = 60_000  # milliseconds; the machine may be busy
# A busy client requests a run of the script long after the click; until then the old page seems complete.
WATCH_FOR_A_RUN = """() => {
    window.runsSeen = 0
    const app = document.querySelector("[data-testid=stApp]")
    const watch = new MutationObserver(() => { window.runsSeen += 1 })
    watch.observe(app, {attributes: true, attributeFilter: ["data-test-script-state"]})
}"""

# Three looks in turn, because a click takes effect a moment later.
IS_SETTLED = """() => {
    const complete = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
        && [...document.querySelectorAll("h1")].some(each => each.checkVisibility({visibilityProperty: true}))
        // Parts that the client loads when they are first needed
        && !document.querySelector("[data-testid=stSkeleton], [data-testid=stApp] [data-stale=true]")
    window.completeLooks = complete ? (window.completeLooks ?? 0) + 1 : 0
    if (window.completeLooks < 3) return false
    window.completeLooks = 0
    return true
}"""


def settled(page: Page) -> None:
    """Wait until the script has run and the page is drawn.

    The browser itself looks 20 times a second, where `expect` looks once a second after the first two.
    """
    try:
        page.wait_for_function(IS_SETTLED, polling=50, timeout=PATIENCE)
    except TimeoutError:
        state = page.get_by_test_id("stApp").get_attribute("data-test-script-state")
        raise AssertionError(f"{page.url} is not drawn: its script is {state}") from None


def upload(page: Page, files: Path | dict | list, *listed: str) -> None:
    """Choose files, and wait until those named are listed; the list may be folded by then.

    A script is faster than any visitor: files that it chooses while the client is still mounting its uploader may be
    missed, and are chosen again.
    """
    field = page.get_by_test_id("stFileUploaderDropzoneInput")
    rows = [page.get_by_test_id("stText").filter(has_text=f"{name}: ") for name in listed]
    for _ in range(4):
        field.set_input_files(files)
        try:
            rows[0].wait_for(state="attached", timeout=PATIENCE / 4)
            break
        except TimeoutError:
            field.set_input_files([])
    for row in rows:
        expect(row).to_be_attached()


def drop(page: Page, *files: Path) -> None:
    """Drop all files together, and wait until they are listed and the page is drawn."""
    upload(page, list(files), *(file.name for file in files))
    settled(page)


def download(page: Page, title: str) -> bytes:
    """Return the file of a download button."""
    with page.expect_download() as found:
        page.get_by_role("button", name=title, exact=True).click()
    return found.value.path().read_bytes()


def change(page: Page) -> None:
    """Open the settings above the verdict: the scores and the options."""
    unfold(page.get_by_text("· change").first, page.get_by_role("combobox", name="Metric", exact=True))


def go(page: Page, menu: str, title: str) -> None:
    """Go to another page by a menu."""
    page.get_by_role("button", name=menu).click()
    page.get_by_role("menuitem", name=title).click()


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a list and wait for its effect; the list may close again while the page is being drawn."""
    box = page.get_by_role("combobox", name=label, exact=True)
    listed = page.get_by_role("option", name=option, exact=True)
    settled(page)
    page.evaluate(WATCH_FOR_A_RUN)
    for _ in range(40):
        if box.get_attribute("aria-expanded") != "true":
            box.click()
        try:
            listed.click(timeout=1_000)
            # If a list closes under the pointer, the click chooses nothing.
            eventually(page, lambda: page.evaluate("window.runsSeen"), bool, PATIENCE / 20)
            break
        except TimeoutError:
            continue
        except AssertionError:
            # A run can begin and end unseen by a busy client. Choosing the same option again would start no run.
            if box.input_value() == option:
                break
    else:
        raise AssertionError(f"{label} does not become {option!r}")
    expect(listed).to_have_count(0)
    settled(page)


def unfold(fold: Locator, inside: Locator) -> None:
    """Open an expander, and open it again if the page was redrawn meanwhile."""
    for _ in range(10):
        fold.click()
        try:
            expect(inside).to_be_visible(timeout=6_000)
            return
        except AssertionError:
            continue
    expect(inside).to_be_visible()


def eventually(page: Page, read: Callable[[], T], fits: Callable[[T], bool], patience: float = PATIENCE) -> T:
    """Return the value of ``read`` once it fits, within ``patience`` ms; fail with the last value."""
    begun = time.monotonic()
    while not fits(value := read()):
        assert time.monotonic() - begun < patience / 1000, f"still {value!r}"
        page.wait_for_timeout(100)
    return value


def is_on_the_first_screen(page: Page, *parts: Locator) -> None:
    """Assert that nobody has to scroll for these parts of the page."""
    height = page.viewport_size["height"]
    for part in parts:
        expect(part).to_be_visible()
        box = part.bounding_box()
        assert box["y"] + box["height"] <= height, (part, box)


def large(page: Page, label: str) -> Locator:
    """Return the locator of the large figure under a label, for `expect`."""
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def figure(page: Page, label: str) -> str:
    """Return the present large figure under a label."""
    return large(page, label).inner_text()


def violations(page: Page, rule: str = "") -> list[str]:
    """Return the problems that axe finds on the page, one line each: of every rule, or of one.

    Excluded are Streamlit's own elements: the list of pages on a phone, the role of the file uploader, and a tooltip
    under the pointer. Elements that are fading in or out are checked again.
    """
    page.mouse.move(0, 0)

    def found() -> list[str]:
        options = {"rules": {"presentation-role-conflict": {"enabled": False}}, "resultTypes": ["violations"]}
        options |= {"runOnly": [rule]} if rule else {}
        each_kind = Axe().run(page, {"exclude": [["[data-testid=stSidebarNav]"]]}, options).response["violations"]
        return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:4]]}" for each in each_kind]

    for _ in range(5):
        if not (left := found()):
            break
        page.wait_for_timeout(1_000)
    return left
