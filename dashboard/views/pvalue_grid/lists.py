"""The inputs of a p-value grid: exact or sampled, the values of the curves, and the values of the map."""

from fractions import Fraction
from typing import Any

import numpy as np
import streamlit as st

from core.teaching.grid import read_list
from dashboard.views.pvalue_grid.words import EFFECT, HURT, SAMPLED, SEED, SIZES

Values = dict[str, tuple[Fraction, ...]]

# The columns of the grid: the label of each list, and the most values that the curves can have.
_LISTS = {
    "n": ("sizes", "Sizes of the test set", SIZES, 8),
    "effect": ("effects", "Effects, in %", EFFECT, 12),
    "hurt": ("hurts", "Items hurt, in %", HURT, 100),
}
_MOST_CELLS = 60  # on each side of the map
CELLS = {"20": "20 × 20", "60": "60 × 60", "own": "own values"}
_COARSE = "20,30,50,70,100,150,200,300,400,500,700,1000,1500,2000,3000,4000,5000,6000,8000,10000"


def _fine_sizes() -> str:
    """Return sixty sizes from 20 to 20,000, each by the same factor larger than the last, rounded to two digits."""
    return ",".join(str(int(float(f"{n:.2g}"))) for n in np.geomspace(20, 20_000, 60))


_MAPS = {
    "20": {"n": _COARSE, "effect": "0.5:10.5:0.5", "hurt": "0:20"},
    "60": {"n": _fine_sizes(), "effect": "0.5:30.5:0.5", "hurt": "0:30:0.5"},
}


def choose_sampling() -> None:
    """Draw the switch between exact and sampled and, for sampled, the button that draws new samples."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.toggle("Sample, as most tools do", key="sampled", help=SAMPLED, persist_state="session")
        if st.session_state["sampled"]:
            st.button("Draw again", icon=":material/casino:", on_click=_next_seed, help=SEED)


def _next_seed() -> None:
    st.session_state["seed"] += 1


def asked() -> dict[str, Any]:
    """Return the keyword arguments of `pvalue_grid` from the settings; the seed is included only if it matters."""
    memory = st.session_state
    options = {"test": memory["primer_test"], "alternative": memory["primer_alternative"]}
    return options | ({"method": "monte-carlo", "seed": memory["seed"]} if memory["sampled"] else {})


def choose_lists(prefix: str = "") -> None:
    """Draw the three lists; the session holds their texts, with the prefix before the settings' names."""
    for name, label, explanation, most in _LISTS.values():
        hint = f"{explanation} {_SYNTAX} At most {_MOST_CELLS if prefix else most}."
        st.text_input(_label(label, prefix), key=prefix + name, help=hint, persist_state="session", max_chars=400)


def _label(label: str, prefix: str) -> str:
    return f"Map: {label[0].lower()}{label[1:]}" if prefix else label


_SYNTAX = "Numbers with commas between, and ranges: 0:20 is 0 to 19, 0.5:10.5:0.5 goes up by 0.5."


def typed_lists(prefix: str = "") -> Values:
    """Return the values in the lists.

    Raises
    ------
    OptionError
        If one of them cannot be read.
    """
    return {
        column: tuple(
            sorted(read_list(_label(label, prefix), st.session_state[prefix + name], _MOST_CELLS if prefix else most))
        )
        for column, (name, label, _, most) in _LISTS.items()
    }


def map_values(cells: str) -> Values:
    """Return the values of the map's axes.

    Raises
    ------
    OptionError
        If the typed values cannot be read.
    """
    if cells == "own":
        return typed_lists("map_")
    return {column: read_list(column, text) for column, text in _MAPS[cells].items()}
