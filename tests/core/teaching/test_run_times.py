"""The paper's algorithms in plain code, against rational arithmetic; and their run times."""

import time
from importlib import import_module

import numpy as np
import pytest
from scipy import stats

from core.errors import OptionError, Stopped
from core.teaching.convergence import tagged_sentences
from core.teaching.run_times import _enough, _timed, dynamic_program, run_times, sampled_over_items
from tests.oracles.dynamic_program import accuracy_pvalue

# The package's name for it is the function's.
run_times_module = import_module("core.teaching.run_times")


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


def test_sampling_over_items_scatters_around_the_exact_pvalue():
    random = np.random.default_rng(0)
    a, b = random.integers(0, 6, 25), random.integers(0, 6, 25)
    count = round(20_000 * sampled_over_items(a, b, 20_000, seed=1))
    interval = stats.binomtest(count, 20_000).proportion_ci(1 - 1e-6, "exact")
    assert interval.low <= float(accuracy_pvalue(a.tolist(), b.tolist())) <= interval.high


def test_every_method_gives_the_same_pvalue():
    rows = run_times(sizes=[200], resamples=[50_000], seed=6)
    methods = {row.method: row.pvalue for row in rows}
    assert methods["dynamic-program"] == pytest.approx(methods["exact"], rel=1e-9, abs=0)
    assert methods["dynamic-program-cut"] == pytest.approx(methods["exact"], rel=1e-9, abs=0)
    spread = 5 * np.sqrt(methods["exact"] / 50_000) + 1e-4
    assert methods["sampled-items"] == pytest.approx(methods["exact"], abs=spread)
    assert methods["sampled-rows"] == pytest.approx(methods["exact"], abs=spread)
    assert all(row.seconds > 0 for row in rows)


@pytest.mark.thorough
def test_the_exact_test_is_hundreds_of_times_faster_than_the_printed_program():
    times = {row.method: row.seconds for row in run_times(sizes=[4000], resamples=[])}
    assert times["dynamic-program"] > 200 * times["exact"]
    assert times["dynamic-program-cut"] > times["exact"]


def test_a_first_run_that_loads_something_is_not_the_time():
    pauses = iter([0.3])

    def work():
        time.sleep(next(pauses, 0))
        return 0.5

    seconds, pvalue = _timed(work)
    assert seconds < 0.1
    assert pvalue == 0.5


@pytest.mark.parametrize(
    ("times", "enough"),
    [
        ([], False), ([0.9], False), ([0.9, 0.9], True), ([1.5], True), ([0.001] * 19, False), ([0.001] * 20, True),
    ],
)  # fmt: skip
def test_short_runs_are_repeated_and_long_ones_are_not(times, enough):
    assert _enough(times) is enough


def test_every_method_is_warmed_up_before_it_is_measured(monkeypatch):
    seen = []
    monkeypatch.setattr(run_times_module, "exact_permutation", lambda pair: seen.append(len(pair)) or 0.5)
    run_times(sizes=[50], resamples=[])
    assert seen[0] == 10
    assert set(seen[1:]) == {50}


def test_bad_numbers_and_stopping():
    with pytest.raises(OptionError, match="all must be >= 1"):
        run_times(sizes=[0])
    with pytest.raises(Stopped):
        run_times(sizes=[20], resamples=[10], progress=lambda done, total: False)


def test_sentences_have_the_length_that_bounds_the_rows():
    pair = tagged_sentences(50, seed=0)
    longest = int(pair.baseline[:, 1].max())
    assert np.abs(pair.baseline[:, 0] - pair.experimental[:, 0]).max() <= longest
