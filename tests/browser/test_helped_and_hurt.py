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
def test_arrow_keys_move_the_sliders_and_few_changes_give_a_warning(open_page):
    page = open_page(f"{PATH}?n=100&helped=7&hurt=2")
    expect(page.get_by_text("Only 9 items changed.")).to_be_visible()
    expect(page.get_by_text("Here they give p = 0.0584 and p = 0.0898.")).to_be_visible()
    press(page, "Hurt", "ArrowRight")
    expect(page.get_by_text("7 helped, 3 hurt, 90 tied")).to_be_visible()
    expect(page.get_by_text("Only 9 items changed.")).to_have_count(0)
    press(page, "Items", "ArrowRight")
    expect(page.get_by_text("150 items: 7 helped")).to_be_visible()


@pytest.mark.thorough
def test_in_percent_more_items_keep_the_shares(open_page):
    page = open_page(f"{PATH}?n=100&helped=7&hurt=2")
    page.get_by_role("radio", name="in percent").click()
    expect(page.get_by_text("That is 7 helped and 2 hurt.")).to_be_visible()
    settled(page)
    press(page, "Items", "ArrowRight", 3)
    expect(page.get_by_text("That is 21 helped and 6 hurt.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?n=300&"))
    second = open_page("/" + page.url.split("/", 3)[3])
    expect(second.get_by_text("That is 21 helped and 6 hurt.")).to_be_visible()


@pytest.mark.thorough
def test_units_and_ends_of_the_sliders_lose_no_count(open_page):
    page = open_page(f"{PATH}?n=50000&helped=20&hurt=5")
    expect(page.get_by_text("(p = 0.00114)")).to_be_visible()
    page.get_by_role("radio", name="in percent").click()
    expect(page.get_by_text("That is 20 helped and 5 hurt.")).to_be_visible()
    settled(page)
    press(page, "Helped, %", "ArrowRight", 3)
    # A step of 0.001 % of 50,000 items is half an item.
    expect(page.get_by_text("That is 21 helped and 5 hurt.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"helped_percent=0\.043&hurt_percent=0\.01$"))
    page = open_page(f"{PATH}?n=500&helped=10&hurt=7")
    press(page, "Items", "Home")
    expect(page.get_by_text("10 helped, 0 hurt, 0 tied")).to_be_visible()
    press(page, "Items", "End")
    expect(page.get_by_text("10 helped, 7 hurt, 99,983 tied")).to_be_visible()


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


@pytest.mark.thorough
def test_the_cautionary_tale_is_told_in_three_steps(open_page):
    page = open_page(PATH)
    expect(page.get_by_text("200 groups test it on 68 questions.")).to_be_visible()
    page.get_by_role("radio", name="2 · The promising ones").click()
    expect(page.get_by_text("34 groups are pleased")).to_be_visible()
    page.get_by_role("radio", name="3 · With 3,000 questions").click()
    expect(
        page.get_by_text("The mean gain falls from +8.3 to +0.2 points, and 3 of 34 are significant")
    ).to_be_visible()
    page.get_by_role("button", name="Repeat with other studies").click()
    expect(page).to_have_url(re.compile("lesson=3&lesson_seed=3"))


@pytest.mark.thorough
def test_what_does_not_fit_is_said_and_shown_as_it_fits(open_page):
    page = open_page(f"{PATH}?n=10&helped=8&hurt=7")
    expect(page.get_by_text("8 helped and 7 hurt are more than 10 items: the sliders show what fits.")).to_be_visible()
    expect(page.get_by_text("8 helped, 2 hurt, 0 tied")).to_be_visible()
