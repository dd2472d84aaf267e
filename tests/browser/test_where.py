"""Groups and tries on *Two systems* in a browser: read, shown, clicked and downloaded."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import choose, download, drop, settled, unfold, violations
from tests.core.groups.reference import grouped_table

GROUPS = {"code": (60, 4, 20), "math": (50, 9, 8), "qa": (70, 30, 3)}


@pytest.mark.thorough
def test_a_table_with_groups(open_page, tmp_path):
    page = open_page("/?source=upload", size=(390, 900))
    table = tmp_path / "scores.csv"
    table.write_bytes(grouped_table(GROUPS))
    drop(page, table)
    choose(page, "Groups of items", "category")
    expect(page.get_by_text("It helps some groups and hurts others")).to_be_visible()
    unfold(page.get_by_text("Code for these groups"), page.get_by_text("--by category"))
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    settled(page)
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    # A click on a dot shows the items of its group.
    forest = page.get_by_test_id("stVegaLiteChart").filter(has=page.locator("svg text", has_text="not shown"))
    dot = forest.locator("svg .mark-symbol path").last
    dot.scroll_into_view_if_needed()
    settled(page)
    dot.click()
    expect(page.get_by_role("combobox", name="Only of this category")).to_have_value("code")
    expect(page.get_by_text("24 of 180 items")).to_be_visible()
    lines = download(page, "Groups (CSV)").decode().splitlines()
    assert [line.split(",")[0] for line in lines] == ["name", "qa", "math", "code"]
    assert r"\begin{table}" in download(page, "Groups (LaTeX)").decode()
