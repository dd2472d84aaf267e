"""Every chart in both themes: text and dots have enough contrast, labels are at their ticks and never repeat."""

import numpy as np
import pytest

from dashboard.charts.palette import THEMES
from tests.dashboard.every_chart import SETS, drawn, marks, panels


def _rgb(colour):
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return np.array([int(digits[i : i + 2], 16) for i in (0, 2, 4)]) / 255


def _contrast(one, other):
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb):
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def _opacity(item, which):
    return item.get("opacity", 1) * item.get(f"{which}Opacity", 1)


def _blended(item, which, below):
    share = _opacity(item, which)
    return share * _rgb(item[which]) + (1 - share) * below


def _over(item, x, y):
    left, top = item.get("x", 0), item.get("y", 0)
    return 0 <= x - left <= item.get("width", 0) and 0 <= y - top <= item.get("height", 0)


def _band(rect):
    return _opacity(rect, "fill") < 0.5


def _with_what_is_below(scene, theme):
    """Yield every mark with the colour behind it: of the page, or of bars and bands."""
    rects = []
    for mark in marks(scene):
        x, y = mark.item.get("x", 0), mark.item.get("y", 0)
        below = _rgb(THEMES[theme].background)
        if mark.role == "mark":
            # Lines cross bars from side to side; dots and text are on top of them.
            for rect in rects if mark.kind in ("symbol", "text") else [rect for rect in rects if _band(rect)]:
                below = _blended(rect, "fill", below) if _over(rect, x, y) else below
        if mark.kind == "rect" and str(mark.item.get("fill", "")).startswith("#"):
            rects.append(mark.item)
        yield mark, below


def _stands_out(name, scene, theme):
    """Assert that text, dots and lines have enough contrast with what is behind them."""
    for mark, below in _with_what_is_below(scene, theme):
        if mark.kind == "text" and mark.role != "title-text" and mark.item.get("text"):
            halo = mark.item.get("strokeWidth", 0) > 1
            if not halo and _opacity(mark.item, "fill") > 0:
                found = _contrast(_blended(mark.item, "fill", below), below)
                assert found >= 4.5, (name, mark.role, mark.item["text"], mark.item["fill"], found)
        if mark.kind not in ("symbol", "line", "rule") or not mark.role.startswith(("mark", "legend")):
            continue
        if name.startswith(("heat map", "matrix")):  # cells of many colours; each is printed or bordered, with a legend
            continue
        for which in ("fill", "stroke"):
            if not str(mark.item.get(which, "")).startswith("#") or _opacity(mark.item, which) == 0:
                continue
            found = _contrast(_blended(mark.item, which, below), below)
            assert found >= 3, (name, mark.kind, which, mark.item[which], mark.item.get("opacity"), found)


def _axes(scene):
    """Yield (positions of ticks, labels) for each axis that has ticks."""
    for item in scene.get("items", ()):
        if scene.get("role") == "axis":
            parts = {inner.get("role"): inner["items"] for inner in item["items"]}
            yield parts.get("axis-tick", parts.get("axis-grid", [])), parts.get("axis-label", [])
        for inner in item.get("items", ()) if scene.get("marktype") == "group" else ():
            yield from _axes(inner)


@pytest.mark.thorough
@pytest.mark.parametrize("name", SETS)
def test_a_chart_can_be_read(name):
    # One test for all that is read, because drawing takes most of the time.
    for chart in panels(name):
        scenes = {theme: drawn(chart, theme) for theme in THEMES}
        for theme, scene in scenes.items():
            _stands_out(chart.title, scene, theme)
        # Space for the descenders of letters such as g and p, in titles of 13 pixels.
        assert chart.specification["padding"]["bottom"] >= 4
        _labels_sit_on_their_ticks_and_never_repeat(chart.title, scenes["light"])


def _labels_sit_on_their_ticks_and_never_repeat(name, scene):
    axes = [(ticks, labels) for ticks, labels in _axes(scene) if labels]
    assert axes, name
    for ticks, labels in axes:
        shown = [label for label in labels if label.get("opacity", 1) > 0 and label["text"]]
        texts = [str(label["text"]) for label in shown]
        assert len(set(texts)) == len(texts), (name, texts)
        along = "x" if shown[0].get("baseline") == "top" else "y"
        places = np.array([tick.get(along, 0) for tick in ticks])
        for label in shown:
            middle = {"x": ("align", "center"), "y": ("baseline", "middle")}[along]
            assert label.get(*middle) == middle[1], (name, label)
            if len(places):
                assert np.abs(places - label.get(along, 0)).min() < 1.1, (name, label, places)
