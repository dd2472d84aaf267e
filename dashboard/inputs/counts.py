"""How many items there are, how many are helped and how many hurt: presets and sliders, in items or in percent."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import streamlit as st

__all__ = ["PRESETS", "Counts", "choose_counts", "choose_preset", "fitted", "in_items", "in_percent", "slider_end"]


class Counts(NamedTuple):
    """The counts of helped/hurt data."""

    n: int
    helped: int
    hurt: int


# The primer's cases (seed 001): its questions, its artificial data, and points of its four figures.
PRESETS = {
    "Ten questions": Counts(10, 4, 3),
    "68 questions, +5 %": Counts(68, 5, 2),
    "100 items, +2 %, none hurt": Counts(100, 2, 0),
    "100 items, +5 %, 2 % hurt": Counts(100, 7, 2),
    "500 items, 10 helped, 7 hurt": Counts(500, 10, 7),
    "500 items, +2 %, 2 % hurt": Counts(500, 20, 10),
    "2,000 items, +1 %, 3 % hurt": Counts(2_000, 80, 60),
    "10,000 items, +0.5 %, 4 % hurt": Counts(10_000, 450, 400),
}
_SIZES = (10, 20, 30, 50, 68, 100, 150, 200, 300, 500, 700)
SIZES = (*_SIZES, *(1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 20_000, 50_000, 100_000))
COUNTED_IN = {"items": "in items", "percent": "in percent"}


def fitted(n: int, kept: int, other: int) -> tuple[int, int]:
    """Return the two counts so that they fit into n, taking away from ``other`` first.

    Examples
    --------
    >>> fitted(10, 4, 3), fitted(10, 8, 3), fitted(10, 12, 3)
    ((4, 3), (8, 2), (10, 0))
    """
    kept = min(kept, n)
    return kept, min(other, n - kept)


def in_items(n: int, percent: float) -> int:
    """Return that percentage of n items, rounded down in exact arithmetic as in the p-value grid.

    Examples
    --------
    >>> in_items(100, 29.0), in_items(68, 7.4)
    (29, 5)
    """
    return int(n * Fraction(str(percent)) // 100)


def in_percent(n: int, items: int) -> float:
    """Return the least percentage with one decimal that `in_items` turns back into as many items, or nearly so.

    Examples
    --------
    >>> in_percent(68, 5), in_percent(500, 7)
    (7.4, 1.4)
    """
    return -(-1000 * items // n) / 10


def slider_end(n: int, values: Sequence[int]) -> int:
    """Return where the sliders of n items end: the primer's figures reach 29 %, more only where it is needed.

    Examples
    --------
    >>> slider_end(68, [5, 2]), slider_end(10_000, [450, 400]), slider_end(500, [300, 7])
    (68, 3000, 500)
    """
    end = n if n <= 100 else max(100, 3 * n // 10)
    return end if max(values) <= end else n


def choose_preset() -> None:
    """Draw the menu of presets, which set the sliders."""
    st.menu_button(
        "Begin with a case of the primer", list(PRESETS), key="_preset", on_click=_take_preset, width="stretch"
    )


def choose_counts() -> Counts:
    """Draw the sliders; return the counts, which are in the session too."""
    memory = st.session_state
    _fit_all()
    counts = Counts(*(memory[name] for name in Counts._fields))
    st.select_slider(
        "Items",
        sorted({*SIZES, memory["n"]}),
        key="n",
        format_func="{:,}".format,
        on_change=_fit,
        args=("n",),
        persist_state="session",
    )
    st.segmented_control(
        "Count helped and hurt",
        list(COUNTED_IN),
        key="counted_in",
        format_func=COUNTED_IN.get,
        required=True,
        on_change=_convert,
        persist_state="session",
        help="In percent, moving the number of items keeps the shares.",
    )
    if memory["counted_in"] == "percent":
        _percent_sliders()
        st.caption(f"That is {counts.helped:,} helped and {counts.hurt:,} hurt.")
        return counts
    end = slider_end(memory["n"], (memory["helped"], memory["hurt"]))
    _take_over(end, _LABELS)
    for name, label in _LABELS.items():
        st.slider(label, 0, end, key=name, on_change=_fit, args=(name,), persist_state="session", help=_HINTS[name])
    return counts


_LABELS = {"helped": "Helped", "hurt": "Hurt"}
_HINTS = {
    "helped": "Items that only the experimental system has right.",
    "hurt": "Items that only the baseline has right.",
}


def _percent_sliders() -> None:
    memory = st.session_state
    names = {f"{name}_percent": name for name in _LABELS}
    end = 30.0 if max(memory[key] for key in names) <= 30 else 100.0
    _take_over(end, names)
    for key, name in names.items():
        st.slider(
            f"{_LABELS[name]}, %",
            0.0,
            end,
            step=0.1,
            format="%.1f %%",
            key=key,
            on_change=_fit_percent,
            args=(key,),
            persist_state="session",
            help=_HINTS[name],
        )


def _take_over(end: float, names: Iterable[str]) -> None:
    """Set the sliders again where their end moved: they are new ones then, and begin with what is set.

    Nothing else is set, here or below, that has its value already: that would pull back a slider that is moving.
    """
    memory = st.session_state
    sliders = (end, *names)
    if memory.get("_sliders") != sliders:
        memory["_sliders"] = sliders
        for name in names:
            memory[name] = memory[name]


def _fit_all() -> None:
    """Make what a link or another page brought fit together, and count items where percentages are given."""
    memory = st.session_state
    n, helped, hurt = (memory[name] for name in Counts._fields)
    if memory["counted_in"] == "percent":
        if memory["helped_percent"] + memory["hurt_percent"] > 100:
            st.warning("More than 100 % are helped or hurt: the sliders show what fits.")
            _fit_percent("helped_percent")
        helped, hurt = (in_items(n, memory[f"{name}_percent"]) for name in _LABELS)
    elif helped + hurt > n:
        st.warning(f"{helped:,} helped and {hurt:,} hurt are more than {n:,} items: the sliders show what fits.")
        helped, hurt = fitted(n, helped, hurt)
    _set(helped=helped, hurt=hurt)


def _take_preset() -> None:
    memory = st.session_state
    memory["n"], memory["helped"], memory["hurt"] = PRESETS[memory["_preset"]]
    _convert()


def _convert() -> None:
    memory = st.session_state
    for name in _LABELS:
        memory[f"{name}_percent"] = in_percent(memory["n"], memory[name])


def _fit(moved: str) -> None:
    """Keep the counts within n: the slider that was moved stays, the other one gives way."""
    memory = st.session_state
    first, second = ("hurt", "helped") if moved == "hurt" else ("helped", "hurt")
    kept, other = fitted(memory["n"], memory[first], memory[second])
    _set(**{first: kept, second: other})


def _fit_percent(moved: str) -> None:
    memory = st.session_state
    other = "helped_percent" if moved == "hurt_percent" else "hurt_percent"
    _set(**{other: min(memory[other], round(100 - memory[moved], 1))})


def _set(**values: float) -> None:
    for name, value in values.items():
        if st.session_state[name] != value:
            st.session_state[name] = value
