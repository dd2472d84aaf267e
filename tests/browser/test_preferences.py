"""*Preferences* in a browser: judgments are dropped, read, shown and downloaded."""

import json
import random
import re

from playwright.sync_api import expect

from tests.browser.steps import download, drop, settled

NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"]


def test_alpaca_annotations_and_an_arena_table(open_page, tmp_path):
    chance = random.Random(1)
    annotations, arena = tmp_path / "annotations.json", tmp_path / "arena.csv"
    kinds = [1, 2, 2, 2, 1, 1.5]
    pair = {"generator_1": "base", "generator_2": "new"}
    judged = [{"instruction": f"do {i}", "preference": chance.choice(kinds)} | pair for i in range(200)]
    annotations.write_text(json.dumps(judged))
    rows = ["question_id,model_a,model_b,winner"]
    for i in range(600):
        first, second = chance.sample(range(5), 2)
        winner = "model_a" if chance.random() < 1 / (1 + 2 ** (first - second)) else "model_b"
        rows.append(f"q{i},{NAMES[first]},{NAMES[second]},{winner}")
    arena.write_text("\n".join(rows) + "\n")

    page = open_page("/preferences")
    expect(page.get_by_role("heading", name="An example, not your data")).to_be_visible()
    drop(page, annotations)
    expect(page.get_by_role("heading", name="new is preferred to base")).to_be_visible()
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(1)
    assert json.loads(download(page, "Result (JSON)"))["systems"] == ["new", "base"]

    page.get_by_role("button", name="Remove").click()
    drop(page, arena)
    expect(page.get_by_role("heading", name="alpha is the strongest")).to_be_visible()
    assert len(download(page, "Pairs (CSV)").splitlines()) == 11
    assert r"\begin{table}" in download(page, "Table (LaTeX)").decode()
    assert download(page, "Figure for a paper (PDF)").startswith(b"%PDF")
    # A click on a cell compares its two systems.
    cell = page.get_by_test_id("stVegaLiteChart").nth(1).locator("svg .mark-rect path").first
    cell.scroll_into_view_if_needed()
    settled(page)
    cell.click()
    expect(page).to_have_url(re.compile("systems="))
    expect(page.get_by_role("heading", name=re.compile("preferred"))).to_be_visible()
