"""Check a claim: could two printed accuracies differ significantly?"""

import streamlit as st

st.title("Could a printed claim be significant?", anchor=False)
