"""*Exact or sampled*: the rows of its chart."""

import pytest

from core.teaching.convergence import convergence
from dashboard.views.exact_or_sampled.chart import CEILING, FLOOR, error_rows


def test_every_trial_is_a_dot_inside_the_picture():
    study = convergence(sizes=[250], resamples=[100, 10_000], n_pairs=2, n_runs=3, between=(0.001, 0.1))
    rows = error_rows(study.trials, study.errors())
    assert rows["part"].value_counts().to_dict() == {"trial": 12, "spread": 2, "median": 2, "theory": 2}
    assert rows["error"].between(FLOOR, CEILING).all()
    trial = study.trials[-1]
    assert rows.iloc[-1]["error"] == pytest.approx(min(max(trial.relative_error, FLOOR), CEILING))
    theory = rows[rows["part"] == "theory"]["error"].tolist()
    assert theory[0] == pytest.approx(10 * theory[1])
