"""*Two systems* and *Methods*, as a visitor uses them."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import core
from tests.browser.steps import figure, settled

ROOT = Path(__file__).parents[2]
GSM8K = ROOT.parent / "shared" / "data" / "gsm8k"
BASELINE, EXPERIMENTAL = GSM8K / "175b_finetuning.txt", GSM8K / "6b_verification.txt"

needs_gsm8k = pytest.mark.skipif(not BASELINE.exists(), reason="../shared/data/gsm8k is not beside the project")


def upload(page: Page, *files: Path) -> None:
    """Put the files into the places that are still free, in their order."""
    for file in files:
        page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(file)
        expect(page.get_by_text(f"Loaded: {file.name}")).to_be_visible()
        settled(page)


def tab(page: Page, name: str) -> str:
    """Return what a tab of *Take it with you* holds."""
    page.get_by_role("tab", name=name, exact=True).click()
    code = page.get_by_role("tabpanel").filter(visible=True).locator("code")
    expect(code).to_be_visible()
    return code.inner_text()


def downloaded(page: Page, name: str) -> bytes:
    """Return the file that a button gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path().read_bytes()


def painted(page: Page) -> list[str]:
    """Return what a screen reader hears of each chart that has bars, points or lines in it."""
    charts = page.get_by_test_id("stVegaLiteChart")
    expect(charts).to_have_count(4)
    for chart in charts.all():
        expect(chart.locator("svg .role-mark path, svg .role-mark line").nth(2)).to_be_attached()
    return [chart.get_attribute("aria-label") for chart in charts.all()]


def test_a_deep_link_as_the_very_first_request(fresh_server, open_page):
    link = "/?source=synthetic&n=1319&helped=209&hurt=152&test=permutation&alternative=two-sided"
    page = open_page(fresh_server + link)
    expect(page.get_by_role("heading", name="Experimental beats baseline by 4.3 points [1.5, 7.1]")).to_be_visible()
    assert json.loads(tab(page, "JSON"))["pvalue"] == pytest.approx(0.003150656880360618, rel=1e-9)
    assert page.url == fresh_server + link
    assert tab(page, "Link") == page.url


def test_the_first_visit_shows_a_result(open_page):
    page = open_page("/")
    expect(page.get_by_role("heading", name="Experimental is ahead of baseline by 10 points")).to_be_visible()
    described = painted(page)
    assert described[0].startswith("p-values: Bootstrap 0.4217")
    assert described[1].startswith("Which items changed? 4 items where experimental does better: +40.")
    assert described[2].startswith("What could the difference be?")
    assert described[3].startswith("What would chance alone give?")


@needs_gsm8k
def test_two_files_are_uploaded_read_and_reported(open_page, tmp_path):
    page = open_page("/")
    page.get_by_role("radio", name="Upload").click()
    settled(page)
    upload(page, BASELINE, EXPERIMENTAL)
    headline = "Experimental beats baseline by 4.3 points [1.5, 7.1] on 1,319 items: 209 helped, 152 hurt, 958 tied."
    expect(page.get_by_role("heading", name=headline)).to_be_visible()
    assert figure(page, "p-value") == "0.00141"
    page.get_by_text("Do they differ, either way?").click()
    expect(page.get_by_text("counted twice, because the question has two sides: p = 0.00283")).to_be_visible()
    page.get_by_text("Permutation", exact=True).first.click()
    expect(page.get_by_text("would come up in 0.32 % of relabelings (p = 0.00315)")).to_be_visible()
    settled(page)
    assert "6b_verification" not in page.url

    report = downloaded(page, "Report (Markdown)").decode()
    assert headline in report
    assert "0.00315065688036" in report
    assert downloaded(page, "Items (CSV)").count(b"\n") == 1320
    assert downloaded(page, "Picture (PNG)").startswith(b"\x89PNG")
    assert b"What would chance alone give?" in downloaded(page, "Picture (SVG)")

    shown = tab(page, "JSON")
    assert json.loads(shown) == json.loads(downloaded(page, "Result (JSON)"))
    # The same digits from the page's own Python and command line, run where the files are.
    python = tab(page, "Python") + "\nimport core.report\nprint(core.report.to_json(result))"
    run = subprocess.run([sys.executable, "-c", python], cwd=GSM8K, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout[run.stdout.index("{") :]) == json.loads(shown)
    words = shlex.split(tab(page, "Command line"))
    run = subprocess.run([sys.executable, *words[1:]], cwd=GSM8K, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == json.loads(shown)
    expected = core.compare(core.read_scores(BASELINE, EXPERIMENTAL), test="permutation", alternative="two-sided")
    assert json.loads(shown)["pvalue"] == expected.pvalue


@needs_gsm8k
def test_uploads_survive_a_change_of_page(open_page):
    page = open_page("/?source=upload&test=bootstrap")
    upload(page, BASELINE, EXPERIMENTAL)
    page.get_by_test_id("stTopNavSection").filter(has_text="Methods").click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Methods").click()
    expect(page.get_by_role("heading", level=1, name="Methods")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Loaded: 6b_verification.txt")).to_be_visible()
    settled(page)
    assert figure(page, "p-value") == "0.00283"
    assert "test=bootstrap" in page.url


def test_a_wrong_file_shows_its_sentence_and_keeps_the_rest(open_page, tmp_path):
    good, bad, binary = tmp_path / "good.txt", tmp_path / "*bad*.txt", tmp_path / "binary.txt"
    good.write_text("1\n0\n1\n1\n")
    bad.write_text("1\n0\nn/a\n1\n")
    binary.write_bytes(bytes(range(256)))
    page = open_page("/?source=upload&test=bootstrap&alpha=0.01")
    upload(page, good, bad)
    expect(page.get_by_text("*bad*.txt, line 3: 'n/a' is not a number")).to_be_visible()
    expect(page.get_by_text("Loaded: good.txt")).to_be_visible()
    expect(page.get_by_role("heading", name="on 10 items")).to_be_visible()
    page.get_by_role("button", name="Remove").nth(1).click()
    settled(page)
    upload(page, binary)
    expect(page.get_by_role("alert").filter(has_text="binary.txt")).to_be_visible()
    assert "test=bootstrap&alpha=0.01" in page.url
    expect(page.get_by_role("radio", name="Bootstrap", exact=True)).to_be_checked()


def test_long_work_is_stopped_and_started_again(open_page, tmp_path):
    page = open_page("/?source=upload&method=monte-carlo&resamples=100000")
    files = [tmp_path / "old.txt", tmp_path / "new.txt"]
    for i, file in enumerate(files):
        file.write_text("\n".join(str(((7919 + i) * k % 10007) / 10007) for k in range(20_000)))
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(files[0])
    expect(page.get_by_text("Loaded: old.txt")).to_be_visible()
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(files[1])
    page.get_by_role("button", name="Stop resampling").click()
    expect(page.get_by_text("Resampling was stopped.")).to_be_visible()
    settled(page)
    # Fewer resamples are another piece of work, which is not stopped.
    page.get_by_text("More settings").click()
    resamples = page.get_by_role("spinbutton", name="Resamples, where sampled")
    resamples.fill("100")
    resamples.press("Enter")
    expect(page.get_by_role("heading", name="on 20,000 items")).to_be_visible(timeout=30_000)


def test_the_theme_may_change_while_the_page_is_open(open_page):
    page = open_page("/")
    label = page.get_by_test_id("stVegaLiteChart").nth(1).get_by_text("observed")
    assert label.get_attribute("fill") == "#2F2D2B"
    page.get_by_test_id("stMainMenu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(label).to_have_attribute("fill", "#EDEBE8")
