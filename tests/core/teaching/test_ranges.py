"""Typed lists of numbers, on the page and on the command line."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import OptionError
from core.teaching.grid import read_list, written


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,x", "'x' must be a number, or a range such as 0:20 (0 to 19) or 0:10:0.5."),
        ("1:2:3:4", "'1:2:3:4' must be a number"),
        ("1e100", "'1e100' must be a number"),
        ("1e5.5", "'1e5.5' must be a number"),
        ("1" * 5000, f"effects: '{'1' * 40}…' must be a number, or a range such as"),
        ("0:1" + "0" * 5000, "…' must be a number, or a range such as"),
        ("." + "1" * 5000, "…' must be a number, or a range such as"),
        ("0:10:0", "the step of '0:10:0' must not be 0"),
        (" , ", "effects is empty"),
        ("20:10", "effects: the range '20:10' has no numbers: it goes the other way, as 20:10:-1 does."),
        ("0:5:-.5", "it goes the other way, as 0:5:0.5 does."),
        ("5:5", "the range '5:5' has no numbers: it ends where it begins, and its end is left out."),
        ("0:61", "effects has more than 60 values"),
        ("0:999999999999:0.000001", "effects has more than 60 values"),
    ],
)
def test_a_list_that_cannot_be_read_gets_a_sentence(text, sentence):
    with pytest.raises(OptionError, match=re.escape(sentence)):
        read_list("effects", text)


def test_lists_are_exact_and_without_repetition():
    assert read_list("effects", "0:0.3:0.1") == (0, Fraction(1, 10), Fraction(1, 5))
    assert read_list("sizes", "500; 100 500") == (500, 100)
    assert read_list("effects", "5:0:-1") == tuple(range(5, 0, -1))
    assert read_list("sizes", "1000000000000") == (10**12,)
    assert read_list("sizes", "1e4, 2.5E+3") == (10_000, 2_500)
    assert read_list("hurts", "0:1e1") == tuple(range(10))
    assert read_list("effects", "5e-1") == (Fraction(1, 2),)


@given(st.lists(st.integers(-400, 400), min_size=1, max_size=60, unique=True))
def test_what_is_written_is_read_back(quarters):
    values = tuple(Fraction(each, 4) for each in quarters)
    assert read_list("list", written(values)) == values
