"""*Two systems* and *Methods*, as a visitor uses them."""

import json
import re
import shlex
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import core
from tests.browser.steps import change, download, drop, large, settled, unfold, upload

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
GSM8K = DATA / "gsm8k"
BASELINE, EXPERIMENTAL = GSM8K / "175b_finetuning.txt", GSM8K / "6b_verification.txt"

needs_gsm8k = pytest.mark.skipif(not BASELINE.exists(), reason="../shared/data/gsm8k is not beside the project")


def verdicts(page: Page) -> Locator:
    """Return the parts that only a result has: the headline's counts, its figures, charts, and texts to copy."""
    headline = page.get_by_role("heading").filter(has_text=re.compile("^Yes, |^Cannot tell|score the same"))
    parts = ("stMetric", "stVegaLiteChart", "stCode", "stDataFrame")
    return reduce(lambda found, part: found.or_(page.get_by_test_id(part)), parts, headline)


def tab(page: Page, name: str) -> str:
    """Return the text of a tab of *Take it with you*."""
    title = page.get_by_role("tab", name=name, exact=True)
    if not title.is_visible():
        unfold(page.get_by_text("Texts for a paper, code and link"), title)
    title.click()
    expect(title).to_have_attribute("aria-selected", "true")
    code = page.get_by_role("tabpanel").filter(visible=True).locator("code")
    expect(code).to_be_visible()
    return code.inner_text()


@needs_gsm8k
def test_two_files_are_uploaded_read_and_reported(open_page, tmp_path):
    page = open_page("/")
    drop(page, BASELINE, EXPERIMENTAL)
    headline = (
        "6b_verification beats 175b_finetuning by 4.3 points [1.5, 7.1] on 1,319 items: 209 helped, 152 hurt, 958 tied."
    )
    answer = "Yes, better: 6b_verification scores 4.3 points higher [1.5, 7.1]; only 0.32 % of random swaps do as much."
    expect(page.get_by_role("heading", name=answer)).to_be_visible()
    expect(large(page, "p-value")).to_have_text("0.00315")
    expect(page.get_by_text("would come up in 0.32 % of random swaps (p = 0.00315)")).to_be_visible()
    change(page)
    page.get_by_text("Is the new system better?").click()
    page.get_by_text("Bootstrap", exact=True).first.click()
    expect(page.get_by_text("6b_verification comes out no better than 175b_finetuning")).to_be_visible()
    settled(page)
    expect(large(page, "p-value")).to_have_text("0.00141")
    page.get_by_text("Do they differ, either way?").click()
    page.get_by_text("Permutation", exact=True).first.click()
    expect(page.get_by_text("would come up in 0.32 % of random swaps (p = 0.00315)")).to_be_visible()
    settled(page)
    assert "6b_verification" not in page.url

    report = download(page, "Report (Markdown)").decode()
    assert headline.replace("_", r"\_") in report
    assert "0.00315065688036" in report
    assert download(page, "Items (CSV)").count(b"\n") == 1320
    assert download(page, "Picture (PNG)").startswith(b"\x89PNG")
    assert b"What would chance alone give?" in download(page, "Picture (SVG)")

    shown = tab(page, "JSON")
    assert json.loads(shown) == json.loads(download(page, "Result (JSON)"))
    # The page's own Python code and command line, run in the folder of the files, give the same digits.
    python = tab(page, "Python") + "\nimport core.report\nprint(core.report.to_json(result))"
    run = subprocess.run([sys.executable, "-c", python], cwd=GSM8K, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout[run.stdout.index("{") :]) == json.loads(shown)
    words = shlex.split(tab(page, "Command line"))
    run = subprocess.run(
        [sys.executable, "-m", "core", *words[1:]], cwd=GSM8K, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == json.loads(shown)
    expected = core.compare(core.read_scores(BASELINE, EXPERIMENTAL), test="permutation", alternative="two-sided")
    assert json.loads(shown)["pvalue"] == expected.pvalue


@pytest.mark.thorough
def test_a_wrong_file_beside_right_ones_and_a_reload_lose_nothing(open_page, tmp_path):
    for name, data in {
        "old.txt": b"1\n0\n0\n1\n",
        "new.txt": b"1\n1\n0\n1\n",
        "plot.png": b"\x89PNG" + bytes(99),
    }.items():
        (tmp_path / name).write_bytes(data)
    page = open_page("/?source=upload&alpha=0.01")
    drop(page, *tmp_path.iterdir())
    expect(verdicts(page).first).to_be_visible()
    # Visible without opening an expander.
    expect(page.get_by_role("alert").filter(has_text="plot.png")).to_contain_text("It is set aside")
    page.reload()
    expect(page.get_by_text("Gone with the reload of the page")).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_contain_text("new.txt")
    drop(page, tmp_path / "old.txt", tmp_path / "new.txt")
    expect(verdicts(page).first).to_be_visible()
    expect(page).to_have_url(re.compile("alpha=0.01"))


@pytest.mark.thorough
def test_long_work_is_stopped_and_started_again(open_page, tmp_path):
    page = open_page("/?source=upload&method=monte-carlo&resamples=100000")
    files = [tmp_path / "old.txt", tmp_path / "new.txt"]
    for i, file in enumerate(files):
        file.write_text("\n".join(str(((7919 + i) * k % 10007) / 10007) for k in range(20_000)))
    upload(page, files, *(file.name for file in files))
    page.get_by_role("button", name="Stop resampling").click()
    expect(page.get_by_text("Resampling was stopped.")).to_be_visible()
    settled(page)
    # Fewer resamples are another computation, which was not stopped.
    resamples = page.get_by_role("spinbutton", name="Resamples, where sampled")
    change(page)
    unfold(page.get_by_text("More settings"), resamples)
    resamples.fill("100")
    resamples.press("Enter")
    expect(verdicts(page).first).to_be_visible()


@pytest.mark.thorough
def test_the_theme_may_change_while_the_page_is_open(open_page):
    page = open_page("/")
    label = page.get_by_test_id("stVegaLiteChart").first.get_by_text("observed")
    expect(label).to_have_attribute("fill", "#2F2D2B")
    page.get_by_test_id("stMainMenu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(label).to_have_attribute("fill", "#EDEBE8")
