"""Random means and ratios with shared denominators, of kinds that are hard for each engine."""

from contextlib import nullcontext
from typing import NamedTuple

import numpy as np

import core
from core.data.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, TESTS, without_steps

__all__ = ["KINDS", "Case", "compared", "random_case"]


class Case(NamedTuple):
    """Whole differences and shared denominators; ``unit`` is what one is worth to the program, irrational for reals.

    ``real`` says whether the program is kept from finding the unit.
    """

    kind: str
    differences: list[int]
    weights: list[int]
    unit: float
    test: str
    alternative: str
    boundary: str
    real: bool


def random_case(random, kinds=None):
    """Draw a case of any kind, or of one of the given kinds."""
    kind = str(random.choice(list(kinds or KINDS)))
    differences, weights, unit = KINDS[kind](random)
    boundary = "exclude" if random.random() < 0.25 and any(differences) else "include"
    test = TESTS[random.integers(3)]
    differences = [int(each) for each in differences]
    real = unit != 1 and bool(random.integers(2))
    return Case(kind, differences, weights, unit, test, ALTERNATIVES[random.integers(3)], boundary, real)


def compared(case):
    """Compare the case through the public interface."""
    baseline = [max(-d, 0) * case.unit for d in case.differences]
    experimental = [max(d, 0) * case.unit for d in case.differences]
    options = {"test": case.test, "alternative": case.alternative, "boundary": case.boundary, "n_resamples": 10}
    with without_steps() if case.real else nullcontext():
        if set(case.weights) == {1}:
            return core.compare(PairedScores.from_scores(baseline, experimental), **options)
        columns = [np.column_stack([side, case.weights]) for side in (baseline, experimental)]
        return core.compare(PairedScores.from_scores(*columns), metric="ratio", **options)


def _mean(differences):
    return differences, [1] * len(differences), 1.0


def _shrunk(random, values):
    """Leave some items tied, and give all a common divisor."""
    tied = random.random(len(values)) < random.choice([0, 0.5, 0.9])
    return np.where(tied, 0, values) * int(random.choice([1, 1, 2, 30, 1000]))


def _graded(random):
    n, span = int(random.integers(2, 90)), int(random.integers(1, 6))
    return _mean(_shrunk(random, random.integers(-span, span + int(random.integers(0, 3)), n)))


def _wide(random):
    n, kinds = int(random.integers(2, 16)), int(random.integers(1, 5))
    few = random.integers(-(10 ** random.integers(2, 6)), 10 ** random.integers(2, 6), kinds)
    return _mean(_shrunk(random, random.choice(few, n)))


def _huge(random):
    n = int(random.integers(2, 8))
    few = [int(each) for each in random.integers(-(2**51), 2**51, 3)]
    return _mean([few[i] * 2 ** int(random.integers(0, 2)) for i in random.integers(0, 3, n)])


def _binary(random):
    n = int(random.integers(2, 400))
    return _mean(random.choice([-1, 0, 1], n, p=random.dirichlet([0.5, 1, 1])))


def _signs(random):
    return _mean(random.choice([-1, 1], int(random.integers(2, 400)), p=random.dirichlet([3, 3])))


def _one_way(random):
    n = int(random.integers(5, 70))
    return _mean(random.integers(0, 5, n) - (random.random(n) < 0.05))


def _ratio(random):
    n = int(random.integers(2, 14))
    weights = random.integers(1, int(random.choice([3, 6])), n)
    values = random.integers(0, weights + 1) - random.integers(0, weights + 1)
    return values, [int(each) for each in weights], 1.0


def _real(random):
    n = int(random.integers(15, 70))
    values = np.rint(random.normal(random.normal(0, 0.3), 1, n) * random.choice([5, 12]))
    return values, [1] * n, float(np.pi / 1000)


def _far_reals(random):
    n = int(random.integers(41, 90))
    values = np.rint(random.normal(random.uniform(0.7, 3), 1, n) * random.choice([5, 12]))
    return values * random.choice([-1, 1]), [1] * n, float(np.pi / 1000)


def _near_a_lattice(random):
    n = int(random.integers(41, 70))
    values = random.choice([10, 30]) * random.integers(-1, 3, n) + random.integers(-1, 2, n)
    return values * random.choice([-1, 1]), [1] * n, float(np.pi / 1000)


def _outlier(random):
    n = int(random.integers(41, 55))
    values = np.rint(random.normal(random.normal(0, 0.3), 1, n) * 5)
    values[: random.integers(1, 3)] = random.choice([-700, -500, 500, 700])
    return values, [1] * n, float(random.choice([1.0, np.pi / 1000]))


def _few_reals(random):
    n = int(random.integers(2, 9))
    few = random.integers(-9000, 9000, int(random.integers(1, 5)))
    return random.choice(few, n), [1] * n, float(np.pi / 1000)


KINDS = {
    "graded": _graded,
    "wide": _wide,
    "huge": _huge,
    "binary": _binary,
    "signs": _signs,
    "one way": _one_way,
    "ratio": _ratio,
    "real": _real,
    "few reals": _few_reals,
    "far reals": _far_reals,
    "near a lattice": _near_a_lattice,
    "outlier": _outlier,
}
