"""The steps of a lesson are ticked while they are done, also by keyboard, and the page stays accessible."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import download, settled, violations


def fold(page):
    return page.get_by_test_id("stPopoverButton").filter(has_text="Try this")


@pytest.mark.thorough
def test_steps_check_themselves_off_and_stay_open(open_page):
    page = open_page("/helped-and-hurt?n=500&helped=10&hurt=7")
    steps = page.get_by_role("listitem").filter(has_text="by moving only Hurt")
    expect(steps).to_be_hidden()
    fold(page).focus()
    page.keyboard.press("Enter")
    expect(steps).to_be_visible()
    expect(steps).not_to_contain_text("done")
    # The slider redraws only its own part of the page.
    slider = page.get_by_role("group", name="Hurt", exact=True).get_by_role("slider")
    slider.focus()
    for hurt in (6, 5, 4, 3):
        slider.press("ArrowLeft")
        expect(page.get_by_text(f"10 helped, {hurt} hurt, ")).to_be_visible()
    expect(steps).to_contain_text("done")
    expect(fold(page)).to_contain_text("✓○○○○○")
    expect(steps).to_be_visible()
    settled(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    # When closed, the list shows the next step.
    fold(page).focus()
    page.keyboard.press("Enter")
    expect(steps).to_be_hidden()
    expect(fold(page)).to_contain_text("make ten points significant")


@pytest.mark.thorough
def test_the_worksheet_is_one_file_to_print(open_page):
    page = open_page("/resample-by-hand")
    page.set_content(download(page, "Worksheet to print (HTML)").decode())
    # The task, the questions and the answers, on one A4 page each
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 3
    expect(page.get_by_role("table")).to_have_count(3)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    assert violations(page) == []
