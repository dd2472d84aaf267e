"""Significance tests of a paired difference, one record each in `TESTS`.

δ is the observed difference, experimental minus baseline; δ* the difference on a bootstrap resample of the items, δ'
the difference after random swaps. `CROSSED`, Student's t of runs that all items share, replaces them and is no row.

>>> from core.significance import TESTS
>>> [(name, test.formula["greater"]) for name, test in TESTS.items()]
[('bootstrap', 'P(δ* ≤ 0)'), ('shifted-bootstrap', 'P(δ* ≥ 2δ)'), ('permutation', "P(δ' ≥ δ)")]
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
