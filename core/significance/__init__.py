"""Significance tests of a paired difference, one record each in `TESTS`.

δ is the observed difference, experimental minus baseline; δ* the difference on a bootstrap resample of the items, δ'
the difference after random swaps.

===============  ========================================================================================
module           contents
===============  ========================================================================================
bootstrap        the bootstrap test and the shifted bootstrap test
cells            p-values of any numbers of items, helped and hurt, in one call
crossed          Student's t test of systems whose runs all items share
drawing          the number of draws of each row
inversion        random integers by inversion
learned          tilts learned from samples
observed         the observed scores of two systems and the items' differences
permutation      the paired permutation test
pvalue           p-values: the probability of a rejection region under a sampling distribution
ratio_quantile   quantiles of a ratio's difference on resamples
record           the record that defines a significance test
resampling       seeded resamples: items drawn with replacement, or swapped
tilted_sampling  small p-values of any metric by tilted sampling
===============  ========================================================================================

>>> from core.significance import TESTS
>>> [(name, test.formula["greater"]) for name, test in TESTS.items()]
[('bootstrap', 'P(δ* ≤ 0)'), ('shifted-bootstrap', 'P(δ* ≥ 2δ)'), ('permutation', "P(δ' ≥ δ)")]
"""

from core.significance.bootstrap import BOOTSTRAP, SHIFTED, BootstrapDistribution
from core.significance.crossed import CROSSED
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
