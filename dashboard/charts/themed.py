"""One specification for both themes: its colours follow the page's background, also while the page is open."""

from typing import Any

# Vega knows the background that it draws on; luminance 0.18 is as far from black as from white.
_DARK = "luminance(background) < 0.18"


def either(light: str, dark: str) -> dict[str, str]:
    """Return the colour that is the first on a light page and the second on a dark one.

    Examples
    --------
    >>> either("#000000", "#ffffff")
    {'expr': "luminance(background) < 0.18 ? '#ffffff' : '#000000'"}
    """
    return {"expr": f"{_DARK} ? '{dark}' : '{light}'"}


def themed(light: Any, dark: Any) -> Any:
    """Return the specification in which every colour that differs between the two is chosen when it is drawn.

    Parameters
    ----------
    light, dark : parts of a Vega-Lite specification
        The same chart for the light and for the dark page.

    Raises
    ------
    ValueError
        If they differ in anything but colours.

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
            return light  # Altair names a view after a hash of what is in it
    raise ValueError(f"the themes differ in more than colours: {light!r} and {dark!r}")
