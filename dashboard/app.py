"""The server of the app: `streamlit run dashboard/app.py` starts it, and `main.py` draws its pages."""

from functools import cache
from pathlib import Path

import streamlit as st
from altair.utils.schemapi import disable_debug_mode
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit import config, file_util

# Imported before the server listens: otherwise the first visitor's page takes 2.6 s of processor time instead of 0.4.
import dashboard.guard
import dashboard.inputs.settings
import dashboard.panels.tests
import dashboard.views.two_systems.pictures
import dashboard.views.two_systems.where  # noqa: F401
from dashboard.pages import PAGES
from dashboard.panels.projector import STATIC
from dashboard.server.client_files import ClientFiles
from dashboard.server.limits import let_many_in
from dashboard.server.session import freeze


def index_routes() -> list[Route]:
    """Return the routes that answer the address of each page with the client's own page, this app's style and a script.

    A style that came with the elements of a page would come after some of them, and move them. The script would come
    again with every redraw.
    """
    page = Path(file_util.get_static_dir(), "index.html").read_text(encoding="utf-8")
    style, projector = ((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("style", "projector"))
    script = (STATIC / "drag.js").read_text(encoding="utf-8")
    # Until the page shows the button that leads to the projector's view, which means that it was left.
    projector = f"html:not(:has(.st-key-to_projector)) {{ {projector} }}"

    async def index(request: Request) -> HTMLResponse:
        styles = style + projector if request.query_params.get("projector") == "1" else style
        # In the body: rules of the same weight must follow those that the client adds to the head.
        styled = page.replace("</body>", f"<style>{styles}</style><script>{script}</script></body>")
        return HTMLResponse(styled, headers={"Cache-Control": "no-cache"})

    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return [Route(f"/{base}/{address}" if base else f"/{address}", index) for address in PAGES]


# Tests validate the same charts with Altair.
disable_debug_mode()
freeze()
let_many_in()
# Each redraw asks six times for the theme's settings, which stay the same: a tenth of its processor time.
config.get_options_for_section = cache(config.get_options_for_section)

app = st.App("main.py", routes=index_routes(), middleware=[Middleware(ClientFiles)])
