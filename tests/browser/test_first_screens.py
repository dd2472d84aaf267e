"""The content of the first screen, and no movement of the page while it loads."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.pages import PAGES
from tests.browser.steps import drop, large, settled

pytestmark = pytest.mark.thorough

LABELS = Path(__file__).parents[3] / "shared" / "data" / "sst2_labels"
WATCH_SHIFTS = """() => { window.shifted = 0; new PerformanceObserver(seen => {
    for (const each of seen.getEntries()) if (!each.hadRecentInput) window.shifted += each.value
}).observe({type: "layout-shift", buffered: true}) }"""


def is_on_the_first_screen(page: Page, *parts) -> None:
    height = page.viewport_size["height"]
    for part in parts:
        expect(part).to_be_visible()
        box = part.bounding_box()
        assert box["y"] + box["height"] <= height, (part, box)


@pytest.mark.skipif(not LABELS.exists(), reason="../shared/data is not beside the project")
def test_the_answer_is_on_the_first_screen(open_page):
    page = open_page("/")
    drop(page, *(LABELS / f"{name}.txt" for name in ("gold", "cnn", "lstm")))
    answer = page.get_by_role("heading", name="Yes, better: lstm scores 2.3 points higher [0.9, 3.7]")
    evidence = page.get_by_text("Evidence that the two differ")
    page.set_viewport_size({"width": 1280, "height": 800})
    settled(page)
    picture = page.get_by_test_id("stVegaLiteChart").first
    is_on_the_first_screen(page, answer, large(page, "p-value"), large(page, "Difference"), evidence, picture)
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    is_on_the_first_screen(page, answer, large(page, "p-value"))


# The sizes at which an address is looked at; the page is loaded at the first one.
SCREENS = {"": [(1280, 800), (390, 844)], "projector=1": [(1920, 1080)], "embed=true": [(900, 600)]}
LEARNING = ("resample-by-hand", "helped-and-hurt", "pvalue-grid")
OTHER_VIEWS = ["?embed=true", *(f"{path}?projector=1" for path in LEARNING)]


@pytest.mark.parametrize("address", [*PAGES, *OTHER_VIEWS])
def test_nothing_moves_while_a_page_is_loaded_and_it_begins_with_what_matters(server, browser, address):
    path, _, query = address.partition("?")
    [(width, height), *_] = SCREENS[query]
    # A separate context, because cached files would load at once.
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.add_init_script(f"({WATCH_SHIFTS})()")
        page.goto(f"{server}/{address}")
        settled(page)
        page.wait_for_timeout(500)
        assert page.evaluate("window.shifted") < 0.05
        if not address:
            ways = ("I have score files", "I have two printed accuracies", "I teach")
            answer = page.get_by_role("heading", name="Yes, better: linear SVM scores")
            is_on_the_first_screen(page, *(page.get_by_role("button", name=way) for way in ways), answer)
        if path in LEARNING:
            begins_with_its_picture(page, query)


@pytest.mark.parametrize("path", LEARNING)
def test_an_embedded_learning_page_begins_with_its_picture(open_page, path):
    begins_with_its_picture(open_page(f"/{path}?embed=true"), "embed=true")


def begins_with_its_picture(page: Page, query: str) -> None:
    for width, height in SCREENS[query]:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        picture = page.get_by_test_id("stVegaLiteChart").first
        expect(picture.locator("svg .role-axis").first).to_be_attached()
        is_on_the_first_screen(page, page.get_by_role("heading", level=1), picture)
