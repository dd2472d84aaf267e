"""Methods: every definition, which test when, common misreadings, references, privacy."""

import streamlit as st

from dashboard.views.methods.words import SECTIONS
from dashboard.wording.unbroken import unbroken

st.title("Methods", anchor=False)
st.markdown("What every number on these pages means, where it comes from, and how not to misread it.")
for title, text in SECTIONS.items():
    st.header(title)
    st.markdown(unbroken(text))
