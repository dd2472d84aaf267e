"""Page configuration and navigation."""

import streamlit as st

from core.report.escape import markdown
from dashboard import state
from dashboard.guard import guarded
from dashboard.pages import PAGES
from dashboard.panels.links import draw_chapter
from dashboard.panels.projector import STATIC, draw_switch, projecting
from dashboard.server import session
from dashboard.server.turn import in_turn

# The icon is a local file: icons by name would be fetched from another server.
MARK = str(STATIC / "mark.svg")

# This call is before the navigation, which would otherwise fetch the icon of the page.
st.set_page_config("Helped & Hurt", MARK)

menus: dict[str, list] = {}
for address, each in PAGES.items():
    icon = f":material/{each.icon}:"
    entry = st.Page(each.script, title=each.title, icon=icon, url_path=address or None, default=not address)
    menus.setdefault(each.menu, []).append(entry)
# A page embedded in another site has no menu.
page = st.navigation(menus, position="hidden" if st.context.is_embedded else "top")
st.logo(MARK, size="large")

session.current()
for problem in state.adopt(page.url_path):
    st.warning(markdown(problem), icon=":material/link_off:")
# Set only once in a run: a page that changes its layout is drawn in both layouts, and may keep the first.
wide = projecting() or PAGES[page.url_path].wide
st.set_page_config(f"{page.title} · Helped & Hurt", layout="wide" if wide else "centered")
if projecting():
    st.html(STATIC / "projector.css")
with in_turn():
    with guarded():
        page.run()
    draw_chapter(page.url_path)
    draw_switch()
    state.publish(page.url_path)
