"""Check the built site without a network: ``python docs/links.py docs/_build/html``.

Every link within the site leads to a file and an anchor that exist, and no page loads anything from elsewhere.
"""

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser loads by itself, as opposed to links that a reader follows.
_LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "srcset"), ("iframe", "src")}


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src", "srcset") and value:
                self.links.append((tag, name, value))


@cache
def _page(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def problems(site: Path) -> Iterator[str]:
    """Yield a sentence for each link that leads nowhere, and for each thing loaded from elsewhere."""
    for path in sorted(set(site.rglob("*.html")) - set((site / "_static").rglob("*"))):
        for tag, name, link in _page(path).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if (tag, name) in _LOADED and parts.scheme != "data":
                    yield f"{path.relative_to(site)} loads {link} from elsewhere."
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if not target.exists():
                yield f"{path.relative_to(site)}: {link} leads to no file."
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in _page(target).anchors:
                yield f"{path.relative_to(site)}: {link} leads to no place in that page."


if __name__ == "__main__":
    found = list(problems(Path(sys.argv[1]).resolve()))
    print(*found, sep="\n")
    raise SystemExit(1 if found else 0)
