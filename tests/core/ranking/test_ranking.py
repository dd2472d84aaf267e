"""A ranking has the corrected tests of its pairs, and its ranks agree with joint resamples."""

import csv
from fractions import Fraction
from itertools import combinations, permutations

import joblib
import numpy as np
import pytest

from benchmarks.family_wise import KINDS, error_rates, main, most
from core import DataError, OptionError, Stopped, compare
from core.data.scores import Scores
from core.metrics import METRICS
from core.ranking.corrections import adjust, max_t
from core.ranking.joint import joint_scores, rank_ranges, ranks
from core.ranking.ranking import rank
from tests.real_data.conftest import DATA

LANGCHAIN = DATA / "eval_logs" / "langchain" / "langchain_tool_use_20x9.csv"


def simulated(systems, n, seed, spread=0.0):
    generator = np.random.default_rng(seed)
    rates = 0.6 + spread * np.arange(systems)[:, None]
    return Scores.from_systems(
        {f"s{i}": row for i, row in enumerate((generator.random((systems, n)) < rates).astype(float))}, decimals=0
    )


def test_every_pair_is_what_compare_says():
    scores = simulated(4, 80, 1, 0.08)
    result = rank(scores, correction="none")
    assert len(result.pairs) == 6
    for pair in result.pairs:
        alone = compare(scores.pair(pair.second, pair.first))
        assert (pair.pvalue, pair.difference, pair.method) == (alone.pvalue, alone.statistic, alone.method)
        assert pair.difference >= 0
    assert [p.adjusted_pvalue for p in result.pairs] == [p.pvalue for p in result.pairs]


def test_the_order_of_the_systems_changes_no_pair():
    scores = simulated(5, 60, 2, 0.05)
    values = {name: scores.pair(name, name).baseline[:, 0] for name in reversed(scores.names)}
    turned = Scores.from_systems(values, decimals=0)
    one = {frozenset((p.first, p.second)): p.adjusted_pvalue for p in rank(scores).pairs}
    other = {frozenset((p.first, p.second)): p.adjusted_pvalue for p in rank(turned).pairs}
    assert one == other


def test_identical_systems_share_rank_letter_and_interval():
    result = rank(Scores.from_systems({"a": [1, 0, 1, 1], "b": [1, 0, 1, 1], "c": [1, 0, 1, 1]}))
    assert [system.rank for system in result.systems] == [1, 1, 1]
    assert {system.group for system in result.systems} == {"a"}
    assert {system.rank_interval for system in result.systems} == {(1, 3)}
    assert [pair.pvalue for pair in result.pairs] == [1.0, 1.0, 1.0]
    assert result.best == ("a", "b", "c")


def test_a_baseline_is_the_second_of_every_pair():
    scores = simulated(4, 200, 3, 0.06)
    result = rank(scores, baseline="s1", alternative="greater")
    assert [pair.second for pair in result.pairs] == ["s1"] * 3
    for pair in result.pairs:
        assert pair.pvalue == compare(scores.pair("s1", pair.first), alternative="greater").pvalue
    assert {system.name for system in result.systems if system.group} >= {"s1"}


def test_ranks_are_counted_by_hand():
    assert ranks(np.array([0.2, 0.9, 0.9, 0.1])).tolist() == [3, 1, 1, 4]
    # 0.1 + 0.2 is 0.30000000000000004
    assert ranks(np.array([0.1 + 0.2, 0.3, 0.4, -1.0])).tolist() == [2, 2, 1, 4]


def test_rank_ranges_hold_every_rank_that_the_pairs_leave_open():
    generator = np.random.default_rng(0)
    for _ in range(200):
        m = int(generator.integers(2, 6))
        better = [pair for pair in combinations(range(m), 2) if generator.random() < 0.4]
        orders = [order for order in permutations(range(m)) if all(order.index(a) < order.index(b) for a, b in better)]
        for system, (first, last) in enumerate(rank_ranges(m, better)):
            possible = {order.index(system) + 1 for order in orders}
            assert first <= min(possible)
            assert max(possible) <= last
            assert first == 1 + sum(b == system for _, b in better)
            assert last == m - sum(a == system for a, _ in better)


def test_a_perfect_system_beside_others_that_do_not_differ_can_have_any_rank():
    result = rank({"a": [1] * 8, "b": [1] * 7 + [0], "c": [1] * 6 + [0, 0]})
    assert [system.rank_interval for system in result.systems] == [(1, 3)] * 3


def test_few_changed_items_are_noted():
    result = rank({"a": [1] * 30, "b": [1] * 27 + [0] * 3, "c": [0] * 15 + [1] * 15})
    assert [note for note in result.notes if note.startswith("In 1 of 3 pairs fewer than 10 items changed.")]
    assert sorted(pair.changed for pair in result.pairs) == [3, 15, 18]


def test_a_sampled_zero_is_never_exported():
    generator = np.random.default_rng(7)
    runs = {name: generator.normal(shift, 0.1, (2, 40, 1)) for name, shift in (("a", 0), ("b", 5))}
    result = rank(Scores.from_systems(runs), runs="nested", test="bootstrap", n_resamples=1_000)
    [pair] = result.pairs
    # The 99 % limit of no hit in 1,000, doubled for two sides.
    limit = 2 * (1 - 0.005 ** (1 / 1_000))
    assert pair.claimable_pvalue() == f"< {limit:.4f}"
    assert pair.adjusted_pvalue == pytest.approx(limit)
    document = result.to_dict()["pairs"][0]
    assert (document["pvalue"], document["pvalue_text"]) == (None, f"< {limit:.4f}")


def test_joint_resamples_keep_what_the_systems_share():
    scores = Scores.from_systems({"a": [0, 1, 2, 3], "twice": [0, 2, 4, 6], "b": [3, 1, 0, 2]})
    drawn = joint_scores(scores, METRICS["mean"], n_resamples=500, seed=0)
    assert drawn[:, 1] == pytest.approx(2 * drawn[:, 0])


@pytest.mark.parametrize("seed", range(5))
def test_max_t_lies_between_each_pvalue_and_holms(seed):
    scores = simulated(5, 120, seed, 0.05)
    raw = {(p.first, p.second): p.pvalue for p in rank(scores, correction="none").pairs}
    holm = {(p.first, p.second): p.adjusted_pvalue for p in rank(scores).pairs}
    for pair in rank(scores, correction="maxt").pairs:
        key = (pair.first, pair.second)
        assert raw[key] <= pair.adjusted_pvalue <= holm[key]


@pytest.mark.parametrize(("unit", "offset"), [(1.0, 1e4), (1e-12, 0.0), (1e9, 100.0)])
def test_step_down_does_not_depend_on_a_unit_or_on_what_all_scores_share(unit, offset):
    generator = np.random.default_rng(6)
    scores = generator.integers(0, 30, (12, 3)) / 1000
    drawn = scores[generator.integers(0, 12, (2_000, 12))].mean(axis=1)
    pvalues, pairs = np.array([0.3, 0.2, 0.1]), [(0, 1), (0, 2), (1, 2)]
    observed = scores.mean(axis=0)
    plain = max_t(pvalues, drawn, observed, pairs, "two-sided")
    moved = max_t(pvalues, (drawn + offset) * unit, (observed + offset) * unit, pairs, "two-sided")
    assert moved == pytest.approx(plain, abs=1e-12)


def test_max_t_is_what_all_joint_resamples_say():
    # Eight items; all 8^8 joint resamples were enumerated.
    systems = {f"s{i}": [int(digit) for digit in row] for i, row in enumerate(("00001001", "00100000", "11101111"))}
    found = rank(systems, correction="maxt", n_resamples=40_000)
    adjusted = {frozenset((pair.first, pair.second)): pair.adjusted_pvalue for pair in found.pairs}
    for other, exact in (("s1", 0.03527641296386719), ("s0", 0.07982635498046875)):
        error = np.sqrt(exact * (1 - exact) / 40_000)
        assert adjusted[frozenset(("s2", other))] == pytest.approx(exact, abs=4 * error)


def test_max_t_claims_no_more_than_its_resamples_can_show():
    # No resample is as extreme as these p-values: of few resamples only Holm's bound is left.
    drawn = np.random.default_rng(4).normal(size=(500, 40))
    pairs, raw = list(combinations(range(40), 2)), np.full(780, 1e-4)
    found = max_t(raw, drawn, np.zeros(40), pairs, "two-sided")
    assert found.min() > 0.05
    assert max_t(np.array([1e-9, 0.5]), drawn, np.zeros(40), [(0, 1), (0, 2)], "two-sided")[0] == 2e-9


def test_max_t_of_independent_questions_is_nearly_holms():
    # Pairs without a common system: eight independent differences, and p-values for which Holm's loses almost no power.
    drawn = np.random.default_rng(1).normal(size=(40_000, 16))
    pairs = [(2 * i, 2 * i + 1) for i in range(8)]
    raw = np.array([0.001, 0.002, 0.004, 0.006, 0.3, 0.5, 0.7, 0.9])
    found, holm = max_t(raw, drawn, np.zeros(16), pairs, "two-sided"), adjust(raw)
    for k in range(4):
        independent = 1 - (1 - raw[k]) ** (8 - k)
        assert found[k] == pytest.approx(independent, abs=4 * np.sqrt(independent / 40_000))
        assert found[k] <= holm[k]


def test_max_t_gains_where_systems_go_together():
    # Fifteen copies of one system count as one comparison, not as fifteen.
    drawn = np.repeat(np.random.default_rng(2).normal(size=(20_000, 1)), 15, axis=1)
    other = np.random.default_rng(3).normal(size=(20_000, 1))
    pairs = [(i, 15) for i in range(15)]
    found = max_t(np.full(15, 0.01), np.hstack([drawn, other]), np.zeros(16), pairs, "two-sided")
    assert found == pytest.approx(0.01, abs=0.003)


def test_progress_counts_every_pair_and_can_stop():
    calls = []
    rank(simulated(4, 30, 0), progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (7, 7)
    assert calls == sorted(calls)
    with pytest.raises(Stopped):
        rank(simulated(4, 30, 0), progress=lambda done, total: done < 3)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"correction": "unheard"}, OptionError, "must be one of holm, maxt"),
        ({"alternative": "greater"}, OptionError, "name a baseline, or use two-sided"),
        ({"baseline": "nobody"}, DataError, "No system is called 'nobody'"),
        ({"n_jobs": 0}, OptionError, "n_jobs == 0"),
        ({"metric": "f1"}, OptionError, "needs"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(options, error, message):
    with pytest.raises(error, match=message):
        rank(simulated(3, 20, 0), **options)


@pytest.mark.thorough
@pytest.mark.parametrize("correction", ["holm", "maxt"])
def test_the_number_of_processes_changes_no_bit(correction):
    # 105 pairs are two shares, 1,100 resamples two blocks; real values have sums that depend on their order.
    values = np.random.default_rng(8).normal(size=(15, 8))
    scores = Scores.from_systems({f"s{i}": row for i, row in enumerate(values)})
    options = {"correction": correction, "n_resamples": 1_100}
    alone = rank(scores, **options)
    with joblib.parallel_config(backend="threading"):
        assert rank(scores, **options, n_jobs=2) == alone


@pytest.mark.thorough
def test_processes_give_the_same_bits_and_report_progress():
    scores, calls = simulated(12, 50, 6, 0.02), []
    alone = rank(scores, n_resamples=100)
    assert rank(scores, n_resamples=100, n_jobs=2, progress=lambda *step: calls.append(step)) == alone
    assert calls[-1] == (67, 67)
    assert calls == sorted(calls)


def test_the_keys_of_the_json():
    document = rank(simulated(3, 40, 0)).to_dict()
    assert list(document) == [
        "systems", "pairs", "n_items", "metric", "test", "alternative", "alpha", "correction", "baseline", "seed",
        "digest", "version",
    ]  # fmt: skip
    assert list(document["systems"][0])[:6] == ["name", "score", "interval", "rank", "rank_interval", "group"]
    assert list(document["pairs"][0])[:7] == [
        "first", "second", "difference", "pvalue", "adjusted_pvalue", "significant", "method"
    ]  # fmt: skip


@pytest.mark.skipif(not LANGCHAIN.exists(), reason="the real inputs are not there: ../shared/data beside the project")
def test_nine_models_on_twenty_questions():
    header, *rows = csv.reader(LANGCHAIN.read_text().splitlines())
    scores = Scores.from_systems(
        {name: [float(cell) for cell in column] for name, column in zip(header, zip(*rows, strict=True), strict=True)}
    )
    oracle = csv.DictReader((DATA / "eval_logs" / "oracles" / "langchain_mcnemar_36pairs.csv").read_text().splitlines())
    exact = {frozenset((row["a"], row["b"])): Fraction(row["p_exact_fraction"]) for row in oracle}
    result = rank(scores, correction="none")
    for pair in result.pairs:
        assert pair.pvalue == pytest.approx(float(exact[frozenset((pair.first, pair.second))]), rel=1e-12, abs=0)
    counts = {c: sum(p.significant for p in rank(scores, correction=c).pairs) for c in ("none", "holm", "bh", "maxt")}
    assert (counts["none"], counts["holm"], counts["bh"]) == (22, 10, 21)
    assert 10 <= counts["maxt"] <= 22
    for first, second in combinations(result.systems, 2):
        told = next(p for p in result.pairs if {p.first, p.second} == {first.name, second.name}).significant
        assert bool(set(first.group) & set(second.group)) != told


@pytest.mark.skipif(not LANGCHAIN.exists(), reason="the real inputs are not there: ../shared/data beside the project")
@pytest.mark.thorough
def test_seventeen_runs_on_a_hundred_topics():
    path = DATA / "eval_logs" / "trec_eval" / "robust03_map_wide.csv"
    rows = list(csv.DictReader(path.read_text().splitlines()))
    scores = Scores.from_systems(
        {name: [float(row[name]) for row in rows] for name in rows[0] if name != "topic"}, decimals=4
    )
    result = rank(scores)
    assert {pair.method for pair in result.pairs} <= {"exact", "numerical"}
    assert len(result.pairs) == 136
    assert sum(pair.pvalue <= 0.05 for pair in result.pairs) == 109
    assert sum(pair.significant for pair in result.pairs) == 91


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_few_studies_of_equal_systems_find_anything(kind):
    rates = error_rates(kind, 60, n_items=60, n_resamples=300)
    assert rates["holm"] <= rates["maxt"] <= rates["none"]
    assert rates["maxt"] <= most(60)
    # Ten pairs: the case for which corrections are made.
    assert rates["none"] > most(60)


def test_the_command_prints_a_table(capsys):
    assert main(["--studies", "3", "--systems", "3", "--items", "20"]) in (0, 1)
    assert "| right or wrong |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("n", "clusters", "unit"), [(1, None, "item"), (1, ["d"], "cluster"), (2, ["d", "d"], "cluster")]
)
def test_one_item_or_cluster_is_noted_as_compare_notes_it(n, clusters, unit):
    scores = {"a": [0.25] * n, "b": [0.5] * n, "c": [0.75] * n}
    ranking = rank(scores, clusters=clusters)
    compared = compare(scores["a"], scores["b"], clusters=clusters)
    (note,) = ranking.notes
    assert note in compared.notes
    assert note.startswith(f"There is only one {unit}:")
    assert not [each for each in rank({"a": [0, 1], "b": [1, 1]}).notes if "only one" in each]


def test_few_clusters_are_noted_as_compare_notes_them():
    scores = {name: [(i * step) % 7 / 7 for i in range(60)] for name, step in (("a", 1), ("b", 3), ("c", 5))}
    clusters = [f"d{i // 6}" for i in range(60)]
    noted = [note for note in rank(scores, clusters=clusters).notes if "only 10 clusters" in note]
    assert len(noted) == 1
    assert noted[0] in compare(scores["a"], scores["b"], clusters=clusters).notes
