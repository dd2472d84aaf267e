"""Helped and hurt, as a class would click through it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import settled

PATH = "/helped-and-hurt"


def choose(page: Page, preset: str) -> None:
    page.get_by_role("button", name="Start from an example").click()
    page.get_by_role("menuitem", name=preset, exact=True).click()
    expect(page.get_by_role("menuitem", name=preset, exact=True)).to_have_count(0)
    settled(page)


def press(page: Page, slider: str, key: str, times: int = 1) -> None:
    page.get_by_role("group", name=slider, exact=True).get_by_role("slider").focus()
    for _ in range(times):
        page.keyboard.press(key)
    settled(page)


def test_the_primers_cases_give_the_primers_pvalues(open_page):
    page = open_page(PATH)
    expect(page.get_by_text("(p = 0.4217)")).to_be_visible()
    for preset, pvalue in {
        "500 items, 10 helped, 7 hurt": "0.2717",
        "100 items, +2 %, none hurt": "0.1326",
        "100 items, +5 %, 2 % hurt": "0.0584",
        "500 items, +2 %, 2 % hurt": "0.0392",
    }.items():
        choose(page, preset)
        expect(page.get_by_text(f"(p = {pvalue})").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?n=500&helped=20&hurt=10$"))


@pytest.mark.thorough
def test_a_study_is_repeated_and_sent_to_two_systems(open_page):
    page = open_page(f"{PATH}?n=500&helped=20&hurt=10")
    shown = page.get_by_text("of 200 studies")
    expect(shown.first).to_be_visible()
    expect(shown.first).to_have_text(re.compile(r"Of all possible studies 56\s% do: that is the exact power"))
    first = shown.first.inner_text()
    page.get_by_role("button", name="Another 200 studies").click()
    expect(page).to_have_url(re.compile("repeat_seed=1"))
    expect(shown.first).not_to_have_text(first)
    settled(page)
    left = page.url
    page.get_by_role("link", name="Send to Two systems").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Helped & Hurt")
    expect(page.get_by_text("20 helped, 10 hurt, 470 tied").first).to_be_visible()
    expect(page).to_have_url(
        re.compile(r"/\?source=synthetic&n=500&helped=20&hurt=10&test=bootstrap&alternative=greater$")
    )
    settled(page)
    page.go_back()
    expect(page).to_have_url(left)
    expect(shown.first).to_be_visible()
    expect(shown.first).not_to_have_text(first)
