"""Methods."""

import streamlit as st

st.title("Methods", anchor=False)
