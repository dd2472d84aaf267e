"""Intervals and equivalence from the whole of an exact distribution, its far ends included."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.jittered import JitteredSum
from tests.core.inference.test_intervals import DATA, DISTRIBUTIONS
from tests.core.pairs import of_differences
from tests.oracles import definitions, rational


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-3, 4), min_size=1, max_size=20),
    st.integers(1, 39).map(lambda k: Fraction(k, 40)),
)
def test_quantile_intervals_of_any_differences(differences, level):
    distribution = rational.bootstrap(differences)
    observed = Fraction(sum(differences), len(differences))
    for kind, ends in (
        ("percentile", definitions.percentile(distribution, level)),
        ("basic", definitions.basic(distribution, observed, level)),
    ):
        result = core.compare(of_differences(differences), confidence_level=float(level), interval=kind)
        interval = result.confidence_interval()
        assert (interval.low, interval.high) == pytest.approx(tuple(map(float, ends)), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("data", [name for name in DATA if name not in ("one item", "identical")])
@pytest.mark.parametrize("margin", [0.02, 0.1, 1, 2])
def test_exact_equivalence_counts_the_margin_itself(data, margin):
    scale = 10
    truth = definitions.equivalence(DISTRIBUTIONS[data], Fraction(str(margin)) * scale)
    found = core.compare(of_differences(DATA[data], scale), margin=margin).equivalence
    assert found.margin == margin
    p = (found.noninferiority_pvalue, found.baseline_noninferiority_pvalue, found.equivalence_pvalue)
    assert p == pytest.approx(tuple(map(float, truth)), rel=1e-9, abs=1e-13)


def test_pictures_of_values_near_a_fine_lattice_are_inverted_without_it(monkeypatch):
    old, new = [1, 1, 1, 2, 2, 3, 4, 6, 4, 8, 8, 10, 9, 9, 5], [10, 9, 8, 9, 9, 6, 6, 10, 5, 9, 9, 9, 7, 3, 5]
    values = 1 / np.array(new) - 1 / np.array(old)
    points = JitteredSum.points

    def coarse(engine):
        assert engine.jitter.on_lattice.half_width() < 2**10
        return points(engine)

    monkeypatch.setattr(JitteredSum, "points", coarse)
    interval = core.compare(PairedScores.from_scores(np.zeros(15), values)).confidence_interval(0.9)
    means = np.random.default_rng(1).choice(values, (40_000, 15)).mean(axis=1)
    assert interval.method == "exact"
    for x, q in ((interval.low, 0.05), (interval.high, 0.95)):
        assert float((means <= x).mean()) == pytest.approx(q, rel=0, abs=0.005)


def test_pictures_of_few_changed_scores_have_no_heaps_of_their_own():
    generator = np.random.default_rng(5)
    before = np.round(np.clip(generator.normal(0.8, 0.1, 155), 0, 1), 6).astype(np.float32)
    after = before.astype(float)
    after[generator.choice(155, 15, replace=False)] += generator.normal(0.02, 0.05, 15)
    before, after = before.astype(float), after.astype(np.float32).astype(float)
    law = core.compare(PairedScores.from_scores(before, after)).bootstrap_distribution
    means = generator.choice(after - before, (100_000, 155)).mean(axis=1)
    for x in np.quantile(means, np.arange(1, 40) / 40).tolist():
        assert float(law.mass[law.values < x].sum()) == pytest.approx(float((means < x).mean()), rel=0, abs=0.01)
