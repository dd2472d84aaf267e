"""The section *Where?*: the difference within each group of items, as a forest plot and a table."""

from functools import partial
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from core.data.paired import PairedScores
from core.errors import ComparisonError
from core.groups import GroupedComparison
from core.ranking.corrections import CORRECTIONS, PVALUE_CORRECTIONS
from core.report.escape import markdown
from core.report.groups import group_columns as digits
from core.report.groups import group_rows, group_sentences, groups_latex
from core.report.numbers import Unit
from core.report.phrases import short_names
from core.report.reproduce import command_line, grouped_origin, python_code
from dashboard import state
from dashboard.charts.axis import AXIS, clicked, dots_with_intervals, keyed, layered, rows_of, texts, zero_line
from dashboard.charts.figure import Panel, column_figure
from dashboard.charts.palette import BODY, HELPED, HURT, TEXT
from dashboard.charts.ranked import named_rows
from dashboard.inputs.choices import choose_line
from dashboard.inputs.columns import averaged_over, group_columns
from dashboard.inputs.sources import Source, read_grouped
from dashboard.panels.chart import draw_cells
from dashboard.panels.downloads import Download, csv_file, draw_downloads, paper_files
from dashboard.panels.table import draw_sortable
from dashboard.server import cache, work
from dashboard.server.progress import stoppable
from dashboard.wording.pictures import axis_title
from dashboard.wording.unbroken import shown, unbroken

GROUP = "_group"
_HEADINGS = ("difference", "adjusted p", "verdict", "items", "helped", "hurt", "p")
_BY_GROUP = ("metric", "test", "alternative", "alpha", "confidence_level", "n_resamples", "seed")


# The name of a grouping, and the group of each item
Groups = tuple[str, tuple[str, ...]]


def draw_where(pair: PairedScores, options: dict[str, Any], unit: Unit) -> Groups | None:
    """Draw the section if the items can be grouped; return the groups that were compared."""
    columns = group_columns()
    if not columns:
        return None
    st.header("Where does it help, where does it hurt?", anchor=False)
    column = _choose(columns)
    if column is None:
        st.caption("Choose a column of the files: the systems are compared within each of its groups.")
        return None
    asked = {name: options[name] for name in _BY_GROUP} | {"correction": st.session_state["by_correction"]}
    try:
        source = read_grouped(column)
        key = (column, tuple(sorted(asked.items(), key=str)))
        with stoppable(f"groups {source.pair.digest}{key}", "Comparing within groups") as run:
            make = partial(run, work.by_groups, source.pair, column, asked)
            found = cache.of_pair("groups", source.pair, key, make)
    except ComparisonError as error:
        st.warning(markdown(str(error)), icon=":material/warning:")
        return None
    _draw(found, unit, pair)
    _draw_takeaway(found, unit, source, asked)
    names = source.pair.strata
    return (column, names) if names is not None and len(names) == len(pair) else None


def _choose(columns: tuple[str, ...]) -> str | None:
    memory = st.session_state
    left, right = st.columns(2, gap="medium")
    wanted = memory["by"] or averaged_over() or ("task" if columns[0] == "task" and len(columns) == 1 else None)
    key = f"_option_by_{hash(columns)}"
    if wanted is not None and wanted not in columns:
        st.warning(markdown(f"The files have no groups called {wanted}."), icon=":material/warning:")
        wanted = None
    memory.setdefault(key, wanted)
    column: str | None = left.selectbox(
        "Groups of items", columns, key=key, placeholder="Choose a column", persist_state="session", filter_mode=None
    )
    if memory["by"] != column:
        memory["by"] = column
        state.publish("")
    if column is not None:
        titles = {name: CORRECTIONS[name].title for name in PVALUE_CORRECTIONS} | {"none": "none"}
        choose_line("Correction for the number of groups", titles, "by_correction", right)
    return column


def _draw(found: GroupedComparison, unit: Unit, pair: PairedScores) -> None:
    st.markdown("\n".join(f"- {shown(sentence)}" for sentence in group_sentences(found)))
    for note in found.notes:
        st.caption(shown(note))
    rows = forest_rows(found, unit)
    drawn = len(rows) - 1
    title = axis_title(unit, found.overall.metric, found.overall)
    said, key = forest_alt(found, unit), f"_forest_{found.column}"
    picked = draw_cells(forest_spec, rows, said, key, title, drawn)[1].get("name")
    if picked != st.session_state.get("_forest_picked"):
        st.session_state["_forest_picked"] = st.session_state[GROUP] = picked
    level = f"{100 * found.confidence_level:g} %"
    caption = (
        f"A row a group, the largest gain first: the dot is the difference, the bar an interval; all intervals hold "
        f"together with {level}. *Not shown* does not mean that the systems are equal there. A click on a dot shows "
        "the items of its group below."
    )
    if drawn < len(found.groups):
        caption = (
            f"{drawn} of {len(found.groups):,} groups: the better and worse, then the largest differences; the table "
            f"has all. {caption}"
        )
    st.caption(unbroken(caption))
    _draw_table(found, unit, pair)


def _draw_table(found: GroupedComparison, unit: Unit, pair: PairedScores) -> None:
    printed = group_rows(found, unit)
    first = found.column if found.column not in _HEADINGS else f"{found.column} (group)"
    names = [name if name not in (first, *_HEADINGS) else f"{name} (score)" for name in short_names(pair)]
    places = {
        first: 0, "difference": 4, printed[0][5]: 5, "adjusted p": 9, "verdict": 10, "items": 1,
        "helped": 6, "hurt": 7, names[0]: 2, names[1]: 3, "p": 8,
    }  # fmt: skip
    frame = pd.DataFrame({name: [row[place] for row in printed[1:]] for name, place in places.items()})
    # The numeric columns are numbers, so that they sort correctly.
    exact = pd.DataFrame(digits(found))
    for name in ("n_items", "helped", "hurt"):
        frame[name.removeprefix("n_")] = exact[name]
    draw_sortable(frame)


def _draw_takeaway(found: GroupedComparison, unit: Unit, source: Source, asked: dict[str, Any]) -> None:
    rows = forest_rows(found, unit)
    title = axis_title(unit, found.overall.metric)
    picture = Panel("By group", forest_spec(title, len(rows) - 1), rows)
    draw_downloads(
        [
            csv_file(lambda: pd.DataFrame(digits(found)), "groups", "Groups (CSV)"),
            Download("Groups (LaTeX)", "groups.tex", lambda: groups_latex(found, unit)),
            *paper_files(partial(column_figure, picture), "groups"),
        ]
    )
    with st.expander("Code for these groups", icon=":material/content_copy:"):
        # The colours of a highlighter have too little contrast on this background.
        st.code(command_line(grouped_origin(source.origin), asked, "by_group"), language=None, wrap_lines=True)
        st.code(
            python_code(source.origin, asked | {"column": found.column}, "by_group"), language=None, wrap_lines=True
        )


# More rows than this do not fit on a screen.
MOST_ROWS = 30
_STEP = 26
_NAME = 22
_SHORT = f"length(datum.label) > {_NAME} ? slice(datum.label, 0, {_NAME - 1}) + '…' : datum.label"
_VERDICTS = {"better": HELPED, "worse": HURT, "not shown": BODY}


def forest_rows(found: GroupedComparison, unit: Unit) -> pd.DataFrame:
    """Return a row for each group drawn, in the order of the groups, and one for the line at zero.

    Of more than 30 groups, only those with a significant difference and those with the largest differences are drawn.
    """
    size = sorted(found.groups, key=lambda group: (group.verdict == "not shown", -abs(group.difference)))
    drawn = {group.name for group in size[:MOST_ROWS]}
    printed = {row[0]: row for row in group_rows(found, unit)[1:]}
    rows = [
        {
            "part": "group", "name": group.name, "left": unit.scale * group.difference,
            "low": unit.scale * group.interval[0], "high": unit.scale * group.interval[1],
            "verdict": group.verdict, "shown": f"{printed[group.name][4]} {printed[group.name][5]}",
            "items": f"{group.n_items:,}", "adjusted": printed[group.name][9],
        }
        for group in found.groups
        if group.name in drawn
    ]  # fmt: skip
    return pd.DataFrame([*rows, {"part": "zero", "left": 0.0}])


def forest_spec(title: str, groups: int) -> dict:
    """Its selection ``cell`` holds the name of the clicked group."""
    y = named_rows(labelLimit=130, labelExpr=_SHORT)
    colour = keyed(alt.Color, "verdict:N", _VERDICTS)
    tooltip = texts(name="group", items="items", shown="difference", adjusted="adjusted p", verdict="verdict")
    rows = rows_of("group")
    bars, dots = dots_with_intervals(
        rows, "left:Q", title, zero=True, cursor="pointer", y=y, color=colour, tooltip=tooltip
    )
    layers = [
        zero_line(alt.X("left:Q", title=title)),
        bars,
        dots.add_params(clicked("name")),
        rows.mark_text(align="left", dx=8, fontSize=12, color=TEXT, tooltip=None).encode(
            x=alt.value("width"), y=y, text="verdict:N"
        ),
    ]
    return layered(layers, _STEP * groups + 8 + AXIS, right=6)


def forest_alt(found: GroupedComparison, unit: Unit) -> str:
    """Return a description of the plot: the groups with a significant difference, and the two extreme groups."""
    said = {row[0]: f"{row[0]} {row[4]} {row[5]}" for row in group_rows(found, unit)[1:]}
    shown = {
        verdict: [group.name for group in found.groups if group.verdict == verdict] for verdict in ("better", "worse")
    }
    parts = [f"{verdict} in {', '.join(names[:8])}" for verdict, names in shown.items() if names]
    takeaway = "; ".join(parts) or "in no group is a difference shown"
    first, last = found.groups[0].name, found.groups[-1].name
    return (
        f"The difference by {found.column}, from the largest gain to the largest loss: {takeaway}. "
        f"The first is {said[first]}, the last {said[last]}."
    )
