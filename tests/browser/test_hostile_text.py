"""Text from a visitor or a link stays text on the page: it loads nothing, links nowhere and formats nothing."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from dashboard.pages import PAGES
from tests.browser.steps import go, settled, upload
from tests.hostile import ELSEWHERE, HOSTILE

pytestmark = pytest.mark.thorough

# Each hostile string once, without the line ends that end a label and the separators that end a cell.
ATTACKS = [re.sub(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029,;\t\"|]+", " ", text).strip() for text in HOSTILE]
ALL = " ".join(ATTACKS[:12] + ATTACKS[19:26])


def is_only_text(page: Page) -> None:
    """Assert that no part of the text became an element of the page."""
    body = page.get_by_test_id("stApp")
    expect(body.locator("img:not([src^='data:']):not([src*='/media/']):not([src*='127.0.0.1'])")).to_have_count(0)
    # The app's own links may contain a column's name, with its slashes escaped.
    expect(body.locator("a[href*='//elsewhere'], a[href^='mailto'], a[href^='javascript']")).to_have_count(0)
    expect(body.locator(".katex, iframe, svg[onload]")).to_have_count(0)


# One function shows the messages of all pages; this page has settings of all kinds.
def test_every_parameter_of_a_link_is_only_text(open_page):
    # A server refuses a request line of more than 64 kB.
    text = " ".join(ATTACKS[:9])
    page = open_page("/?" + "&".join(f"{name}={quote(text)}" for name in PAGES[""].settings))
    expect(page.get_by_role("alert").first).to_be_visible()
    is_only_text(page)


# The parameters that accept any text, each on the first page that has it.
FREE = {
    name: address
    for address, page in reversed(PAGES.items())
    for name, setting in page.settings.items()
    if setting.kind is str and not setting.choices
}
REFUSED = ("baseline", "experimental", "sizes", "effects", "hurts", "against", "room")


# One of each kind of refused setting is tested alone, so that no other error hides its message.
@pytest.mark.parametrize("name", ["baseline", "sizes"])
def test_a_parameter_alone_is_only_text(open_page, name):
    is_only_text(open_page(f"/{FREE[name]}?{name}={quote(ALL)}"))


# Names of columns, names of systems, and lists of numbers
@pytest.mark.parametrize("address", ["", "preferences", "pvalue-grid"])
def test_parameters_that_may_be_any_text_are_only_text(open_page, address):
    names = [name for name in FREE if FREE[name] == address and name not in REFUSED]
    page = open_page(f"/{address}?" + "&".join(f"{name}={quote(ALL)}" for name in names))
    expect(page.get_by_role("alert")).to_have_count(0)
    is_only_text(page)


def file(name: str, *lines: str) -> dict:
    return {"name": name, "mimeType": "text/plain", "buffer": ("\n".join(lines) + "\n").encode()}


def bring(page: Page, *files: dict) -> None:
    """Drop all files together, and wait until they are listed."""
    upload(page, list(files), *(each["name"] for each in files))
    settled(page)


NAMES = ("![a [b] c](http:elsewhere.invalid) :smile: $x$ *b*", "<img src=x> [y](z) `c` :red[d]")


def test_labels_and_names_of_files_are_only_text(open_page):
    gold, old, new = ([ATTACKS[(i * step) % 12] for i in range(60)] for step in (1, 5, 7))
    page = open_page("/?source=upload&kind=labels&metric=macro-f1")
    bring(page, file("gold.txt", *gold), *(file(f"{n}{NAMES[n]}.txt", *rows) for n, rows in enumerate((old, new))))
    expect(page.get_by_role("heading", name="points")).to_be_visible()
    is_only_text(page)
    # This page shows the names and the labels of the files, too.
    go(page, "Learn", "Resample by hand")
    expect(page).to_have_url(re.compile("/resample-by-hand"))
    settled(page)
    is_only_text(page)


def test_headings_and_ids_are_only_text(open_page):
    heading = f"id,![a [b] c]({ELSEWHERE}/h.png),:smile: {ELSEWHERE}"
    rows = [f"{text} {i},{i % 2},{i // 2 % 2}" for i, text in enumerate(ATTACKS)]
    page = open_page("/?source=upload&kind=table")
    bring(page, file(f"{NAMES[0]}.csv", heading, *rows))
    settled(page)
    is_only_text(page)
