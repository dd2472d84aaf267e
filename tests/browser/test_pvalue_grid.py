"""p-value grid, as a class would click through it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import eventually, settled

PATH = "/pvalue-grid"


@pytest.mark.thorough
def test_a_click_on_a_cell_opens_it_in_helped_and_hurt(open_page):
    page = open_page(f"{PATH}?at_n=100&map_effects=5&map_hurts=2&map_sizes=100&cells=own")
    chart = page.get_by_test_id("stVegaLiteChart").last
    expect(chart.locator("svg .mark-rect path").first).to_be_attached()
    # The only cell fills the map. Playwright clicks once the map has stopped moving.
    chart.click()
    expect(page).to_have_url(re.compile(r"/helped-and-hurt\?n=100&helped=7&hurt=2$"))
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("test set")
    settled(page)
    # The browser's back button returns to the map with its former width.
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("test set")
    settled(page)
    expect(page).to_have_url(re.compile("/pvalue-grid"))
    block = page.get_by_test_id("stMainBlockContainer")
    eventually(page, lambda: block.bounding_box()["width"], lambda width: width > 1_000)


def test_keys_alone_move_the_slider_and_open_a_cell(open_page):
    page = open_page(PATH)
    expect(page.get_by_text("On 500 items it takes an effect of")).to_be_visible()
    slider = page.get_by_role("slider", name="Items in the test set")
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_text("On 700 items it takes an effect of")).to_be_visible()
    expect(page).to_have_url(re.compile(r"at_n=700"))
    link = page.get_by_role("link", name="Open in Helped and hurt")
    link.focus()
    link.press("Enter")
    expect(page).to_have_url(re.compile(r"/helped-and-hurt\?n=700&helped=108&hurt=70$"))
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("test set")
    settled(page)
    # After coming back, the page has the same settings.
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("menuitem", name="p-value grid").click()
    expect(page.get_by_text("On 700 items it takes an effect of")).to_be_visible()
