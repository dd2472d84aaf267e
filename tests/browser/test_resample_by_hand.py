"""Resample by hand, as a class would click through it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import figure, large, settled

PATH = "/resample-by-hand"
# The shortcut of a button is part of its accessible name.
DRAW_ONE = re.compile(r"^Draw 1( |$)")


def test_a_class_draws_guesses_and_reveals(open_page):
    page = open_page(PATH)
    expect(page.get_by_text("Nothing is drawn yet.")).to_be_visible()
    page.get_by_role("button", name=DRAW_ONE).click()
    expect(page.get_by_text("Draw 1: the mean difference is")).to_be_visible()
    # The shortcut draws one more, without a pointer.
    page.keyboard.press("d")
    expect(page.get_by_text("Draw 2: the mean difference is")).to_be_visible()
    page.get_by_role("button", name="Draw 1,000").click()
    expect(page.get_by_text("Draw 1,002:")).to_be_visible()
    expect(large(page, "Resamples")).to_have_text("1,002")
    expect(large(page, "Exact p")).to_have_text("hidden")
    settled(page)
    count, sampled = int(figure(page, "At or below zero")), float(figure(page, "p so far"))
    assert sampled == pytest.approx(count / 1_002, abs=1e-4)
    expect(page).to_have_url(re.compile("draws=1002"))
    guess = page.get_by_role("spinbutton", name="Guess p first")
    guess.fill("0.05")
    guess.press("Enter")
    page.get_by_role("button", name="Reveal the exact p", exact=True).click()
    expect(page.get_by_text("You guessed 0.05, which is 0.37 too low.")).to_be_visible()
    expect(large(page, "Exact p")).to_have_text("0.4217")
    settled(page)
    page.get_by_role("button", name="Start again", exact=True).click()
    expect(page.get_by_text("Nothing is drawn yet.")).to_be_visible()
    expect(page).to_have_url(re.compile("draw_seed=1"))
