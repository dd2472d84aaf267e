"""Power: against replayed studies and the normal distribution; `test_rejections` enumerates every outcome."""

import numpy as np
import pytest
from scipy import stats

from core.errors import OptionError
from core.planning.planning import power, repeat_study


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_studies_replayed_agree_with_the_exact_power(test, alternative):
    studies = repeat_study(300, 0.1, 0.06, n_studies=5_000, seed=2, test=test, alternative=alternative)
    low, high = stats.binom.interval(1 - 1e-6, 5_000, studies.power)
    assert low <= 5_000 * studies.share_significant <= high


def test_power_of_a_million_items_is_the_normal_one():
    # The difference of helped and hurt has variance n·(rates), up to the tiny square of their difference.
    expected = stats.norm.sf(stats.norm.isf(0.05) - 0.0005 * 1e6 / np.sqrt(0.1 * 1e6))
    assert power(1_000_000, 0.05025, 0.04975) == pytest.approx(expected, abs=1e-3)


def test_studies_are_fixed_by_the_seed():
    studies, again, other = (repeat_study(68, 0.1, 0.1, seed=seed) for seed in (1, 1, 2))
    assert len(studies.pvalue) == 200
    assert studies.pvalue.tolist() == again.pvalue.tolist() != other.pvalue.tolist()
    assert ((studies.helped + studies.hurt) <= 68).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 1.1, 0), "helped_rate == 1.1, must be a number >= 0 and <= 1"),
        ((10, 0.6, 0.5), r"helped_rate \+ hurt_rate == 1.1, must be <= 1"),
    ],
)
def test_mistakes_get_a_sentence(arguments, message):
    with pytest.raises(OptionError, match=message):
        repeat_study(*arguments)
