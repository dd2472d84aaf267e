"""The gate: outcomes, its two errors by enumeration, further measures, documents."""

from math import comb
from xml.etree import ElementTree

import numpy as np
import pytest

import core
from core.inference.gate import gate
from core.report.gate import gate_junit, gate_markdown, gate_sentences

ALPHA = 0.05
MARGIN = 0.1


def multinomial(n, helped, hurt, p_helped, p_hurt):
    ways = comb(n, helped) * comb(n - helped, hurt)
    return ways * p_helped**helped * p_hurt**hurt * (1 - p_helped - p_hurt) ** (n - helped - hurt)


@pytest.fixture(scope="module")
def outcomes():
    n = 20
    cells = [(b, c) for b in range(n + 1) for c in range(n + 1 - b)]
    return {(b, c): gate(core.helped_hurt(n, b, c), MARGIN, alpha=ALPHA).outcome for b, c in cells}


@pytest.mark.parametrize("p_helped", [0.0, 0.02, 0.1, 0.3])
@pytest.mark.parametrize("outcome", ["pass", "fail"])
def test_at_the_margin_either_error_is_rare(outcomes, p_helped, outcome):
    chance = sum(
        multinomial(20, b, c, p_helped, p_helped + MARGIN) for (b, c), said in outcomes.items() if said == outcome
    )
    assert chance <= 0.0646  # α and three standard errors of 2,000 simulated studies; Tango's test is approximate


def test_what_helps_never_makes_it_worse(outcomes):
    order = ["fail", "inconclusive", "pass"]
    for (b, c), said in outcomes.items():
        if (b + 1, c) in outcomes:
            assert order.index(outcomes[b + 1, c]) >= order.index(said)


def test_identical_systems_pass_with_enough_items():
    assert gate(core.helped_hurt(20, 0, 0), 0.02).outcome == "inconclusive"
    assert gate(core.helped_hurt(1000, 0, 0), 0.02).outcome == "pass"


def test_the_number_of_items_decides_it():
    found = gate(core.helped_hurt(100, 6, 6), 0.05)
    assert found.outcome == "inconclusive"
    k = found.n_needed / 100
    assert gate(core.helped_hurt(found.n_needed, round(6 * k), round(6 * k)), 0.05).outcome == "pass"


def test_other_scores_go_by_the_bootstrap():
    rng = np.random.default_rng(2)
    old = rng.normal(10, 1, 300)
    pair = core.PairedScores.from_scores(old, old + rng.normal(0, 0.2, 300))
    assert gate(pair, 0.1).outcome == "pass"
    assert gate(pair.swapped(), 0.1).outcome == "pass"
    worse = core.PairedScores.from_scores(old, old - 0.5 + rng.normal(0, 0.2, 300))
    assert gate(worse, 0.1).outcome == "fail"


def test_further_measures_must_hold_too():
    rng = np.random.default_rng(3)
    quality, cost = core.helped_hurt(1000, 30, 28), rng.gamma(4, 1, 1000)
    lower = core.PairedScores.from_scores(cost, 0.8 * cost)
    higher = core.PairedScores.from_scores(cost, 1.2 * cost)
    assert gate(quality, 0.02, also={"cost": (lower, "lower")}).outcome == "pass"
    assert gate(quality, 0.02, also={"cost": (higher, "lower")}).outcome == "fail"
    same = core.PairedScores.from_scores(cost, rng.permutation(cost))
    found = gate(quality, 0.02, also={"cost": (same, "lower")})
    assert found.outcome == "inconclusive"
    assert found.by_margin == "pass"


@pytest.mark.parametrize("margin", [0, -0.1, float("nan"), True])
def test_a_margin_of_nothing_is_a_sentence(margin):
    with pytest.raises(core.OptionError, match="margin"):
        gate(core.helped_hurt(10, 1, 1), margin)


def test_documents_say_the_outcome():
    cost = np.arange(100.0)
    for helped, hurt in ((9, 0), (3, 3), (0, 40)):
        also = {"cost": (core.PairedScores.from_scores(cost, cost - 1), "lower")}
        found = gate(core.helped_hurt(100, helped, hurt), 0.05, also=also)
        assert gate_sentences(found)[0].startswith(found.outcome.capitalize())
        assert found.outcome in gate_markdown(found)
        suite = ElementTree.fromstring(gate_junit(found))
        assert len(suite) == int(suite.get("tests")) == 2
        assert found.to_dict()["outcome"] == found.outcome
        assert found.outcome.capitalize() in found._repr_html_()
