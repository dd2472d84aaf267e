"""The steps of a lesson are ticked while they are done, also by keyboard, and the page stays accessible."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import settled, violations

PAGES = ("resample-by-hand", "helped-and-hurt", "pvalue-grid", "exact-or-sampled", "why-tools-disagree", "in-class")


def fold(page):
    return page.get_by_test_id("stPopoverButton").filter(has_text="Try this")


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_steps_check_themselves_off_and_stay_open(open_page, theme):
    page = open_page("/helped-and-hurt?n=500&helped=10&hurt=7", theme=theme)
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
    # When closed, the list shows the next step.
    fold(page).focus()
    page.keyboard.press("Enter")
    expect(steps).to_be_hidden()
    expect(fold(page)).to_contain_text("make ten points significant")


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_the_list_and_the_answers_fit_on_a_phone(open_page, path):
    page = open_page(f"/{path}", width=390)
    fold(page).click()
    expect(page.get_by_role("listitem").filter(has_text=re.compile(r"\w\. \w")).first).to_be_visible()
    page.keyboard.press("Escape")
    asked = page.get_by_role("heading", name="Five questions")
    asked.scroll_into_view_if_needed()
    # This expander is the last one before the answers.
    answer = page.locator("details").last
    answer.locator("summary").click()
    expect(answer.locator("p").last).to_be_visible()
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


@pytest.mark.thorough
def test_the_worksheet_is_one_file_to_print(open_page, tmp_path):
    page = open_page("/resample-by-hand")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Worksheet to print").click()
    saved.value.save_as(tmp_path / "worksheet.html")
    page.set_content((tmp_path / "worksheet.html").read_text())
    # The task, the questions and the answers, on one A4 page each
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 3
    expect(page.get_by_role("table")).to_have_count(3)
    expect(page.get_by_role("heading", name="Answers")).to_be_visible()
    assert violations(page) == []
