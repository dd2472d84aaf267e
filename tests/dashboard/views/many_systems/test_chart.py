"""The pictures of a ranking: a bar for each system, a line for each letter, and the matrix of all pairs."""

import pytest

import core
from core.report.numbers import POINTS
from dashboard.views.many_systems.chart import letters_of, matrix_rows, score_rows

RIGHT = {"rules": 57, "old": 60, "new": 74, "newer": 72}
SCORES = {name: [1] * right + [0] * (80 - right) for name, right in RIGHT.items()}


@pytest.fixture(scope="module")
def ranking():
    return core.rank(SCORES)


def test_systems_come_from_the_best_with_their_intervals(ranking):
    rows = score_rows(ranking, POINTS)
    systems = rows[rows["part"] == "system"]
    assert systems["name"].tolist() == ["new", "newer", "old", "rules"]
    assert systems["score"].tolist() == [92.5, 90, 75, 71.25]
    assert systems["among"].tolist() == ["best", "best", "other", "other"]
    for row, system in zip(systems.itertuples(), ranking.systems, strict=True):
        assert (row.low, row.high) == pytest.approx(tuple(100 * end for end in system.interval))


def test_each_letter_of_several_systems_is_a_line(ranking):
    rows = score_rows(ranking, POINTS)
    assert letters_of(ranking) == [[0, 1], [2, 3]]
    spans = rows[rows["part"] == "span"][["name", "last"]].to_numpy().tolist()
    assert spans == [["new", "newer"], ["old", "rules"]]
    assert rows[rows["part"] == "member"]["name"].tolist() == ["new", "newer", "old", "rules"]


def test_each_pair_has_two_cells():
    ranking = core.rank({"rules": [1] * 25 + [0] * 15, "old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3})
    found = {(row.row, row.column): row for row in matrix_rows(ranking, POINTS).itertuples()}
    assert len(found) == 6
    for pair in ranking.pairs:
        above, below = found[pair.first, pair.second], found[pair.second, pair.first]
        assert above.colour == below.colour
        assert (above.colour < 3) == pair.significant
        assert float(above.label) == pytest.approx(pair.adjusted_pvalue, abs=0.001)
        assert below.label == f"−{100 * pair.difference:.1f}"
        assert above.difference == f"+{100 * pair.difference:.1f}"
