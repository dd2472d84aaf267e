"""Letters: two systems share one exactly when they do not differ significantly."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import OptionError
from core.ranking.ranked import letter_groups


@st.composite
def patterns(draw):
    n = draw(st.integers(1, 9))
    pairs = list(combinations(range(n), 2))
    return n, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


def maximal_sets(n, significant):
    """Return all maximal sets without a significant pair, by trying every set."""
    apart = set(significant)
    together = [
        set(group)
        for size in range(1, n + 1)
        for group in combinations(range(n), size)
        if not any(pair in apart for pair in combinations(group, 2))
    ]
    return [group for group in together if not any(group < other for other in together)]


@given(patterns())
def test_letters_are_the_maximal_sets_not_told_apart(pattern):
    n, significant = pattern
    letters = letter_groups(n, significant)
    groups = {
        frozenset(i for i in range(n) if letter in letters[i]) for letter in {each for text in letters for each in text}
    }
    assert groups == {frozenset(group) for group in maximal_sets(n, significant)}


@given(patterns())
def test_the_order_of_the_pairs_changes_nothing(pattern):
    n, significant = pattern
    assert letter_groups(n, significant) == letter_groups(n, significant[::-1])


def test_more_than_26_groups_get_numbered_letters():
    letters = letter_groups(30, combinations(range(30), 2))
    assert letters[25:28] == ["z", "a1", "b1"]


def test_a_pattern_that_needs_too_many_letters_is_refused():
    # Twelve pairs of systems that differ only within the pair have 2^12 maximal groups.
    with pytest.raises(OptionError, match="compare all with one baseline"):
        letter_groups(24, [(2 * i, 2 * i + 1) for i in range(12)])
