"""The few items that are resampled by hand: the ten questions, or a sample of the items of *Two systems*."""

from typing import NamedTuple

import streamlit as st

from core.data.paired import PairedScores
from core.readers.parsing.loading import load_table
from core.teaching.by_hand import LARGEST_BY_HAND, few_items
from dashboard.guard import Finished
from dashboard.inputs.choices import next_one
from dashboard.inputs.settings import as_one_list
from dashboard.inputs.sources import Source, choose_source, choose_swap, sample_origin
from dashboard.samples import SAMPLES, Sample
from dashboard.server import cache
from dashboard.views.resample_by_hand import words
from dashboard.wording.unbroken import unbroken

FEW = 12


class Few(NamedTuple):
    """A few items of a pair, and a name for each item."""

    pair: PairedScores
    names: tuple[str, ...]


def choose_few() -> Few:
    """Draw the choice of items in an expander; return the chosen ones.

    The source is the one of *Two systems*, so both pages show the same data.
    """
    memory = st.session_state
    label = "Use other items: your own, an example, or made-up ones"
    with st.expander(label, memory.get("_few_missing", False), icon=":material/swap_horiz:"):
        source = choose_source("hand_sample")
        if source is None:
            if not memory.get("_few_missing"):
                # The message about missing files is inside the expander, and is known only after it is drawn. So draw
                # it open.
                memory["_few_missing"] = True
                st.rerun()
            raise Finished
        source = as_one_list(source)
        choose_swap()
        pair = source.pair
        if FEW < len(pair) <= LARGEST_BY_HAND:
            st.toggle(f"All {len(pair)} items instead of {FEW}", key="whole", persist_state="session")
        few = LARGEST_BY_HAND if memory["whole"] and len(pair) <= LARGEST_BY_HAND else FEW
        if len(pair) > few:
            st.button(f"Pick another {FEW}", on_click=next_one, args=("choice",), icon=":material/refresh:")
    choice = memory["choice"]
    picked = cache.of_pair("few", pair, (few, choice), lambda: few_items(pair, few, choice))
    if len(pair) > few:
        st.caption(unbroken(words.picked(few, len(pair))))
    texts = _texts(_sample(source))
    return Few(picked, tuple(texts.get(name, name) for name in _names(picked)))


def _names(pair: PairedScores) -> tuple[str, ...]:
    return pair.ids if pair.ids is not None else tuple(str(i + 1) for i in range(len(pair)))


def _sample(source: Source) -> Sample | None:
    """Return the bundled sample of the source, or None if it is none."""
    for sample in SAMPLES.values():
        if source.origin in (sample_origin(sample.key), sample_origin(sample.key, swap=True)):
            return sample
    return None


def _texts(sample: Sample | None) -> dict[str, str]:
    """Return the beginnings of a sample's questions by their id, if its table has the texts."""
    id_ = sample.options.get("id") if sample else None
    if sample is None or id_ is None:
        return {}

    def read() -> dict[str, str]:
        table = load_table(sample.paths[0])
        return dict(zip(table.column(id_), table.column("text"), strict=True)) if "text" in table.columns else {}

    return cache.kept("texts", sample.key, read)
