"""Significance tests of a paired difference, one record each in `TESTS`.

δ is the observed difference, experimental minus baseline; δ* the difference on a bootstrap resample of the items, δ'
the difference after random swaps. For runs that all items share, `CROSSED` (Student's t) replaces these tests.

>>> from core.significance import TESTS
>>> TESTS["shifted-bootstrap"].formula["greater"], TESTS["permutation"].formula["greater"]
('P(δ* ≥ 2δ)', "P(δ' ≥ δ)")
"""

from core.significance.bootstrap import BOOTSTRAP, CROSSED, SHIFTED, BootstrapDistribution
from core.significance.permutation import PERMUTATION, PermutationDistribution
from core.significance.pvalue import METHODS, RejectionRegion, SamplingDistribution
from core.significance.record import ALTERNATIVES, BOUNDARIES, Test

__all__ = [
    "ALTERNATIVES",
    "BOUNDARIES",
    "CROSSED",
    "METHODS",
    "TESTS",
    "BootstrapDistribution",
    "PermutationDistribution",
    "RejectionRegion",
    "SamplingDistribution",
    "Test",
]

TESTS: dict[str, Test] = {test.name: test for test in (BOOTSTRAP, SHIFTED, PERMUTATION)}
