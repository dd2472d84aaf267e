"""Each result is computed once, and different inputs have different results."""

import core
from dashboard.server import cache


def test_equal_data_under_another_name_are_another_result():
    pair = core.helped_hurt(10, 4, 3)
    named = core.PairedScores(pair.baseline, pair.experimental, pair.columns, None, "mine", "yours", 0)
    assert cache.compared(pair, {}).result.baseline_name == "baseline"
    assert cache.compared(named, {}).result.baseline_name == "mine"
    assert cache.compared(pair, {}) is cache.compared(core.helped_hurt(10, 4, 3), {})


def test_a_large_array_that_differs_in_one_item_is_another_result():
    one = core.helped_hurt(600_000, 300, 200)
    other = core.PairedScores.from_scores(one.baseline[:, 0], [*one.experimental[:-1, 0], 1.0], decimals=0)
    assert cache.compared(one, {}).result.helped == 300
    assert cache.compared(other, {}).result.helped == 301
