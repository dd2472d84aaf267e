"""The columns that group the items of the dropped files: the tasks of logs, or a column of a table."""

import streamlit as st

from dashboard.inputs.columns import choices_of, seen
from dashboard.inputs.formats import uploads_in

__all__ = ["averaged_over", "group_columns"]


def group_columns() -> tuple[str, ...]:
    """Return the columns of the last files read that can group the items, with two or more items a group on average."""
    read = st.session_state.get("_read_as")
    option = next((each for each in read[0].options if each.name == "strata"), None) if read else None
    if option is None:
        return ()
    format, files, options = read
    uploads = uploads_in(files)
    if option.choices is not None:
        return choices_of(format, option, uploads, options)
    looked = seen(uploads[0])
    used = {looked.id_column}
    for each in format.options:
        value = options.get(each.name)
        if each.name == "columns" and value is None:
            value = looked.score_columns
        if each.is_column and each.name not in ("strata", "cluster"):
            used.update((value,) if isinstance(value, str) else value or ())
    few = (column for column in looked.columns if column.values and 2 <= len(column.values) <= looked.n_rows / 2)
    return tuple(column.name for column in few if column.name not in used)


def averaged_over() -> str | None:
    """Return the column over whose values the scores are averaged, or None."""
    read = st.session_state.get("_read_as")
    return read[2].get("strata") if read else None
