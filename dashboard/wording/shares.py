"""The printed form of a fraction of counts, such as the p-value of a number of draws."""

from core.common.claimed import small


def share(p: float) -> str:
    """Return a fraction of counts with at most four digits.

    Examples
    --------
    >>> share(0.5), share(37 / 88), share(0.0), share(2**-20)
    ('0.5', '0.4205', '0', '9.54 × 10⁻⁷')
    """
    return f"{p:.4g}" if p >= 1e-3 or p == 0 else small(p)
