"""The dropped files, kept in the session, so that they survive a change of page.

Each page kind has its own list of files, named after the setting of its source, so files for pairs and files for many
systems do not affect each other.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import streamlit as st

from core.common.phrases import first_few
from core.errors import DataError
from core.readers import FORMATS, Upload
from core.readers.parsing.packed import parts_of
from core.report.escape import markdown
from dashboard.inputs.choices import ask, choose_segment
from dashboard.server.limits import SESSION_BYTES, SESSION_FILES
from dashboard.wording.unbroken import unbroken

_ROUND = "_upload_round"
# The number of files that a page needs at least. Beyond it, a new file replaces the file of the same name.
_ENOUGH = {"source": 2, "many": 1, "judged": 1}
_LEFT_OUT = "_uploads_left_out"
PRIVATE = "Files stay in the memory of this session: they are never stored, sent on, or put into a link."
# Separates the file names that a tab remembers.
_BETWEEN = "\n"


def _shelf(source: str) -> str:
    return "_files" if source == "source" else f"_files_{source}"


def held(source: str = "source") -> tuple[Upload, ...]:
    """Return the session's files for that source, in the order in which they arrived."""
    files: tuple[Upload, ...] = st.session_state.get(_shelf(source), ())
    return files


def drop_area(source: str = "source", help: str | None = None) -> None:
    """Draw the area where any number of files can be dropped; dropped files become the page's source.

    Streamlit deletes an uploaded file on a change of page. So its bytes are copied when it arrives, and an empty widget
    replaces the used one. ``help`` names the accepted files, by default every format of scores.
    """
    memory = st.session_state
    round_ = memory.setdefault(_ROUND, 0)
    large = not held(source)
    if large:
        st.html(_LARGE)
    # A fixed height, so that the page below does not move when the widget loads.
    place = st.container(height=_HEIGHT, border=False)
    label = "Drop your files here, any number at once" if large else "Add or replace files"
    key = f"_upload_{round_}"
    if help is None:
        first, *others = (format.title for format in FORMATS.values())
        help = f"{'; '.join([first, *(title[0].lower() + title[1:] for title in others)])}. {PRIVATE}"
    place.file_uploader(label, accept_multiple_files=True, key=key, on_change=_hold, args=(key, source), help=help)
    if left_out := memory.get(_LEFT_OUT):
        st.error(
            f"Left out: {markdown(first_few(left_out))}. At most {SESSION_FILES} files of {SESSION_BYTES // 2**20} MB "
            "together are kept at once, those of other pages too: remove some, or use the command line.",
            icon=":material/error:",
        )


# The height in pixels of the large area, and of the small one on a phone.
_HEIGHT = 130
_LARGE = """<style>
[data-testid="stFileUploaderDropzone"] {
  min-height: 6rem; align-items: center; justify-content: center; border: 2px dashed #7a7a7a
}
</style>"""


def draw_held(looks: dict[str, str], source: str = "source") -> None:
    """Draw a line for each file with its description and a button that removes it; the tab remembers the file names."""
    lines = st.container(gap=None)
    for i, upload in enumerate(held(source)):
        with lines.container(horizontal=True, vertical_alignment="center", gap="small"):
            # A file's name is shown as plain text, not as Markdown.
            st.text(f"{upload.name}: {looks[upload.name]}", width="stretch")
            args = (upload.name, source)
            st.button("Remove", f"_remove_{i}", "Remove this file", on_click=_remove, args=args, type="tertiary")
    if len(held(source)) > 1:
        lines.button("Remove all", key="_remove_all", on_click=_remove, args=(None, source), type="tertiary")
    remembered(_shelf(source), _BETWEEN.join(upload.name for upload in held(source)))


def draw_gone(source: str, otherwise: str) -> None:
    """Name the files that a reload of the page removed, or else say which files to drop."""
    otherwise = f"**No files yet.** {otherwise} A link holds settings, never files: each visitor brings their own."
    names = (remembered(_shelf(source), None if _shelf(source) not in st.session_state else "") or "").split(_BETWEEN)
    if any(names):
        otherwise = (
            f"**Gone with the reload of the page:** {markdown(first_few(names, limit=10))}. Drop the same files again; "
            "all settings are kept."
        )
    st.info(otherwise, icon=":material/upload_file:")


class Offer(NamedTuple):
    """The texts of a source of files: for its widgets, its example, the pasted table, and the missing files."""

    what: str
    example: str
    table: str
    placeholder: str
    missing: str
    help: str | None = None


def choose_files(source: str, offer: Offer, look: Callable[[Upload], str]) -> None:
    """Draw the choice between dropped files, a pasted table and an example, and the widgets of the chosen one.

    ``source`` is the setting that names the source; ``look`` returns the description of a file.
    """
    chosen = st.session_state[source]
    labels = {"upload": "Files", "paste": "Paste", "sample": "Example"}
    drop_area(source, offer.help)
    label = f"Where the {offer.what} come from"
    choose_segment(label, labels, source, label_visibility="collapsed", required=chosen is not None)
    if chosen is None:
        ask(source, f"Choose where the {offer.what} come from.")
    elif chosen == "sample":
        draw_example(offer.example)
    elif chosen == "paste":
        text = st.text_area(
            offer.table, key=f"_paste_{source}", height=160, placeholder=offer.placeholder, persist_state="session"
        )
        if not text or not text.strip():
            st.info("Paste a table from a spreadsheet or a file, with its first line.", icon=":material/content_paste:")
    elif held(source):
        draw_held({upload.name: look(upload) for upload in held(source)}, source)
    else:
        draw_gone(source, offer.missing)


def draw_example(description: str) -> None:
    """Say that the page shows an example, and describe it."""
    st.header("An example, not your data", anchor=False)
    st.caption(unbroken(description))


def chosen_files(source: str, example: Callable[[], Upload]) -> tuple[Upload, ...]:
    """Return the files of the chosen source."""
    chosen = st.session_state[source]
    if chosen == "sample":
        return (example(),)
    if chosen == "upload":
        return held(source)
    text = st.session_state.get(f"_paste_{source}") or ""
    return (Upload("pasted.csv", text.encode(errors="replace")),) if chosen and text.strip() else ()


def _hold(key: str, source: str) -> None:
    memory = st.session_state
    files = list(held(source))
    enough, left_out = len(files) >= _ENOUGH[source], []
    elsewhere = [upload for other in _ENOUGH if other != source for upload in held(other)]
    for name, data in _each_table(memory[key]):
        names = [upload.name for upload in files]
        if name in names and enough:
            # A corrected file replaces the refused one.
            more = [Upload(name, data) if upload.name == name else upload for upload in files]
        else:
            more = [*files, Upload(_unique(name, names), data)]
        # The sheets of a workbook share its bytes, which are counted once.
        contents = {id(each.data): each.data for each in (*more, *elsewhere)}
        if len(more) + len(elsewhere) > SESSION_FILES or sum(map(len, contents.values())) > SESSION_BYTES:
            left_out.append(name)
        else:
            files = more
    memory[_shelf(source)] = tuple(files)
    memory[_LEFT_OUT] = tuple(left_out)
    memory[_ROUND] += 1
    memory[source] = "upload"


def _each_table(uploads: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the dropped files; sheets of a workbook and arrays of an archive become separate files."""
    for uploaded in uploads:
        name, data = uploaded.name, uploaded.getvalue()
        parts: Iterable[str] = ()
        with suppress(DataError):  # the reader reports the error
            parts = parts_of(name, data)
        yield from ((part, data) for part in parts or (name,))


def _unique(name: str, names: list[str]) -> str:
    """Return the name, with a number if another file has it: files of two folders can have the same name."""
    stem, dot, ending = name.rpartition(".")
    numbered = (f"{stem or ending} ({i}){dot}{ending if stem else ''}" for i in range(2, len(names) + 2))
    return name if name not in names else next(each for each in numbered if each not in names)


def _remove(name: str | None, source: str) -> None:
    """Remove the file of this name, or all files without a name."""
    memory = st.session_state
    memory[_LEFT_OUT] = ()
    memory[_shelf(source)] = tuple(upload for upload in held(source) if name not in (None, upload.name))
    if source == "source":
        memory.update(baseline_name="", experimental_name="")


_JS = """export default function ({ data, setStateValue }) {
  if (data.text !== null) sessionStorage.setItem(data.name, data.text)
  else setStateValue("text", sessionStorage.getItem(data.name))
}"""
_TAB = st.components.v2.component("tab_memory", js=_JS)


def remembered(name: str, text: str | None) -> str | None:
    """Keep a text in the visitor's tab under a name; without a text, return the text that the tab has kept.

    The first run after a reload returns None, because the tab is only asked then. The page runs again after the answer.
    """
    found = _TAB(key=f"tab{name}", data={"name": name, "text": text}, on_text_change=lambda: None, height=1)
    return None if text is not None else found.text
