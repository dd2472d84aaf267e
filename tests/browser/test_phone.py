"""On a phone and on a small laptop: what was just done is seen without scrolling."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import settled

pytestmark = pytest.mark.thorough

SCREENS = {"phone": (390, 844), "laptop": (1280, 720)}


def on_each_screen(page):
    """Give the page the size of each screen in turn."""
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        # What is drawn later moves what stands below.
        for chart in page.get_by_test_id("stVegaLiteChart").all():
            expect(chart.locator("svg .role-axis").first).to_be_attached()
        yield


def scrolled(page):
    return page.get_by_test_id("stMain").evaluate("each => each.scrollTop")


def press_where_it_first_shows(page, button):
    """Press a button when it scrolls into view from below; return the scroll position at that moment."""
    button.scroll_into_view_if_needed()
    main = page.get_by_test_id("stMain")
    main.evaluate("each => each.scrollTo(0, 0)")
    below = button.bounding_box()
    main.evaluate("(e, by) => e.scrollBy(0, by)", max(0, below["y"] + below["height"] - page.viewport_size["height"]))
    before = scrolled(page)
    button.click()
    return before


@pytest.mark.parametrize(("path", "verb"), [("/resample-by-hand", "Draw"), ("/resample-by-hand?by_hand=flip", "Flip")])
def test_the_dot_just_drawn_is_seen_without_scrolling(open_page, path, verb):
    page = open_page(path, size=(390, 900))
    for drawn, _ in enumerate(on_each_screen(page), 1):
        before = press_where_it_first_shows(page, page.get_by_role("button", name=re.compile(f"^{verb} 1( |$)")))
        expect(page.get_by_text(f"{verb} {drawn}: the mean difference is")).to_be_attached()
        # The newest dot has a ring of its own.
        dot = page.get_by_test_id("stVegaLiteChart").first.locator(".mark-symbol path").last
        expect(dot).to_be_in_viewport(ratio=1)
        assert scrolled(page) == before
        # On a laptop nothing is scrolled at all.
        assert before == 0 or page.viewport_size["width"] == 390
