"""Check a claim: could two printed accuracies differ significantly?"""

import streamlit as st

from core.errors import OptionError
from dashboard.server import cache
from dashboard.views.check_a_claim import words
from dashboard.views.check_a_claim.panel import choose_claim, draw_answer, draw_case, draw_curves, draw_takeaway
from dashboard.wording.unbroken import unbroken

st.title("Could a printed claim be significant?", anchor=False)
st.markdown(unbroken(words.INTRODUCTION))
choose_claim()
memory = st.session_state
try:
    claim = cache.claim(memory["items"], memory["baseline"], memory["experimental"], memory["alpha"], memory["side"])
except OptionError as error:
    raise OptionError(words.mended(str(error))) from error
draw_answer(claim)
panel, table = draw_curves(claim)
draw_case(claim)
st.subheader("Take it with you", anchor=False)
draw_takeaway(claim, panel, table)
