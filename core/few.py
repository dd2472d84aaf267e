"""When so few items changed that the bootstrap cannot be trusted.

Resamples of a handful of changed items hardly vary: 5 helped and none hurt give a bootstrap p-value of .0066 where the
permutation test's cannot be below .0625, and a 95 % interval that covers far less.
"""

from core.phrases import counted

__all__ = ["FEW_CHANGED", "few_changed_note"]

# With fewer changed items than this the bootstrap finds too much.
FEW_CHANGED = 10


def few_changed_note(changed: int, unit: str = "item") -> str | None:
    """Return what to know of a comparison in which so few items changed, or None where they are enough or none.

    Of clustered items the ``unit`` that counts is the cluster.

    Examples
    --------
    >>> few_changed_note(7)[:22], few_changed_note(10), few_changed_note(0)
    ('Only 7 items changed. ', None, None)
    """
    if not 0 < changed < FEW_CHANGED:
        return None
    return (
        f"Only {counted(changed, unit)} changed. With so few, the bootstrap calls too many differences significant "
        "and its intervals are too narrow: go by the permutation test."
    )
