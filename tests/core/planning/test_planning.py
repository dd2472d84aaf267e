"""Plans: every way to give the true difference, refused input, clusters and runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.errors import OptionError
from core.report.numbers import POINTS
from core.report.planning import gain_text, plan_sentences


def test_four_ways_to_say_what_is_true_are_one_plan():
    pilot = core.helped_hurt(200, helped=12, hurt=8, both_correct=50)
    plans = [
        core.plan(500, helped=0.06, hurt=0.04),
        core.plan(500, disagreement=0.10, gain=0.02),
        core.plan(500, baseline=0.70, experimental=0.72, agreement=0.90),
        core.plan(500, pilot=pilot),
    ]
    for each in plans:
        assert each.power == pytest.approx(0.24936942687625047, rel=1e-9, abs=0)
        assert each.smallest_n == {0.8: 2043, 0.9: 2697}
        assert each.simulated is None


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 3000), st.floats(0, 0.5), st.floats(0, 0.5), st.sampled_from(["two-sided", "greater", "less"]))
def test_swapping_the_systems_mirrors_the_plan(n, helped, hurt, alternative):
    mirror = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    plans = [
        core.plan(n, helped=helped, hurt=hurt, alternative=alternative),
        core.plan(n, helped=hurt, hurt=helped, alternative=mirror),
    ]
    shown = [each.to_dict() | {"helped": 0, "hurt": 0, "alternative": ""} for each in plans]
    assert shown[0] == shown[1]


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5000), st.floats(0.001, 0.9), st.floats(0, 1))
def test_what_a_plan_says_holds_together(n, changed, relative):
    study = core.plan(n, disagreement=changed, gain=changed * relative)
    assert 0 <= study.rejected <= 1
    if study.power is not None:
        assert study.power <= study.rejected + 1e-12
        assert study.type_m is None or study.type_m > 0
    smallest = study.smallest_gain[0.8]
    if smallest is not None and abs(smallest - study.gain) > 1e-9:
        assert (study.power or 0) >= 0.8 if study.gain > smallest else (study.power or 0) < 0.8
    assert all(plan_sentences(study))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "What is true is missing"),
        ({"helped": 0.1}, "helped alone is not enough: add hurt"),
        ({"helped": 0.1, "gain": 0.1}, "do not go together"),
        ({"helped": 0.6, "hurt": 0.5}, "110 % of the items"),
        ({"helped": 4, "hurt": 2}, "helped == 4 (400 %)"),
        ({"disagreement": 0.01, "gain": 0.02}, "A gain of 2 % is not possible"),
        ({"disagreement": 0.01, "gain": -0.02}, "A gain of -2 % is not possible"),
        ({"baseline": 0.8, "experimental": 0.82, "agreement": 0.99}, "between 62 % and 98 %"),
        ({"baseline": 0.8, "experimental": 0.82, "agreement": 0.5}, "between 62 % and 98 %"),
        ({"baseline": 0.8, "experimental": 0.82}, "add agreement"),
        ({"helped": 0.1, "hurt": 0.1, "n": 0}, "n == 0"),
        ({"helped": 0.1, "hurt": 0.1, "n": 10**8}, "<= 10,000,000"),
        ({"helped": 0.1, "hurt": 0.1, "power": 1}, "power == 1"),
        ({"helped": 0.1, "hurt": 0.1, "runs": 3}, "run_correlation is missing"),
        ({"helped": 0.1, "hurt": 0.1, "cluster_size": 3}, "cluster_correlation is missing"),
        ({"helped": 0.1, "hurt": 0.1, "cluster_correlation": 0.3}, "cluster_size is missing"),
        ({"pilot": [0, 1]}, "must be PairedScores"),
        ({"pilot": core.helped_hurt(9, 2, 1), "gain": 0.1}, "leave gain out"),
    ],
)
def test_what_cannot_be_planned_gets_a_sentence(arguments, message):
    with pytest.raises(OptionError) as error:
        core.plan(**arguments)
    assert message in str(error.value)


@pytest.mark.parametrize(("agreement", "rates"), [(0.98, (0.02, 0.0)), (0.62, (0.2, 0.18))])
def test_the_ends_of_the_agreement_are_possible(agreement, rates):
    study = core.plan(baseline=0.80, experimental=0.82, agreement=agreement)
    assert (study.helped, study.hurt) == pytest.approx(rates, abs=1e-12)
    assert study.hurt >= 0


def test_clusters_cost_items_and_runs_save_them():
    plain = core.plan(500, helped=0.06, hurt=0.04)
    clustered = core.plan(500, helped=0.06, hurt=0.04, cluster_size=5, cluster_correlation=0.25)
    assert clustered.smallest_n[0.8] == 2 * plain.smallest_n[0.8]
    assert clustered.power == core.plan(250, helped=0.06, hurt=0.04).power
    assert clustered.smallest_gain == core.plan(250, helped=0.06, hurt=0.04).smallest_gain
    repeated = core.plan(500, helped=0.06, hurt=0.04, runs=4, run_correlation=0.5)
    assert repeated.power == core.plan(800, helped=0.06, hurt=0.04).power
    same = core.plan(500, helped=0.06, hurt=0.04, runs=4, run_correlation=1)
    assert same.to_dict() == plain.to_dict()


def test_the_curve_passes_through_the_power_and_holds_every_tooth():
    study = core.plan(100, helped=0.65, hurt=0.35)
    curve = study.curve()
    assert curve.n.tolist() == list(range(1, study.largest_shown() + 1))
    assert curve.power[99] == pytest.approx(study.power, rel=1e-12, abs=0)
    steps = study.curve(1000, n_points=50)
    every = study.curve(1020, n_points=2000)
    for n, low, high in zip(steps.n, steps.low, steps.high, strict=True):
        tooth = every.power[n - 1 : n + 19]
        assert (low, high) == pytest.approx((tooth.min(), tooth.max()), rel=1e-12, abs=0)


@pytest.mark.parametrize("test", ["permutation", "bootstrap", "shifted-bootstrap"])
def test_the_curve_of_every_test_can_be_drawn(test):
    curve = core.plan(300, helped=0.1, hurt=0.05, test=test).curve(120, n_points=6)
    assert np.all((curve.low <= curve.power) & (curve.power <= curve.high))
    assert curve.power[-1] > curve.power[2]


@settings(max_examples=50)
@given(st.floats(1e-6, 1))
def test_a_printed_gain_can_be_shown(gain):
    assert float(gain_text(gain, POINTS).split()[0]) / 100 >= gain - 1e-10
