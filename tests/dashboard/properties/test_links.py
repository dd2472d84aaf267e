"""Every page reports invalid parameters of a link, and still works."""

import pytest

from dashboard.pages import PAGES
from tests.dashboard.steps import opened, told


@pytest.mark.parametrize("address", [address for address, page in PAGES.items() if page.settings])
def test_no_page_fails_of_a_link_that_means_nothing(address):
    page = PAGES[address]
    names = [setting.parameter or name for name, setting in page.settings.items()]
    app = opened(page.folder, **dict.fromkeys(names, "no such value"))
    if any(setting.choices or setting.kind is not str for setting in page.settings.values()):
        assert "The link says" in told(app)
    assert "Something went wrong" not in told(app)
