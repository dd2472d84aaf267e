"""The error study: its draws, its exact p-values, its sampled ones, and its summary."""

import math

import numpy as np
import pytest

from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from core.errors import NotExactError, OptionError
from core.readers import Upload, read_labels
from core.teaching.convergence import (
    Convergence,
    Trial,
    convergence,
    convergence_of,
    exact_permutation,
    tagged_sentences,
)
from tests.oracles.dynamic_program import accuracy_pvalue, f1_pvalue


def test_exact_pvalues_are_those_of_the_dynamic_program():
    study = convergence(sizes=[20, 60], resamples=[10], n_pairs=3, n_runs=1, seed=5)
    assert len({trial.exact_pvalue for trial in study.trials}) > 3
    for seed in range(5):
        pair = tagged_sentences(60, seed, 0.9)
        right = [side[:, 0].astype(int).tolist() for side in (pair.baseline, pair.experimental)]
        assert exact_permutation(pair) == pytest.approx(float(accuracy_pvalue(*right)), rel=1e-9, abs=0)


def test_sampled_pvalues_scatter_as_binomial_theory_says():
    runs = 400
    study = convergence_of(helped_hurt(100, 7, 2), resamples=[300], n_runs=runs, seed=2)
    exact = 0.1796875
    assert study.trials[0].exact_pvalue == exact
    sampled = np.array([trial.sampled_pvalue for trial in study.trials])
    standard_error = math.sqrt(exact * (1 - exact) / 300)
    assert sampled.mean() == pytest.approx(exact, abs=4 * standard_error / math.sqrt(runs))
    assert sampled.std() == pytest.approx(standard_error, rel=4 / math.sqrt(2 * runs), abs=0)
    assert study.trials[0].standard_error == pytest.approx(standard_error / exact)


def test_metrics_that_are_no_sum_are_sampled_too():
    baseline, experimental = [(2, 3), (1, 1), (0, 2), (4, 0), (2, 2)], [(3, 1), (1, 2), (1, 1), (3, 1), (3, 0)]
    pair = PairedScores.from_scores(baseline, experimental)
    study = convergence_of(pair, metric="f1-errors", resamples=[20_000], n_runs=2)
    exact = float(f1_pvalue(baseline, experimental))
    for trial in study.trials:
        assert trial.exact_pvalue == pytest.approx(exact, abs=1e-12)
        assert trial.sampled_pvalue == pytest.approx(exact, abs=5 * math.sqrt(exact * (1 - exact) / 20_000))


def test_the_study_is_reproducible_and_its_runs_differ():
    options = {"sizes": [250], "resamples": [100, 1000], "n_pairs": 2, "n_runs": 2, "between": (0.001, 0.1)}
    study = convergence(seed=4, **options)
    assert study == convergence(seed=4, **options)
    assert study != convergence(seed=5, **options)
    assert all(0.001 <= trial.exact_pvalue <= 0.1 for trial in study.trials)
    runs = {trial.sampled_pvalue for trial in study.trials if trial.n_resamples == 1000}
    assert len(runs) > 1


def test_errors_are_summed_up_as_counted_by_hand():
    sampled = [0.5, 0.2, 0.1, 0.05, 2.0]  # of p = 0.1: relative errors 4, 1, 0, 0.5, 19
    trials = tuple(Trial(50, 0, run, 100, 0.1, p) for run, p in enumerate(sampled))
    (error,) = Convergence(trials, seed=0).errors()
    assert (error.n_items, error.n_resamples, error.trials, error.discarded) == (50, 100, 5, 1)
    assert error.mean == pytest.approx(5.5 / 4)
    assert (error.lower_quartile, error.median, error.upper_quartile) == pytest.approx((0.5, 1, 4))
    assert error.standard_error == pytest.approx(math.sqrt(0.9 / 10))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sizes": []}, "at least one"),
        ({"sizes": [0]}, "sizes == 0, must be a whole number >= 1"),
        ({"resamples": [100, -1]}, "resamples == -1"),
        ({"n_runs": 0}, "n_runs == 0"),
        ({"between": (0.1, 0.001)}, "must be two increasing numbers"),
        ({"sizes": [1], "between": (0.001, 0.1)}, "choose a wider range"),
    ],
)
def test_options_out_of_range_are_named(arguments, message):
    with pytest.raises(OptionError, match=message):
        convergence(**{"resamples": [10], **arguments})


def test_many_labels_have_metrics_that_can_be_studied():
    random = np.random.default_rng(0)
    files = (Upload(name, "\n".join(random.choice([*"abcdefghijklm"], 90)).encode()) for name in ("gold", "old", "new"))
    pair = read_labels(*files)
    with pytest.raises(NotExactError, match=r"more than two independent sums\. Choose accuracy or the F1"):
        convergence_of(pair, metric="macro-f1", resamples=[10])
    for metric in ("accuracy", "f1:a"):
        assert convergence_of(pair, metric=metric, resamples=[10], n_runs=1).trials[0].exact_pvalue > 0
