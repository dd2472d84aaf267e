"""The axis that the pictures of one comparison share: the difference, experimental minus baseline."""

from collections.abc import Iterable

import altair as alt
import pandas as pd

from core.distribution import Distribution
from core.report import Unit

__all__ = ["LEFT_MARGIN", "difference_axis", "edge_rows", "rule_rows", "shared_range"]

# The room for labels left of every plot, in pixels, so that the plots stand exactly below each other.
LEFT_MARGIN = 62


def shared_range(
    distributions: Iterable[Distribution], points: Iterable[float], changes: Iterable[float], unit: Unit
) -> tuple[float, float]:
    """Return the ends of the axis, in the unit's scale.

    All points and all but 1e-6 of each distribution are inside. The bars of the changed items are inside too, unless that
    would squeeze the distributions into less than a fifth of the width: then the bars run out of the picture.
    """
    inner = [*points]
    for distribution in distributions:
        left, right, _ = distribution.histogram()
        inner += [float(left[0]), float(right[-1])]
    low, high = min(inner), max(inner)
    width = (high - low) or abs(high) or 1.0
    bars = [*changes]
    if bars and max(high, *bars) - min(low, *bars) <= 5 * width:
        low, high = min(low, *bars), max(high, *bars)
    pad = 0.03 * ((high - low) or width)
    return unit.scale * (low - pad), unit.scale * (high + pad)


def difference_axis(field: str, title: str, **channel: object) -> alt.X:
    """Return the x channel that reads its range from the rows of part ``edge``."""
    return alt.X(
        field,
        type="quantitative",
        title=title,
        scale=alt.Scale(nice=False, zero=False),
        axis=alt.Axis(grid=False, ticks=True, tickCount=7, domain=True, labelFlush=False, titlePadding=6),
        **channel,
    )


def edge_rows(ends: tuple[float, float]) -> pd.DataFrame:
    """Return the two invisible rows that stretch the axis over the shared range."""
    return pd.DataFrame({"part": "edge", "left": list(ends)})


def rule_rows(positions: dict[str, float], unit: Unit) -> pd.DataFrame:
    """Return one row for each named vertical line, such as ``zero`` and ``observed``."""
    return pd.DataFrame({"part": list(positions), "left": [unit.scale * x for x in positions.values()]})
