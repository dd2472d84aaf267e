"""Counted scores give the same results as the listed items, without holding the items."""

import gc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.data.paired import CountedScores, PairedScores, without_items

kinds = st.lists(
    st.tuples(st.sampled_from([0, 1, 2, 0.5]), st.sampled_from([0, 1, 2, 0.5]), st.integers(0, 4)),
    min_size=1,
    max_size=6,
).filter(lambda rows: any(times for *_, times in rows))

TESTS = ("bootstrap", "shifted-bootstrap", "permutation")


def both(rows):
    """Return the rows as counted scores, and as listed items."""
    a, b, times = zip(*rows, strict=True)
    listed = PairedScores.from_scores(np.repeat(a, times), np.repeat(b, times), decimals=1, notes=["read"])
    ones = np.ones(len(rows))
    return CountedScores(np.column_stack([a, ones]), np.column_stack([b, ones]), times, listed), listed


@given(kinds)
def test_they_are_the_items_that_they_stand_for(rows):
    counted, listed = both(rows)
    for one, other in ((counted, listed), (counted.swapped(), listed.swapped())):
        assert len(one) == len(other)
        assert np.array_equal(one.baseline, other.baseline)
        assert np.array_equal(one.experimental, other.experimental)
        assert one.digest == other.digest
        for part, same in zip(one.collapsed, other.collapsed, strict=True):
            assert np.array_equal(part, same)
    assert counted.named("x", "y").swapped().baseline_name == "y"


@given(
    kinds, st.sampled_from(["bootstrap", "shifted-bootstrap", "permutation"]), st.sampled_from(["auto", "monte-carlo"])
)
def test_results_are_equal_to_the_last_digit(rows, test, method):
    options = {"test": test, "method": method, "n_resamples": 100, "margin": 0.1}
    one, other = (core.compare(pair, **options).to_dict() for pair in both(rows))
    assert one == other


def reachable(thing):
    """Yield all objects that this one refers to, including arrays' bases; without types, modules and globals."""
    seen, waiting = set(), [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, (type, type(np))):
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, np.ndarray):
            waiting.append(one.base)
        elif type(one) is type(reachable):
            waiting += [one.__closure__, one.__defaults__]
        else:
            waiting += gc.get_referents(one)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
def test_a_result_keeps_neither_items_nor_ids(test, method):
    n = 3_001
    scores = np.arange(2 * n).reshape(2, n) % 2
    pair = PairedScores.from_scores(*scores, ids=[f"secret {i}" for i in range(n)])
    result = core.compare(pair, test=test, method=method, n_resamples=200)
    result.confidence_interval(0.9, "bca")
    held = list(reachable(result))
    assert any(isinstance(one, CountedScores) for one in held)
    assert not [one for one in held if isinstance(one, str) and one.startswith("secret")]
    assert not [one for one in held if isinstance(one, np.ndarray) and one.shape[:1] == (n,)]


def test_a_million_synthetic_items_are_four_rows():
    pair = core.helped_hurt(1_000_000, 10, 7, 500_000)
    assert (len(pair.rows.counts), len(pair.digest)) == (4, 64)
    assert sum(one.nbytes for one in reachable(pair) if isinstance(one, np.ndarray)) < 1_000
    assert without_items(pair).rows.counts.sum() == 1_000_000
    few = core.helped_hurt(40, 9, 2)
    assert core.compare(few, metric="pass@1").pvalue == core.compare(few).pvalue
    assert core.gate(few, 0.1, also={"errors": (few, "lower")}).also[0].outcome == "fail"
