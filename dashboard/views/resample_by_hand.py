"""Resample by hand: what is a bootstrap, one draw at a time?"""

import streamlit as st

st.title("What is a bootstrap, one draw at a time?", anchor=False)
