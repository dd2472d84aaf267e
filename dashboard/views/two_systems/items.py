"""The items: a summary of what was read, and the table of those that changed most."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.data.paired import PairedScores
from core.metrics import METRICS
from core.report.items import Items, labels_of
from core.report.numbers import item_count
from core.report.phrases import short_names
from dashboard.panels.table import draw_table
from dashboard.views.two_systems.where import GROUP, Groups
from dashboard.wording.unbroken import shown, unbroken

# The first counts of a segment are its lengths.
_OF_TEXT = 2
_ROWS = 5


def draw_reading(pair: PairedScores) -> None:
    """Draw the summary in an expander."""
    label = f"What was read: {item_count(len(pair))}"
    folded = st.expander(label, icon=":material/table_view:", key="_reading", on_change="rerun")
    if not folded.open:
        return
    with folded:
        draw_table(_summary(pair))
        same = int((pair.baseline == pair.experimental).all(axis=1).sum())
        st.caption(
            unbroken(f"On {same:,} of {item_count(len(pair))} both systems have the same values. The first rows:")
        )
        st.dataframe(_first(pair), hide_index=True, height="content")
        for note in pair.notes:
            st.caption(shown(note))


def _summary(pair: PairedScores) -> pd.DataFrame:
    if pair.labels:
        return _of_labels(pair)
    if pair.signatures:
        return _of_text(pair)
    rows = {
        f"{role}: {pair.columns[i]}": [f"{of(statistics[:, i]):.6g}" for of in (np.mean, np.min, np.max)]
        for role, statistics in zip(short_names(pair), (pair.baseline, pair.experimental), strict=True)
        for i in _columns(pair)
    }
    return pd.DataFrame.from_dict(rows, "index", columns=["mean", "lowest", "highest"])


def _of_labels(pair: PairedScores) -> pd.DataFrame:
    names = short_names(pair)
    before, after = (
        statistics.sum(axis=0).reshape(-1, 3).astype(int) for statistics in (pair.baseline, pair.experimental)
    )
    return pd.DataFrame(
        {
            "gold": before[:, 2],
            f"{names[0]}: predicted": before[:, 1],
            "right": before[:, 0],
            f"{names[1]}: predicted": after[:, 1],
            "right ": after[:, 0],
        },
        index=list(pair.labels or ()),
    )


def _of_text(pair: PairedScores) -> pd.DataFrame:
    rows = {}
    for name, signature in pair.signatures:
        counted = pair.only(METRICS[name].columns)
        scores = METRICS[name].score(np.stack([counted.baseline.sum(axis=0), counted.experimental.sum(axis=0)]))
        rows[METRICS[name].label] = [*(f"{score:.2f}" for score in scores), signature]
    return pd.DataFrame.from_dict(rows, "index", columns=[*short_names(pair), "signature"])


def _first(pair: PairedScores) -> pd.DataFrame:
    items = list(pair.ids[:_ROWS]) if pair.ids else list(range(1, min(_ROWS, len(pair)) + 1))
    labels, names = labels_of(pair), short_names(pair)
    if labels is not None:
        called = {"gold": "gold", "baseline": f"{names[0]}: predicted", "experimental": f"{names[1]}: predicted"}
        return pd.DataFrame({"item": items, **{called[name]: column[:_ROWS] for name, column in labels.items()}})
    frame: dict[str, Any] = {"item": items}
    for i in _columns(pair):
        frame[f"{names[0]}: {pair.columns[i]}"] = pair.baseline[:_ROWS, i]
        frame[f"{names[1]}: {pair.columns[i]}"] = pair.experimental[:_ROWS, i]
    return pd.DataFrame(frame)


def _columns(pair: PairedScores) -> list[int]:
    if pair.signatures:
        return list(range(_OF_TEXT))
    # If each score counts one item, the column of items is not shown.
    alone = pair.columns == ("score", "items") and bool((pair.baseline[:, 1] == 1).all())
    return [0] if alone else list(range(len(pair.columns)))


SHOWN = 1000
ROLES = ("baseline", "experimental")
# The columns other than the scores of the two systems.
COLUMNS = ("item", "gold", "difference", "pull", "outcome")
OUTCOMES = ("helped", "hurt", "tied")
# For F1 and similar metrics no single item is helped or hurt: it pulls the difference up or down.
PULLS = ("pulls up", "pulls down", "no pull", "unchanged")
PULL = "How much this item adds to the difference: half of the change when its two outputs are swapped."


def item_table(pair: PairedScores, items: Items, rows: NDArray[np.int64] | None = None) -> pd.DataFrame:
    """Return one row for each item: largest changes first, helped before hurt, ties in the order of the items.

    With ``rows``, only these items in that order.

    Examples
    --------
    >>> from core.report.items import items_of
    >>> pair = PairedScores.from_scores([0, 1, 0], [0, 0.5, 1])
    >>> item_table(pair, items_of(pair, "mean"))["outcome"].tolist()
    ['helped', 'hurt', 'tied']
    """
    rows = _most_changed(pair, items, np.arange(len(pair))) if rows is None else rows
    frame = pd.DataFrame({"item": [pair.ids[i] for i in rows] if pair.ids else rows + 1})
    labels = labels_of(pair, rows)
    if labels is not None:
        frame = frame.assign(**labels)
    elif items.baseline is not None:
        frame["baseline"], frame["experimental"] = items.baseline[rows], items.experimental[rows]
    if items.baseline is not None:
        frame["difference"] = items.change[rows]
    else:
        frame["pull"] = items.pull[rows]
    names = np.array(_names(items))
    frame["outcome"] = names[_outcomes(pair, items)[rows]]
    # If another column has the name of a system, its role is added.
    headings = {
        role: f"{name} ({role})" if name in COLUMNS else name
        for role, name in zip(ROLES, short_names(pair), strict=True)
    }
    return frame.rename(columns=headings)


def _names(items: Items) -> tuple[str, ...]:
    return PULLS if items.baseline is None else OUTCOMES


def _outcomes(pair: PairedScores, items: Items) -> NDArray[np.int64]:
    """Return the outcome of each item, as an index into its names."""
    if items.baseline is not None:
        return np.select([items.sign * items.change > 0, items.sign * items.change < 0], [0, 1], 2)
    same = (pair.baseline == pair.experimental).all(axis=1)
    return np.select([same, items.pull > 0, items.pull < 0], [3, 0, 1], 2)


def _most_changed(pair: PairedScores, items: Items, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    change = items.sign * items.change[rows]
    return rows[np.lexsort((-change, -np.abs(change), _outcomes(pair, items)[rows] == PULLS.index("unchanged")))]


def draw_items(pair: PairedScores, items: Items, groups: Groups | None) -> None:
    """Draw the table with filters by outcome, item name and group; its columns sort on a click."""
    outcomes = _names(items)
    group = None
    if groups is not None:
        column, of_items = groups
        names = sorted(set(of_items))
        if st.session_state.get(GROUP) not in names:
            st.session_state[GROUP] = None
        group = st.selectbox(f"Only of this {column}", names, key=GROUP, placeholder="all", persist_state="session")
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    key, most = f"_outcomes_{outcomes[0]}", outcomes[:-1]
    chosen = left.pills("Show", outcomes, selection_mode="multi", default=most, key=key, persist_state="session")
    wanted = right.text_input("Item contains", key="_item", placeholder="any", persist_state="session", type="search")
    rows = np.flatnonzero(np.isin(_outcomes(pair, items), [outcomes.index(outcome) for outcome in chosen]))
    if group is not None:
        rows = rows[np.array(of_items)[rows] == group]
    if wanted:
        named = (i for i in rows.tolist() if wanted.lower() in (pair.ids[i] if pair.ids else str(i + 1)).lower())
        rows = np.fromiter(named, np.int64)
    # For speed, only the items shown are converted to a table.
    shown = item_table(pair, items, _most_changed(pair, items, rows)[:SHOWN])
    score = st.column_config.NumberColumn(format="%.6g")
    st.dataframe(
        shown,
        hide_index=True,
        height=320 if len(shown) > 8 else "content",
        column_config={
            "item": st.column_config.TextColumn("item", width="medium"),
            **{name: score for name in shown if name not in COLUMNS and "gold" not in shown},
            "difference": st.column_config.NumberColumn(format="%+.6g"),
            "pull": st.column_config.NumberColumn("pull on the difference", format="%+.3g", help=PULL),
        },
    )
    count = f"{len(rows):,} of {len(pair):,} items"
    st.caption(
        unbroken(count if len(rows) <= SHOWN else f"{count}; the first {SHOWN:,} are shown, the CSV below has all.")
    )
