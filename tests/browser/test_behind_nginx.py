"""Every page works behind nginx with its headers: they forbid nothing that a page needs."""

import os
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from core.cli.hosting import nginx
from core.errors import OptionError
from tests.browser.conftest import serving
from tests.browser.steps import drop, go, settled

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Return the address of one worker behind nginx, below a path prefix."""
    folder = tmp_path_factory.mktemp("nginx")
    try:
        nginx.nginx_command("", folder)
    except OptionError as error:
        if not os.environ.get("CI"):
            pytest.skip(str(error))
        raise
    command = [Path(sys.executable).with_name("helped-hurt"), "app", "--workers", "1", "--base-path", "/lab"]
    with serving([*command, "--address", "127.0.0.1", "--port"], folder / "log.txt", "/lab") as address:
        yield address


# Between them they load every part of the client: formulas, a QR code, tables, uploads; charts with sliders come first.
PAGES = {"in-class": ("Learn", "In class"), "methods": ("Methods", "Methods"), "": ("Compare", "Two systems")}


def test_no_page_logs_a_violation_and_a_picture_is_taken_along(open_page, address, tmp_path):
    page = open_page(f"{address}/pvalue-grid")
    failed = page.get_by_test_id("stAlert").filter(has_text="Something went wrong")
    for path, (menu, title) in PAGES.items():
        expect(failed).to_have_count(0)
        go(page, menu, title)
        expect(page).to_have_url(re.compile(rf"/lab/{path}(\?|$)"))
        settled(page)
    for name, line in (("old.txt", "0\n1\n"), ("new.txt", "1\n1\n")):
        (tmp_path / name).write_text(line * 20)
    drop(page, tmp_path / "old.txt", tmp_path / "new.txt")
    expect(page.get_by_text("40 items:").first).to_be_visible()
    expect(failed).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (PNG)").first.click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
