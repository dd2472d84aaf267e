"""Check a claim: could two printed accuracies differ significantly?"""

import streamlit as st

from core.errors import OptionError
from core.planning.claim import check_claim
from dashboard.server import cache
from dashboard.settings import CHECK_A_CLAIM
from dashboard.views.check_a_claim import words
from dashboard.views.check_a_claim.panel import choose_claim, draw_answer, draw_case, draw_curves, draw_takeaway
from dashboard.wording.unbroken import unbroken

st.title("Could a printed claim be significant?", anchor=False)
st.markdown(unbroken(words.INTRODUCTION))
choose_claim()
memory = st.session_state
try:
    n, *printed, side, alpha = key = tuple(memory[name] for name in CHECK_A_CLAIM)
    asked = None if side == "usual" else side
    claim = cache.kept("claims", key, lambda: check_claim(n, *printed, alpha=alpha, alternative=asked))
except OptionError as error:
    raise OptionError(words.mended(str(error))) from error
draw_answer(claim)
panel, table = draw_curves(claim)
draw_case(claim)
st.subheader("Take it with you", anchor=False)
draw_takeaway(claim, panel, table)
