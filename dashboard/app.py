"""The server of the app: `streamlit run dashboard/app.py` starts it, and `main.py` draws its pages."""

import streamlit as st
from altair.utils.schemapi import disable_debug_mode

# Imported before the server listens: otherwise the first visitor's page takes 2.6 s of processor time instead of 0.4.
import dashboard.guard
import dashboard.inputs
import dashboard.panels.tests
import dashboard.views.two_systems.pictures
import dashboard.views.two_systems.where  # noqa: F401
from dashboard.pages import PAGES
from dashboard.server.index import index_routes
from dashboard.server.limits import let_many_in
from dashboard.server.session import freeze

# Tests validate the same charts with Altair.
disable_debug_mode()
freeze()
let_many_in()

app = st.App("main.py", routes=index_routes(PAGES))
