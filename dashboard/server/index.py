"""The page that the browser loads first: the client's own, with the style of this app.

A style that came with the elements of a page would come after some of them, and move them.
"""

from collections.abc import Iterable
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit import file_util

STATIC = Path(__file__).parents[1] / "static"


def index_routes(addresses: Iterable[str]) -> list[Route]:
    """Return the routes that answer the address of each page with the styled page of the client."""
    page = Path(file_util.get_static_dir(), "index.html").read_text(encoding="utf-8")
    style, projector = ((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("style", "projector"))
    # Until the page shows the button that leads to the projector's view, which means that it was left.
    projector = f"html:not(:has(.st-key-to_projector)) {{ {projector} }}"

    async def index(request: Request) -> HTMLResponse:
        styles = style + projector if request.query_params.get("projector") == "1" else style
        # In the body: rules of the same weight must follow those that the client adds to the head.
        styled = page.replace("</body>", f"<style>{styles}</style></body>")
        return HTMLResponse(styled, headers={"Cache-Control": "no-cache"})

    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return [Route(f"/{base}/{address}" if base else f"/{address}", index) for address in addresses]
