"""*Exact or sampled*: its rows, its texts, and the page."""

import math

import pytest

from core.data.synthetic import helped_hurt
from core.teaching.convergence import convergence, convergence_of
from core.teaching.run_times import RunTime
from dashboard.views.exact_or_sampled import words
from dashboard.views.exact_or_sampled.chart import CEILING, FLOOR, error_rows
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import opened

TIMES = (
    RunTime(250, "exact", None, 0.0005, 0.03),
    RunTime(2000, "exact", None, 0.001, 0.02),
    RunTime(2000, "dynamic-program", None, 0.35, 0.02),
    RunTime(2000, "sampled-items", 20_000, 0.0123, 0.021),
)


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


def test_times_are_named_and_compared_with_the_exact_test():
    assert list(words.method_names(TIMES).values()) == ["exact, here", "dynamic program", "20,000 swaps"]
    rows = words.speed_rows(TIMES)
    assert rows[1] == {
        "Method": "dynamic program",
        "Time on 2,000 sentences": "350 ms",
        "Times as long as exact": "350",
    }
    assert rows[2]["Times as long as exact"] == "12"
    assert "dynamic program, 350 times as long" in words.time_alt(TIMES)


def test_a_pvalue_of_one_is_never_sampled_wrong():
    errors = convergence_of(helped_hurt(10, 4, 3), resamples=[100], n_runs=2).errors()
    assert math.isclose(errors[0].exact_pvalue, 1)
    assert "every sample finds it" in words.error_caption(errors)


def test_the_page_samples_measures_and_offers_both():
    page = opened("exact_or_sampled")
    assert page.title[0].value == unbroken("How wrong is a sampled p-value?")
    assert "12,691 resamples" in page.markdown[2].value.replace("\N{NO-BREAK SPACE}", " ")
    assert page.session_state["sentences"] == "1000"
    assert len(page.table[0].value) == 7
    page.session_state["study"] = "own"
    page.run()
    page.selectbox(key="sample").set_value("ten_questions").run()
    assert not page.exception
    assert not page.error
    assert any("every sample finds it" in caption.value for caption in page.caption)
