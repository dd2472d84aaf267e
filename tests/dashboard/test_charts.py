"""The rows of charts, as pure functions."""

import pytest

import core
from core.report.numbers import POINTS
from dashboard.charts.distribution import bootstrap_rows, null_rows

PAIRS = {
    "ten questions": core.helped_hurt(10, 4, 3),
    "ties": core.helped_hurt(100, 7, 7),
    "behind": core.helped_hurt(60, 3, 11),
    "thirds": core.PairedScores.from_scores(
        [0, 0.333333, 0.666667] * 6, [0.333333, 0.333333, 0.333333] * 6, decimals=6
    ),
    "f1": core.PairedScores.from_scores([[1, 2], [0, 1], [2, 2]] * 5, [[2, 2], [1, 1], [1, 3]] * 5),
}
METRIC = {"f1": "f1-errors"}
EVERYTHING = (-1e9, 1e9)


@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize(
    ("alternative", "boundary"),
    [("greater", "include"), ("less", "exclude"), ("two-sided", "include"), ("two-sided", "exclude")],
)
@pytest.mark.parametrize("test", core.TESTS)
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_shaded_is_what_the_p_value_counts(name, test, alternative, boundary, method):
    metric = METRIC.get(name, "mean")
    options = {"test": test, "alternative": alternative, "boundary": boundary, "method": method}
    result = core.compare(PAIRS[name], metric=metric, n_resamples=2_000, **options)
    if core.TESTS[test].reverses:
        shown, sides = bootstrap_rows(result, POINTS, EVERYTHING), 2 if alternative == "two-sided" else 1
    else:
        shown, sides = null_rows(result.null_distribution, result, POINTS, EVERYTHING), 1
    pvalue = result.pvalue
    if core.TESTS[test].distribution.plus_one and method == "monte-carlo":
        pvalue = (pvalue * 2_001 - 1) / 2_000  # the observed assignment is not among the swaps
    assert min(1, sides * shown.loc[shown["part"] == "tail", "share"].sum()) == pytest.approx(pvalue, abs=3e-6)
    assert shown["share"].sum() == pytest.approx(1, abs=3e-6)
