"""The bootstrap of any metric on a few items, against every sequence of draws in whole numbers."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

import core
from core.distributions.counted_resamples import CountedResamples
from core.errors import NotExactError
from core.significance.bootstrap import Resampling


def macro_f1(sums):
    """Return the mean of both labels' F1 as a fraction, of (tp, predicted, gold) of each."""
    each = [sums[3 * i : 3 * i + 3] for i in range(2)]
    return sum(Fraction(2 * tp, guessed + gold) if guessed + gold else Fraction(0) for tp, guessed, gold in each) / 2


def labelled(seed, n):
    generator = np.random.default_rng(seed)
    columns = generator.choice(["a", "b"], (3, n), p=[0.6, 0.4])
    columns[0, :2] = ["a", "b"]
    columns[2, 2:] = np.where(columns[1, 2:] == "a", "b", "a")
    return columns


def statistics(gold, guessed):
    return [[int(g == x == p), int(p == x), int(g == x)] for g, p in zip(gold, guessed, strict=True) for x in "ab"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
@pytest.mark.parametrize("boundary", ["include", "exclude"])
def test_every_sequence_of_draws(seed, test, boundary):
    n = 5
    columns = labelled(seed, n)
    gold, *systems = columns
    rows = [np.array(statistics(gold, each)).reshape(n, 6) for each in systems]
    drawn = [rows[0][list(at)].sum(axis=0) for at in product(range(n), repeat=n)]
    others = [rows[1][list(at)].sum(axis=0) for at in product(range(n), repeat=n)]
    gaps = [macro_f1(list(map(int, e))) - macro_f1(list(map(int, a))) for a, e in zip(drawn, others, strict=True)]
    gap = macro_f1([int(x) for x in rows[1].sum(axis=0)]) - macro_f1([int(x) for x in rows[0].sum(axis=0)])
    strict = boundary == "exclude"
    if test == "bootstrap":
        truth = sum(each < 0 if strict else each <= 0 for each in gaps)
    else:
        truth = sum(each > 2 * gap if strict else each >= 2 * gap for each in gaps)
    files = (core.Upload(f"{i}.txt", "\n".join(each).encode()) for i, each in enumerate(columns))
    asked = {"metric": "macro-f1", "test": test, "alternative": "greater", "boundary": boundary}
    result = core.compare(core.read_labels(*files), **asked)
    certain = truth in (0, n**n) and result.engine == "bounds"  # whatever is drawn, as the scores' own bounds tell
    assert (result.exact, result.engine) == (True, "bounds" if certain else "enumeration")
    assert abs(Fraction(result.pvalue) - Fraction(truth, n**n)) <= Fraction(result.error_bound) + Fraction(1, 10**15)
    law = Resampling(result.resampled, 1, 0).exact_distribution
    values, mass = law.values, law.mass
    assert mass.sum() == pytest.approx(1)
    assert float(mass @ values) == pytest.approx(float(sum(gaps) / n**n), abs=1e-12)


def test_the_law_of_a_sum_is_the_binomial():
    law = CountedResamples(np.array([[1.0], [0.0]]), np.array([300, 200]), lambda sums: sums[..., 0], 1e-9)
    for k in (0, 12, 200, 300, 420, 500):
        assert law.at_most(k).probability == pytest.approx(binom.cdf(k, 500, 0.6), rel=1e-10, abs=0)
        assert law.at_least(k, strict=True).probability == pytest.approx(binom.sf(k, 500, 0.6), rel=1e-10, abs=0)


@pytest.mark.parametrize(("n", "kinds"), [(60, 6), (10**6, 2), (200_000, 150_000)])
def test_too_many_are_refused_at_once(n, kinds):
    counts = np.full(kinds, n // kinds)
    with pytest.raises(NotExactError, match="too many to list"):
        CountedResamples(np.zeros((kinds, 1)), counts, lambda sums: sums[..., 0], 0.0)
