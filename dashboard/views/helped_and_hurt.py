"""Helped and hurt: how do n, helped and hurt make a p-value?"""

import streamlit as st

st.title("How do helped and hurt items make a p-value?", anchor=False)
