"""Values that would be rounded or overflow without a word are refused in words."""

import pytest

import core
from core.errors import DataError, OptionError
from core.paired import PairedScores
from core.synthetic import helped_hurt


@pytest.mark.parametrize("options", [{"n_resamples": 10.5}, {"seed": 0.5}])
@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
def test_a_number_of_resamples_and_a_seed_are_whole(options, method):
    ((name, value),) = options.items()
    with pytest.raises(OptionError, match=f"{name} == {value}"):
        core.compare(helped_hurt(20, 5, 2), method=method, **options)


def test_scores_whose_sum_overflows_are_refused_without_a_warning():
    with pytest.raises(DataError, match="overflow"):
        PairedScores.from_scores([1e308] * 3, [0, 0, 0])
