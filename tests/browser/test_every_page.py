"""Every page is drawn, is accessible in both themes, and fits on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import eventually, settled, violations

# The links to each page in this test, and the number of charts that it then has.
PAGES = {
    "/": 4,
    "/many-systems": 2,
    "/many-systems?against=ridge&many_cluster=document": 1,
    "/?source=systems&first_system=ridge&second_system=SGD": 4,
    "/preferences": 2,
    "/preferences?systems=tuned,rules": 1,
    "/methods": 0,
    "/resample-by-hand?draws=57&revealed=1": 2,
    "/resample-by-hand?by_hand=flip&flips=20&all_flips=1": 2,
    "/helped-and-hurt?n=10&helped=4&hurt=3&lesson=3": 4,
    "/pvalue-grid": 6,
    "/pvalue-grid?sampled=1&map=hurt-n&cells=own": 6,
    "/in-class": 0,
    "/exact-or-sampled?sentences=250": 2,
    "/why-tools-disagree": 2,
    "/check-a-claim": 1,
    "/plan-a-study": 1,
    "/plan-a-study?helped_rate=5&hurt_rate=5": 1,
    "/plan-a-study?known=pilot": 1,
}

# Pages with a list of steps to try, and questions with answers.
LESSONS = ("resample-by-hand", "helped-and-hurt", "pvalue-grid", "exact-or-sampled", "why-tools-disagree", "in-class")

# Pages without their own browser tests; the others take minutes.
FIRST = ("/methods", "/plan-a-study")


@pytest.mark.parametrize(
    "path", [path if path in FIRST else pytest.param(path, marks=pytest.mark.thorough) for path in PAGES]
)
def test_it_fits_on_a_phone_is_painted_and_keeps_nobody_out(open_page, path):
    # Loaded with the width of a phone in the light theme, then widened and darkened, because another load takes longer.
    page = open_page(path, width=390)
    charts = page.get_by_test_id("stVegaLiteChart")
    expect(charts).to_have_count(PAGES[path])
    for chart in charts.all():
        expect(chart.locator("canvas, svg .role-mark path, svg .role-mark line").first).to_be_attached()
        expect(chart).to_have_attribute("aria-label", re.compile("."))
    expect(page.locator(".katex-error")).to_have_count(0)
    if path[1:].partition("?")[0] in LESSONS:
        the_list_and_the_answers_open(page)
    nothing_hides_beside_a_phone(page)
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    main = page.get_by_test_id("stMainBlockContainer")
    eventually(page, lambda: main.bounding_box()["width"], lambda width: width > 390)
    settled(page)
    background = page.get_by_test_id("stApp").evaluate("each => getComputedStyle(each).backgroundColor")
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).not_to_have_css("background-color", background)
    settled(page)
    assert violations(page) == []


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
