"""*Resample by hand*: the rows of its charts, and its texts."""

import numpy as np
import pytest

from core import PairedScores, compare
from core.report.items import items_of
from core.report.numbers import POINTS, Unit
from core.teaching.by_hand import draw_by_hand
from dashboard.samples import load
from dashboard.views.resample_by_hand.chart import MOST_DOTS, draw_rows, running_rows
from dashboard.views.resample_by_hand.table import hand_table

TEN = load("ten_questions")


REAL = PairedScores.from_scores(np.random.default_rng(1).normal(size=12), np.random.default_rng(2).normal(0.5, size=12))


def rows_of(pair, n_draws, *, revealed=False, test="bootstrap", unit=POINTS):
    drawn, result = draw_by_hand(pair, n_draws=n_draws, test=test), compare(pair, test=test, alternative="greater")
    law = result.null_distribution or result.bootstrap_distribution
    return drawn, draw_rows(drawn, law, result.statistic, unit, revealed=revealed)


@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
@pytest.mark.parametrize("n_draws", [0, 1, 57, MOST_DOTS])
def test_every_draw_is_a_dot_and_only_the_last_is_ringed(n_draws, test):
    drawn, rows = rows_of(TEN, n_draws, test=test)
    dots = rows[rows["shape"] == "dot"] if n_draws else rows.iloc[:0]
    assert len(dots) == n_draws
    assert (dots["part"] == "tail").sum() == drawn.count
    assert dots["newest"].sum() == min(n_draws, 1)
    assert dots["difference"].tolist() == pytest.approx((100 * drawn.differences).tolist())
    # A dot is near its value, inside the bin centred on the value.
    assert (abs(dots["left"] - dots["difference"]) < (10 if test == "permutation" else 5)).all()


@pytest.mark.parametrize(("pair", "unit"), [(TEN, POINTS), (REAL, Unit(1.0, ""))], ids=["ten", "real"])
def test_many_draws_become_bars_that_count_them_all(pair, unit):
    drawn, rows = rows_of(pair, 5_000, revealed=True, unit=unit)
    bars = rows[rows["shape"] == "bar"]
    assert bars["draws"].sum() == 5_000
    assert bars.loc[bars["part"] == "tail", "draws"].sum() == drawn.count
    assert (bars["high"] - bars["low"]).tolist() == bars["draws"].tolist()
    assert len(rows) < 200
    # The strokes mark the expected heights of the bars.
    assert rows.loc[rows["part"] == "expected", "high"].sum() == pytest.approx(5_000, rel=0.02, abs=0)
    edges = rows.loc[rows["part"] == "edge", "left"]
    assert edges.min() <= bars["left"].min()
    assert edges.max() >= bars["right"].max()


def test_nothing_of_the_exact_value_is_shown_before_it_is_revealed():
    drawn, rows = rows_of(TEN, 50)
    assert "expected" not in set(rows["part"])
    running = running_rows(drawn, None, None)
    assert set(running["part"]) == {"edge", "run"}
    shown = running_rows(drawn, 0.4217, 0.1)
    assert dict(zip(shown["part"], shown["p"], strict=True))["exact"] == 0.4217
    assert (shown["part"] == "guess").sum() == 1


def test_the_table_says_in_words_what_its_colours_say():
    drawn = draw_by_hand(TEN, n_draws=3)
    result, items = compare(TEN, test="bootstrap", alternative="greater"), items_of(TEN, "mean")
    table = hand_table([f"q{i}" for i in range(10)], result, items, drawn, POINTS)
    assert [cell.split()[-1].rstrip("]") for cell in table["Difference"][:3]] == ["helped", "tied", "hurt"]
    assert [f"×{k}]" in cell for k, cell in zip(drawn.latest, table["This resample"], strict=False)] == [True] * 10
    assert table.iloc[-1].tolist()[:3] == ["**Mean**", "**50\N{NO-BREAK SPACE}%**", "**60\N{NO-BREAK SPACE}%**"]
    flipped = draw_by_hand(TEN, n_draws=3, test="permutation")
    table = hand_table(["*bold*", *"abcdefghi"], result, items, flipped, POINTS)
    assert table["Item"][0] == "\\*bold\\*"
    assert table["This flip"].str.contains("flipped").sum() == (flipped.latest < 0).sum()
