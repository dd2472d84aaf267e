"""*Many systems*, as a lab with ten score columns uses it."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import core
from tests.browser.steps import change, download, drop, large, settled

PATH = "/many-systems"
NAMES = [f"model {letter}" for letter in "abcdefghij"]


def score(item: int, system: int) -> int:
    return int((7 * item + 3 * system) % 10 > (2 if system < 3 else 6 if system > 7 else 4))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("many") / "ten.csv"
    rows = [f"q{i},d{i // 4}," + ",".join(str(score(i, s)) for s in range(10)) for i in range(120)]
    path.write_text("\n".join([f"item,document,{','.join(NAMES)}", *rows]) + "\n")
    return path


def matrix(page: Page):
    chart = page.get_by_test_id("stVegaLiteChart").nth(1)
    expect(chart.locator("svg .mark-rect path").nth(89)).to_be_attached()
    return chart


def test_ten_systems_are_uploaded_ranked_and_taken_along(open_page, table):
    page = open_page(PATH)
    expect(page.get_by_role("heading", name="An example, not your data")).to_be_visible()
    drop(page, table)
    expect(page.get_by_role("heading", name="An example, not your data")).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile("^model .*best"))).to_be_visible()
    ranking = core.rank(core.read_systems(table))
    expect(page.get_by_test_id("stTable").first.locator("tbody tr")).to_have_count(10)
    latex = download(page, "Table (LaTeX)").decode()
    for system in ranking.systems:
        assert re.search(rf"^{system.name} & .* & {system.group} \\\\$", latex, re.MULTILINE)
    assert r"\begin{table}" in latex
    lines = download(page, "Pairs (CSV)").decode().splitlines()
    assert lines[0].startswith("first,second,difference,pvalue,adjusted_pvalue,significant,method")
    assert len(lines) == 46
    assert download(page, "Report (Markdown)").startswith(b"# Which systems differ?")
    assert download(page, "Figure for a paper (PDF)").startswith(b"%PDF")
    assert download(page, "Figure for a paper (PNG)").startswith(b"\x89PNG")
    assert b"<svg" in download(page, "Matrix (SVG)")[:200]


@pytest.mark.thorough
def test_a_cell_opens_its_systems_and_the_way_back_finds_the_ranking(open_page, table):
    page = open_page(PATH)
    drop(page, table)
    chart = matrix(page)
    chart.scroll_into_view_if_needed()
    settled(page)
    # A cell near the middle, off the diagonal
    chart.locator("svg .mark-rect path").nth(40).click()
    expect(page).to_have_url(re.compile("source=systems"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Helped & Hurt")
    settled(page)
    link = {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}
    assert link["many"] == "upload"
    first, second = link["first_system"], link["second_system"]
    assert {first, second} < set(NAMES)
    result = core.compare(core.read_systems(table).pair(first, second))
    expect(large(page, "p-value")).to_have_text(result.claimable_pvalue())
    change(page)
    page.get_by_role("link", name="Two of the systems on Many systems").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which of many systems differ?")
    expect(page.get_by_role("heading", name=re.compile("^model .*best"))).to_be_visible()
