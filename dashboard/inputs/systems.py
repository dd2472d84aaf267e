"""The source of the scores of many systems: dropped files, a pasted table, or an example.

The choices are kept in the settings, so *Two systems* can read two of the systems again without asking.
"""

import streamlit as st

from core.errors import ComparisonError
from core.readers import Upload
from core.report.escape import markdown
from dashboard.inputs.at_hand import PASTED, WIDGETS, Asked, Systems, arranged, asked_of, files_at_hand, systems_at_hand
from dashboard.inputs.choices import ask, choose_line, choose_optional, choose_segment
from dashboard.inputs.columns import choose_numbers, draw_preview
from dashboard.inputs.formats import MISSING, remedies_in
from dashboard.inputs.uploaded import look, readable
from dashboard.inputs.uploads import draw_gone, draw_held, drop_area, held
from dashboard.samples import CLASSIFIERS
from dashboard.server.names import listed
from dashboard.wording.systems import COLUMNS, LAYOUTS, arranged_words
from dashboard.wording.unbroken import unbroken

__all__ = ["choose_systems", "draw_example"]

LABELS = {"upload": "Files", "paste": "Paste", "sample": "Example"}


_AFRESH = {"layout": "auto", "many_missing": False, "many_missing_value": "", "many_direction": "auto"}


def choose_systems() -> Systems | None:
    """Draw the widgets of the source; return the systems, or None while something is missing or wrong.

    The message about missing or wrong input appears last, in the place of the result. Typed text and dropped files are
    kept, and no other data replace them.
    """
    memory = st.session_state
    drop_area("many")
    choose_segment(
        "Where the scores come from", LABELS, "many", label_visibility="collapsed", required=memory["many"] is not None
    )
    if memory["many"] is None:
        ask("many", "Choose where the scores come from.")
        return None
    if memory["many"] == "sample":
        draw_example()
    elif memory["many"] == "paste":
        st.text_area(
            "A table: a column for each system, named in the first line",
            key=PASTED,
            height=160,
            placeholder="item,rules,old,new\na,0,1,1\nb,0,0,1",
            persist_state="session",
        )
    elif dropped := held("many"):
        draw_held({upload.name: look(upload) for upload in dropped}, "many")
        if not readable(dropped):
            return None
    files = files_at_hand()
    if not files:
        _say_what_to_do(memory["many"])
        return None
    _begin_afresh(files)
    try:
        _draw_columns(files)
        return systems_at_hand()
    except ComparisonError as error:
        st.error(markdown(remedies_in(None, str(error), WIDGETS)), icon=":material/error:")
        return None


def draw_example() -> None:
    """Say that the page shows an example, and describe it."""
    st.header("An example, not your data", anchor=False)
    st.caption(unbroken(CLASSIFIERS.description))


def _say_what_to_do(source: str) -> None:
    if source == "paste":
        st.info("Paste a table from a spreadsheet or a file, with the systems' names.", icon=":material/content_paste:")
        return
    draw_gone(
        "many",
        "**No files yet.** Drop one table with a column for each system, one long table, a file for each system, the "
        "logs of an evaluation harness, or translations with their references. A link holds settings, never files: "
        "each visitor brings their own.",
    )


def _begin_afresh(files: tuple[Upload, ...]) -> None:
    """Reset the columns chosen for other files; the columns that a link names are kept until its files arrive."""
    memory = st.session_state
    if memory.get("_many_for") not in (None, hash(files)):
        memory.update({f"many_{name}": None for name in COLUMNS} | _AFRESH)
    memory["_many_for"] = hash(files)


def _draw_columns(files: tuple[Upload, ...]) -> None:
    """Draw the role of each column in a closed expander, and save changed choices in the settings."""
    found = arranged(files)
    asked = [each for each in asked_of(files, found) if len(each.choices) >= each.fewest]
    one_table = found.kind in LAYOUTS
    if not asked and found.format is not None:
        return
    lacking = found.kind in ("wide", "segments") and not next(asked_of(files, found)).value
    with st.expander(
        f"{arranged_words(found.kind, len(files))} · **change**", lacking, key="_many", icon=":material/table_view:"
    ):
        if one_table:
            told = st.session_state["layout"] == "auto"
            titles = LAYOUTS | ({"auto": f"{LAYOUTS[found.kind]} (recognised)"} if told else {})
            choose_line("The table has", titles, "layout")
        for each in asked:
            if each.many:
                _draw_choice(each, found.kind)
        alone = [each for each in asked if not each.many]
        places = st.columns(2) if alone else []
        for i, each in enumerate(alone):
            with places[i % 2]:
                _draw_choice(each, found.kind)
        if found.format is None and found.kind != "segments":
            st.checkbox(MISSING, key="many_missing", persist_state="session")
            choose_numbers("many", rows=False)
        if found.columns and st.session_state["layout"] != "rows":
            draw_preview(files[0], {COLUMNS[each.name]: each.value for each in asked}, found.roles)


def _draw_choice(each: Asked, kind: str) -> None:
    memory = st.session_state
    label = COLUMNS[each.name] if each.name != "columns" or kind == "wide" else "Score"
    if not each.many:
        choose_optional(label, each.choices, each.setting, f"{each.proposed} (recognised)" if each.proposed else "none")
        return
    chosen = st.multiselect(
        label,
        each.choices,
        [name for name in each.value or () if name in each.choices],
        # New files with other choices reset the widget.
        key=f"_option_many_{each.name}_{hash((each.choices, kind))}",
        persist_state="session",
    )
    if chosen:
        memory[each.setting] = None if tuple(chosen) == each.proposed else listed(chosen)
