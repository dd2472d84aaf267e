"""Documents within tasks: whole documents are drawn and swapped within each task, against enumeration."""

from fractions import Fraction
from itertools import product

import pytest

import core
from core import compare, rank
from core.report import POINTS, methods_paragraph
from tests.oracles import strata as oracle

TESTS = ("permutation", "bootstrap", "shifted-bootstrap")
# Both systems' numbers by task and document: documents of one, two and three items.
DOCUMENTS = ([[(0, 1), (1, 1)], [(0, 1)], [(1, 0), (0, 1), (2, 3)]], [[(3, 1)], [(0, 2), (1, 1)], [(0, 1)]])
# As many items in each document of a task, so that the bootstrap is a sum of draws.
ALIKE = ([[(0, 1), (1, 1)], [(0, 1), (0, 0)], [(1, 0), (0, 1)]], [[(3, 1)], [(0, 2)]])


def of_documents(tasks):
    rows = [
        (a, e, f"task {t}", f"document {t}.{c}")
        for t, clusters in enumerate(tasks) for c, items in enumerate(clusters) for a, e in items
    ]  # fmt: skip
    return zip(*rows, strict=True)


def summed(tasks):
    """Each document as one item: what both systems have in all, and how many items."""
    return [[tuple((sum(side), len(items)) for side in zip(*items, strict=True)) for items in task] for task in tasks]


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("test", TESTS)
def test_clusters_are_drawn_and_swapped_whole_within_their_strata(test, alternative):
    for data in (DOCUMENTS, ALIKE):
        a, e, strata, clusters = of_documents(data)
        options = {"strata": strata, "clusters": clusters, "test": test, "alternative": alternative}
        result = compare(a, e, **options, n_resamples=20_000)
        truth = float(oracle.pvalue(test, alternative, False, summed(data), oracle.share))
        assert result.statistic == pytest.approx(float(oracle.difference(summed(data), oracle.share)), abs=1e-15)
        assert (result.n_clusters, len(result.strata)) == (sum(map(len, data)), 2)
        if test == "permutation" or data is ALIKE:
            assert result.computed
            assert result.pvalue == pytest.approx(truth, abs=1e-12)
        else:
            low, high = result.pvalue_interval
            assert low <= truth <= high


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_a_ranking_draws_and_swaps_clusters_within_strata(alternative):
    a, e, strata, clusters = of_documents(ALIKE)
    ranking = rank({"old": a, "new": e}, strata=strata, clusters=clusters, baseline="old", alternative=alternative)
    truth = oracle.pvalue("permutation", alternative, False, summed(ALIKE), oracle.share)
    assert ranking.pairs[0].pvalue == pytest.approx(float(truth), abs=1e-12)
    assert (ranking.n_clusters, ranking.strata) == (5, {"task 0": 6, "task 1": 2})
    scores = {each.name: each.score for each in ranking.systems}
    for name, side in (("old", 0), ("new", 1)):
        tasks = [[[item[side] for item in items] for items in task] for task in ALIKE]
        drawn = [
            [Fraction(sum(map(sum, some)), sum(map(len, some))) for some in product(task, repeat=len(task))]
            for task in tasks
        ]
        means = sorted(sum(each) / 2 for each in product(*drawn))
        at = [means[-(-len(means) * q // 1000) - 1] for q in (25, 975)]
        found = next(each.interval for each in ranking.systems if each.name == name)
        assert found == pytest.approx(tuple(map(float, at)), abs=1e-12)
        wanted = sum(Fraction(sum(map(sum, task)), sum(map(len, task))) for task in tasks) / 2
        assert scores[name] == pytest.approx(float(wanted), abs=1e-15)


def test_standard_errors_of_a_macro_average_add_up_over_its_tasks():
    a, e, strata, clusters = of_documents(DOCUMENTS)
    result = compare(a, e, strata=strata, clusters=clusters)
    naive, clustered = Fraction(0), Fraction(0)
    for task in DOCUMENTS:
        items = [e - a for document in task for a, e in document]
        mean, n, g = Fraction(sum(items), len(items)), len(items), len(task)
        off = [sum((e - a - mean) for a, e in document) / n for document in task]
        naive += Fraction(n, n - 1) * sum(((d - mean) / n) ** 2 for d in items) / 4
        clustered += Fraction(g, g - 1) * sum(each**2 for each in off) / 4
    assert result.clusters.naive == pytest.approx(float(naive) ** 0.5, rel=1e-12, abs=0)
    assert result.clusters.clustered == pytest.approx(float(clustered) ** 0.5, rel=1e-12, abs=0)
    assert rank({"a": a, "b": e}, strata=strata, clusters=clusters).n_clusters == 6


def test_a_task_of_one_document_leaves_its_variance_unknown():
    result = compare([0, 1, 0, 1], [1, 1, 1, 0], strata=list("xxyy"), clusters=list("abcc"))
    assert result.clusters.clustered is None
    assert any("1 task has only one cluster (y)" in note for note in result.notes)
    said = methods_paragraph(result, POINTS)
    assert "clusters were resampled within each task" in said
    assert "standard error of the difference" not in said


def test_a_cluster_lies_within_one_stratum():
    with pytest.raises(core.DataError, match="Cluster 'p' has items of the tasks 'x' and 'y'"):
        compare([0, 1], [1, 1], strata=["x", "y"], clusters=["p", "p"])
