"""Uploads of each kind on *Two systems*: labels with gold, coreference scorer output, one long table, logs."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from dashboard.wording.unbroken import unbroken
from tests.browser.steps import change, choose, drop, is_on_the_first_screen, large, settled, unfold, upload
from tests.core.readers.packed.made import workbook

DATA = Path(__file__).parents[3] / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="../shared/data is not beside the project")


@pytest.mark.thorough
def test_the_answer_is_on_the_first_screen(open_page):
    page = open_page("/?source=upload")
    drop(page, *(DATA / "sst2_labels" / f"{name}.txt" for name in ("gold", "cnn", "lstm")))
    answer = page.get_by_role("heading", name="Yes, better: lstm scores 2.3 points higher [0.9, 3.7]")
    evidence = page.get_by_text("Evidence that the two differ")
    page.set_viewport_size({"width": 1280, "height": 800})
    settled(page)
    picture = page.get_by_test_id("stVegaLiteChart").first
    is_on_the_first_screen(page, answer, large(page, "p-value"), large(page, "Difference"), evidence, picture)
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    is_on_the_first_screen(page, answer, large(page, "p-value"))


@pytest.mark.thorough
def test_a_question_that_named_other_systems_stays_chosen(open_page, tmp_path):
    for k, name in enumerate(("old", "new", "third")):
        rows = [f"q{i},{'sums' if i % 3 else 'words'},{(1 + k) * i % 7 / 10}" for i in range(40)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,task,score", *rows]))
    page = open_page("/")  # the link names the example's systems
    drop(page, tmp_path / "old.csv", tmp_path / "new.csv")
    change(page)
    choose(page, "Task (scores averaged over tasks), optional", "task")
    expect(page.get_by_text(unbroken("2 tasks")).first).to_be_visible()
    expect(page.get_by_role("radio", name="Do they differ, either way?")).to_be_checked()
    page.get_by_text("Is the new system better?").click()
    asked = page.get_by_role("radio", name="Is the new system better?")
    expect(asked).to_be_checked()
    settled(page)
    page.get_by_text("Swap the two systems").click()
    settled(page)
    expect(asked).to_be_checked()
    name = page.get_by_role("textbox", name="Name of the new system")
    name.fill("mine")
    name.press("Enter")
    expect(page.get_by_role("heading", name="mine")).to_be_visible()
    expect(asked).to_be_checked()
    page.get_by_role("button", name="Remove", exact=True).last.click()
    expect(asked).to_have_count(0)
    drop(page, tmp_path / "third.csv")
    change(page)
    expect(asked).to_be_checked()


@pytest.mark.thorough
def test_one_long_table(open_page):
    page = open_page("/?source=upload")
    drop(page, DATA / "frank" / "long.csv")
    expect(page.get_by_role("combobox", name="System's name", exact=True)).to_have_value("model_name")
    expect(page.get_by_role("combobox", name="Item", exact=True)).to_have_value("hash")
    expect(page.get_by_text("Still to choose: Score.")).to_be_visible()
    expect(page.get_by_test_id("stMetric")).to_have_count(0)
    page.get_by_role("combobox", name="Score", exact=True).click()
    page.get_by_role("option", name="FactCC", exact=True).click()
    page.keyboard.press("Tab")
    settled(page)
    change(page)
    choose(page, "Baseline is", "bert_sum")
    choose(page, "Experimental is", "bart")
    expect(page.get_by_text(unbroken("58 helped, 96 hurt, 96 tied"))).to_be_visible()
    expect(large(page, "p-value")).to_have_text("0.00697")


WORKBOOK = [["id", "old", "new"], *([f"q{i}", int(i % 3 > 0), int(i > 3)] for i in range(30))]


@pytest.mark.thorough
def test_the_sheets_of_a_workbook_are_files_of_their_own(open_page, tmp_path):
    sheets = {name: [[row[0], row[1 + i]] for row in WORKBOOK] for i, name in enumerate(("old", "new"))}
    for rows in sheets.values():
        rows[0][1] = "score"
    (tmp_path / "scores.xlsx").write_bytes(workbook(**sheets).data)
    page = open_page("/?source=upload")
    upload(page, tmp_path / "scores.xlsx", "scores.xlsx#old", "scores.xlsx#new")
    expect(page.get_by_role("heading", name="Cannot tell: new scores")).to_be_visible()
    expect(page.get_by_text(unbroken("8 helped, 2 hurt, 20 tied"))).to_be_visible()


@pytest.mark.thorough
def test_an_example_is_downloaded_and_dropped_again(open_page, tmp_path):
    page = open_page("/?source=upload")
    listed = page.get_by_role("combobox", name="Format of the example", exact=True)
    unfold(page.get_by_role("button", name="Example files"), listed)
    choose(page, "Format of the example", "Two tables, joined on an id")
    for name in ("old.csv", "new.csv"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=False).click()
        download.value.save_as(tmp_path / name)
    page.keyboard.press("Escape")
    drop(page, tmp_path / "old.csv", tmp_path / "new.csv")
    expect(page.get_by_text(unbroken("4 helped, 1 hurt, 7 tied"))).to_be_visible()
