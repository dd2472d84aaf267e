"""The counts that print as claimed, against printing every count with every rounding of ties."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest

from core.errors import OptionError
from core.planning.printed import read_accuracies


def prints(count, n, whole, decimals):
    """Return what a count is printed as: halves up, halves to even, and by floating point."""
    share = Fraction(count * whole, n)
    # With 40 decimals only true ties are ties.
    value = Decimal(share.numerator * 10**40 // share.denominator) / Decimal(10**40)
    unit = Decimal(1).scaleb(-decimals)
    exact = {str(value.quantize(unit, rounding)) for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    return exact | {f"{whole * count / n:.{decimals}f}", f"{whole * (count / n):.{decimals}f}"}


@pytest.mark.parametrize("n", [1, 3, 7, 16, 160, 400, 1000])
@pytest.mark.parametrize(("whole", "decimals"), [(100, 0), (100, 1), (100, 2), (1, 1), (1, 2), (1, 3)])
def test_every_count_is_among_those_of_each_number_that_it_is_printed_as(n, whole, decimals):
    possible = {}
    for count in range(n + 1):
        for text in prints(count, n, whole, decimals):
            possible.setdefault(text, set()).add(count)
    half = Fraction(1, 2 * 10**decimals)
    for text, counts in possible.items():
        percent = "%" if whole == 100 else ""
        accuracy, _ = read_accuracies(text + percent, text + percent)
        assert accuracy.whole == whole
        low, high = accuracy.counts(n)
        assert set(range(low, high + 1)) >= counts, text
        # No other count prints so: the others are more than half a unit away.
        assert all(abs(Fraction(whole * each, n) - Fraction(text)) <= half for each in (low, high))
        assert accuracy.has_ties(n) == any(
            abs(Fraction(whole * each, n) - Fraction(text)) == half for each in (low, high)
        )


@pytest.mark.parametrize("n", [3, 7, 408, 1319, 14_042])
@pytest.mark.parametrize("printed", [
    lambda share: repr(share), lambda share: repr(float(np.float32(share))), lambda share: str(np.float32(share)),
    lambda share: f"{100 * share!r}%", lambda share: f"{float(np.float32(100) * np.float32(share))!r}%",
])  # fmt: skip
def test_a_count_is_found_in_every_float_that_prints_it(n, printed):
    for count in range(max(1, n // 100), n, max(1, n // 40)):
        text = printed(count / n)
        low, high = read_accuracies(text, text)[0].counts(n)
        assert low <= count <= high, text
        assert low == high or len(text) < 9, text  # such as 0.5
    with pytest.raises(OptionError, match="no number of right items among 409 prints as that"):
        read_accuracies("0.845588207244873", "0.9")[0].counts(409)


def test_ties_that_python_prints_downwards():
    assert f"{23 / 40:.2f}" == "0.57"
    baseline, experimental = read_accuracies("0.57", "0.62")
    assert (baseline.counts(40), experimental.counts(40)) == ((23, 23), (25, 25))
    assert f"{6 / 40:.1f}" == "0.1"
    assert read_accuracies("0.1", "0.2")[0].counts(40) == (2, 6)


@pytest.mark.parametrize(
    ("baseline", "experimental", "whole"),
    [
        ("71.2", "71.7", 100),
        ("0.712", ".717", 1),
        ("0.9", "71.0", 100),
        ("0.9%", "71", 100),
        ("0.95", "1.50", 100),
        ("1", "0", 100),
        ("1", "1", 100),
        ("1.0", "0.9", 1),
        ("0.5%", "0.7", 100),
        (" 71.2 ", "71.7 %", 100),
    ],
)
def test_percent_or_fractions(baseline, experimental, whole):
    assert [each.whole for each in read_accuracies(baseline, experimental)] == [whole] * 2


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (("84,3", "85,10"), ("84.3", "85.10")),
        (("84,3 %", "85.1"), ("84.3%", "85.1")),
        (("0,843", ",851"), ("0.843", ".851")),
        (("84.3\N{NO-BREAK SPACE}%", "85.1 percent"), ("84.3%", "85.1%")),
        (("84,", "85."), ("84", "85")),
        (("84.3\N{NARROW NO-BREAK SPACE}%", "\t85.1\n"), ("84.3%", "85.1")),
    ],
)
def test_ways_to_write_the_same(typed, plain):
    one, other = read_accuracies(*typed), read_accuracies(*plain)
    assert [each.counts(1000) for each in one] == [each.counts(1000) for each in other]
    assert [each.text for each in one] == [text.strip() for text in typed]


@pytest.mark.parametrize("text", ["712/1000", "712 / 1000", "712 of 1,000", "712 out of 1000"])
def test_counts_are_exact(text):
    first, second = read_accuracies(text, "71.7")
    assert (first.counts(1000), second.counts(1000)) == ((712, 712), (717, 717))
    assert not first.has_ties(1000)
    with pytest.raises(OptionError, match=r"counts 1,000 items, but n == 500"):
        first.counts(500)


def test_a_number_that_no_count_prints_names_the_nearest():
    accuracy, _ = read_accuracies("71.23", "72")
    with pytest.raises(OptionError, match=r"'71.23': no number.* 71.00 \(71 of 100\) and 72.00 \(72 of 100\)"):
        accuracy.counts(100)
    _, fraction = read_accuracies("0.5", "0.955")
    with pytest.raises(OptionError, match=r"experimental == '0.955'.* 0.900 \(9 of 10\) and 1.000 \(10 of 10\)"):
        fraction.counts(10)
    whole, _ = read_accuracies("40", "50")
    with pytest.raises(OptionError, match=r"nearest possible are 33 \(1 of 3\) and 67 \(2 of 3\)"):
        whole.counts(3)


@pytest.mark.parametrize(
    ("baseline", "experimental", "message"),
    [
        ("71.2±0.3", "71.7", "baseline == '71.2±0.3', must be an accuracy as printed without its spread or a remark"),
        (
            "71.2 (0.3)",
            "71.7",
            "without its spread or a remark: '71.2', '71,2', '71.2%', '0.712' or, counted, '712/1000'",
        ),
        ("71.2²", "71.7", "baseline == '71.2²', must be"),
        ("71 .2", "71.7", "baseline == '71 .2', must be"),
        ("1.712,5", "71.7", "baseline == '1.712,5', must be"),
        ("1/2/3", "71.7", "baseline == '1/2/3', must be"),
        ("½", "71.7", "baseline == '½', must be"),
        ("712/0", "71.7", "baseline == '712/0', must count at most as many right items as there are"),
        ("712/500", "71.7", "baseline == '712/500', must count at most as many right items as there are"),
        ("0,712", "71,7", "baseline == '0,712' looks like a fraction beside experimental == '71,7': write 71.2 if it"),
        ("71.2", "-1", "experimental == '-1'"),
        ("71.2", "", "experimental == ''"),
        ("71.2", "nan", "experimental == 'nan'"),
        ("71.2", "7e1", "experimental == '7e1'"),
        ("71.2", "٧١", "experimental"),
        ("0." + "1" * 5000, "50", f"baseline == '0.{'1' * 38}…', must be an accuracy as printed"),
        ("1" * 5000, "50", "…', must be an accuracy as printed"),
        (71.2, "71.7", "baseline == 71.2.* as text, because its decimals count"),
        ("71.2", "100.1", "experimental == '100.1', must be <= 100"),
        ("0.95", "1", r"experimental == '1' beside a fraction.*1.00"),
        ("0", "0.5", "baseline == '0' beside a fraction"),
        ("0.712", "71.7", "baseline == '0.712' looks like a fraction beside experimental == '71.7': write 71.2 if it"),
        ("71 %", ".9", r"experimental == '.9' looks like a fraction .*: write 90 if it is one, or .9% if"),
    ],
)
def test_mistakes_get_a_sentence(baseline, experimental, message):
    with pytest.raises(OptionError, match=message):
        read_accuracies(baseline, experimental)
