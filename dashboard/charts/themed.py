"""One specification for both themes: its colours follow the background of the page, even if the theme changes later."""

from typing import Any

# Vega knows its background; a luminance of 0.18 has the same contrast with black as with white.
_DARK = "luminance(background) < 0.18"


def either(light: str, dark: str) -> dict[str, str]:
    """Return an expression for the first colour on a light background and the second on a dark one.

    Examples
    --------
    >>> either("#000000", "#ffffff")
    {'expr': "luminance(background) < 0.18 ? '#ffffff' : '#000000'"}
    """
    return {"expr": f"{_DARK} ? '{dark}' : '{light}'"}


def themed(light: Any, dark: Any) -> Any:
    """Return one specification with an expression for every colour that differs between the two.

    Parameters
    ----------
    light, dark : parts of a Vega-Lite specification
        The specification of the same chart for the light and for the dark theme.

    Raises
    ------
    ValueError
        If the two differ in anything other than colours.

    Examples
    --------
    >>> themed({"mark": {"color": "#000000"}}, {"mark": {"color": "#ffffff"}})
    {'mark': {'color': {'expr': "luminance(background) < 0.18 ? '#ffffff' : '#000000'"}}}
    """
    if isinstance(light, dict) and isinstance(dark, dict) and light.keys() == dark.keys():
        return {name: themed(part, dark[name]) for name, part in light.items()}
    if isinstance(light, list) and isinstance(dark, list) and len(light) == len(dark):
        return [themed(*parts) for parts in zip(light, dark, strict=True)]
    if light == dark:
        return light
    if isinstance(light, str) and isinstance(dark, str):
        if light.startswith("#") and dark.startswith("#"):
            return either(light, dark)
        if light.startswith("view_") and dark.startswith("view_"):
            return light  # Altair's name of a view is a hash of its contents
    raise ValueError(f"the themes differ in more than colours: {light!r} and {dark!r}")
