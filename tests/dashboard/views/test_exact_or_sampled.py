"""*Exact or sampled*: its rows, its texts, and the page."""

import pytest

from core.teaching.convergence import convergence
from dashboard.views.exact_or_sampled.chart import CEILING, FLOOR, error_rows
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import opened


@pytest.fixture(scope="module")
def study():
    return convergence(sizes=[250], resamples=[100, 10_000], n_pairs=2, n_runs=3, between=(0.001, 0.1))


def test_every_trial_is_a_dot_inside_the_picture(study):
    rows = error_rows(study.trials, study.errors())
    assert rows["part"].value_counts().to_dict() == {"trial": 12, "spread": 2, "median": 2, "theory": 2}
    assert rows["error"].between(FLOOR, CEILING).all()
    trial = study.trials[-1]
    assert rows.iloc[-1]["error"] == pytest.approx(min(max(trial.relative_error, FLOOR), CEILING))
    theory = rows[rows["part"] == "theory"]["error"].tolist()
    assert theory[0] == pytest.approx(10 * theory[1])


@pytest.mark.thorough  # as the walk in the browser does
def test_the_page_samples_measures_and_offers_both():
    page = opened("exact_or_sampled")
    assert page.title[0].value == unbroken("How wrong is a sampled p-value?")
    assert "12,691 resamples" in page.markdown[2].value.replace("\N{NO-BREAK SPACE}", " ")
    assert len(page.table[0].value) == 7
    page.session_state["study"] = "own"
    page.run()
    page.selectbox(key="sample").set_value("ten_questions").run()
    assert not page.exception
    assert not page.error
    assert any("every sample finds it" in caption.value for caption in page.caption)
