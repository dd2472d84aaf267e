"""The paper's algorithms in plain code, against rational arithmetic; and their run times."""

import numpy as np
import pytest

from core.errors import OptionError, Stopped
from core.teaching.run_times import dynamic_program, run_times, sampled_over_items
from tests.oracles.dynamic_program import accuracy_pvalue


@pytest.mark.parametrize("seed", range(6))
def test_the_dynamic_program_is_exact_with_and_without_cut_rows(seed):
    random = np.random.default_rng(seed)
    a, b = random.integers(0, 6, 25), random.integers(0, 6, 25)
    truth = float(accuracy_pvalue(a.tolist(), b.tolist()))
    assert dynamic_program(a, b) == pytest.approx(truth, rel=1e-12, abs=0)
    assert dynamic_program(a, b, longest=5) == pytest.approx(truth, rel=1e-12, abs=0)


def test_identical_taggers_have_a_pvalue_of_one():
    same = np.array([3, 4, 5])
    assert dynamic_program(same, same) == 1
    assert dynamic_program(same, same, longest=5) == 1
    assert sampled_over_items(same, same, 100, seed=0) == 1


def test_every_method_gives_the_same_pvalue():
    rows = run_times(sizes=[200], resamples=[10_000], seed=6)
    methods = {row.method: row.pvalue for row in rows}
    assert methods["dynamic-program"] == pytest.approx(methods["exact"], rel=1e-9, abs=0)
    assert methods["dynamic-program-cut"] == pytest.approx(methods["exact"], rel=1e-9, abs=0)
    spread = 5 * np.sqrt(methods["exact"] / 10_000) + 1e-4
    assert methods["sampled-items"] == pytest.approx(methods["exact"], abs=spread)
    assert methods["sampled-rows"] == pytest.approx(methods["exact"], abs=spread)
    assert all(row.seconds > 0 for row in rows)


def test_bad_numbers_and_stopping():
    with pytest.raises(OptionError, match="all must be >= 1"):
        run_times(sizes=[0])
    with pytest.raises(Stopped):
        run_times(sizes=[20], resamples=[10], progress=lambda done, total: False)
