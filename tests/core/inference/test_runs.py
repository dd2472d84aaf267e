"""Runs: trials drawn within items against the formula and by hand; seeds that all items share against SciPy's t."""

import numpy as np
import pytest
from scipy.stats import t as students_t
from scipy.stats import ttest_ind

from benchmarks.shared_seeds import false_alarms
from core import NotExactError, OptionError, compare, rank
from core.data.provenance import share_of_runs
from core.data.scores import Scores
from core.metrics import METRICS
from core.ranking.joint import joint_scores


def with_runs(items, runs, *, between, within, n_systems=2, seed=0):
    generator = np.random.default_rng(seed)
    truth = between * generator.normal(size=(1, 1, items, 1))
    values = truth + within * generator.normal(size=(n_systems, runs, items, 1))
    return Scores.from_systems({f"s{i}": each for i, each in enumerate(values)})


def test_the_spread_is_that_of_both_levels():
    scores = with_runs(40, 3, between=1, within=2)
    drawn = joint_scores(scores, METRICS["mean"], n_resamples=4_000, seed=1)
    for system in range(2):
        values = scores.statistics[system, :, :, 0]
        # Drawing n items of n, then r runs of r within each, is a sum of two variances.
        expected = values.mean(axis=0).var() / 40 + values.var(axis=0).mean() / 3 / 40
        # Four standard errors of the variance and of the mean of 4,000 draws, which are nearly normal.
        assert drawn[:, system].var() == pytest.approx(expected, rel=4 * np.sqrt(2 / 4_000), abs=0)
        assert drawn[:, system].mean() == pytest.approx(values.mean(), abs=4 * np.sqrt(expected / 4_000))


def test_a_run_that_is_lacking_is_never_drawn():
    values = np.array([[[1.0], [2.0]], [[np.nan], [4.0]]])
    drawn = joint_scores(Scores.from_systems({"a": values, "b": values}), METRICS["mean"], n_resamples=500, seed=0)
    # A drawn first item is always 1, the second the mean of two of 2 and 4: 2, 3 or 4.
    possible = {(x + y) / 2 for x in (1, 2, 3, 4) for y in (1, 2, 3, 4)}
    assert set(drawn.ravel().tolist()) <= possible
    assert (drawn.min(), drawn.max()) == (1, 4)


@pytest.mark.parametrize(("between", "within", "share"), [(1, 1, 0.5), (1, 2, 0.8), (2, 1, 0.2)])
def test_the_share_of_runs_is_found_again(between, within, share):
    assert share_of_runs(with_runs(4_000, 3, between=between, within=within).statistics) == pytest.approx(
        share, abs=0.03
    )


def test_nested_intervals_are_wider_and_the_permutation_stays_exact():
    scores = with_runs(60, 3, between=0.2, within=2)
    means, nested = rank(scores, n_resamples=2_000), rank(scores, runs="nested", n_resamples=2_000)
    for one, other in zip(means.systems, nested.systems, strict=True):
        assert other.interval[1] - other.interval[0] > 1.2 * (one.interval[1] - one.interval[0])
        assert one.score == other.score
    assert nested.pairs == means.pairs
    assert nested.pairs[0].method == "numerical"


def test_the_nested_bootstrap_test_counts_the_same_resamples():
    scores = with_runs(30, 3, between=1, within=2, n_systems=3)
    result = rank(scores, runs="nested", test="bootstrap", n_resamples=1_000)
    drawn = joint_scores(scores, METRICS["mean"], n_resamples=1_000, seed=0)
    for pair in result.pairs:
        difference = drawn[:, scores.system(pair.first)] - drawn[:, scores.system(pair.second)]
        tails = ((difference <= 0).mean(), (difference >= 0).mean())
        assert pair.pvalue == pytest.approx(min(1, 2 * min(tails)))
        assert pair.method == "monte-carlo"


@pytest.mark.parametrize("runs", ["nested", "crossed"])
@pytest.mark.parametrize("verb", [compare, rank])
def test_one_run_scores_of_all_runs_and_clusters_are_neither_nested_nor_crossed(verb, runs):
    once = Scores.from_systems({"a": [0, 1, 1, 1], "b": [1, 0, 0, 0]})
    why = rf"runs == '{runs}' needs .*, but there is one: use runs='mean' \(leave out --{runs}\)\.$"
    with pytest.raises(OptionError, match=why):
        verb(once, runs=runs)
    samples = {"a": [[[1], [0]], [[1], [1]]], "b": [[[0], [0]], [[0], [0]]]}
    with pytest.raises(OptionError, match=f"'{runs}' needs .*, but pass@2 makes one score of an item's runs"):
        verb(Scores.from_systems(samples), metric="pass@2", runs=runs)
    with pytest.raises(OptionError, match="cannot be combined with clusters"):
        verb(Scores.from_systems(samples, clusters=["x", "y"]), runs=runs)


def test_compare_draws_the_nested_resamples_of_a_ranking():
    scores = with_runs(30, 3, between=1, within=2)
    drawn = joint_scores(scores, METRICS["mean"], n_resamples=1_100, seed=0)
    difference = drawn[:, 1] - drawn[:, 0]
    result = compare(scores, runs="nested", test="bootstrap", margin=0.5, n_resamples=1_100)
    interval = result.confidence_interval()
    assert (interval.low, interval.high) == pytest.approx(
        np.quantile(difference, [0.025, 0.975], method="inverted_cdf"), rel=1e-12, abs=0
    )
    assert result.pvalue == pytest.approx(2 * min((difference <= 0).mean(), (difference >= 0).mean()))
    assert result.equivalence.noninferiority_pvalue == pytest.approx((difference <= -0.5).mean())
    own = result.own_intervals()[1]
    assert (own.low, own.high) == pytest.approx(
        np.quantile(drawn[:, 1], [(1 - 0.95) / 2, (1 + 0.95) / 2], method="inverted_cdf")
    )
    assert compare(scores, runs="nested").pvalue == compare(scores).pvalue


def test_nested_resamples_do_not_depend_on_the_order_of_named_items():
    values = with_runs(30, 3, between=1, within=2).statistics[..., :1]
    order = np.random.default_rng(3).permutation(30)
    names = [f"q{i}" for i in range(30)]
    listed, moved = (
        Scores.from_systems({f"s{i}": each[:, items] for i, each in enumerate(values)}, ids=[names[i] for i in items])
        for items in (np.arange(30), order)
    )
    results = [compare(each, runs="nested", n_resamples=500) for each in (listed, moved)]
    assert results[0].confidence_interval() == results[1].confidence_interval()
    rankings = [rank(each, runs="nested", correction="maxt", n_resamples=500) for each in (listed, moved)]
    assert rankings[0].systems == rankings[1].systems
    assert rankings[0].pairs == rankings[1].pairs


def by_formula(values, others):
    """The difference, its standard error and degrees of freedom, of runs ``(k, n)`` that all items share."""
    d = others.mean(axis=0) - values.mean(axis=0)
    parts = [(d.var(ddof=1) / len(d), len(d) - 1)]
    parts += [(each.mean(axis=1).var(ddof=1) / len(each), len(each) - 1) for each in (values, others)]
    variance = sum(part for part, _ in parts)
    return d.mean(), np.sqrt(variance), variance**2 / sum(part**2 / df for part, df in parts)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_crossed_runs_are_students_t(seed, alternative):
    generator = np.random.default_rng(seed)
    skill = generator.normal(0, 0.3, (2, 3, 1))
    values = (generator.normal(size=(1, 1, 50)) + skill + generator.normal(size=(2, 3, 50)) > 0).astype(float)
    difference, error, df = by_formula(*values)
    scores = Scores.from_systems({"a": values[0][..., None], "b": values[1][..., None]})
    result = compare(scores, runs="crossed", alternative=alternative, margin=0.2)
    t = students_t(df, difference, error)
    tails = {"greater": t.cdf(0), "less": t.sf(0), "two-sided": 2 * min(t.cdf(0), t.sf(0))}
    assert result.pvalue == pytest.approx(tails[alternative], rel=1e-9, abs=0)
    assert (result.method, result.statistic) == ("approximate", pytest.approx(difference))
    interval = result.confidence_interval()
    assert (interval.low, interval.high) == pytest.approx(t.interval(0.95), rel=1e-9, abs=0)
    assert result.equivalence.noninferiority_pvalue == pytest.approx(t.cdf(-0.2), rel=1e-9, abs=0)
    assert result.equivalence.baseline_noninferiority_pvalue == pytest.approx(t.sf(0.2), rel=1e-9, abs=0)
    ranking = rank(scores, runs="crossed")
    assert ranking.pairs[0].pvalue == pytest.approx(tails["two-sided"], rel=1e-9, abs=0)
    assert result.bootstrap_distribution.quantile(0.025) == pytest.approx(t.ppf(0.025), rel=0.02, abs=0)


def test_without_items_that_vary_crossed_runs_are_welchs_test():
    seeds = {"a": [0.1, 0.3, 0.4], "b": [0.8, 0.5, 0.9, 0.7]}
    longest = max(map(len, seeds.values()))
    runs = {
        name: np.array([[[value]] * 30 for value in values] + [[[np.nan]] * 30] * (longest - len(values)))
        for name, values in seeds.items()
    }
    result = compare(Scores.from_systems(runs), runs="crossed")
    assert result.pvalue == pytest.approx(ttest_ind(*seeds.values(), equal_var=False).pvalue, rel=1e-9, abs=0)
    assert result.spread_of_runs == pytest.approx([np.std(each, ddof=1) for each in seeds.values()])


def test_crossed_runs_of_a_metric_that_is_no_mean_are_the_jackknife():
    generator = np.random.default_rng(3)
    counts = generator.integers(1, 9, (2, 3, 40, 2)).astype(float)
    scores = Scores.from_systems({"a": counts[0], "b": counts[1]})
    result = compare(scores, runs="crossed", metric="f1-errors")

    def f1(sums):
        return sums[0] / (sums[0] + sums[1] / 2)

    means = counts.mean(axis=1)
    without = np.array([[f1(np.delete(m, i, 0).sum(axis=0)) for i in range(40)] for m in means])
    d = without[1] - without[0]
    of_items = 39**2 / 40 * np.var(d + 0.0, ddof=1)
    of_seeds = [
        4 / 3 * np.var([f1(np.delete(runs, r, 0).mean(axis=0).sum(axis=0)) for r in range(3)], ddof=1)
        for runs in counts
    ]
    assert result.estimate.error**2 == pytest.approx(of_items + sum(of_seeds), rel=1e-3, abs=0)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (
            {"a": [[[1], [0]], [[np.nan], [1]]], "b": [[[0], [0]], [[0], [0]]]},
            "needs every item in every run, but a lacks some",
        ),
        (
            {"a": [[[1], [0]], [[np.nan], [np.nan]]], "b": [[[0], [0]], [[0], [0]]]},
            "needs two or more runs of each system, but a has one",
        ),
        ({"a": [[[1], [1]], [[1], [1]]], "b": [[[0], [0]], [[0], [0]]]}, "needs scores that vary"),
    ],
)
@pytest.mark.parametrize("verb", [compare, rank])
def test_what_cannot_be_crossed_is_refused(verb, values, why):
    with pytest.raises(OptionError, match=why):
        verb(Scores.from_systems(values), runs="crossed")


@pytest.mark.parametrize(("method", "error"), [("exact", NotExactError), ("monte-carlo", OptionError)])
def test_students_t_is_neither_exact_nor_sampled(method, error):
    why = f"method == '{method}' is not possible here: .* Student's t, which is approximate. Use method='auto'"
    with pytest.raises(error, match=why):
        compare(with_runs(20, 3, between=1, within=1), runs="crossed", method=method)


@pytest.mark.parametrize("verb", [compare, rank])
def test_nested_runs_that_look_like_seeds_are_warned_of(verb):
    scores = with_runs(20, 2, between=1, within=1)
    named = Scores.from_systems(dict(zip("ab", scores.statistics[..., :1], strict=True)), runs=["seed 1", "seed 2"])
    with pytest.warns(UserWarning, match=r"same names for all items \(seed 1, seed 2\), as seeds have"):
        result = verb(named, runs="nested", n_resamples=200)
    assert "Use runs='crossed' (--crossed)." in result.notes[-1]
    assert not any("as seeds have" in note for note in verb(named).notes)


def test_systems_that_are_the_same_in_every_run_do_not_differ():
    values = np.random.default_rng(0).random((3, 10, 1))
    result = compare(Scores.from_systems({"a": values, "b": values}), runs="crossed")
    assert (result.pvalue, result.statistic, result.significant) == (1.0, 0.0, False)


@pytest.mark.thorough
def test_crossed_runs_find_hardly_more_among_equal_systems_than_they_may():
    assert false_alarms(300)["crossed"] <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
