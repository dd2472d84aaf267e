"""The test, the alternative and α of helped/hurt data, in a closed expander."""

from typing import Any

import streamlit as st

from core.significance import TESTS
from dashboard.inputs.choices import choose_line, choose_number
from dashboard.settings import QUESTION
from dashboard.wording.settings import ALTERNATIVES, HELP

__all__ = ["choose_question"]


def choose_question() -> dict[str, Any]:
    """Draw the choices; return them as keyword arguments of `core.compare`."""
    memory = st.session_state
    test, side = TESTS[memory["primer_test"]].title, ALTERNATIVES[memory["primer_alternative"]]
    with st.expander(f"{test}, α = {memory['alpha']:g}: {side}", key="_question"):
        choose_line("Test", {name: each.title for name, each in TESTS.items()}, "primer_test", help=HELP["test"])
        choose_line("Question", ALTERNATIVES, "primer_alternative", help=HELP["alternative"])
        choose_number("Significance level α", QUESTION["alpha"], "alpha", help=HELP["alpha"])
    return {"test": memory["primer_test"], "alternative": memory["primer_alternative"], "alpha": memory["alpha"]}
