"""What every browser test does: wait until a page is drawn, read its figures, look for barriers.

On a busy machine a click takes effect seconds later, and until then the page that is there looks settled. So a test
waits for what it asserts: `expect` on a locator, or `eventually` where there is none.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, TimeoutError, expect

__all__ = ["change", "choose", "drop", "eventually", "figure", "go", "large", "settled", "unfold", "violations"]

T = TypeVar("T")

PATIENCE = 60_000  # milliseconds; the machine may be busy
# A busy client asks for a run of the script long after the click; until then the page that is there looks settled.
WATCH_FOR_A_RUN = """() => {
    window.runsSeen = 0
    const app = document.querySelector("[data-testid=stApp]")
    const watch = new MutationObserver(() => { window.runsSeen += 1 })
    watch.observe(app, {attributes: true, attributeFilter: ["data-test-script-state"]})
}"""


def settled(page: Page) -> None:
    """Wait until the script has run and the page is drawn."""
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)
    # Parts that the client loads when they are first needed
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-testid=stApp] [data-stale=true]")).to_have_count(0, timeout=PATIENCE)


def drop(page: Page, *files: Path) -> None:
    """Drop files, all at once, and wait until they are listed."""
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(files)
    for file in files:
        expect(page.get_by_test_id("stText").filter(has_text=f"{file.name}: ")).to_be_attached()
    settled(page)


def change(page: Page) -> None:
    """Unfold what stands above the verdict: the scores, and what is asked of them."""
    unfold(page.get_by_text("· change").first, page.get_by_role("combobox", name="Metric", exact=True))


def go(page: Page, menu: str, title: str) -> None:
    """Go to another page by a menu."""
    page.get_by_role("button", name=menu).click()
    page.get_by_role("menuitem", name=title).click()


def choose(page: Page, label: str, option: str) -> None:
    """Choose another option of a list, which closes again where the page is still moving, and wait for its effect."""
    box = page.get_by_role("combobox", name=label, exact=True)
    listed = page.get_by_role("option", name=option, exact=True)
    page.evaluate(WATCH_FOR_A_RUN)
    for _ in range(10):
        box.click()
        try:
            listed.click(timeout=5_000)
            # A list that closes under the pointer takes the click, and not the choice.
            eventually(page, lambda: page.evaluate("window.runsSeen"), bool, PATIENCE / 4)
            break
        except TimeoutError:
            continue
        except AssertionError:
            # A run that begins and ends before a busy client draws again is not seen, and chosen twice asks for none.
            if box.input_value() == option:
                break
    else:
        raise AssertionError(f"{label} does not become {option!r}")
    expect(listed).to_have_count(0)
    settled(page)


def unfold(fold: Locator, inside: Locator) -> None:
    """Open what is folded away, again where the page was drawn anew meanwhile."""
    for _ in range(10):
        fold.click()
        try:
            expect(inside).to_be_visible(timeout=6_000)
            return
        except AssertionError:
            continue
    expect(inside).to_be_visible()


def eventually(page: Page, read: Callable[[], T], fits: Callable[[T], bool], patience: float = PATIENCE) -> T:
    """Return what ``read`` reads as soon as it fits, within so many ms; fail with what it read last."""
    begun = time.monotonic()
    while not fits(value := read()):
        assert time.monotonic() - begun < patience / 1000, f"still {value!r}"
        page.wait_for_timeout(100)
    return value


def large(page: Page, label: str) -> Locator:
    """Return the place of the large figure under a label, for `expect`."""
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def figure(page: Page, label: str) -> str:
    """Return the large figure under a label, as it is now."""
    return large(page, label).inner_text()


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with the page, a line each.

    The list of pages on a phone, the role of the place where files are dropped and a tooltip under the pointer are
    Streamlit's own. What is still fading in or out is looked at again.
    """
    page.mouse.move(0, 0)

    def found() -> list[str]:
        options = {"rules": {"presentation-role-conflict": {"enabled": False}}, "resultTypes": ["violations"]}
        each_kind = Axe().run(page, {"exclude": [["[data-testid=stSidebarNav]"]]}, options).response["violations"]
        return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:4]]}" for each in each_kind]

    for _ in range(5):
        if not (left := found()):
            break
        page.wait_for_timeout(1_000)
    return left
