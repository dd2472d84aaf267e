"""The matrix of all pairs: p above the diagonal, differences below."""

import pytest

import core
from core.report.numbers import OWN, POINTS
from dashboard.charts.figure import Panel, alone, to_svg
from dashboard.charts.pvalues import limits
from dashboard.charts.ranked import matrix_spec
from dashboard.views.many_systems.matrix import matrix_rows

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


def test_scores_below_one_lose_their_zero():
    scores = {name: [value / 10 for value in values] for name, values in SCORES.items()}
    labels = [row.label for row in cells(core.rank(scores), OWN).values()]
    assert all("0." not in label for label in labels)


def test_a_sampled_zero_is_bounded():
    scores = core.Scores.from_systems({"a": [[1, 1.5]] * 60, "b": [[0, 2.5 + i % 7] for i in range(60)]})
    ranking = core.rank(scores, metric="ratio", test="bootstrap", n_resamples=200)
    [pair] = ranking.pairs
    label = cells(ranking, OWN)[pair.first, pair.second].label
    assert label.startswith("<")


def test_colours_keep_to_alpha():
    ranking = core.rank(SCORES, alpha=0.2)
    assert limits(0.2)[2] == 0.2
    for pair in ranking.pairs:
        assert (cells(ranking)[pair.first, pair.second].colour <= 2) == pair.significant


def test_numbers_are_left_out_where_they_cannot_fit():
    scores = {f"s{i}": [j % (i + 2) > 0 for j in range(40)] for i in range(27)}
    ranking = core.rank(scores, n_resamples=100)
    assert matrix_rows(ranking, POINTS)["label"].isna().all()


def test_the_map_is_drawn_with_names_and_key():
    ranking = core.rank(SCORES)
    names = tuple(system.name for system in ranking.systems)
    drawn = to_svg(alone(Panel("All pairs", matrix_spec(names, 0.05, True), matrix_rows(ranking, POINTS))))
    assert all(f">{name}<" in drawn for name in names)
    assert ">≤ 0.05<" in drawn
    assert ">.031<" in drawn
