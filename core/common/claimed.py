"""Format p-values within their precision: only certain digits, and 0 only if p is exactly 0."""

import math
from collections.abc import Callable

# Smaller p-values are printed as a bound, without digits.
LEAST = 1e-300
# Significant digits of a double.
_ALL = 17

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(log10: float, digits: int = 3) -> str:
    """Return 10 to the given power as a product such as 1.24 × 10⁻³², or as a power if the exponent is an integer.

    >>> power_of_ten(-31.9066), power_of_ten(-300)
    ('1.24 × 10⁻³²', '10⁻³⁰⁰')
    """
    exponent = math.floor(log10)
    if exponent == log10:
        return f"10{str(exponent).translate(SUPERSCRIPTS)}"
    mantissa = f"{10 ** (log10 - exponent):.{digits - 1}f}"
    if float(mantissa) >= 10:  # 9.996 is printed as 10.00
        mantissa, exponent = f"{1:.{digits - 1}f}", exponent + 1
    return f"{mantissa} × 10{str(exponent).translate(SUPERSCRIPTS)}"


def small(p: float, digits: int = 4) -> str:
    """Return a probability with four decimals, three significant digits below 0.01, a power of ten below 0.0001.

    It has fewer digits if fewer significant ``digits`` are certain.

    >>> small(0.421732332), small(0.00315), small(1.24e-32), small(1.0), small(1.2e-32, digits=2)
    ('0.4217', '0.00315', '1.24 × 10⁻³²', '1', '1.2 × 10⁻³²')
    """
    if p in (0.0, 1.0):
        return f"{p:.0f}"
    if p < 1e-4:
        return power_of_ten(math.log10(p), min(digits, 3))
    first = -math.floor(math.log10(p))  # the decimal of the first digit
    return f"{p:.{min(max(4, first + 2), first + digits - 1)}f}"


def held(p: float, bound: float) -> int:
    """Return the number of significant digits of p that are certain with an error of at most ``bound``, at least 1.

    >>> held(2.61e-9, 4e-12), held(2.61e-9, 3e-11), held(2.61e-9, 1e-9), held(0.05, 1e-14)
    (3, 2, 1, 12)
    """
    if not bound > 0:
        return _ALL
    return min(max(1, math.floor(math.floor(math.log10(p)) + 1 - math.log10(2 * bound))), _ALL)


def claimable(
    p: float,
    *,
    interval: tuple[float, float] | None = None,
    bound: float | None = None,
    zero: bool = False,
    form: Callable[[float, int], str] = small,
) -> str:
    """Return a p-value for printing: a number, or ``< …`` or ``> …`` if only a bound is known.

    ``interval`` is the 99 % interval of a sampled p-value: it begins at 0 if no resample counted, which does not show
    that p is 0, and then its other end is printed. ``bound`` is the error of an exact p-value: only certain digits are
    printed, and p + bound as an upper bound if there are none. ``zero`` says that a p of 0 is exact, as is possible for
    the bootstrap, rather than an underflow. ``form`` formats a number, given how many significant digits are certain.

    >>> claimable(0.0421), claimable(0.0, interval=(0.0, 0.00053)), claimable(0.0), claimable(0.0, zero=True)
    ('0.0421', '< 0.000530', '< 10⁻³⁰⁰', '0')
    """
    if interval is not None and interval[0] == 0:
        return f"< {form(interval[1], _ALL)}"
    if p < LEAST and not (p == 0 and zero):
        return f"< {form(LEAST, _ALL)}"
    if bound is not None and bound > p / 2:
        return f"< {form(min(p + bound, 1.0), _ALL)}"
    digits = held(p, bound) if bound else _ALL
    text = form(float(f"{p:.{digits - 1}e}") if bound else p, digits)
    # A number that rounds to 1 is not 1.
    return f"> {form(0.9999, _ALL)}" if 0.9 < p < 1 and text in (form(1.0, _ALL), "1.0000") else text


def pvalue_equation(number: str) -> str:
    """Put ``p`` before what `claimable` returns.

    >>> pvalue_equation("0.0421"), pvalue_equation("< 0.000530")
    ('p = 0.0421', 'p < 0.000530')
    """
    return f"p {number}" if number[0] in "<>" else f"p = {number}"


def claimed(p: float, interval: tuple[float, float] | None) -> float:
    """Return the smallest p-value that can be claimed: the upper end of its interval if no resample counted."""
    return interval[1] if interval is not None and interval[0] == 0 else p


class HasPValue:
    """Base of results with a p-value: how it is printed, and what can be claimed."""

    __slots__ = ()

    pvalue: float
    log10_pvalue: float | None
    error_bound: float | None
    pvalue_interval: tuple[float, float] | None

    @property
    def none_counted(self) -> bool:
        """Whether no resample counted, so that only an upper bound of the p-value is known."""
        return self.pvalue_interval is not None and self.pvalue_interval[0] == 0

    @property
    def claimed_pvalue(self) -> float:
        """The smallest p-value that can be claimed: p, or the upper end of its interval if no resample counted."""
        return claimed(self.pvalue, self.pvalue_interval)

    def claimable_pvalue(self, form: Callable[[float, int], str] = small) -> str:
        """Return the p-value for printing: a number, or ``< …`` if only an upper bound is known."""
        zero = self.log10_pvalue in (None, -math.inf)
        return claimable(self.pvalue, interval=self.pvalue_interval, bound=self.error_bound, zero=zero, form=form)


def json_pvalue(value: float, text: str) -> float | None:
    """Return the p-value for JSON: None if it would be 0 or rounding noise although p is only small."""
    return None if text.startswith("<") and not value > 1e-12 else value
