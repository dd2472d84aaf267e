"""Groups against references, enumeration and plain loops."""

from dataclasses import replace
from itertools import permutations
from math import comb

import numpy as np
import pytest
from scipy import stats

import core
from core.groups import by_group
from core.groups.heterogeneity import cochran_q, gail_simon, heterogeneity_pvalue, moments, partial_conjunction
from core.report.groups import group_rows, group_sentences
from core.report.numbers import POINTS
from tests.core.groups.reference import REFERENCE

PVALUES = [0.25285439418811073, 0.755228657504631, 0.04703102743951604, 0.03153949735315109]
HOLM = [0.5057087883762215, 0.755228657504631, 0.1410930823185481, 0.12615798941260437]
BH = [0.33713919, 0.75522866, 0.09406205, 0.09406205]


def reference_pair():
    baseline, experimental, groups = [], [], []
    for name, (n, helped, hurt) in REFERENCE.items():
        baseline += [0] * helped + [1] * hurt + [0] * (n - helped - hurt)
        experimental += [1] * helped + [0] * hurt + [0] * (n - helped - hurt)
        groups += [name] * n
    return core.PairedScores.from_scores(baseline, experimental), groups


@pytest.fixture(scope="module")
def found():
    return by_group(*reference_pair())


def in_order(found, name):
    return [getattr(next(each for each in found.groups if each.name == group), name) for group in REFERENCE]


def test_reference_pvalues(found):
    assert in_order(found, "pvalue") == pytest.approx(PVALUES, rel=1e-9, abs=0)
    assert in_order(found, "adjusted_pvalue") == pytest.approx(HOLM, rel=1e-9, abs=0)
    assert in_order(by_group(*reference_pair(), correction="bh"), "adjusted_pvalue") == pytest.approx(BH, abs=1e-8)


def test_reference_heterogeneity(found):
    q, pvalue, _ = found.heterogeneity
    assert q == pytest.approx(8.959587, abs=1e-6)
    assert pvalue == pytest.approx(stats.chi2.sf(q, 3), abs=0.01)
    assert found.qualitative == pytest.approx((1.621471, 0.324598), abs=1e-6)
    assert found.at_least == 0


def test_the_dictionary_has_the_printed_keys(found):
    said = found.to_dict()
    assert set(said["groups"][0]) == {
        "name", "n_items", "baseline", "experimental", "difference", "interval", "helped", "hurt", "pvalue",
        "adjusted_pvalue", "verdict",
    }  # fmt: skip
    assert set(said["heterogeneity"]) == {"statistic", "pvalue", "method"}
    assert set(said["qualitative"]) == {"statistic", "pvalue"}
    assert {group["verdict"] for group in said["groups"]} == {"not shown"}


def plain_q(differences, groups):
    parts = [np.array([d for d, g in zip(differences, groups, strict=True) if g == k]) for k in sorted(set(groups))]
    variances = [part.var(ddof=1) if len(set(part)) > 1 else np.var(differences) for part in parts]
    weights = np.array([len(part) / variance for part, variance in zip(parts, variances, strict=True)])
    means = np.array([part.mean() for part in parts])
    return (weights * (means - (weights * means).sum() / weights.sum()) ** 2).sum()


def test_heterogeneity_against_all_permutations():
    differences, groups = np.array([1.0, 2, 0, 1, -1, 0.5, -2]), np.array([0, 0, 0, 1, 1, 1, 1])
    observed = plain_q(differences, groups)
    every = [plain_q(differences, list(order)) for order in set(permutations(groups.tolist()))]
    exact = np.mean(np.array(every) >= observed - 1e-9)
    for values in (differences, differences + 1e-3 * np.arange(7)):  # few distinct values, and more
        q, pvalue, n = heterogeneity_pvalue(values, groups, 19_999, seed=3)
        if values is differences:
            assert q == pytest.approx(observed)
            assert abs(pvalue - exact) < 3 * np.sqrt(exact * (1 - exact) / n) + 1 / n


def test_many_distinct_values_are_permuted_as_few_are():
    rng = np.random.default_rng(5)
    differences = rng.normal(size=60)
    groups = np.repeat([0, 1, 2], 20)
    _, shuffled, _ = heterogeneity_pvalue(differences, groups, 4_000)
    f = stats.f_oneway(*(differences[groups == g] for g in range(3)))
    assert shuffled == pytest.approx(f.pvalue, abs=0.06)


def test_order_of_items_changes_nothing():
    pair, groups = reference_pair()
    order = np.random.default_rng(0).permutation(len(pair))
    moved = core.PairedScores.from_scores(pair.baseline[order, 0], pair.experimental[order, 0])
    again = by_group(moved, [groups[i] for i in order])
    assert again.groups == by_group(pair, groups).groups
    assert again.heterogeneity == by_group(pair, groups).heterogeneity


def test_gail_simon_is_the_mixture_of_chi_squares():
    d, se = np.array([0.3, -0.2, 0.1, -0.4]), np.array([0.1, 0.1, 0.2, 0.15])
    up = sum((x / s) ** 2 for x, s in zip(d, se, strict=True) if x > 0)
    down = sum((x / s) ** 2 for x, s in zip(d, se, strict=True) if x < 0)
    tail = sum(comb(3, h) / 8 * (1 - stats.chi2.cdf(min(up, down), h)) for h in (1, 2, 3))
    assert gail_simon(d, se) == pytest.approx((min(up, down), tail))


def test_partial_conjunction_counts_what_all_smaller_claims_support():
    assert partial_conjunction(np.array([0.001, 0.001, 0.2])) == 2
    assert partial_conjunction(np.array([0.04, 0.04, 0.04])) == 0


def test_groups_without_variance_have_a_statistic():
    q = cochran_q(*moments(np.array([1.0, 1, 1, -1, -1, -1]), np.array([0, 0, 0, 1, 1, 1])))
    assert np.isfinite(q)
    assert cochran_q(*moments(np.zeros(6), np.array([0, 0, 0, 1, 1, 1]))) == 0


def test_clusters_stay_whole_and_lie_in_one_group():
    pair = core.PairedScores.from_scores([0, 0, 1, 0], [1, 1, 1, 0], clusters=["a", "a", "b", "b"])
    assert len(by_group(pair, ["x", "x", "y", "y"]).groups) == 2
    with pytest.raises(core.DataError, match="Cluster 'a'"):
        by_group(pair, ["x", "y", "y", "y"])


@pytest.mark.parametrize(
    ("groups", "said"), [(["a"] * 4, "1 value"), (None, "no groups"), (["a", "b"], "2 group names for 4 items")]
)
def test_what_is_no_grouping_is_a_sentence(groups, said):
    with pytest.raises(core.DataError, match=said):
        by_group(core.PairedScores.from_scores([0, 0, 1, 1], [1, 1, 1, 0]), groups)


def test_a_group_of_one_item_is_named():
    found = by_group(core.PairedScores.from_scores([0, 0, 1], [1, 1, 1]), ["a", "a", "b"])
    assert found.notes[0] == "1 group of one item (b) can show nothing."
    assert found.notes[1].startswith("The interval of 1 group (a) excludes zero")


def test_measures_of_the_same_items_are_rows_with_their_own_direction():
    exact = core.PairedScores.from_scores([0, 0, 0, 0, 1, 1], [1, 1, 1, 1, 1, 1])
    seconds = replace(core.PairedScores.from_scores([3.0, 4, 2, 5], [2.0, 3, 1, 4]), lower_is_better=True)
    found = core.by_measure({"exact": exact, "seconds": seconds})
    assert [(one.name, one.n_items, one.pvalue) for one in found.groups] == [("exact", 6, 0.125), ("seconds", 4, 0.125)]
    assert [each.adjusted_pvalue for each in found.groups] == [0.25, 0.25]
    assert found.to_dict()["heterogeneity"] is None
    assert found.at_least == 0
    assert len(group_rows(found, POINTS)) == 3
    assert "same items" in group_sentences(found)[0]
    assert len(found.to_frame()) == 2
    mirrored = core.by_measure({"exact": exact.swapped(), "seconds": seconds.swapped()})
    assert [each.pvalue for each in mirrored.groups] == [each.pvalue for each in found.groups]


def test_the_number_of_better_measures_goes_by_their_own_direction():
    faster = replace(core.PairedScores.from_scores(range(2, 32), range(1, 31)), lower_is_better=True)
    found = core.by_measure({"seconds": faster, "steps": faster})
    assert {each.verdict for each in found.groups} == {"better"}
    assert found.at_least == 2


def test_one_measure_is_no_choice():
    with pytest.raises(core.OptionError, match="two or more measures"):
        core.by_measure({"exact": core.helped_hurt(4, 2, 0)})
