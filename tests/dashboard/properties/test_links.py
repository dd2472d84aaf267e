"""Every page reports invalid parameters of a link, and still works."""

import pytest

from dashboard.pages import PAGES
from tests.dashboard.steps import told, visit

__all__ = ["visit"]


@pytest.mark.parametrize("address", [address for address, page in PAGES.items() if page.settings])
def test_no_page_fails_of_a_link_that_means_nothing(visit, address):
    page = PAGES[address]
    app = visit().switch_page(page.script)
    for name, setting in page.settings.items():
        app.query_params[setting.parameter or name] = "no such value"
    app.run()
    if any(setting.choices or setting.kind is not str for setting in page.settings.values()):
        assert "The link says" in told(app)
    assert "Something went wrong" not in told(app)
    assert not app.exception
