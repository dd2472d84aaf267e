"""A page on a projector and in print: no settings, the chart beside the verdict, large letters."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import is_on_the_first_screen, settled, violations


def letters(locator):
    return float(locator.evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))


@pytest.mark.thorough
def test_the_button_enlarges_the_page_and_hides_its_settings(open_page):
    page = open_page("/helped-and-hurt?n=500&helped=20&hurt=10", size=(1920, 900))
    heading = page.get_by_role("heading", name=re.compile("^Yes, better: experimental"))
    picture = page.get_by_test_id("stVegaLiteChart").first
    label = picture.locator("svg .role-axis-title text").first
    sizes = letters(heading), float(label.get_attribute("font-size").removesuffix("px"))
    presets = page.get_by_role("button", name="Start from an example")
    expect(presets.first).to_be_visible()
    page.get_by_role("button", name="For a projector").click()
    expect(page).to_have_url(re.compile("projector=1$"))
    expect(presets.first).to_be_hidden()
    settled(page)
    assert letters(heading) == pytest.approx(1.5 * sizes[0])
    expect(label).to_have_attribute("font-size", f"{1.5 * sizes[1]:g}px")
    # Side by side, on the first screen
    said, drawn = heading.bounding_box(), picture.bounding_box()
    assert said["x"] + said["width"] <= drawn["x"]
    is_on_the_first_screen(page, page.get_by_role("heading", level=1), picture)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    page.get_by_role("button", name="Leave the projector's view").click()
    expect(presets.first).to_be_visible()


@pytest.mark.thorough
def test_paper_has_the_result_and_no_settings(open_page):
    page = open_page("/?sample=ten_questions")
    upload = page.get_by_test_id("stFileUploader").first
    expect(upload).to_be_visible()
    page.emulate_media(media="print")
    expect(upload).to_be_hidden()
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(upload).to_be_visible()
