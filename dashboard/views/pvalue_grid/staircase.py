"""The curves for one size of test set, set by a slider in the browser; whole items make steps in the curves."""

from fractions import Fraction

import numpy as np
import pandas as pd

from core.teaching.grid import PvalueGrid
from dashboard.charts.curve_names import apart
from dashboard.views.pvalue_grid.curves import curves_spec
from dashboard.views.pvalue_grid.names import effect_name

# The parameter that the slider sets, its range of sizes, and its initial size.
SIZE = "size"
SIZES = {"min": 20, "max": 1000, "step": 20}
FIRST = 100
_MOST_STEPS = 60


def staircase_hurts(hurts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Return percentages hurt from the smallest to the largest, fine enough to show the steps for 200 items.

    Examples
    --------
    >>> [str(each) for each in staircase_hurts((Fraction(0), Fraction(20)))][:4]
    ['0', '1/2', '1', '3/2']
    """
    low, high = min(hurts), max(hurts)
    step = max(Fraction(1, 2), (high - low) / _MOST_STEPS)
    return tuple(low + step * i for i in range(int((high - low) / step) + 1))


def staircase_rows(grid: PvalueGrid, alpha: float) -> pd.DataFrame:
    """Return the points of the curves, their labels and α, with a column ``n20``, ``n40``… of heights for each size."""
    table = pd.DataFrame(grid.columns())
    effects = sorted(set(grid.effect.tolist()))
    points = table.pivot(index=["effect", "hurt"], columns="n", values="pvalue").add_prefix("n").reset_index()
    sizes = [name for name in points.columns if name.startswith("n")]
    top = max(float(grid.pvalue.max()), alpha)
    # Impossible combinations are missing, and leave a gap.
    right = points["hurt"].max()
    ends = points.groupby("effect")[sizes].last().sort_index(ascending=False)
    names = pd.DataFrame({"effect": ends.index, "hurt": right, "name": [effect_name(each) for each in ends.index]})
    names = pd.concat([names, pd.DataFrame({"hurt": [right], "name": [f"α = {alpha:g}"]})], ignore_index=True)
    heights = pd.concat([ends, pd.DataFrame(alpha, index=[np.nan], columns=sizes)], ignore_index=True)
    names = names.join(heights.apply(lambda column: apart(column.to_numpy(), top)))
    parts = [
        points.assign(part="point", name=points["effect"].map(effect_name)),
        names.assign(part="name"),
        pd.DataFrame({"hurt": [right], "part": "alpha"} | dict.fromkeys(sizes, alpha)),
        *(
            pd.DataFrame({"hurt": [hurt], "part": "edge"} | dict.fromkeys(sizes, height))
            for hurt, height in ((points["hurt"].min(), 0.0), (right, top))
        ),
    ]
    rows = pd.concat(parts, ignore_index=True)
    rows["colour"] = rows["effect"].map({effect: i for i, effect in enumerate(effects)})
    # Half the bytes, and still more precise than a chart.
    return rows.astype(dict.fromkeys(sizes, np.float32)).assign(without=False)


def staircase_spec(n_curves: int) -> dict:
    """Return the Vega-Lite specification that draws the rows at the size of the parameter `SIZE`, added when drawn."""
    specification = curves_spec(n_curves)
    # A tooltip at the pointer would take longer than the rest of a frame.
    specification.pop("params")
    specification["layer"] = [
        layer for layer in specification["layer"] if not str(layer.get("name")).startswith("view")
    ]
    for layer in specification["layer"]:
        if layer["mark"]["type"] == "line":
            layer["mark"]["interpolate"] = "step-after"
    return specification | {"transform": [{"calculate": f"datum['n' + {SIZE}]", "as": "pvalue"}]}
