"""Helped/hurt data as in the primer."""

import pytest

from core.data.synthetic import helped_hurt
from core.errors import OptionError
from tests.oracles import references


@pytest.mark.parametrize("data", references.HELPED_HURT)
def test_differences_are_the_primers(data):
    pair = helped_hurt(*data)
    differences = pair.experimental[:, 0] - pair.baseline[:, 0]
    assert differences.tolist() == references.helped_hurt(*data)
    assert set(pair.baseline[:, 0]) | set(pair.experimental[:, 0]) <= {0, 1}


def test_items_that_both_have_right_change_scores_only():
    pair, plain = helped_hurt(20, 4, 3, both_correct=5), helped_hurt(20, 4, 3)
    assert pair.baseline[:, 0].sum() == plain.baseline[:, 0].sum() + 5
    assert (pair.experimental - pair.baseline).tolist() == (plain.experimental - plain.baseline).tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 8, 3), r"helped \+ hurt == 11, must be <= n == 10"),
        ((10, 4, 3, 4), r"helped \+ hurt \+ both_correct == 11"),
        ((10, -1, 3), "helped == -1, must be a whole number >= 0"),
        ((0, 0, 0), "n == 0, must be a whole number >= 1"),
    ],
)
def test_impossible_counts_are_refused(arguments, message):
    with pytest.raises(OptionError, match=message):
        helped_hurt(*arguments)
