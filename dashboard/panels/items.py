"""The items that changed most."""

import numpy as np
import pandas as pd
import streamlit as st

from core.paired import PairedScores
from core.report.items import Items, labels_of

__all__ = ["draw_items", "item_table"]

SHOWN = 1000
ROLES = ("baseline", "experimental")
# Items without a score of their own are neither helped nor hurt; they pull the difference up or down.
OUTCOMES = ("helped", "hurt", "tied")
PULLS = ("pulls up", "pulls down", "no pull")
PULL = "How much smaller the difference would be without this item, in the metric's own unit."


def item_table(pair: PairedScores, items: Items) -> pd.DataFrame:
    """Return one row for each item, those that changed most first, helped before hurt, in the items' own order.

    Examples
    --------
    >>> from core.report.items import items_of
    >>> pair = PairedScores.from_scores([0, 1, 0], [0, 0.5, 1])
    >>> item_table(pair, items_of(pair, "mean"))["outcome"].tolist()
    ['helped', 'hurt', 'tied']
    """
    frame = pd.DataFrame({"item": list(pair.ids) if pair.ids else np.arange(1, len(pair) + 1)})
    labels = labels_of(pair)
    if labels is not None:
        frame = frame.assign(**labels)
    elif items.baseline is not None:
        frame["baseline"], frame["experimental"] = items.baseline, items.experimental
    if items.baseline is not None:
        frame["difference"] = items.change
    else:
        frame["pull"] = items.pull
    better, worse, equal = PULLS if items.baseline is None else OUTCOMES
    frame["outcome"] = np.select([items.change > 0, items.change < 0], [better, worse], equal)
    order = np.lexsort((np.arange(len(frame)), -items.change, -np.abs(items.change)))
    return frame.iloc[order].reset_index(drop=True)


def draw_items(table: pd.DataFrame) -> None:
    """Draw the table with a filter by outcome and one by the item's name; its columns sort on a click."""
    outcomes = PULLS if "pull" in table else OUTCOMES
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    chosen = left.pills(
        "Show",
        outcomes,
        selection_mode="multi",
        default=outcomes[:2],
        key=f"_outcomes_{outcomes[0]}",
        persist_state="session",
    )
    wanted = right.text_input("Item contains", key="_item", placeholder="any", persist_state="session", type="search")
    shown = table[table["outcome"].isin(chosen)]
    if wanted:
        shown = shown[shown["item"].astype(str).str.contains(wanted, case=False, regex=False)]
    st.dataframe(
        shown.head(SHOWN),
        hide_index=True,
        height=320 if len(shown) > 8 else "content",
        column_config={
            "item": st.column_config.TextColumn("item", width="medium"),
            **{name: st.column_config.NumberColumn(format="%.6g") for name in ROLES if "gold" not in table},
            "difference": st.column_config.NumberColumn(format="%+.6g"),
            "pull": st.column_config.NumberColumn("pull on the difference", format="%+.3g", help=PULL),
        },
    )
    count = f"{len(shown):,} of {len(table):,} items"
    st.caption(count if len(shown) <= SHOWN else f"{count}; the first {SHOWN:,} are shown, the CSV below has all.")
