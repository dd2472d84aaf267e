"""p-value grid: what effect can a test set of this size show?"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import streamlit as st

from core.report.escape import shell
from core.report.numbers import item_count
from core.teaching.grid import PvalueGrid, pvalue_grid, read_list, written
from dashboard.charts.figure import Panel, alone
from dashboard.guard import guarded, section
from dashboard.inputs.choices import choose_line, choose_segment, next_one
from dashboard.inputs.settings import choose_question
from dashboard.panels.chart import by_slider, draw, draw_cells, draw_panel, sent
from dashboard.panels.downloads import csv_file, draw_downloads, picture_files
from dashboard.panels.lesson import draw_introduction, draw_questions, draw_steps
from dashboard.panels.links import link_to, open_page
from dashboard.panels.projector import settings_place
from dashboard.panels.table import draw_table
from dashboard.server import cache
from dashboard.settings import PRIMER
from dashboard.views.pvalue_grid import curves, words
from dashboard.views.pvalue_grid.heat_map import Axes, heat_rows, heat_spec, map_values
from dashboard.views.pvalue_grid.words import effect_name
from dashboard.wording.unbroken import unbroken

Values = dict[str, tuple[Fraction, ...]]

# The columns of the grid: the label of each list, and the most values that the curves can have.
_LISTS = {
    "n": ("sizes", "Sizes of the test set", words.SIZES, 8),
    "effect": ("effects", "Effects, in %", words.EFFECT, 12),
    "hurt": ("hurts", "Items hurt, in %", words.HURT, 100),
}
_MOST_CELLS = 60  # on each side of the map
CELLS = {"20": "20 × 20", "60": "60 × 60", "own": "own values"}


def choose_lists(prefix: str = "") -> None:
    """Draw the three lists; the session holds their texts, with the prefix before the settings' names."""
    for name, label, explanation, most in _LISTS.values():
        hint = f"{explanation} {_SYNTAX} At most {_MOST_CELLS if prefix else most}."
        st.text_input(_label(label, prefix), key=prefix + name, help=hint, persist_state="session", max_chars=400)


def _label(label: str, prefix: str) -> str:
    return f"Map: {label[0].lower()}{label[1:]}" if prefix else label


_SYNTAX = "Numbers with commas between, and ranges: 0:20 is 0 to 19, 0.5:10.5:0.5 goes up by 0.5."


def typed_lists(prefix: str = "") -> Values:
    """Return the values in the lists; if one of them cannot be read, an OptionError says why."""
    return {
        column: tuple(
            sorted(read_list(_label(label, prefix), st.session_state[prefix + name], _MOST_CELLS if prefix else most))
        )
        for column, (name, label, _, most) in _LISTS.items()
    }


# For each map: the label of its slider, its setting, and the column of the grid that it moves.
_SLIDERS = {
    "hurt-effect": ("at_n", "n", "Items in the test set"),
    "hurt-n": ("at_effect", "effect", "Effect"),
    "n-effect": ("at_hurt", "hurt", "Items hurt"),
}
_SHOWN = {"n": "{:,.0f}".format, "effect": effect_name, "hurt": "{:g} %".format}
_LABELS = {"n": "Items", "effect": "Effect", "hurt": "% hurt"}
# The names of the grid's columns in *Helped and hurt*.
_COUNTS = {"n": "n", "helped": "helped_items", "hurt": "hurt_items"}


def draw_curves(grid: PvalueGrid, alpha: float) -> list[Panel]:
    """Draw a chart for each n, in rows of two, and return the charts."""
    effects = len(set(grid.effect.tolist()))
    panels = []
    sizes = sorted(set(grid.n.tolist()))
    for i, n in enumerate(sizes):
        # On a narrow page the columns of a row are stacked, so drawing by rows keeps the order.
        if i % 2 == 0:
            columns = st.columns(2, gap="medium")
        with columns[i % 2]:
            title, (rows, caption) = item_count(n), _curves(grid, n, alpha)
            st.markdown(unbroken(f"**{title}**"))
            alt = f"p-values on {title} against the percentage hurt. {caption}"
            panels.append(draw_panel(title, curves.curves_spec, rows, alt, unbroken(caption), effects))
    return panels


def _curves(grid: PvalueGrid, n: int, alpha: float) -> tuple[pa.Table, str]:
    # Grids are compared by identity, and the cache key contains the grid.
    key = (grid, n, alpha)
    return cache.kept("curves", key, lambda: (sent(curves.curve_rows(*key)), words.curves_caption(*key)))


def draw_staircase(values: Values, options: dict[str, Any], alpha: float) -> None:
    """Draw the curves for the size that a slider of the chart sets, without the server."""
    question = {name: options[name] for name in ("test", "alternative")}
    key = (values["effect"], values["hurt"], *question.values(), alpha)

    def make() -> pa.Table:
        sizes = range(curves.SIZES["min"], curves.SIZES["max"] + 1, curves.SIZES["step"])
        grid = pvalue_grid(sizes, values["effect"], curves.staircase_hurts(values["hurt"]), **question)
        return sent(curves.staircase_rows(grid, alpha))

    rows = cache.kept("staircases", key, make)
    st.markdown(unbroken(words.STAIRCASE))
    slider = by_slider(curves.SIZE, "Size of the test set", curves.FIRST, **curves.SIZES)
    draw(curves.staircase_spec, rows, words.STAIRCASE_ALT, len(values["effect"]), dragged=slider)


def choose_map() -> tuple[Axes, Values]:
    """Draw the choice of the map and its slider; return its axes and the values of all three columns."""
    memory = st.session_state
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    choose_line("Map", words.MAPS, "map", left)
    choose_segment("Cells", CELLS, "cells", right)
    if memory["cells"] == "own":
        with st.expander("Values of the map", expanded=True):
            choose_lists("map_")
    values = typed_lists("map_") if memory["cells"] == "own" else map_values(memory["cells"])
    setting, column, label = _SLIDERS[memory["map"]]
    # A link can have a value between those of the map.
    options = sorted({*(_plain(value) for value in values[column]), memory[setting]})
    st.select_slider(label, options, key=setting, format_func=_SHOWN[column], persist_state="session")
    across, up = memory["map"].split("-")
    return (across, up), values | {column: (memory[setting],)}


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def draw_cell(grid: PvalueGrid, axes: Axes) -> None:
    """Draw the choice of one cell, its p-value, and the link that opens it, which needs no mouse."""
    columns = grid.columns()
    here = np.ones(len(grid), dtype=bool)
    *places, sentence = st.columns([2, 2, 4], vertical_alignment="bottom")
    for place, column in zip(places, axes, strict=True):
        options = sorted(set(columns[column][here].tolist()))
        key = f"_cell_{column}"
        if st.session_state.get(key) not in options:
            st.session_state[key] = options[len(options) // 2]
        place.selectbox(_LABELS[column], options, key=key, format_func=_SHOWN[column], persist_state="session")
        here &= columns[column] == st.session_state[key]
    with sentence:
        # The second choice is among the cells of the first, so there is one.
        cell = int(here.argmax())
        counts = {name: int(columns[column][cell]) for name, column in _COUNTS.items()}
        st.markdown(unbroken(words.cell_sentence(grid, **counts, pvalue=float(grid.pvalue[cell]))))
        link_to("helped-and-hurt", "Open in *Helped and hurt*", _values(counts))


def draw_takeaway(
    grid: PvalueGrid, drawn: Callable[[], dict], name: str, values: Values, options: dict[str, Any]
) -> None:
    """Draw the downloads of the numbers and of the picture, and the command line that prints the same numbers."""
    draw_downloads([csv_file(lambda: pd.DataFrame(grid.records()), name), *picture_files(drawn, name)])
    lists = {"--n": values["n"], "--effects": values["effect"], "--hurts": values["hurt"]}
    flags = {"--test": options["test"], "--alternative": options["alternative"]}
    if "method" in options:
        flags |= {"--method": options["method"], "--seed": str(options["seed"])}
    arguments = {flag: written(each) for flag, each in lists.items()} | flags
    with st.expander("The same numbers on the command line"):
        st.code(shell(["helped-hurt", "grid", *chain(*arguments.items())]), "bash", wrap_lines=True)


def _values(counts: dict[str, int]) -> dict[str, Any]:
    """Return the counts, and the test and α of this page."""
    return counts | {name: st.session_state[name] for name in PRIMER}


# The chart is above its settings, which run first. With the title in it: the client gives an empty container no place.
place = st.container(key="opening_curves")
with place:
    st.title("What effect can a test set of this size show?", anchor=False)
    draw_introduction(words.INTRODUCTION, words.TERMS)
    draw_steps()
with settings_place("question"):
    left, right = st.columns(2, gap="medium")
with left:
    options = choose_question()
with right, st.expander("Values of the curves"):
    choose_lists()
with settings_place("sampling"), st.container(horizontal=True, vertical_alignment="center"):
    st.toggle("Sample, as most tools do", key="sampled", help=words.SAMPLED, persist_state="session")
    if st.session_state["sampled"]:
        st.button("Draw again", icon=":material/casino:", on_click=next_one, args=("seed",), help=words.SEED)

alpha = options.pop("alpha")
if st.session_state["sampled"]:
    options |= {"method": "monte-carlo", "seed": st.session_state["seed"]}
with guarded():
    values = typed_lists()
    grid = cache.grid(values["n"], values["effect"], values["hurt"], options)
    with place:
        panels = draw_curves(grid, alpha)
    st.caption(unbroken(words.sampled_words(grid)))
    asked = "**How many items may be hurt before each effect stops being significant?**"
    st.markdown(asked, help=f"{words.HURT} {words.EFFECT}")
    draw_table(cache.kept("reaches", (grid, alpha), lambda: words.reach_table(grid, alpha)))
    draw_takeaway(grid, partial(curves.curves_figure, panels), "pvalue-curves", values, options)
    st.header("Drag the size", anchor=False)
    draw_staircase(values, options, alpha)


@section
def draw_map_section() -> None:
    """Redraw only the map when its slider moves: the curves do not depend on it."""
    st.header("The whole map", anchor=False)
    st.markdown(unbroken(words.MAP_INTRODUCTION))
    axes, values = choose_map()
    grid = cache.grid(values["n"], values["effect"], values["hurt"], options)
    key = (grid, axes, alpha)
    rows, caption = cache.kept("maps", key, lambda: (sent(heat_rows(*key)), words.map_caption(*key)))
    specification, picked = draw_cells(heat_spec, rows, f"p-values as a map. {caption}", "_heat_map", axes, alpha)
    st.caption(unbroken(f"{caption} {words.empty_cells(grid)}"))
    if picked:
        open_page("helped-and-hurt", _values({name: int(picked[column]) for name, column in _COUNTS.items()}))
    draw_cell(grid, axes)
    panel = Panel(words.map_title(grid, axes), specification, rows)
    draw_takeaway(grid, partial(alone, panel), "pvalue-map", values, options)


draw_map_section()
draw_questions()
