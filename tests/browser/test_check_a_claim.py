"""Check a claim, as a reviewer would."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import go, settled

PATH = "/check-a-claim"


def test_a_reviewer_types_what_is_printed_and_reads_the_answer(open_page):
    page = open_page(PATH)
    expect(page.get_by_text("712 and 717 right")).to_be_visible()
    page.get_by_label("Items", exact=True).fill("2000")
    page.get_by_label("Items", exact=True).press("Tab")
    expect(page.get_by_text("1,423 to 1,425 and 1,433 to 1,435 right")).to_be_visible()
    page.get_by_label("New system", exact=True).fill("74.0")
    page.get_by_label("New system", exact=True).press("Enter")
    expect(page.get_by_text("71.2 and 74.0 on 2,000 items can mean")).to_be_visible()
    expect(page).to_have_url(re.compile(r"items=2000&experimental=74.0"))


@pytest.mark.thorough
def test_keys_alone_reach_the_chart_and_open_the_case_in_helped_and_hurt(open_page):
    page = open_page(PATH)
    page.get_by_role("button", name="Copy to clipboard").first.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^Show data"))).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("summary", has_text="Why")).to_be_focused()
    link = page.get_by_role("link", name="Open in Helped and hurt")
    link.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(link).to_have_css("outline-style", "solid")
    hurt = page.get_by_label("If this many were hurt", exact=True)
    hurt.fill("1")
    hurt.press("Enter")
    expect(page.get_by_text("6 helped, 1 hurt: bootstrap")).to_be_visible()
    link.focus()
    link.press("Enter")
    expect(page).to_have_url(re.compile(r"/helped-and-hurt\?n=1000&helped=6&hurt=1$"))
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("claim")
    settled(page)


@pytest.mark.thorough
def test_back_returns_to_the_page_and_its_settings(open_page):
    page = open_page("/check-a-claim")
    page.get_by_label("Items", exact=True).fill("500")
    page.get_by_label("Items", exact=True).press("Enter")
    expect(page).to_have_url(re.compile(r"check-a-claim\?items=500$"))
    settled(page)
    go(page, "Review", "Plan a study")
    expect(page.get_by_role("heading", level=1)).to_have_text("How many items do I need?")
    settled(page)
    page.get_by_role("radio", name="Two accuracies").click()
    expect(page).to_have_url(re.compile(r"plan-a-study\?known=accuracies$"))
    settled(page)
    go(page, "Methods", "Methods")
    expect(page.get_by_role("heading", level=1)).to_have_text("Methods")
    settled(page)
    page.go_back()
    expect(page.get_by_role("radio", name="Two accuracies")).to_be_checked()
    settled(page)
    page.go_back()
    expect(page.get_by_role("radio", name="Helped and hurt")).to_be_checked()
    settled(page)
    page.go_back()
    expect(page.get_by_label("Items", exact=True)).to_have_value("500")
    expect(page).to_have_url(re.compile(r"check-a-claim\?items=500$"))
