"""Charts with a pointer selection: the point next to the pointer is marked, and a tooltip shows its values."""

import altair as alt

from dashboard.charts.axis import layered


def nearest(*fields: str) -> alt.Parameter:
    """Return the selection of the point next to the pointer, identified by these fields."""
    return alt.selection_point(name="near", on="pointerover", clear="pointerout", nearest=True, fields=list(fields))


def layered_with_pointer(layers: list[alt.Chart], height: int, right: int) -> dict:
    """Return the specification of layers with a selection; ``right`` pixels at the right end are free for labels."""
    specification = layered(layers, height)
    # Altair gives layers with a selection empty data of their own; here the data are added when the chart is drawn.
    for part in (specification, *specification["layer"]):
        part.pop("data", None)
    specification.pop("datasets", None)
    return specification | {"padding": specification["padding"] | {"right": right}}
