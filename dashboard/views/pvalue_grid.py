"""p-value grid: what effect can a test set of this size show?"""

import streamlit as st

st.title("What effect can a test set of this size show?", anchor=False)
