"""The matrix of all pairs: p above the diagonal, differences below."""

import pytest

import core
from core.report.numbers import POINTS
from dashboard.charts.figure import Panel, alone, to_svg
from dashboard.charts.ranked import matrix_spec
from dashboard.views.many_systems.chart import matrix_rows

SCORES = {"rules": [1] * 25 + [0] * 15, "old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3}


def cells(ranking, unit=POINTS):
    return {(row.row, row.column): row for row in matrix_rows(ranking, unit).itertuples()}


def test_each_pair_has_two_cells():
    ranking = core.rank(SCORES)
    found = cells(ranking)
    assert len(found) == 6
    for pair in ranking.pairs:
        above, below = found[pair.first, pair.second], found[pair.second, pair.first]
        assert above.colour == below.colour
        assert (above.colour < 3) == pair.significant
        assert float(above.label) == pytest.approx(pair.adjusted_pvalue, abs=0.001)
        assert below.label == f"−{100 * pair.difference:.1f}"
        assert above.difference == f"+{100 * pair.difference:.1f}"


def test_the_map_is_drawn_with_names_and_key():
    ranking = core.rank(SCORES)
    names = tuple(system.name for system in ranking.systems)
    drawn = to_svg(alone(Panel("All pairs", matrix_spec(names, 0.05, True), matrix_rows(ranking, POINTS))))
    assert all(f">{name}<" in drawn for name in names)
    assert ">≤ 0.05<" in drawn
    assert ">.031<" in drawn
