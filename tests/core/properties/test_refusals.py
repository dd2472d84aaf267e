"""Values that would be rounded or overflow silently are refused with a message."""

import pytest

import core
from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from core.errors import DataError, OptionError


@pytest.mark.parametrize("options", [{"n_resamples": 10.5}, {"seed": 0.5}])
@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
def test_a_number_of_resamples_and_a_seed_are_whole(options, method):
    ((name, value),) = options.items()
    with pytest.raises(OptionError, match=f"{name} == {value}"):
        core.compare(helped_hurt(20, 5, 2), method=method, **options)


def test_scores_whose_sum_overflows_are_refused_without_a_warning():
    with pytest.raises(DataError, match="overflow"):
        PairedScores.from_scores([1e308] * 3, [0, 0, 0])


@pytest.mark.parametrize("huge", [1e308, -1e308, 1e200])
def test_scores_whose_squares_overflow_are_refused(huge):
    with pytest.raises(DataError, match=r"item 1 is .*larger unit"):
        PairedScores.from_scores([huge, 0, 1], [1, huge, 0])


def test_ids_may_hold_half_characters():
    pair = PairedScores.from_scores([0, 1], [1, 1], ids=["\ud800", "b"])
    assert len(pair.digest) == 64
