"""The colours of p-values on a map, and the p-values printed in its cells."""

import math
from typing import Any

import altair as alt

# From strong evidence (blue) over α to none (orange). Both themes use the same colours, because cells are opaque.
# Numbers are white on the first two and black on the others, which gives a contrast of 4.5 : 1.
COLOURS = ("#0A4780", "#2A71B0", "#8CBFE0", "#FCE6CC", "#F7C592", "#EE9A55", "#D9701F")
_WHITE_ON = 2
INK = "#171614"
# The largest p-value of each colour, in multiples of α.
_MULTIPLES = (0.02, 0.2, 1, 2, 4, 10)
# Smaller p-values are printed as "<", unless α is so small that the colours distinguish them.
LEAST = 0.001


def limits(alpha: float) -> list[float]:
    """Return the largest p-value of each colour except the last; no limit exceeds 1.

    Examples
    --------
    >>> limits(0.05), limits(0.5)
    ([0.001, 0.01, 0.05, 0.1, 0.2, 0.5], [0.01, 0.1, 0.5])
    """
    ends = [float(f"{alpha * multiple:.12g}") for multiple in _MULTIPLES]
    return [end for end in ends if end < 1]


def printed(p: float, alpha: float, least: float = LEAST) -> str:
    """Return a short p-value for a cell; rounding never moves it to the other side of α.

    Examples
    --------
    >>> printed(0.0123, 0.05), printed(0.050056, 0.05), printed(0.05 + 1e-9, 0.05), printed(0.0002, 0.05)
    ('.012', '.0501', '>.05', '<.001')
    >>> printed(0.00024, 0.001, 2e-5), printed(0.00001, 0.001, 2e-5)
    ('.0002', '<.00002')
    """
    if p == 1:
        return "1"
    if p < least:
        return f"<{_plain(least)[1:]}"
    fewest = max(3, -math.floor(math.log10(p)))
    for decimals in range(fewest, fewest + 3):
        text = f"{p:.{decimals}f}"
        if (float(text) <= alpha) == (p <= alpha):
            return text.removeprefix("0")
    return f"{'≤' if p <= alpha else '>'}{_plain(alpha)[1:]}"


def _plain(value: float) -> str:
    return f"{value:.12f}".rstrip("0")


def cell_layers(
    cells: alt.Chart, x: Any, y: Any, alpha: float, tooltip: list[alt.Tooltip], picked: alt.Parameter
) -> list[alt.Chart]:
    """Return the layers of a map's cells and of the ``label`` in each, where there is one and it fits.

    The ``colour`` of a row is the index of its p-value among `limits`. The selection ``picked`` holds the clicked cell.
    """
    ends = [_plain(largest) for largest in limits(alpha)]
    names = f"{[f'≤ {end}' for end in ends] + [f'> {ends[-1]}']}[datum.value]".replace("'", '"')
    colours = alt.Scale(domain=list(range(len(ends) + 1)), range=list(COLOURS[: len(ends) + 1]))
    legend = alt.Legend(
        title="p",
        titleOrient="left",
        orient="top",
        offset=6,
        direction="horizontal",
        columns=alt.expr("width < 260 ? 3 : width < 460 ? 4 : 7"),
        symbolType="square",
        symbolStrokeWidth=0,
        symbolOpacity=1,
        symbolSize=160,
        labelExpr=names,
    )
    colour = alt.Color("colour:O", scale=colours, legend=legend)
    # Without a stroke the background would be visible between the cells.
    stroke = alt.Stroke("colour:O", scale=colours, legend=None)
    fits = "bandwidth('x') > 6 * length(datum.label) && bandwidth('y') > 11"
    drawn = cells.mark_rect(cursor="pointer", strokeWidth=0.5).encode(
        x=x, y=y, color=colour, stroke=stroke, tooltip=tooltip
    )
    numbers = cells.transform_filter("isValid(datum.label)")
    words = numbers.mark_text(fontSize=11, tooltip=None).encode(
        x=x,
        y=y,
        text="label:N",
        opacity=alt.condition(fits, alt.value(1), alt.value(0)),
        color=alt.condition(alt.datum.colour < _WHITE_ON, alt.value("#FFFFFF"), alt.value(INK)),
    )
    return [drawn.add_params(picked), words]
