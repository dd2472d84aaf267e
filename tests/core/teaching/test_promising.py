"""The simulation of promising results, against `core.compare` and probability theory."""

import numpy as np
import pytest

from core import compare, helped_hurt
from core.planning.planning import power
from core.teaching.promising import follow_up


def test_pvalues_before_and_after_are_those_of_compare():
    tale = follow_up(20, 60, rate=0.2, n_studies=40, seed=3)
    first = tale.first
    before = [
        compare(helped_hurt(20, *counts), test="bootstrap", alternative="greater").pvalue
        for counts in zip(first.helped, first.hurt, strict=True)
    ]
    assert first.pvalue == pytest.approx(before, rel=1e-9, abs=0)
    assert tale.promising.tolist() == [p <= 0.2 for p in before]
    after = [
        compare(helped_hurt(60, *counts), test="bootstrap", alternative="greater").pvalue
        for counts in zip(tale.helped, tale.hurt, strict=True)
    ]
    assert tale.pvalue == pytest.approx(after, rel=1e-9, abs=0)


def test_the_first_items_stay_in_the_larger_test_set():
    tale = follow_up(seed=5)
    assert (tale.helped >= tale.first.helped[tale.promising]).all()
    assert (tale.hurt >= tale.first.hurt[tale.promising]).all()
    assert (tale.first.n, tale.n) == (68, 3_000)


def test_promising_gains_vanish_because_there_is_no_effect():
    tale = follow_up(n_studies=10_000, seed=1)
    assert tale.gain_before.min() > 0.02
    assert tale.gain_before.mean() > 0.07
    # The remaining gain is the share of the first 68 items in 3,000.
    left = tale.gain_before.mean() * 68 / 3_000
    assert tale.gain_after.mean() == pytest.approx(left, abs=5 * np.sqrt(0.2 / 3_000 / len(tale.pvalue)))
    # The share that ends significant is about that of studies that never looked promising.
    assert (tale.pvalue <= 0.05).mean() == pytest.approx(power(3_000, 0.1, 0.1), abs=0.04)
