"""The few items that are resampled by hand: the ten questions, or some of what *Two systems* compares."""

from typing import NamedTuple

import streamlit as st

from core.paired import PairedScores
from core.readers.tables import load_table
from core.studies.by_hand import LARGEST_BY_HAND, few_items
from dashboard import cache
from dashboard.inputs.sources import choose_source, first_source
from dashboard.samples import SAMPLES

__all__ = ["Few", "choose_few"]

FEW = 12


class Few(NamedTuple):
    """Some items of a pair, and what to call each of them."""

    pair: PairedScores
    names: tuple[str, ...]


def choose_few() -> Few:
    """Draw the choice of items, folded away; return those that are chosen.

    The source is that of *Two systems*, so both pages speak of the same data.
    """
    with st.expander("Use other items: your own, a sample, or made-up ones", icon=":material/swap_horiz:"):
        chosen = choose_source()
        source = chosen or st.session_state.get("_last_source") or first_source()
        st.session_state["_last_source"] = source
        pair = source.pair
        if FEW < len(pair) <= LARGEST_BY_HAND:
            st.toggle(f"All {len(pair)} items instead of {FEW}", key="whole", persist_state="session")
        few = LARGEST_BY_HAND if st.session_state["whole"] and len(pair) <= LARGEST_BY_HAND else FEW
        if len(pair) > few:
            st.button(f"Pick another {FEW}", on_click=_pick_again, icon=":material/refresh:")
    picked = few_items(pair, few, st.session_state["choice"])
    if picked is not pair:
        st.caption(f"{few} of the {len(pair):,} items, picked at random: every p-value here is about these {few}.")
    return Few(picked, tuple(_texts().get(name, name) for name in _names(picked)))


def _pick_again() -> None:
    st.session_state["choice"] += 1


def _names(pair: PairedScores) -> tuple[str, ...]:
    return pair.ids if pair.ids is not None else tuple(str(i + 1) for i in range(len(pair)))


def _texts() -> dict[str, str]:
    """Return how the questions of a sample begin, by their id, where its table tells."""
    sample = SAMPLES[st.session_state["sample"]]
    if st.session_state["source"] != "sample" or sample.id is None:
        return {}

    def read() -> dict[str, str]:
        table = load_table(sample.paths[0])
        return dict(zip(table.column(sample.id), table.column("text"), strict=True)) if "text" in table.columns else {}

    return cache.kept("texts", sample.key, read)
