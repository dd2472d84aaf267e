"""*Exact or sampled* and *Why tools disagree*, as a class would click through them."""

import re

from playwright.sync_api import expect

from tests.browser.steps import download, settled

EXACT, DISAGREE = "/exact-or-sampled", "/why-tools-disagree"


def test_errors_and_run_times_are_painted_and_taken_along(open_page):
    page = open_page(f"{EXACT}?sentences=250")
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(2)
    expect(page.get_by_text("takes 12,691 resamples")).to_be_visible()
    expect(page.get_by_role("cell", name="dynamic program", exact=True)).to_be_visible()
    assert len(download(page, "Errors (CSV)").splitlines()) == 1 + 5 * 5 * 10
    assert download(page, "Picture (PNG)").startswith(b"\x89PNG")


def test_definitions_part_on_identical_systems(open_page):
    page = open_page(DISAGREE)
    expect(page.get_by_text("6 of 12 definitions")).to_be_visible()
    page.get_by_role("radio", name="Two identical systems, 50 items").click()
    expect(page.get_by_text("yet 4 of 12 definitions call them significantly different")).to_be_visible()
    expect(page).to_have_url(re.compile(r"data=identical$"))
    settled(page)
    assert b"\nfolded,0.05,1.0\n" in download(page, "False alarms (CSV)")
