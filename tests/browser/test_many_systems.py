"""*Many systems*, as a lab with ten score columns uses it."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import core
from tests.browser.steps import change, choose, drop, large, settled, unfold

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


def download(page: Page, title: str) -> bytes:
    with page.expect_download() as found:
        page.get_by_role("button", name=title, exact=True).click()
    return found.value.path().read_bytes()


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
    expect(large(page, "p-value")).to_have_text(f"{result.pvalue:.4f}" if result.pvalue < 1 else "1")
    change(page)
    expect(page.get_by_role("combobox", name="Baseline", exact=True)).to_have_value(first)
    other = next(name for name in NAMES if name not in (first, second))
    choose(page, "Baseline", other)
    expect(page).to_have_url(re.compile("first_system=" + other.replace(" ", r"\+")))
    page.get_by_role("link", name="Two of the systems on Many systems").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which of many systems differ?")
    expect(page.get_by_role("heading", name=re.compile("^model .*best"))).to_be_visible()


@pytest.mark.thorough
def test_keys_alone_choose_a_pair(open_page, table):
    page = open_page(PATH)
    drop(page, table)
    choose(page, "System", "model c")
    choose(page, "Other system", "model i")
    expect(page.get_by_text(re.compile("model . − model . ="))).to_be_visible()
    link = page.get_by_role("link", name="Open in Two systems")
    chosen = re.compile(r"first_system=model\+i&second_system=model\+c")
    expect(link).to_have_attribute("href", chosen)
    link.focus()
    link.press("Enter")
    expect(page).to_have_url(chosen)
    expect(large(page, "p-value")).to_be_visible()


@pytest.mark.thorough
def test_a_baseline_and_clusters_are_chosen_and_the_link_repeats_them(open_page, table):
    page = open_page(PATH)
    drop(page, table)
    cluster = page.get_by_role("combobox", name="Cluster (document, passage)", exact=True)
    unfold(page.get_by_text("Read as a table with a column for each system"), cluster)
    choose(page, "Cluster (document, passage)", "document")
    expect(page.get_by_text("30 clusters of").first).to_be_visible()
    baseline = page.get_by_role("combobox", name="Against one baseline", exact=True)
    unfold(page.get_by_text("Every pair: two-sided permutation test"), baseline)
    choose(page, "Against one baseline", "model d")
    expect(page.get_by_role("heading", name="Compared with model d")).to_be_visible()
    expect(page.get_by_role("heading", name="All against model d")).to_be_visible()
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(1)
    assert parse_qs(urlsplit(page.url).query) == {
        "many": ["upload"],
        "many_cluster": ["document"],
        "against": ["model d"],
    }
    again = open_page(page.url)
    expect(again.get_by_text("No files yet.")).to_be_visible()
    expect(again.get_by_test_id("stTable")).to_have_count(0)
    expect(again.get_by_test_id("stVegaLiteChart")).to_have_count(0)
    drop(again, table)
    expect(again.get_by_role("heading", name="Compared with model d")).to_be_visible()
