"""The format of the dropped files and the system of each: detected, and corrected by a click."""

import re
from functools import partial
from typing import Any

import streamlit as st

from core.common.phrases import counted
from core.errors import ComparisonError
from core.readers import FORMATS, Format, Suggestion, Upload
from core.readers.format import Files
from core.report.escape import markdown
from dashboard.inputs.asked import each_name, say_lacking, say_unknown
from dashboard.inputs.choices import ask
from dashboard.inputs.columns import choose_columns, seen
from dashboard.inputs.formats import names_of, remedies_in, swapped, uploads_in
from dashboard.inputs.uploads import draw_gone, draw_held, held
from dashboard.pages import PAGES
from dashboard.server.reading import read_files
from dashboard.server.work import suggested
from dashboard.wording.unbroken import unbroken

Uploaded = tuple[Format, Files, dict[str, Any]]
# The files of each slot.
Roles = dict[str, tuple[Upload, ...]]
# Each format's slots for gold labels or references, which belong to no system.
_RIGHT = {slot.name for format in FORMATS.values() for slot in format.slots if slot.flag}
_WORD = r"(?:^|[^a-z])(?:{})(?:[^a-z]|$)"
NAMES_OF_RIGHT = re.compile(_WORD.format("gold|truth|labels?|refs?|references?|answers?|key|target"), re.IGNORECASE)
_OLD = re.compile(_WORD.format("base|baseline|old|before|control|previous|prev"), re.IGNORECASE)
_NEW = re.compile(_WORD.format("new|exp|experimental|after|ours|proposed|treatment"), re.IGNORECASE)


def choose_uploaded(swap: bool) -> Uploaded | None:
    """Draw the session's files with their detected format and roles; return these, or None while something is missing.

    Each choice that the files allow is made beforehand and can be corrected. The message about missing files appears
    last, in the place of the result.
    """
    if not held():
        draw_gone("source", "Drop both systems' files above.")
        return None
    draw_held({upload.name: look(upload) for upload in held()})
    files = readable(held())
    if not files:
        return None
    roles = _roles(files)
    found = _suggested(roles, files)
    wanted = st.session_state["kind"]
    format = FORMATS.get(found.kind if wanted == "auto" else wanted)
    roles = _as_slots(format, roles) if format else roles
    # If there is nothing to choose, the section is a closed expander.
    plain = format is not None and not any(option.required or option.asked for option in format.options)
    settled = plain and (format.takes_many or all(slot.name in roles for slot in format.slots))
    title = (
        f"Read as **{format.title[0].lower()}{format.title[1:]}** · **change**" if format else "What are these files?"
    )
    with st.expander(title, not settled, key="_uploaded", icon=":material/table_view:"):
        _choose_kind(found, len(files))
        chosen = _choose_roles(format, files, roles, swap) if format else {}
        lacking = [slot for slot in format.slots if slot.name not in chosen] if format else []
        proposed = found.options if format and format.name == found.kind else {}
        columns = choose_columns(format, chosen, proposed, swap) if format and not lacking else None
    if format is None:
        ask("kind", "Choose what the files are.")
        return None
    if columns is None:
        names = [slot.label.lower() for slot in lacking]
        new = {"experimental": "the new system's scores", "baseline": "the baseline's scores"}
        one_more = f"**One more file:** {new.get(names[0], f'the {names[0]}')}."
        there = len(files) > len(chosen)
        st.info(unbroken(f"**Still to choose:** the {' and the '.join(names)}." if there else one_more))
        label = f"Compare all {len(files)} on Many systems"
        if len(files) > len(format.slots) and st.button(label, icon=":material/leaderboard:", type="primary"):
            st.session_state.update(_files_many=held(), many="upload")
            st.switch_page(PAGES["many-systems"].script)
        return None
    say_unknown(columns.unknown, uploads_in(chosen)[0].name, "column ")
    if columns.lacking:
        say_lacking(columns.lacking, remedies_in(format, columns.question))
        return None
    return format, chosen, columns.options


def readable(files: tuple[Upload, ...], say: bool = True) -> tuple[Upload, ...]:
    """Return the files that can be read; for each other file, say what is wrong with it and that it is ignored."""
    kept, faults = [], []
    for upload in files:
        try:
            seen(upload)
            kept.append(upload)
        except ComparisonError as error:
            faults.append(error)
    aside = "It is set aside; the other files are read." if kept else ""
    for fault in faults if say else ():
        st.warning(markdown(f"{fault} {aside}"), icon=":material/error:")
    return tuple(kept)


def look(upload: Upload) -> str:
    """Return a short description of a file."""
    try:
        looked = seen(upload)
    except ComparisonError:
        return "cannot be read"
    rows = f", {counted(looked.n_rows, looked.unit)}" if looked.unit else ""
    return FORMATS[looked.kind].file + rows


def _roles(files: tuple[Upload, ...]) -> Roles:
    """Return the file of each role as far as it is known: from the visitor's choice, else from file names and order."""
    by_name = {upload.name: upload for upload in files}
    roles: Roles = {}
    for slot, names in st.session_state.get("_roles", {}).items():
        there = tuple(by_name[name] for name in names if name in by_name)
        if there:
            roles[slot] = there
    left = [upload for upload in files if upload not in uploads_in(roles)]
    right = [upload for upload in left if NAMES_OF_RIGHT.search(upload.name)]
    if not right:
        right = [each for each in left if any(NAMES_OF_RIGHT.search(column.name) for column in seen(each).columns)]
    if not _RIGHT & set(roles) and right and (1 == len(right) < len(files) or len(left) - len(right) == 2):
        roles["gold"] = tuple(right)
        left = [upload for upload in left if upload not in right]
    free = [slot for slot in ("baseline", "experimental") if slot not in roles]
    if len(left) > len(free):
        left = _alike(left, len(free))
    # With more files than roles the visitor has to choose.
    if len(left) <= len(free):
        # A file dialog lists new.txt before old.txt.
        left.sort(key=lambda upload: bool(_NEW.search(upload.name)) - bool(_OLD.search(upload.name)))
        roles |= {slot: (upload,) for slot, upload in zip(free, left, strict=False)}
    return roles


def _alike(files: list[Upload], number: int) -> list[Upload]:
    """Return the files of the only kind and number of rows that ``number`` files share; if there is none, all files."""
    kinds: dict[object, list[Upload]] = {}
    for each in files:
        looked = seen(each)
        kinds.setdefault((looked.kind, looked.n_rows), []).append(each)
    fitting = [some for some in kinds.values() if len(some) == number > 1]
    return fitting[0] if len(fitting) == 1 else files


def _as_slots(format: Format, roles: Roles) -> Roles:
    """Return the roles with the gold labels or references in the slot of the format: one file, or several."""
    right = next((roles[name] for name in roles if name in _RIGHT), None)
    for slot in format.slots:
        if slot.flag and right is not None:
            files = roles.get(slot.name, right)
            roles = roles | {slot.name: files if slot.many else files[:1]}
    return roles


def _suggested(roles: Roles, files: tuple[Upload, ...]) -> Suggestion:
    systems = [upload for slot in ("baseline", "experimental") for upload in roles.get(slot, ())] or list(files[:2])
    right = [upload for name in roles if name in _RIGHT for upload in roles[name]]
    gold = right[0] if right and len(systems) > 1 else None
    names = tuple(None if upload is None else upload.name for upload in (*systems, gold))
    return read_files("suggestion", files, (names, len(systems)), suggested, files, tuple(systems), gold)


def _choose_kind(found: Suggestion, files: int) -> None:
    """Draw the choice of the files' format."""
    chosen = st.selectbox(
        "What the files are" if files > 1 else "What the file is",
        ["auto", *FORMATS],
        None if st.session_state["kind"] is None else 0,
        key="kind",
        format_func=lambda key: f"{FORMATS[found.kind].title} (recognised)" if key == "auto" else FORMATS[key].title,
        help=f"Recognised: {found.why}. Choose another line if that is wrong." if found.why else None,
        persist_state="session",
        filter_mode=None,
    )
    if chosen in FORMATS:
        st.caption(unbroken(FORMATS[chosen].explanation))


def _choose_roles(format: Format, files: tuple[Upload, ...], roles: Roles, swap: bool) -> Files:
    """Draw the choice of each file's role; return the files by the format's slots."""
    slots = [slot for slot in format.slots if slot.flag or not format.takes_many]
    if not slots:
        return format.placed(files)
    if len(format.slots) == len(files) == 1:
        # One file holds both systems.
        return {format.slots[0].name: files[0]}
    roles = {slot.name: roles[slot.name] for slot in slots if slot.name in roles}
    shown = swapped(roles) if swap else roles
    names = [upload.name for upload in files]
    columns = st.columns(len(slots))
    for place, slot in zip(columns, slots, strict=True):
        held_ = tuple(upload.name for upload in shown.get(slot.name, ()))
        key = f"_role_{slot.name}"
        st.session_state[key] = list(held_) if slot.many else next(iter(held_), None)
        widget = place.multiselect if slot.many else partial(place.selectbox, index=0 if held_ else None)
        widget(
            slot.label,
            names,
            key=key,
            placeholder="Choose files" if slot.many else "Choose a file",
            filter_mode=None,
            on_change=_assign,
            args=(slot.name, names_of(shown), swap),
        )
    chosen = {slot.name: shown[slot.name] if slot.many else shown[slot.name][0] for slot in slots if slot.name in shown}
    if format.takes_many:
        right = uploads_in(shown)
        return format.placed([upload for upload in files if upload not in right]) | chosen
    return chosen


def _assign(slot: str, shown: dict[str, tuple[str, ...]], swap: bool) -> None:
    """Give a role to one or several files; the file that had it gets the other system's role."""
    chosen = st.session_state[f"_role_{slot}"]
    instead = () if type(chosen) is list else shown.get(slot, ())
    chosen = each_name(chosen)
    roles = {
        other: tuple(each for name in names for each in (instead if name in chosen else (name,)))
        for other, names in shown.items()
    }
    roles = {part: names for part, names in (roles | {slot: chosen}).items() if names}
    st.session_state["_roles"] = swapped(roles) if swap else roles
