"""p-value grid: what effect can a test set of this size show?"""

from functools import partial

import pandas as pd
import streamlit as st

from dashboard.charts.figure import alone
from dashboard.guard import guarded, section
from dashboard.inputs.settings import choose_question
from dashboard.panels.downloads import csv_file, draw_downloads, picture_files
from dashboard.panels.lesson import draw_introduction, draw_questions, draw_steps
from dashboard.panels.projector import settings_place
from dashboard.server import cache
from dashboard.views.pvalue_grid import words
from dashboard.views.pvalue_grid.curves import curves_figure
from dashboard.views.pvalue_grid.panel import (
    asked,
    choose_lists,
    choose_map,
    choose_sampling,
    draw_cell,
    draw_command,
    draw_curves,
    draw_map,
    draw_reach,
    draw_staircase,
    open_cell,
    typed_lists,
)
from dashboard.wording.unbroken import unbroken

# The chart is above its settings, which run first. With the title in it: the client gives an empty container no place.
place = st.container(key="opening_curves")
with place:
    st.title("What effect can a test set of this size show?", anchor=False)
    draw_introduction(words.INTRODUCTION, words.TERMS)
    draw_steps()
with settings_place("question"):
    left, right = st.columns(2, gap="medium")
with left:
    alpha = choose_question()["alpha"]
with right, st.expander("Values of the curves"):
    choose_lists()
with settings_place("sampling"):
    choose_sampling()

options = asked()
with guarded():
    values = typed_lists()
    grid = cache.grid(values["n"], values["effect"], values["hurt"], options)
    with place:
        panels = draw_curves(grid, alpha)
    draw_reach(grid, alpha)
    pictures = picture_files(partial(curves_figure, panels), "pvalue-curves")
    draw_downloads([csv_file(lambda: pd.DataFrame(grid.records()), "pvalue-curves"), *pictures])
    draw_command(values, options)
    st.header("Drag the size", anchor=False)
    draw_staircase(values, options, alpha)


@section
def draw_map_section() -> None:
    """Redraw only the map when its slider moves: the curves do not depend on it."""
    st.header("The whole map", anchor=False)
    st.markdown(unbroken(words.MAP_INTRODUCTION))
    axes, values = choose_map()
    grid = cache.grid(values["n"], values["effect"], values["hurt"], options)
    panel, picked = draw_map(grid, axes, alpha)
    if picked is not None:
        open_cell(picked)
    draw_cell(grid, axes)
    pictures = picture_files(partial(alone, panel), "pvalue-map")
    draw_downloads([csv_file(lambda: pd.DataFrame(grid.records()), "pvalue-map"), *pictures])
    draw_command(values, options)


draw_map_section()
draw_questions()
