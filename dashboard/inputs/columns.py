"""The role of each column of the dropped files: suggested, shown on a preview, corrected by a click."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from core.common.phrases import counted, first_few
from core.errors import ComparisonError
from core.readers import Arrangement, Format, Preview, Role, Upload, preview
from core.readers.columns.items import POSITION
from core.readers.columns.joining import one_or_more
from core.readers.format import Files, Option
from core.report.escape import markdown
from dashboard.inputs.asked import Asked, choose_numbers, draw_choice, each_name, key_of
from dashboard.inputs.formats import MISSING, other_system, uploads_in
from dashboard.server import work
from dashboard.server.reading import read_files
from dashboard.setting import listed
from dashboard.settings import DATA

_IN_A_ROW = 3
_MOST_COLUMNS = 8


def seen(upload: Upload) -> Preview:
    """Return a preview of a file."""
    return read_files("preview", [upload], None, preview, upload)


class Columns(NamedTuple):
    """The reader's options, what a link names that the file lacks, the missing choices, and the question."""

    options: dict[str, Any]
    unknown: list[Asked]
    lacking: list[str]
    question: str


def choose_columns(format: Format, files: Files, proposed: dict[str, Any], swap: bool) -> Columns:
    """Draw the choice of the reader's options and a preview of the first file.

    ``files`` has the files by the format's slots, after a swap of the systems. ``proposed`` has the options that the
    readers suggest, before a swap.
    """
    memory = st.session_state
    uploads = uploads_in(files)
    if "missing" in format.shared:
        for upload in uploads:
            _draw_problems(upload)
    these = hash(frozenset(uploads))
    if memory.get("_picked_for") not in (None, these):
        # New files reset the choices; the columns that a link names are kept until its files arrive.
        memory.update(
            {name: DATA[name].default for name in DATA if name.startswith("pick_") and name != "pick_missing"}
        )
        memory["_picked_for"] = None
    first = uploads[0]
    found = _arranged(format, uploads)
    proposed = _proposals(format, found) | proposed
    logs = list(files[format.named[0].name]) if format.takes_many else uploads
    options: dict[str, Any] = {}
    asked: list[Asked] = []
    for option in format.options:
        if option.hint:
            options[option.name] = _typed(format, option)
            continue
        choices = choices_of(format, option, logs, options)
        likely = proposed.get(option.name) or _called(option, first)
        if isinstance(likely, tuple) and not option.many:
            # Several columns name the items together.
            likely = ",".join(likely)
            choices = (*choices, likely)
        needed = option.required or option.asked
        # An option with a single possible value is not asked, such as the id of a file of labels.
        if not needed and len(choices) < option.fewest:
            continue
        # After a swap each option uses the setting of the other system, so the chosen columns move with the systems.
        name = other_system(option.name) if swap else option.name
        each = Asked(option.name, option.label, f"pick_{name}", choices, likely, option.many, needed)
        key, other = (key_of(format.name, each, choices) for each in (name, other_system(name)))
        if name == "cluster":
            other = next((key_of(format.name, "id", each.choices) for each in asked if each.name == "id"), "")
        if len(asked) % _IN_A_ROW == 0:
            places = st.columns(_IN_A_ROW, vertical_alignment="bottom")
        with places[len(asked) % _IN_A_ROW]:
            options[option.name] = _choose(each, option, key, other, needed or _is_needed(option, format, uploads))
        asked.append(each)
    # Tables joined on ids may lack items of each other.
    are_joined = len(uploads) > 1 and any(option.name == "id" for option in format.options)
    lacks = are_joined or bool(memory.get("pick_missing_value")) or _has_gaps(uploads)
    if "missing" in format.shared and lacks and st.checkbox(MISSING, key="pick_missing", persist_state="session"):
        options["missing"] = "drop"
    if "missing_value" in format.shared:
        options |= choose_numbers("pick", "transpose" in format.shared)
    columns = [option for option in format.options if option.is_column]
    if asked and columns:
        chosen = {option.label: options.get(option.name) for option in columns}
        draw_preview(first, chosen, found.roles if found else ())
    unknown = [each for each in asked if each.is_unknown]
    lacking = [each.label for each in asked if each.needed and not options[each.name]]
    if not lacking and not unknown:
        memory.update({each.setting: _written(options[each.name], each.many) for each in asked})
        memory["_picked_for"] = these
    given = {name: value for name, value in options.items() if value or value is False}
    return Columns(given, unknown, [] if given.get("transpose") else lacking, found.question if found else "")


def _choose(asked: Asked, option: Option, key: str, other: str, needed: bool) -> Any:
    """Draw an option's list, which exchanges its value with another list, and return the chosen value."""
    memory = st.session_state
    if asked.needed and asked.shown and key in memory and not memory[key]:
        # This value depends on the choice of another column.
        memory[key] = asked.shown
    widget: dict[str, Any] = {
        "placeholder": "Choose a system" if option.values_of else "Choose a column" if option.is_column else "Choose"
    }
    if option.name == "cluster":
        # The column that groups the items does not name them as well.
        widget["before"] = POSITION
    if option.many:
        widget["help"] = "One column; two (numerator, denominator) for a ratio; four (recall's and precision's) for F1."
    chosen = draw_choice(asked, option.label if needed else f"{option.label}, optional", key, other, **widget)
    return one_or_more(chosen) if option.many else chosen


_LAYOUTS = {"table": "wide", "long": "long", "tables": "auto"}


def _arranged(format: Format, uploads: list[Upload]) -> Arrangement | None:
    """Return how the readers interpret a table, given the chosen columns; None for files that are not tables."""
    memory = st.session_state
    if format.name not in _LAYOUTS or memory.get("pick_transpose"):
        return None
    files = tuple(uploads)
    try:
        beside: dict[str, str | None] = {}
        for option in format.options:
            name = "id" if option.name == "item" else option.name
            if name in (*work.BESIDE, "columns"):
                chosen = memory.get(key_of(format.name, option.name, choices_of(format, option, uploads, {})))
                beside[name] = _written(chosen, option.many) or memory.get(f"pick_{option.name}")
        key = (format.name, *sorted((name, text) for name, text in beside.items() if text))
        return read_files("arrangement of two", files, key, work.arranged, files, _LAYOUTS[format.name], beside)
    except ComparisonError:
        return None  # the reader reports the error


def _proposals(format: Format, found: Arrangement | None) -> dict[str, Any]:
    """Return the options of the format for which the readers suggest a value."""
    if found is None:
        return {}
    told: dict[str, Any] = dict(found.proposed)
    if format.name == "long" and "id" in told:
        told["item"] = told.pop("id")
    if format.name == "table" and len(told.get("columns", ())) == 2:
        told["baseline"], told["experimental"] = told.pop("columns")
    return told


def _is_needed(option: Option, format: Format, uploads: list[Upload]) -> bool:
    """Return whether it is the task of logs: they need one of several tasks, unless these are averaged."""
    if option.name != "task":
        return False
    [strata] = (each for each in format.options if each.name == "strata")
    return not st.session_state.get(key_of(format.name, "strata", choices_of(format, strata, uploads, {})))


def _has_gaps(uploads: list[Upload]) -> bool:
    """Return whether one of the files has a missing score or a line that cannot be read."""
    looked = [seen(upload) for upload in uploads]
    return any(each.problems or any(column.n_missing for column in each.columns) for each in looked)


def choices_of(format: Format, option: Option, uploads: Sequence[Upload], options: dict[str, Any]) -> tuple[str, ...]:
    """Return the possible values of an option, given the files and the options chosen before it."""
    if option.choices is not None:
        key = (format.name, option.name)
        return read_files("choices", uploads, key, work.choices, format, option.name, tuple(uploads))
    columns = {column.name: column for column in seen(uploads[0]).columns}
    if option.many and "transpose" in format.shared and st.session_state.get("pick_transpose"):
        return next(iter(columns.values())).values or ()  # the rows are systems, and the first column names them
    if option.name in ("id", "item") and len(columns) > 1 and POSITION not in columns:
        return (*columns, POSITION)
    if option.values_of is None:
        return tuple(columns)
    column = columns.get(options[option.values_of])
    return (column.values if column else None) or ()


def _called(option: Option, first: Upload) -> str | tuple[str, ...] | None:
    """Return the column whose name fits the option; clusters, tasks and runs are never taken by name alone."""
    if not option.is_column or option.values_of is not None or option.name in ("cluster", "strata", "runs"):
        return None
    looked = seen(first)
    if option.many and option.name == "columns":
        return looked.score_columns
    by_name = {column.name.lower(): column.name for column in reversed(looked.columns)}
    fitting = (by_name[name] for name in (option.name, *option.fits) if name in by_name)
    return next(fitting, looked.id_column if option.name == "id" else None)


def _written(value: Any, many: bool) -> str | None:
    """Return a chosen value, or several, as the text of a setting."""
    return (listed(each_name(value)) if many else value) or None


def _typed(format: Format, option: Option) -> tuple[str, ...]:
    label, key = f"{option.label}, optional", f"_option_{format.name}_{option.name}"
    several = " Separate several by commas." if "," in option.metavar else ""
    help = option.help.partition(" [default")[0].rstrip(".") + "." + several
    typed = st.text_input(label, key=key, placeholder=option.hint, persist_state="session", help=help)
    return tuple(name.strip() for name in typed.split(",") if name.strip())


def draw_preview(upload: Upload, chosen: dict[str, Any], roles: Sequence[Role]) -> None:
    """Draw the first rows, with the chosen columns first and headed by their roles; below, name the unused columns."""
    looked = seen(upload)
    taken: dict[str, list[str]] = {}
    for label, names in chosen.items():
        for name in each_name(names):
            taken.setdefault(name, []).append(label.partition(" (")[0].lower())
    for role in roles:
        if role.what not in _UNUSED:
            taken.setdefault(role.column, [role.what])
    at = {column.name: i for i, column in enumerate(looked.columns)}
    shown = sorted(at, key=lambda name: name not in taken)[: max(_MOST_COLUMNS, len(taken))]
    headed = {name: f"{name} ({', '.join(taken[name])})" if name in taken else name for name in shown}
    rows = {headed[name]: [row[at[name]][:80] for row in looked.rows] for name in shown}
    more = len(at) - len(shown)
    st.caption("The first rows of the file" + (f"; {counted(more, 'more column')}." if more else ""))
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content")
    unused = [f"{role.column} ({role.why})" for role in roles if role.what in _UNUSED and role.column not in taken]
    if unused:
        st.caption(markdown(f"Not used: {first_few(unused, 8)}."))


_UNUSED = ("text", "ignored", "gold", "prediction", "label")


def _draw_problems(upload: Upload) -> None:
    """Draw the lines of a file that cannot be read, if there are any."""
    problems = seen(upload).problems
    if problems:
        with st.expander(f"{counted(len(problems), 'line')} cannot be read", icon=":material/rule:"):
            st.text(upload.name)
            st.text("\n".join(f"line {problem.line}: {problem.message}" for problem in problems))


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
            used.update(each_name(value))
    few = (column for column in looked.columns if column.values and 2 <= len(column.values) <= looked.n_rows / 2)
    return tuple(column.name for column in few if column.name not in used)


def averaged_over() -> str | None:
    """Return the column over whose values the scores are averaged, or None."""
    read = st.session_state.get("_read_as")
    return read[2].get("strata") if read else None
