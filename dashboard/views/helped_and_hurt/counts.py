"""The number of items, and the numbers helped and hurt: presets and sliders, in items or in percent."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import streamlit as st

from dashboard.inputs.choices import choose_segment
from dashboard.wording.unbroken import unbroken


class Counts(NamedTuple):
    """The counts of helped/hurt data."""

    n: int
    helped: int
    hurt: int


# The examples of Jansen's primer: its questions, its artificial data, and points of its four figures.
PRESETS = {
    "Ten questions": Counts(10, 4, 3),
    "68 questions, 5 helped, 2 hurt": Counts(68, 5, 2),
    "100 items, +2 %, none hurt": Counts(100, 2, 0),
    "100 items, +5 %, 2 % hurt": Counts(100, 7, 2),
    "500 items, 10 helped, 7 hurt": Counts(500, 10, 7),
    "500 items, +2 %, 2 % hurt": Counts(500, 20, 10),
    "2,000 items, +1 %, 3 % hurt": Counts(2_000, 80, 60),
    "10,000 items, +0.5 %, 4 % hurt": Counts(10_000, 450, 400),
}
_SIZES = (10, 20, 30, 50, 68, 100, 150, 200, 300, 500, 700)
SIZES = (*_SIZES, *(1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 20_000, 50_000, 100_000))
# The most decimals of a percentage in a link; counts of a million items need four.
_MOST_DECIMALS = 4
COUNTED_IN = {"items": "in items", "percent": "in percent"}


def fitted(n: int, kept: int, other: int) -> tuple[int, int]:
    """Return the two counts with a sum of at most n; ``other`` is reduced first.

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
    # The steps of a slider add up with rounding errors.
    return int(n * Fraction(f"{percent:.6f}") // 100)


def decimals(n: int, *percents: float) -> int:
    """Return the decimals with which percentages of n items identify each count and show these percentages.

    Examples
    --------
    >>> decimals(500), decimals(50_000), decimals(100, 0.04)
    (1, 3, 2)
    """
    shown = (-int(Decimal(str(percent)).as_tuple().exponent) for percent in percents)
    # One step of the last decimal is at most one item: 10^-k percent <= 1/n.
    return max(1, len(str(n - 1)) - 2, *(min(each, _MOST_DECIMALS) for each in shown))


def in_percent(n: int, items: int) -> float:
    """Return the shortest percentage, rounded up, that `in_items` converts back to the same number of items.

    Examples
    --------
    >>> in_percent(68, 5), in_percent(500, 7), in_percent(50_000, 5)
    (7.4, 1.4, 0.01)
    """
    steps = 10 ** decimals(n)
    return -(-100 * steps * items // n) / steps


def slider_end(n: int, values: Sequence[int]) -> int:
    """Return the maximum of the sliders for n items: 29 % as in the primer's figures, or more if a value needs it.

    Examples
    --------
    >>> slider_end(68, [5, 2]), slider_end(10_000, [450, 400]), slider_end(500, [300, 7])
    (68, 3000, 500)
    """
    end = n if n <= 100 else max(100, 3 * n // 10)
    return end if max(values) <= end else n


def choose_preset() -> None:
    """Draw the menu of presets, which set the sliders."""
    st.menu_button("Start from an example", list(PRESETS), key="_preset", on_click=_take_preset, width="stretch")


def slider_shape(counts: Counts) -> tuple[tuple[int, ...], float, float, tuple[float, ...]]:
    """Return the stops of the slider of items, the maximum and step of the other sliders, and the shares in percent."""
    asked, sizes = _asked(), tuple(sorted({*SIZES, counts.n}))
    if st.session_state["counted_in"] == "percent":
        shares = tuple(asked.values())
        return sizes, 30.0 if max(shares) <= 30 else 100.0, 10.0 ** -decimals(counts.n, *shares), shares
    return sizes, slider_end(counts.n, counts[1:]), 1, ()


def choose_counts() -> Counts:
    """Draw the sliders; return the counts, which the session also holds."""
    memory = st.session_state
    _fit_all()
    counts = Counts(*(memory[name] for name in Counts._fields))
    sizes, end, step, shares = slider_shape(counts)
    st.select_slider(
        "Items", sizes, key="n", format_func="{:,}".format, on_change=_fit, args=("n",), persist_state="session"
    )
    hint = "In percent, moving the number of items keeps the shares."
    choose_segment("Count helped and hurt", COUNTED_IN, "counted_in", on_change=_convert, help=hint)
    if shares:
        _sliders(", %", 0.0, end, step, f"%.{decimals(counts.n, *shares)}f %%")
        st.caption(unbroken(f"That is {counts.helped:,} helped and {counts.hurt:,} hurt."))
    else:
        _sliders("", 0, end, step, None)
    return counts


# The two sliders with their help texts.
_SLIDERS = {
    "helped": "Items that only the experimental system has right.",
    "hurt": "Items that only the baseline has right.",
}


def _sliders(unit: str, *shape: Any) -> None:
    """Draw the two sliders; ``shape`` is their minimum, maximum, step and format.

    Another shape makes new sliders, which begin with the present settings. Neither this function nor those below set a
    value again that is already set: this would move back a slider that is being dragged.
    """
    memory = st.session_state
    least, most, step, form = shape
    if memory.get("_sliders") != (unit, *shape):
        memory["_sliders"] = (unit, *shape)
        memory.update(_asked())
    for key, (name, hint) in zip(_asked(), _SLIDERS.items(), strict=True):
        st.slider(
            name.capitalize() + unit,
            least,
            most,
            value=least,  # without a value, Streamlit searches a copy of the session
            step=step,
            format=form,
            key=key,
            on_change=_fit,
            args=(key,),
            persist_state="session",
            help=hint,
        )


def _asked() -> dict[str, float]:
    """Return the two settings that apply: items or percentages."""
    memory = st.session_state
    unit = "_percent" if memory["counted_in"] == "percent" else ""
    return {name + unit: memory[name + unit] for name in _SLIDERS}


def _counted(asked: dict[str, float]) -> list[int]:
    n = st.session_state["n"]
    return [in_items(n, value) if name.endswith("_percent") else int(value) for name, value in asked.items()]


def _fitting(asked: dict[str, float], moved: str) -> dict[str, float]:
    """Return the settings reduced to at most n items: the moved slider keeps its value, the other is reduced first."""
    n = st.session_state["n"]
    order = sorted(asked, key=lambda name: name != moved)
    counts = _counted({name: asked[name] for name in order})
    fits = dict(asked)
    for name, count, fitting in zip(order, counts, fitted(n, *counts), strict=True):
        if fitting < count:
            fits[name] = in_percent(n, fitting) if name.endswith("_percent") else fitting
    return fits


def _fit_all() -> None:
    """Reduce the counts of a link or another page to at most n items, and convert percentages to items."""
    asked = _asked()
    fits = _fitting(asked, "n")
    if fits != asked:
        helped, hurt = _counted(asked)
        n = st.session_state["n"]
        said = f"{helped:,} helped and {hurt:,} hurt are more than {n:,} items: the sliders show what fits."
        st.warning(unbroken(said))
    _set(fits | dict(zip(_SLIDERS, _counted(fits), strict=True)))


def _take_preset() -> None:
    memory = st.session_state
    memory["n"], memory["helped"], memory["hurt"] = PRESETS[memory["_preset"]]
    _convert()


def _convert() -> None:
    memory = st.session_state
    memory.pop("_gave_way", None)
    for name in _SLIDERS:
        memory[f"{name}_percent"] = in_percent(memory["n"], memory[name])


def _fit(moved: str) -> None:
    """Reduce the counts to n items when a slider has moved; a count reduced with n returns when n grows again."""
    memory, asked = st.session_state, _asked()
    wanted, shown = memory.get("_gave_way", (asked, asked))
    if moved == "n" and asked == shown:
        asked = wanted
    fits = _fitting(asked, moved)
    memory["_gave_way"] = (asked, fits) if moved == "n" else (fits, fits)
    _set(fits)


def _set(values: dict[str, float]) -> None:
    for name, value in values.items():
        if st.session_state[name] != value:
            st.session_state[name] = value
