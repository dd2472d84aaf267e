"""Pilot scores resampled to other sizes, against an independent simulation and the power of the t-test."""

import re

import numpy as np
import pytest
from scipy import stats

import core
from core.errors import OptionError, Stopped
from core.report.planning import plan_rows, plan_sentences


@pytest.fixture(scope="module")
def pilot():
    random = np.random.default_rng(3)
    baseline = random.normal(size=120)
    difference = random.normal(size=120)
    difference = (difference - difference.mean()) / difference.std() + 0.35
    return core.PairedScores.from_scores(baseline, baseline + difference)


@pytest.mark.thorough
def test_a_plan_is_that_of_the_noncentral_t_distribution(pilot):
    # Differences of mean 0.35 and standard deviation 1.
    planned = core.plan(60, pilot=pilot, n_studies=60, seed=1)
    low, high = planned.simulated.at_n.interval
    assert low < planned.power < high
    assert low < stats.nct.sf(stats.t.ppf(0.975, 59), 59, 0.35 * np.sqrt(60)) < high
    for power in (0.8, 0.9):
        n = next(n for n in range(5, 500) if stats.nct.sf(stats.t.ppf(0.975, n - 1), n - 1, 0.35 * np.sqrt(n)) >= power)
        low, high = planned.simulated.n_interval(power)
        assert low <= planned.smallest_n[power] <= high
        assert low - 5 <= n <= high + 5
    # The smallest gain of the needed items is the pilot's own, and significant studies print too much.
    n = planned.smallest_n[0.8]
    assert planned.simulated.smallest_gain(n, 0.8) == pytest.approx(0.35, rel=0.01, abs=0)
    assert 1 < planned.type_m < 1.6
    assert planned.type_s == 0


def test_the_same_seed_gives_the_same_plan_and_the_order_of_items_does_not_matter(pilot):
    asked = {"n_studies": 20, "seed": 5}
    one, other = (
        core.PairedScores.from_scores(pilot.baseline[order, 0], pilot.experimental[order, 0])
        for order in (range(40), range(39, -1, -1))
    )
    assert core.plan(30, pilot=one, **asked).to_dict() == core.plan(30, pilot=other, **asked).to_dict()


@pytest.mark.parametrize(
    ("test", "metric"), [("bootstrap", "ratio"), ("shifted-bootstrap", "f1-errors"), ("permutation", "f1-errors")]
)
def test_any_metric_and_any_test(test, metric):
    random = np.random.default_rng(0)
    rows = random.integers(1, 5, size=(40, 2))
    better = rows + random.integers(0, 2, size=(40, 2)) * [1, 0]
    study = core.plan(30, pilot=core.PairedScores.from_scores(rows, better), metric=metric, test=test, n_studies=20)
    assert study.metric == metric
    assert 0 <= study.power <= 1
    assert study.gain > 0
    assert len(plan_sentences(study)) >= 3
    assert len(plan_rows(study)) == 4


def test_stopping_and_limits(pilot):
    with pytest.raises(Stopped):
        core.plan(20, pilot=pilot, progress=lambda done, total: done < 3)
    for wrong, said in (({"n": 50_000}, "at most 20,000"), ({"alpha": 1e-5}, ">= 0.001"), ({"n_studies": 3}, ">= 20")):
        with pytest.raises(OptionError, match=said):
            core.plan(**{"n": 20, "pilot": pilot} | wrong)


def test_a_plan_from_clusters_says_that_it_counts_clusters():
    clusters = [f"doc{i // 3}" for i in range(30)]
    scores = core.PairedScores.from_scores([0, 0, 1] * 10, [1, 0, 1] * 9 + [0, 0, 1])
    of_clusters, of_items = (
        core.plan(20, pilot=pilot, n_studies=20) for pilot in (scores.with_clusters(clusters), scores)
    )
    assert (of_clusters.unit, of_items.unit) == ("cluster", "item")
    assert any("clusters are counted" in said for said in plan_sentences(of_clusters))
    assert not any("cluster" in said for said in plan_sentences(of_items))
    for study, other in ((of_clusters, "items"), (of_items, "clusters")):
        said = " ".join([*plan_sentences(study), *(row[0] for row in plan_rows(study))])
        assert f"{study.unit}s" in said
        assert not re.search(rf"\d {other}|number of {other}|{other} (from|needed|that)", said), said
