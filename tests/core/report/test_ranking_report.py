"""A ranking in a paper: the required facts are present, and wrong claims are absent."""

import re

import core
from core.report.numbers import POINTS
from core.report.ranking import pair_words, ranking_markdown, ranking_methods, score_words

SCORES = {"rules": [1] * 25 + [0] * 15, "old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3}


def test_the_methods_say_what_reviewers_ask_for():
    said = ranking_methods(core.rank(SCORES), POINTS)
    for statement in (
        "3 systems on the same 40 items, item by item", "in percent; higher is better", "95 % intervals over items",
        "(Clopper-Pearson)", "hold for all systems at once with a confidence of 95 %",
        "none was left out", "Each of the 3 pairs", "two-sided paired permutation test",
        "null hypothesis: the two systems' outputs for an item are exchangeable", "All p-values are exact.",
        "Holm's correction for the family of 3 comparisons (family-wise error rate 0.05): 2 of them are significant, "
        "2 before the correction", "each system was run once", "Items are taken to be independent",
        f"Helped & Hurt {core.__version__}",
    ):  # fmt: skip
        assert statement in said
    assert "(false discovery rate 0.05)" in ranking_methods(core.rank(SCORES, correction="bh"), POINTS)


def test_clusters_are_counted_with_sizes_and_both_errors():
    clustered = core.Scores.from_systems(SCORES, clusters=[str(i // 4) for i in range(40)])
    ranking = core.rank(clustered)
    said = ranking_methods(ranking, POINTS)
    assert "40 items in 10 clusters" in said
    assert re.search(r"10 clusters of 4 items each were resampled and swapped as a whole: the standard error", said)
    assert "by clusters and" in said
    assert "design effect" in said
    assert "So few clusters (under 30)" in said
    assert "Clusters are taken to be independent" in said
    report = ranking_markdown(ranking, POINTS)
    assert report.count("by single items") == 4  # each system, and the methods


def test_differences_that_do_not_add_up_are_told():
    # 33.33 and 33.17 are printed as 33.3 and 33.2; they differ by 0.17, printed as 0.2.
    ranking = core.rank({"a": [1] * 200 + [0] * 400, "b": [1] * 199 + [0] * 401})
    assert [score_words(each, ranking, POINTS) for each in ranking.systems] == ["33.3", "33.2"]
    assert pair_words(ranking.pairs[0], ranking, POINTS)[0] == "+0.2"
    assert "rounded separately" in ranking_methods(ranking, POINTS)
    even = core.rank({"a": [1] * 10, "b": [1] * 10, "c": [0] * 10})
    assert "rounded" not in ranking_methods(even, POINTS)
