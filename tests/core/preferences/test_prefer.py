"""Two systems and many: reference values, enumeration, both orders, and type I error rates."""

import itertools
import json

import numpy as np
import pytest
from scipy.special import logit

from core.preferences import Preferences, prefer
from core.report.preferences import preferences_sentences
from tests.core.preferences.test_strengths import AGRESTI, BASEBALL, TEAMS

REFERENCES = [
    ((90, 30, 70), 0.13282253314752565),
    ((53, 120, 27), 0.004868154149559423),
    ((40, 0, 60), 0.05688793364098089),
    ((1, 98, 1), 1.0),
    ((6, 0, 0), 0.03125),
]


def counted(wins, ties, losses):
    n = wins + ties + losses
    verdicts = [1] * wins + [0] * ties + [-1] * losses
    return Preferences.from_judgments([f"q{i}" for i in range(n)], ["new"] * n, ["old"] * n, verdicts)


def baseball():
    rows = [
        (f"{i} {j} {k}", TEAMS[i], TEAMS[j], 1)
        for i, j in itertools.permutations(range(7), 2) for k in range(BASEBALL[i, j])
    ]  # fmt: skip
    return Preferences.from_judgments(*zip(*rows, strict=True))


@pytest.mark.parametrize(("counts", "pvalue"), REFERENCES)
def test_reference_values(counts, pvalue):
    result = prefer(counted(*counts))
    assert (result.wins, result.ties, result.losses) == counts
    assert result.pvalue == pytest.approx(pvalue, rel=1e-9, abs=0)
    assert result.method == "exact"
    assert result.win_rate == pytest.approx((counts[0] + counts[1] / 2) / sum(counts), rel=1e-12, abs=0)
    low, high = result.win_rate_interval
    assert low <= result.win_rate <= high


def test_baseball_strengths_are_win_rates_against_the_average_team():
    ranking = prefer(baseball(), n_resamples=200)
    assert [each.name for each in ranking.systems] == list(TEAMS)
    theta = logit([each.strength for each in ranking.systems])
    assert theta - theta[-1] == pytest.approx(AGRESTI, abs=1e-6)
    assert theta.mean() == pytest.approx(0, abs=1e-9)
    for each in ranking.systems:
        assert each.interval[0] <= each.strength <= each.interval[1]
        assert each.rank_interval[0] <= each.rank <= each.rank_interval[1]
    assert len(ranking.pairs) == 21
    assert sum(pair.wins + pair.losses for pair in ranking.pairs) == BASEBALL.sum()


def several_judges(generator, n_items=9):
    """Return judgments in two orders by three judges of each item, with some verdicts missing."""
    rows = []
    for item, judge, swapped in itertools.product(range(n_items), "xyz", (False, True)):
        if generator.random() < 0.9:
            first, second = ("old", "new") if swapped else ("new", "old")
            rows.append((f"q{item}", first, second, int(generator.integers(-1, 2)), judge))
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_two_orders_and_three_judges_against_enumeration(seed):
    rows = several_judges(np.random.default_rng(seed))
    items, first, second, verdicts, judges = zip(*rows, strict=True)
    result = prefer(Preferences.from_judgments(items, first, second, verdicts, judges=judges, names=("new", "old")))
    sums = {}
    for item, a, _, verdict, _ in rows:
        sums[item] = sums.get(item, 0) + (verdict if a == "new" else -verdict)
    observed = abs(sum(sums.values()))
    swaps = [abs(np.dot(signs, list(sums.values()))) for signs in itertools.product((1, -1), repeat=len(sums))]
    assert result.pvalue == pytest.approx(np.mean([each >= observed for each in swaps]), rel=1e-12, abs=0)
    assert (result.n_items, result.n_judgments, result.n_judges) == (len(sums), len(rows), 3)
    assert result.net_wins == sum(sums.values())

    seen = [(item, judge) for item, *_, judge in rows]
    both = [row for row in rows if seen.count((row[0], row[-1])) == 2]
    by_order = {}
    for item, a, _, verdict, _ in both:
        by_order.setdefault(item, {"new": 0, "old": 0})[a] += verdict if a == "new" else -verdict
    flipped = sum(np.sign(each["new"]) != np.sign(each["old"]) for each in by_order.values())
    assert result.orders.flipped == flipped
    assert result.orders.share == flipped / len(by_order)
    assert result.orders.first_position_rate == pytest.approx(
        (1 + np.mean([verdict for *_, verdict, _ in both])) / 2, rel=1e-12, abs=0
    )


def test_a_pair_of_many_is_tested_as_two_systems_are():
    rows = several_judges(np.random.default_rng(3), 12)
    third = [(item, a, "third", v, judge) for item, a, _, v, judge in several_judges(np.random.default_rng(4), 12)]
    items, first, second, verdicts, judges = zip(*rows, *third, strict=True)
    data = Preferences.from_judgments(items, first, second, verdicts, judges=judges)
    ranking = prefer(data, n_resamples=50, correction="none")
    assert len(ranking.pairs) == 3
    for pair in ranking.pairs:
        alone = prefer(data, systems=(pair.first, pair.second))
        assert (pair.wins, pair.ties, pair.losses) == (alone.wins, alone.ties, alone.losses)
        assert pair.pvalue == pytest.approx(alone.pvalue, rel=1e-9, abs=0)


def test_the_order_of_judgments_changes_nothing():
    rows = [(f"q{i % 20}", *pair, (i * i) % 3 - 1) for i in range(30) for pair in itertools.permutations("abc", 2)]
    moved = [rows[i] for i in np.random.default_rng(1).permutation(len(rows))]
    names = ["c", "a", "b"]
    found, other = (
        prefer(Preferences.from_judgments(*zip(*each, strict=True), names=order), n_resamples=200)
        for each, order in ((rows, names), (moved, names[::-1]))
    )
    assert {each.name: each for each in found.systems} == {each.name: each for each in other.systems}


def test_a_judge_that_prefers_the_first_answer_is_found_out():
    rows = [(f"q{i}", a, b, 1 if i % 4 else -1) for i in range(80) for a, b in (("new", "old"), ("old", "new"))]
    result = prefer(Preferences.from_judgments(*zip(*rows, strict=True)))
    assert result.pvalue == 1
    assert result.orders.flipped == 80
    assert result.orders.first_position_rate == 0.75
    assert "The answer shown first wins 75 %" in result.notes[-1]


def test_judges_who_saw_one_order_each_say_nothing_of_the_order():
    rows = [(f"q{i}", *pair, 1, judge) for i in range(20) for *pair, judge in (("a", "b", "x"), ("b", "a", "y"))]
    *judgments, judges = zip(*rows, strict=True)
    assert prefer(Preferences.from_judgments(*judgments, judges=judges)).orders is None
    assert prefer(Preferences.from_judgments(*judgments)).orders.flipped == 20


@pytest.mark.thorough
def test_type_one_error_with_a_judge_that_prefers_the_first_position():
    """Both orders cancel the preference for a position; judgments of an item are correlated."""
    generator = np.random.default_rng(0)
    found = []
    for _ in range(200):
        better = generator.normal(size=60)
        rows = [
            (f"q{i}", a, b, int(np.sign((better[i] if a == "new" else -better[i]) + 0.8 + generator.normal())))
            for i in range(60) for a, b in (("new", "old"), ("old", "new"))
        ]  # fmt: skip
        found.append(prefer(Preferences.from_judgments(*zip(*rows, strict=True))).significant)
    assert np.mean(found) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)


def test_systems_that_cannot_be_placed_are_named():
    rows = [("1", "a", "b", 1), ("2", "b", "a", 1), ("3", "best", "a", 1), ("4", "b", "worst", 1)]
    ranking = prefer(Preferences.from_judgments(*zip(*rows, strict=True)), n_resamples=20)
    assert [each.name for each in ranking.systems] == ["a", "b"]
    assert [each.rank for each in ranking.systems] == [1, 1]
    assert {each.name: each.reason for each in ranking.unplaced} == {"best": "never loses", "worst": "never wins"}
    said = " ".join(preferences_sentences(ranking))
    assert "best has no strength and no rank: it never loses." in said
    assert len(ranking.pairs) == 3


def test_the_json_has_the_promised_keys():
    result = prefer(counted(90, 30, 70)).to_dict()
    assert list(result) == [
        "systems", "wins", "ties", "losses", "n_items", "n_judgments", "win_rate", "win_rate_interval", "net_wins",
        "pvalue", "method", "error_bound", "orders", "digest", "version",
    ]  # fmt: skip
    ranking = json.loads(json.dumps(prefer(baseball(), n_resamples=20).to_dict()))
    assert list(ranking["systems"][0]) == ["name", "strength", "interval", "rank", "rank_interval", "group"]
    assert list(ranking["pairs"][0]) == [
        "first", "second", "wins", "ties", "losses", "pvalue", "adjusted_pvalue", "significant",
    ]  # fmt: skip
    assert list(ranking)[:3] == ["systems", "pairs", "unplaced"]
