"""Definitions of the p-value in published tools, one registry row each.

δ is the observed difference, δ* the difference on a bootstrap resample, δ' the difference after random swaps (two
systems' outputs exchanged item by item), R the number of resamples drawn. A definition is written once, in terms of a
few probabilities, and read off one pair of systems (`core.teaching.disagreement`) or off thousands of possible outcomes
at once (`core.teaching.type_one`). These have a method for each probability:

==================================  =============================================================================
``resampled(relation, multiple)``   P(δ* relation multiple·δ); the relation is ``<=``, ``<``, ``>=`` or ``>``
``swapped(relation)``               P(|δ'| relation |δ|); the relation is ``>=`` or ``>``
``swapped_to_the_observed_side()``  P(δ' ≥ |δ|)
``counted_swaps()``                 the share of R random swaps with |δ'| ≥ |δ|
``folded()``                        P(|δ*| − E|δ*| > |δ|)
``half_size()``                     P(δ* ≤ 0) on resamples of half as many items
``unpaired()``                      P(δ* ≤ 0) where each system's items are resampled separately
``signs()``                         P(X ≥ items helped), X the heads among n tosses of a fair coin
==================================  =============================================================================
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any


@dataclass(frozen=True)
class Definition:
    """One definition of the p-value."""

    # For tables and for people.
    key: str
    name: str
    formula: str  # the p-value in the symbols of this module's docstring
    sides: str  # the claim it speaks to: "one" (experimental is better) or "two" (the two differ)
    used_by: str  # where it is found; empty where it is a way of reading rather than a tool's
    effect: str  # what it does to the type-I error, the share of false alarms between equally good systems
    report: bool  # whether its p-value can be reported as it is
    value: Callable[[Any], Any] = field(compare=False)  # the p-value from an object with these methods
    sampled: bool = False  # whether the definition is about a sampled count, so that it depends on R
    paired: bool = True  # whether it depends on the items' differences only


_ROWS = (
    Definition(
        "bootstrap", "Bootstrap", "P(δ* ≤ 0)", "one",
        "this package; the NLP primer's Scala code; tools that print how often the better system does not win",
        "On ten items or more, at least half of them tied, hardly above α at α = 0.05, and at most α once ten of them "
        "changed; up to 1.7 times α where nearly all changed. At α = 0.001 it takes a hundred that changed; on ten "
        "items it can be ten times α there.",
        True, methodcaller("resampled", "<=", 0),
    ),
    Definition(
        "shifted-bootstrap", "Shifted bootstrap", "P(δ* ≥ 2δ)", "one",
        "this package; Berg-Kirkpatrick et al. (2012); Jurafsky & Martin's textbook",
        "On ten items or more, at least half of them tied, up to 1.4 times α at α = 0.05, and at most α once twenty of "
        "them changed; up to 2.3 times α where nearly all changed. At α = 0.001 it takes hundreds that changed; on ten "
        "items it can be twenty times α there.",
        True, methodcaller("resampled", ">=", 2),
    ),
    Definition(
        "permutation", "Permutation", "P(|δ'| ≥ |δ|)", "two",
        "this package; SciPy's permutation_test; exact or sampled as approximate randomization, (count + 1) / (R + 1)",
        "Never above α, whatever the number of items; well below it where few items changed.",
        True, methodcaller("swapped", ">="),
    ),
    Definition(
        "bootstrap-strict", "Bootstrap, strict", "P(δ* < 0)", "one",
        "tools that print how often the other system wins, ties left out",
        "Above α where at least half of the items are tied, more so the fewer items changed: a resample "
        "without a difference is evidence that there is none, but is not counted. Identical systems get p = 0.",
        False, methodcaller("resampled", "<", 0),
    ),
    Definition(
        "shifted-bootstrap-strict", "Shifted bootstrap, strict", "P(δ* > 2δ)", "one",
        "code that follows the wording 'exceeds twice the difference'",
        "Above α at α = 0.05 where at least half of the items are tied, more so the fewer items changed. Identical "
        "systems get p = 0.",
        False, methodcaller("resampled", ">", 2),
    ),
    Definition(
        "permutation-strict", "Permutation, strict", "P(|δ'| > |δ|)", "two",
        "sacreBLEU 2 (--paired-ar), as (count + 1) / (R + 1)",
        "Above α, more so the fewer items changed: the observed outcome is one of the equally likely ones, "
        "but is not counted. "
        "Identical systems get p = 0, printed as 1 / (R + 1).",
        False, methodcaller("swapped", ">"),
    ),
    Definition(
        "no-plus-one", "Counted without + 1", "count(|δ'| ≥ |δ|) / R", "two",
        "the Monte Carlo algorithm printed in Zmigrod et al. (2022, Fig. 1)",
        "At most about 1 / R above α. With few resamples it can be 0, which passes every α.",
        False, methodcaller("counted_swaps"), sampled=True,
    ),
    Definition(
        "folded", "Folded bootstrap", "P(|δ*| − mean|δ*| > |δ|)", "two",
        "sacreBLEU 2 (--paired-bs), which names a Moses script as its model; as (count + 1) / (R + 1)",
        "More than twice α at α = 0.05 where at least half of the items are tied, and more so the fewer items changed: "
        "for clear differences it is a one-sided p-value. Identical systems get p = 0, printed as 1 / (R + 1).",
        False, methodcaller("folded"),
    ),
    Definition(
        "half-size", "Half-size bootstrap", "P(δ* ≤ 0), n/2 items drawn", "one",
        "scripts with a sample ratio of 0.5, such as compare-mt's",
        "On ten items or more, at least half of them tied, less than a third of α at α = 0.05, because half the items "
        "vary √2 times as much: real differences are missed.",
        False, methodcaller("half_size"),
    ),
    Definition(
        "unpaired", "Unpaired bootstrap", "P(δ* ≤ 0), systems drawn separately", "one",
        "comparing two separate bootstrap distributions; scipy.stats.bootstrap unless paired=True",
        "Below α where the two systems get the same items right more often than by chance, as most do, and far below "
        "where they nearly always do; above α where less often: it forgets which items they share.",
        False, methodcaller("unpaired"), paired=False,
    ),
    Definition(
        "ties-as-losses", "Ties as losses", "P(heads of n coins ≥ helped)", "one",
        "",
        "Almost none for any α up to 0.1 where at least half of the items are tied: unless more than half of all items "
        "are helped, p is above 0.5.",
        False, methodcaller("signs"),
    ),
    Definition(
        "one-sided-as-two", "One-sided read as two", "P(δ' ≥ |δ|), side as observed", "two",
        "",
        "Up to twice α: each direction brings its own false alarms.",
        False, methodcaller("swapped_to_the_observed_side"),
    ),
)  # fmt: skip

DEFINITIONS: dict[str, Definition] = {row.key: row for row in _ROWS}
