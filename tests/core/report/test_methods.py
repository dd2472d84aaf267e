"""Every form of a report has the required facts about a comparison."""

import re

import numpy as np
import pytest

import core
from core import report
from core.report.numbers import OWN, POINTS

GSM8K = core.helped_hurt(1319, helped=209, hurt=152, both_correct=306)


def forms(result, unit):
    """The paragraph, the Markdown report and the LaTeX without their escapes."""
    written = (
        report.methods_paragraph(result, unit), report.markdown_report(result, unit), report.latex_report(result, unit)
    )  # fmt: skip
    return [re.sub(r"\\([%&])|\{(\[)\}", r"\1\2", text).replace(r"$\alpha$", "α") for text in written]


@pytest.fixture(scope="module")
def gsm8k():
    return forms(core.compare(GSM8K), POINTS)


@pytest.mark.parametrize(
    "statement",
    [
        "on the same 1,319 items, paired by their position; none was left out",
        "34.7 [32.2, 37.4] to 39.0 [36.4, 41.7] (95 % Clopper-Pearson intervals over items)",
        "a difference of +4.3, +12.4 % of the score before",
        "95 % percentile bootstrap interval [1.5, 7.1], exact; it need not be symmetric",
        "209 items, worse on 152 and equally well on 958 (odds of helped to hurt 1.38)",
        "paired permutation test, two-sided, at α = 0.05: p = 0.00315, computed exactly",
        "The null hypothesis is that the two systems' outputs for an item are exchangeable",
        "covers the drawing of items only, which are taken to be independent; each system was run once",
        "Neither the test nor the interval assumes a normal distribution",
        "It is one comparison, and its p-value is not corrected for others",
        "of 4.1 points or more (exact, where 27 % of items change, as here); a difference as large as the observed one "
        "needs 1,189 items",
        "overstates it 1.1 times on average (Type M)",
        "has the wrong sign in fewer than 1 of 10,000 cases (Type S)",
        "mean in per cent, higher is better",
        f"Helped & Hurt {core.__version__}",
    ],
)
def test_every_form_holds_every_statement(gsm8k, statement):
    assert [statement in written for written in gsm8k] == [True] * 3


def test_the_report_has_the_checklists_a_table_and_what_gives_the_numbers_again(gsm8k):
    for part in (
        "ARR B6", "ARR C3", "ARR C4", "NeurIPS 7", "stopping rules that were tried", r"\begin{table}",
        "SHA-256 of the data", "& b \\\\", "& a \\\\",
    ):  # fmt: skip
        assert part in gsm8k[1]


def test_clusters_have_sizes_both_errors_and_a_warning():
    result = core.compare([0, 1, 0, 1, 1, 0] * 4, [1, 1, 1, 1, 0, 1] * 4, clusters=[str(i // 3) for i in range(24)])
    for written in forms(result, POINTS):
        assert "24 items in 8 clusters" in written
        assert "8 clusters of 3 items each: the standard error of the difference is" in written
        assert "a design effect of" in written
        assert "There are only 8 clusters. Under about 30" in written
        assert "covers the drawing of clusters only" in written


def test_runs_are_counted_and_their_share_is_told():
    random = np.random.default_rng(0)
    runs = {name: random.integers(0, 2, (3, 40, 1)).astype(float) for name in ("old", "new")}
    runs["old"][2, 0] = np.nan
    for written in forms(core.compare(core.Scores.from_systems(runs)), OWN):
        assert "scores are means over 2 to 3 runs of each item" in written
        assert re.search(r"Of the variance of single scores [\d.]+ % lies between the runs of an item", written)
        assert "run once" not in written


def test_items_that_were_left_out_are_counted(tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text("id,old,new\n" + "".join(f"q{i},{i % 2},{'' if i in (3, 5) else 1}\n" for i in range(20)))
    pairs = [
        core.read_table(table, baseline="old", experimental="new", id="id", missing="drop"),
        core.read_systems(table, missing="drop").pair("old", "new"),
    ]
    for pair in pairs:
        for written in forms(core.compare(pair), POINTS):
            assert "18 items, paired by their names; 2 items without a partner or a score were left out" in written
