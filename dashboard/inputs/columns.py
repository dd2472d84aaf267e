"""Which columns of the dropped files are what: chosen beforehand, shown on a preview, corrected by a click."""

from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from core.common.phrases import counted, first_few
from core.errors import ComparisonError
from core.readers import FORMATS, Format, Preview, Upload
from core.readers.format import Files, Option
from dashboard.inputs.formats import MISSING, swapped, uploads_in
from dashboard.server import cache, work
from dashboard.server.reading import read_apart

__all__ = ["Columns", "choose_columns", "draw_preview", "seen"]

_IN_A_ROW = 3
_MOST_COLUMNS = 8


def seen(upload: Upload) -> Preview:
    """Return a first look at a file."""
    return cache.read_once("preview", (upload.data,), upload.name, lambda: read_apart([upload], work.previewed, upload))


class Columns(NamedTuple):
    """The reader's options, what a link names that the file has not, and what has still to be chosen."""

    options: dict[str, Any]
    unknown: list[str]
    lacking: list[str]


def choose_columns(format: Format, files: Files, proposed: dict[str, Any], swap: bool) -> Columns:
    """Draw the choice of the reader's options and a preview of the first file.

    Parameters
    ----------
    format : Format
    files : mapping
        The files by the format's slots, as they are after a swap.
    proposed : dict
        What the readers suggest, as it is before a swap.
    """
    memory = st.session_state
    uploads = uploads_in(files)
    if format.missing:
        for upload in uploads:
            _draw_problems(upload)
    these = hash(frozenset(uploads))
    if memory.get("_picked_for") not in (None, these):
        # Other files begin afresh; what a link names waits for its files.
        memory.update(
            {_pick(option.name): None for each in FORMATS.values() for option in each.options if not option.hint}
        )
        memory["_picked_for"] = None
    first = uploads[0]
    options: dict[str, Any] = {}
    picks = {}
    unknown = []
    asked = 0
    for option in format.options:
        if option.hint:
            options[option.name] = _typed(format, option)
            continue
        logs = list(files[format.named[0].name]) if format.takes_many else uploads
        choices = _choices(format, option, logs, options)
        # Nothing is asked that leaves no choice, such as the id of a file of labels.
        if not (_is_asked(option) or len(choices) >= option.fewest):
            continue
        # What a system's column is stays with the column when the systems are swapped.
        name = next(iter(swapped({option.name: None}))) if swap else option.name
        wanted = memory.get(_pick(name))
        picked = _parsed(wanted, choices, option.many)
        if wanted and picked is None:
            there = f": choose among {first_few(choices, width=40)}" if choices else ""
            unknown.append(f"{first.name} has no column {wanted} ({option.label.lower()}){there}.")
        if asked % _IN_A_ROW == 0:
            places = st.columns(_IN_A_ROW, vertical_alignment="bottom")
        with places[asked % _IN_A_ROW]:
            initial = picked if wanted else proposed.get(name) or _called(option, first)
            options[option.name] = picks[name] = _choose(f"_option_{format.name}_{name}", option, choices, initial)
        asked += 1
    if format.missing and _has_gaps(uploads) and st.checkbox(MISSING, key="pick_missing", persist_state="session"):
        options["missing"] = "drop"
    columns = [option for option in format.options if option.is_column]
    if asked and columns:
        draw_preview(first, {option.label: options.get(option.name) for option in columns})
    lacking = [option.label for option in format.options if _is_asked(option) and not options[option.name]]
    if not lacking and not unknown:
        memory.update({_pick(name): _written(value) for name, value in picks.items()})
        memory["_picked_for"] = these
    return Columns({name: value for name, value in options.items() if value}, unknown, lacking)


def _pick(name: str) -> str:
    """The setting that holds what is chosen for an option."""
    return f"pick_{name}"


def _is_asked(option: Option) -> bool:
    return option.required or option.asked


def _has_gaps(uploads: list[Upload]) -> bool:
    """Whether a score is missing, or a line cannot be read, in one of the files."""
    looked = [seen(upload) for upload in uploads]
    return any(each.problems or any(column.n_missing for column in each.columns) for each in looked)


def _choices(format: Format, option: Option, uploads: list[Upload], options: dict[str, Any]) -> tuple[str, ...]:
    if option.choices is not None:
        contents, names = (
            tuple(each) for each in zip(*((upload.data, upload.name) for upload in uploads), strict=True)
        )
        return cache.read_once(
            option.name,
            contents,
            names,
            lambda: read_apart(uploads, work.choices, format, option.name, tuple(uploads)),
        )
    columns = {column.name: column for column in seen(uploads[0]).columns}
    if option.values_of is None:
        return tuple(columns)
    column = columns.get(options[option.values_of])
    return (column.values if column else None) or ()


def _called(option: Option, first: Upload) -> str | tuple[str, ...] | None:
    """Return the column that bears a fitting name."""
    if not option.is_column or option.values_of is not None:
        return None
    looked = seen(first)
    if option.many and option.name == "columns":
        return looked.score_columns
    by_name = {column.name.lower(): column.name for column in reversed(looked.columns)}
    fitting = (by_name[name] for name in (option.name, *option.fits) if name in by_name)
    return next(fitting, looked.id_column if option.name == "id" else None)


def _parsed(text: str | None, choices: tuple[str, ...], many: bool) -> str | tuple[str, ...] | None:
    """Return the choices that a link names, or None where one of them is not there."""
    if text in choices:
        return text
    names = tuple((text or "").split(","))
    return names if many and set(names) <= set(choices) else None


def _written(value: str | tuple[str, ...] | None) -> str | None:
    return ",".join(value) if isinstance(value, tuple) else value or None


def _choose(key: str, option: Option, choices: tuple[str, ...], initial: Any) -> Any:
    # Other files with other choices begin afresh.
    key = f"{key}_{hash(choices)}"
    wanted = (initial,) if isinstance(initial, str) else initial or ()
    offered = [name for name in wanted if name in choices]
    if option.many:
        chosen = st.multiselect(
            option.label,
            choices,
            offered,
            key=key,
            placeholder="Choose a column",
            persist_state="session",
            help="One column; two (numerator, denominator) for a ratio; four (recall's and precision's) for F1.",
        )
        return chosen[0] if len(chosen) == 1 else tuple(chosen)
    return st.selectbox(
        option.label + ("" if _is_asked(option) else ", optional"),
        choices,
        choices.index(offered[0]) if offered else None,
        key=key,
        placeholder="Choose a system" if option.values_of else "Choose a column" if option.is_column else "Choose",
        persist_state="session",
    )


def _typed(format: Format, option: Option) -> tuple[str, ...]:
    typed = st.text_input(
        f"{option.label}, optional",
        key=f"_option_{format.name}_{option.name}",
        placeholder=option.hint,
        persist_state="session",
        help="Names separated by commas, for a set larger than what occurs; it has to hold every label that does.",
    )
    return tuple(name.strip() for name in typed.split(",") if name.strip())


def draw_preview(upload: Upload, chosen: dict[str, Any]) -> None:
    """Draw the first rows, the chosen columns first, each headed by what it is taken for."""
    looked = seen(upload)
    taken: dict[str, list[str]] = {}
    for label, names in chosen.items():
        for name in (names,) if isinstance(names, str) else names or ():
            taken.setdefault(name, []).append(label.partition(" (")[0].lower())
    at = {column.name: i for i, column in enumerate(looked.columns)}
    shown = sorted(at, key=lambda name: name not in taken)[: max(_MOST_COLUMNS, len(taken))]
    headed = {name: f"{name} ({', '.join(taken[name])})" if name in taken else name for name in shown}
    rows = {headed[name]: [row[at[name]][:80] for row in looked.rows] for name in shown}
    more = len(at) - len(shown)
    st.caption("The first rows of the file" + (f"; {counted(more, 'more column')}." if more else ""))
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content")


def _draw_problems(upload: Upload) -> None:
    """Draw the lines of a file that cannot be read, if there are any."""
    try:
        problems = seen(upload).problems
    except ComparisonError:
        return  # the reader will say it
    if problems:
        count = "1 line" if len(problems) == 1 else f"{len(problems)} lines"
        with st.expander(f"{count} cannot be read", icon=":material/rule:"):
            st.text(upload.name)
            st.text("\n".join(f"line {problem.line}: {problem.message}" for problem in problems))
