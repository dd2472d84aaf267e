"""Charts for a projector: larger letters, marks and plots from the same specification."""

from typing import Any

# Keys of a specification whose values are lengths in pixels.
_LENGTHS = {"fontSize", "labelFontSize", "titleFontSize", "strokeWidth", "symbolSize", "height", "dx", "dy", "offset"}
_LENGTHS |= {"minExtent", "maxExtent", "titlePadding", "titleX", "titleY"}
# Vega-Lite's and Streamlit's defaults for lengths that a chart does not set.
_AXIS = {"labelFontSize": 12, "titleFontSize": 14}


def enlarged(specification: dict, by: float) -> dict:
    """Return the specification of layers with every length in pixels multiplied.

    Examples
    --------
    >>> enlarged({"height": 200, "layer": [{"mark": {"type": "text", "fontSize": 12}}]}, 1.5)["layer"]
    [{'mark': {'type': 'text', 'fontSize': 18.0}}]
    """
    larger = _larger(specification, by)
    larger["padding"] = {side: by * room for side, room in specification.get("padding", {}).items()}
    config = larger.get("config", {})
    defaults = {name: by * size for name, size in _AXIS.items()}
    named = {part: defaults | config.get(part, {}) for part in ("axis", "legend")}
    larger["config"] = config | named | {"text": {"fontSize": 11 * by} | config.get("text", {})}
    return larger


def _larger(part: Any, by: float, within: str = "") -> Any:
    if isinstance(part, list):
        return [_larger(each, by, within) for each in part]
    if not isinstance(part, dict):
        return part
    return {name: _value(name, value, by, within) for name, value in part.items()}


def _value(name: str, value: Any, by: float, within: str) -> Any:
    is_length = (
        name in _LENGTHS
        # The area of a mark, or a position in pixels.
        or (within == "mark" and name in ("size", "x", "y"))
        or (within in ("x", "y", "x2", "y2") and name == "value")
    )
    if is_length and isinstance(value, int | float) and not isinstance(value, bool):
        return value * (by * by if name in ("size", "symbolSize") else by)
    if is_length and isinstance(value, dict) and value.keys() == {"expr"}:
        return {"expr": f"{by} * ({value['expr']})"}
    return _larger(value, by, name)
