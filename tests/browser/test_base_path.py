"""A server may add a prefix to the path of every page, as behind a proxy; links keep the prefix."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import running_app
from tests.browser.steps import settled, unfold

pytestmark = pytest.mark.thorough


def test_the_link_to_take_along_keeps_the_path_of_the_server(open_page, tmp_path):
    with running_app(tmp_path / "log.txt", "/lab") as address:
        page = open_page(f"{address}/?source=synthetic&n=300")
        title = page.get_by_role("tab", name="Link", exact=True)
        unfold(page.get_by_text("Texts for a paper, code and link"), title)
        title.click()
        link = page.get_by_role("tabpanel").filter(visible=True).locator("code")
        expect(link).to_have_text(f"{address}/?source=synthetic&n=300")
        page = open_page(link.inner_text())
        expect(page.get_by_text("300 items:").first).to_be_visible()
        settled(page)
