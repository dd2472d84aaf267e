"""*Exact or sampled* and *Why tools disagree*, as a class would click through them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import PATIENCE, settled, violations

EXACT, DISAGREE = "/exact-or-sampled", "/why-tools-disagree"


def downloaded(page, name):
    """Return the bytes that a download button gives, and the file's name."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path().read_bytes(), download.value.suggested_filename


def choose(page, label, option):
    """Choose an option of a list, which closes if the page is still scrolling to it."""
    box = page.get_by_role("combobox", name=label)
    box.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    box.click()
    page.get_by_role("option", name=option, exact=True).click()
    settled(page)


def test_errors_and_run_times_are_painted_and_taken_along(open_page):
    page = open_page(f"{EXACT}?sentences=250")
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(2)
    expect(page.get_by_text("takes 12,691 resamples")).to_be_visible()
    expect(page.get_by_role("cell", name="dynamic program", exact=True)).to_be_visible()
    errors, name = downloaded(page, "Errors (CSV)")
    assert name == "sampling-errors.csv"
    assert len(errors.splitlines()) == 1 + 5 * 5 * 10
    picture, _ = downloaded(page, "Picture (PNG)")
    assert picture.startswith(b"\x89PNG")


def test_the_number_of_sentences_is_in_the_link(open_page):
    page = open_page(f"{EXACT}?sentences=250")
    page.get_by_role("radio", name="500", exact=True).click()
    expect(page).to_have_url(re.compile(r"sentences=500$"), timeout=PATIENCE)
    settled(page)
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(2)


def test_definitions_part_on_identical_systems(open_page):
    page = open_page(DISAGREE)
    expect(page.get_by_text("6 of 12 definitions")).to_be_visible()
    page.get_by_role("radio", name="Two identical systems, 50 items").click()
    expect(page.get_by_text("yet 4 of 12 definitions call them significantly different")).to_be_visible()
    expect(page).to_have_url(re.compile(r"data=identical$"))
    settled(page)
    alarms, name = downloaded(page, "False alarms (CSV)")
    assert name == "false-alarms.csv"
    assert b"\nfolded,0.05,1.0\n" in alarms


def test_the_chosen_definition_is_explained(open_page):
    page = open_page(DISAGREE)
    choose(page, "Definition", "Folded bootstrap")
    expect(page.get_by_text("2.9 times as often as it should")).to_be_visible()
    choose(page, "Definition", "Half-size bootstrap")
    expect(page.get_by_text("no more often than it should")).to_be_visible()
    expect(page).to_have_url(re.compile(r"definition=half-size$"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("path", "charts"), [(f"{EXACT}?sentences=250", 2), (DISAGREE, 2)])
def test_no_barriers(open_page, path, charts, theme):
    page = open_page(path, theme)
    expect(page.get_by_test_id("stVegaLiteChart").locator("canvas, svg")).to_have_count(charts)
    assert violations(page) == []


@pytest.mark.parametrize("path", [f"{EXACT}?sentences=250", f"{DISAGREE}?data=own"])
def test_a_phone_shows_everything_without_scrolling_sideways(open_page, path):
    page = open_page(path, width=390)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("each => each.scrollWidth <= each.clientWidth")
    for chart in page.get_by_test_id("stVegaLiteChart").all():
        assert chart.bounding_box()["width"] <= 390
