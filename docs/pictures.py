"""Make the pictures of the README and the documentation: ``python -m docs.pictures``, with the app and Chromium.

The verdict page as PNG, and *Helped and hurt* as a GIF in which the slider is dragged until p crosses α. Both are made
in light and dark, each below 500 kB.
"""

import csv
import io
import logging
import re
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from dashboard.samples import CLASSIFIERS as CLASSIFIED
from tests.browser.conftest import ARGUMENTS, running_app
from tests.browser.steps import drop, settled

FOLDER = Path(__file__).parent / "pictures"
MAX_BYTES = 500_000
# Two columns of the sample of ten classifiers, as files of their own: the baseline, then the experimental system.
CLASSIFIERS = ("nearest centroid", "logistic regression")
# p crosses 0.05 between 5 and 6 hurt items. The area holds the verdict, the picture and the sliders.
HURT = "/helped-and-hurt?n=500&helped=15&hurt=0&test=permutation&alternative=two-sided"
HURT_AREA = (60, 245, 840, 690)
# Pages as they open, for the gallery.
PAGES = ("many-systems", "resample-by-hand", "pvalue-grid", "exact-or-sampled", "check-a-claim", "plan-a-study")
FRAMES, FRAME_MILLISECONDS, LAST_MILLISECONDS = 11, 600, 1800


def score_files(folder: Path) -> list[Path]:
    """Write a file of scores for each of the two classifiers."""
    with CLASSIFIED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    paths = [folder / f"{name}.txt" for name in CLASSIFIERS]
    for path in paths:
        path.write_text("".join(f"{row[path.stem]}\n" for row in rows))
    return paths


def verdict(page: Page, address: str, files: list[Path]) -> Image.Image:
    """Return the first screen of *Two systems* with the verdict on two files."""
    page.goto(address)
    settled(page)
    drop(page, *files)
    page.mouse.wheel(0, -5000)
    page.wait_for_timeout(2500)
    return _shot(page)


def opened(page: Page, address: str) -> Image.Image:
    """Return the first screen of a page."""
    page.goto(address)
    settled(page)
    page.wait_for_timeout(2000)
    return _shot(page)


def hurt(page: Page, address: str) -> list[Image.Image]:
    """Return frames of *Helped and hurt* while its slider *Hurt* moves to the right."""
    page.goto(address + HURT)
    settled(page)
    page.wait_for_timeout(1500)
    slider = page.get_by_role("slider", name=re.compile("^Hurt"))
    slider.focus()
    frames = []
    for _ in range(FRAMES):
        frames.append(_shot(page).crop(HURT_AREA))
        slider.press("ArrowRight")
        page.wait_for_timeout(300)
        settled(page)
        page.wait_for_timeout(500)
    return frames


def _shot(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def save_png(image: Image.Image, path: Path) -> None:
    """Save a picture with as many colours as fit below the limit."""
    for colours in (256, 128, 64):
        image.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= MAX_BYTES:
            return
    raise SystemExit(f"{path} has {path.stat().st_size:,} bytes, more than {MAX_BYTES:,}: crop the picture.")


def save_gif(frames: list[Image.Image], path: Path) -> None:
    """Save a moving picture that rests on its last frame, smaller until it is below the limit."""
    for scale in (1.0, 0.8, 0.6):
        size = tuple(round(scale * side) for side in frames[0].size)
        small = [frame.resize(size, Image.Resampling.LANCZOS) for frame in frames]
        palette = small[-1].quantize(64)
        drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in small]
        durations = [FRAME_MILLISECONDS] * (len(drawn) - 1) + [LAST_MILLISECONDS]
        drawn[0].save(path, save_all=True, append_images=drawn[1:], duration=durations, loop=0, optimize=True)
        if path.stat().st_size <= MAX_BYTES:
            return
    raise SystemExit(f"{path} has {path.stat().st_size:,} bytes, more than {MAX_BYTES:,}: use fewer frames.")


def draw(browser: Browser, address: str, files: list[Path]) -> None:
    """Make all pictures."""
    for theme in ("light", "dark"):
        context = browser.new_context(color_scheme=theme, viewport={"width": 1280, "height": 800}, locale="en-GB")
        page = context.new_page()
        save_png(verdict(page, address, files), FOLDER / f"verdict-{theme}.png")
        for name in PAGES:
            save_png(opened(page, f"{address}/{name}"), FOLDER / f"{name}-{theme}.png")
        page.set_viewport_size({"width": 900, "height": 1000})
        save_gif(hurt(page, address), FOLDER / f"hurt-{theme}.gif")
        context.close()


def main() -> None:
    """Start the app and the browser, and make all pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium")
    logging.captureWarnings(True)
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_app(Path(folder) / "log.txt") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        draw(browser, address, score_files(Path(folder)))
        browser.close()
    for path in sorted(FOLDER.iterdir()):
        print(f"{path.name}: {path.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
