"""Measure in a browser the frames per second of a chart while its slider is dragged, and print a table.

From the project's root, with Chromium installed; under a minute::

    python -m benchmarks.drag [--seconds 4]

The pointer moves to and fro over the slider. A frame counts if the chart differs from the frame before; the browser's
own frames are those of `requestAnimationFrame`. Messages to the server are counted too.
"""

import argparse
import math
import platform
import time
from collections.abc import Sequence
from importlib.metadata import version
from typing import NamedTuple

from playwright.sync_api import Page

from benchmarks.load import running_app
from benchmarks.redraw import opened

__all__ = ["Drag", "dragged", "main"]

PAGES = {
    "Helped and hurt, n = 500": "helped-and-hurt?n=500&helped=10&hurt=7",
    "p-value grid, the staircase": "pvalue-grid",
}
# Records the time of every frame of the browser, and of each frame in which the slider's chart has changed.
WATCH = """slider => {
    const picture = slider.closest("[data-testid=stVegaLiteChart]").querySelector("svg");
    const line = picture.querySelector(".mark-line path");
    const seen = () => line ? line.getAttribute("d") : picture.textContent;  // which says p
    const noted = window.noted = {frames: [], changes: []};
    let last = seen();
    const look = now => {
        noted.frames.push(now);
        const next = seen();
        if (next !== last) noted.changes.push(now);
        last = next;
        window.watching = requestAnimationFrame(look);
    };
    window.watching = requestAnimationFrame(look);
}"""


class Drag(NamedTuple):
    """The frames per second of the browser and of the chart, and the number of messages sent."""

    frames: float
    pictures: float
    sent: int


def dragged(page: Page, seconds: float) -> Drag:
    """Drag the first slider of a chart to and fro for this many seconds."""
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda message: sent.append(message)))
    page.reload()
    slider = page.locator(".vega-bindings input[type=range]").first
    slider.wait_for()
    page.wait_for_timeout(3_000)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    middle, reach, height = box["x"] + box["width"] / 2, 0.45 * box["width"], box["y"] + box["height"] / 2
    page.mouse.move(middle, height)
    page.mouse.down()
    page.wait_for_timeout(500)
    sent.clear()
    slider.evaluate(WATCH)
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        page.mouse.move(middle + reach * math.sin(5 * passed), height)
    noted = page.evaluate("() => { cancelAnimationFrame(window.watching); return window.noted; }")
    page.mouse.up()
    lasted = (noted["frames"][-1] - noted["frames"][0]) / 1000
    return Drag((len(noted["frames"]) - 1) / lasted, len(noted["changes"]) / lasted, len(sent))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each chart in a separate app and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.drag", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=4, help="of dragging, at most 60 [4]")
    seconds = parser.parse_args(arguments).seconds
    if not 0 < seconds <= 60:
        parser.error(f"--seconds {seconds:g} must be > 0 and <= 60")
    print(f"{platform.machine()}, Python {platform.python_version()}, Streamlit {version('streamlit')}\n")
    print("| picture | frames a second | other pictures a second | messages to the server |\n|---|---|---|---|")
    with running_app(cores=2) as port:
        for name, path in PAGES.items():
            with opened(f"http://127.0.0.1:{port}/{path}") as page:
                drag = dragged(page, seconds)
            print(f"| {name} | {drag.frames:.0f} | {drag.pictures:.0f} | {drag.sent} |", flush=True)


if __name__ == "__main__":
    main()
