"""Charts that answer to a pointer: the point next to it is marked, and read out in a tooltip."""

import altair as alt

from dashboard.charts.axis import layered


def nearest(*fields: str) -> alt.Parameter:
    """Return the selection of the point next to the pointer, known by these fields."""
    return alt.selection_point(name="near", on="pointerover", clear="pointerout", nearest=True, fields=list(fields))


def layered_with_pointer(layers: list[alt.Chart], height: int, right: int) -> dict:
    """Return the specification of layers with a selection, ``right`` pixels kept free for names at their right end."""
    specification = layered(layers, height)
    # Altair gives layers with a selection empty data of their own; here the data come with the drawing.
    for part in (specification, *specification["layer"]):
        part.pop("data", None)
    specification.pop("datasets", None)
    return specification | {"padding": specification["padding"] | {"right": right}}
