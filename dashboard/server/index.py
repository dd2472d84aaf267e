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

STYLE = Path(__file__).parents[1] / "static" / "style.css"


def index_routes(addresses: Iterable[str]) -> list[Route]:
    """Return the routes that answer the address of each page with the styled page of the client."""
    page = Path(file_util.get_static_dir(), "index.html").read_text(encoding="utf-8")
    # In the body: rules of the same weight must follow those that the client adds to the head.
    page = page.replace("</body>", f"<style>{STYLE.read_text(encoding='utf-8')}</style></body>")

    async def index(_: Request) -> HTMLResponse:
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return [Route(f"/{base}/{address}" if base else f"/{address}", index) for address in addresses]
