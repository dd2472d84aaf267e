"""Every page: nothing moves while it loads, it begins with what matters, keeps nobody out, and fits on a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.lessons.plan import LESSONS
from dashboard.pages import PAGES
from tests.browser.steps import eventually, is_on_the_first_screen, settled, violations

# The number of charts of these pages, once they are drawn.
CHARTS = {
    "": 4, "many-systems": 2, "preferences": 2, "resample-by-hand": 2, "helped-and-hurt": 4, "pvalue-grid": 6,
    "exact-or-sampled": 2, "why-tools-disagree": 2, "check-a-claim": 1, "plan-a-study": 1,
}  # fmt: skip
SETTINGS = {"exact-or-sampled": "?sentences=250"}

LEARNING = ("resample-by-hand", "helped-and-hurt", "pvalue-grid")

# Pages with browser tests of their own are looked at in the thorough run, which takes minutes.
OTHERS = [name for name, page in PAGES.items() if not Path(__file__).with_name(f"test_{page.folder}.py").exists()]
DESK, PHONE = (1280, 800), (390, 844)

# Buffered, it also holds the shifts before this call.
SHIFTED = """() => new Promise(done => {
    let shifted = 0
    new PerformanceObserver(seen => {
        for (const each of seen.getEntries()) if (!each.hadRecentInput) shifted += each.value
    }).observe({type: "layout-shift", buffered: true})
    setTimeout(() => done(shifted), 500)
})"""


@pytest.mark.parametrize(
    "name", [name if name in OTHERS else pytest.param(name, marks=pytest.mark.thorough) for name in PAGES]
)
def test_it_stays_in_place_is_painted_keeps_nobody_out_and_fits_on_a_phone(open_page, name):
    # Loaded once, and then darkened and made narrow, because another load takes longer.
    page = open_page(f"/{name}{SETTINGS.get(name, '')}", size=DESK, cached=name != "")
    assert page.evaluate(SHIFTED) < 0.05
    charts = page.get_by_test_id("stVegaLiteChart")
    if name in CHARTS:
        expect(charts).to_have_count(CHARTS[name])
    for chart in charts.all():
        expect(chart.locator("canvas, svg .role-mark path, svg .role-mark line").first).to_be_attached()
        expect(chart).to_have_attribute("aria-label", re.compile("."))
    expect(page.locator(".katex-error")).to_have_count(0)
    if name == "":
        answer = page.get_by_role("heading", name="Yes, better: linear SVM scores")
        ways = ("I have score files", "I have two printed accuracies", "I teach")
        is_on_the_first_screen(page, *(page.get_by_role("button", name=way) for way in ways), answer)
    if name in LEARNING:
        begins_with_its_picture(page)
    background = page.get_by_test_id("stApp").evaluate("each => getComputedStyle(each).backgroundColor")
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).not_to_have_css("background-color", background)
    settled(page)
    assert violations(page, "color-contrast") == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    nothing_hides_beside_a_phone(page)
    settled(page)
    if name in LEARNING:
        begins_with_its_picture(page)
    if name in LESSONS:
        the_list_and_the_answers_open(page)
    assert violations(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", LEARNING)
def test_embedded_it_stays_in_place_without_navigation_and_begins_with_its_picture(open_page, path):
    page = open_page(f"/{path}?embed=true", size=(900, 600))
    for part in ("stTopNavLink", "stTopNavSection", "stSidebarNavLink"):
        expect(page.get_by_test_id(part)).to_have_count(0)
    assert page.evaluate(SHIFTED) < 0.05
    begins_with_its_picture(page)


def begins_with_its_picture(page: Page) -> None:
    picture = page.get_by_test_id("stVegaLiteChart").first
    expect(picture.locator("svg .role-axis").first).to_be_attached()
    is_on_the_first_screen(page, page.get_by_role("heading", level=1), picture)


def the_list_and_the_answers_open(page: Page) -> None:
    """Look at the list of steps, and leave the answers open."""
    page.get_by_test_id("stPopoverButton").filter(has_text="Try this").click()
    expect(page.get_by_role("listitem").filter(has_text=re.compile(r"\w\. \w")).first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Five questions").scroll_into_view_if_needed()
    # This expander is the last one before the answers.
    answer = page.locator("details").last
    answer.locator("summary").click()
    expect(answer.locator("p").last).to_be_visible()
    settled(page)


def nothing_hides_beside_a_phone(page: Page) -> None:
    """Assert that the page does not scroll sideways."""
    eventually(page, lambda: page.evaluate("document.documentElement.scrollWidth"), lambda width: width <= 390)
    main = page.get_by_test_id("stMain")
    eventually(page, lambda: main.evaluate("each => each.scrollWidth - each.clientWidth"), lambda hidden: hidden <= 0)
    for chart in page.get_by_test_id("stVegaLiteChart").all():
        eventually(page, lambda chart=chart: chart.bounding_box()["width"], lambda width: width <= 390)
