"""Root of an increasing function (Illinois method)."""

from collections.abc import Callable

_MOST_STEPS = 200


def root(f: Callable[[float], float], low: float, high: float, close: float = 0.0, narrow: float = 0.0) -> float:
    """Return a point where the increasing f is within ``close`` of 0, or the nearer end if there is no such point.

    The method is false position with the Illinois modification (the value at an end that stays is halved), until the
    ends are at most ``narrow`` apart.
    """
    below, above = f(low), f(high)
    if not below < 0 < above:
        return low if abs(below) < abs(above) else high
    x, stayed, tiny = low, 0, 1e-15 * (high - low)
    for _ in range(_MOST_STEPS):
        before, x = x, (low * above - high * below) / (above - below)
        y = f(x)
        if abs(y) <= close or high - low <= max(tiny, narrow) or abs(x - before) <= tiny:
            break
        if y < 0:
            low, below, above, stayed = x, y, above / 2 if stayed < 0 else above, -1
        else:
            high, above, below, stayed = x, y, below / 2 if stayed > 0 else below, 1
    return x
