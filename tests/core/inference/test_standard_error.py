"""Standard errors with and without clusters, against plain loops and textbook cases."""

import math

import numpy as np
import pytest

import core
from core.inference.standard_error import cluster_errors, influences
from core.metrics import METRICS


def by_loops(scores, cluster):
    """The variance of a mean of items in clusters, pair by pair (Miller 2024, with G/(G − 1))."""
    n, mean = len(scores), sum(scores) / len(scores)
    groups = len(set(cluster))
    total = sum((scores[i] - mean) * (scores[j] - mean) for i in range(n) for j in range(n) if cluster[i] == cluster[j])
    return math.sqrt(groups / (groups - 1) * total) / n


@pytest.mark.parametrize("seed", range(5))
def test_a_mean_has_the_textbooks_errors(seed):
    generator = np.random.default_rng(seed)
    scores = generator.normal(size=60) + np.repeat(generator.normal(size=12), 5)
    clusters = [f"c{i // 5 if i < 40 else i // 10}" for i in range(60)]
    statistics = np.column_stack([scores, np.ones(60)])
    errors = cluster_errors(influences(statistics, METRICS["mean"]), clusters)
    assert errors.naive == pytest.approx(scores.std(ddof=1) / math.sqrt(60), rel=1e-10, abs=0)
    assert errors.clustered == pytest.approx(by_loops(scores.tolist(), clusters), rel=1e-10, abs=0)
    assert errors.design_effect == pytest.approx((errors.clustered / errors.naive) ** 2)


def test_items_that_are_all_repeated_are_worth_as_many_as_they_are():
    once = np.column_stack([np.arange(40.0) ** 0.5, np.ones(40)])
    ten = np.repeat(once, 10, axis=0)
    errors = cluster_errors(influences(ten, METRICS["mean"]), [str(i // 10) for i in range(400)])
    alone = cluster_errors(influences(once, METRICS["mean"]), [str(i) for i in range(40)])
    assert errors.clustered == pytest.approx(alone.naive, rel=1e-10, abs=0)
    assert errors.design_effect == pytest.approx(10, rel=0.03, abs=0)


def test_a_ratio_has_the_error_of_its_bootstrap():
    generator = np.random.default_rng(3)
    whole = generator.integers(5, 15, 400)
    statistics = np.column_stack([generator.binomial(whole, 0.6), whole]).astype(float)
    drawn = statistics[generator.integers(0, 400, (4000, 400))].sum(axis=1)
    naive = cluster_errors(influences(statistics, METRICS["ratio"]), [str(i) for i in range(400)]).naive
    assert naive == pytest.approx((drawn[:, 0] / drawn[:, 1]).std(), rel=0.05, abs=0)


def test_a_comparison_says_what_its_clusters_do():
    old, new = [0, 0, 1, 1, 0, 1] * 10, [1, 1, 1, 1, 0, 0] * 10
    clusters = [str(i // 3) for i in range(60)]
    result = core.compare(old, new, clusters=clusters)
    assert result.n_clusters == result.clusters.n_clusters == 20
    assert (result.clusters.sizes.smallest, result.clusters.sizes.largest) == (3, 3)
    difference = np.subtract(new, old)
    assert result.clusters.naive == pytest.approx(difference.std(ddof=1) / math.sqrt(60))
    assert result.clusters.clustered == pytest.approx(by_loops(difference.tolist(), clusters))
    told = result.to_dict()["clusters"]
    assert told["design_effect"] == pytest.approx(result.clusters.design_effect)
    assert told["sizes"] == {"smallest": 3, "median": 3.0, "largest": 3}
    assert any(note.startswith("There are only 20 clusters. Under about 30") for note in result.notes)
    assert "clusters" not in core.compare(old, new).to_dict()
    enough = core.compare(old, new, clusters=[str(i // 2) for i in range(60)])
    assert not any("clusters" in note for note in enough.notes)


def test_a_ranking_has_the_errors_of_every_score():
    scores = {"a": [1, 1, 0, 0] * 10, "b": [1, 0, 1, 0] * 10, "c": [0] * 40}
    clusters = [str(i // 2) for i in range(40)]
    ranking = core.rank(core.Scores.from_systems(scores, clusters=clusters))
    assert ranking.n_clusters == 20
    for system, errors in zip(ranking.systems, ranking.clusters, strict=True):
        assert errors.clustered == pytest.approx(by_loops(scores[system.name], clusters))
    assert core.rank(scores).clusters is None
