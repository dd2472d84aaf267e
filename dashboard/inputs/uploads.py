"""The files that were dropped: kept in the session, so that they survive a change of page.

Pairs and many systems have a shelf each, named after the setting that says where their scores come from, so that files
for one leave the other as it is.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import streamlit as st

from core.common.phrases import first_few
from core.errors import DataError
from core.readers import FORMATS, Upload
from core.readers.packed import parts_of
from core.report.escape import markdown
from dashboard.inputs.remembered import remembered
from dashboard.server.limits import SESSION_BYTES, SESSION_FILES

_ROUND = "_upload_round"
# How many files a page needs at least; from then on a file takes the place of the one of its name.
_ENOUGH = {"source": 2, "many": 1, "judged": 1}
_LEFT_OUT = "_uploads_left_out"
# Between the names of files that a tab remembers.
_BETWEEN = "\n"


def _shelf(source: str) -> str:
    return "_files" if source == "source" else f"_files_{source}"


def held(source: str = "source") -> tuple[Upload, ...]:
    """Return the session's files for that source, in the order in which they came."""
    files: tuple[Upload, ...] = st.session_state.get(_shelf(source), ())
    return files


def drop_area(source: str = "source", help: str | None = None) -> None:
    """Draw the place where files are dropped, any number at once; what is dropped becomes the page's source.

    Streamlit forgets an uploaded file on a change of page, so its bytes are copied when it arrives, and the widget is
    replaced by an empty one.

    Parameters
    ----------
    source : str
        The setting that says where the page's scores come from.
    help : str, optional
        Which files are read; by default every format of scores.
    """
    memory = st.session_state
    round_ = memory.setdefault(_ROUND, 0)
    large = not held(source)
    if large:
        st.html(_LARGE)
    # Its height is known before it is loaded, so that nothing below it moves.
    place = st.container(height=_HEIGHT, border=False)
    place.file_uploader(
        "Drop your files here, any number at once" if large else "Add or replace files",
        accept_multiple_files=True,
        key=f"_upload_{round_}",
        on_change=_hold,
        args=(f"_upload_{round_}", source),
        help=_help() if help is None else help,
    )
    if left_out := memory.get(_LEFT_OUT):
        st.error(
            f"Left out: {markdown(first_few(left_out))}. At most {SESSION_FILES} files of {SESSION_BYTES // 2**20} MB "
            "together are kept at once, those of other pages too: remove some, or use the command line.",
            icon=":material/error:",
        )


def _help() -> str:
    titles = [format.title for format in FORMATS.values()]
    known = "; ".join([titles[0], *(title[0].lower() + title[1:] for title in titles[1:])])
    return f"{known}. Files stay in the memory of this session: they are never stored, sent on, or put into a link."


# Of the large one, and of the small one on a phone.
_HEIGHT = 130
_LARGE = """<style>
[data-testid="stFileUploaderDropzone"] {
  min-height: 6rem; align-items: center; justify-content: center; border: 2px dashed #7a7a7a
}
</style>"""


def draw_held(looks: dict[str, str], source: str = "source") -> None:
    """Draw a line for each file, with what it looks like and a button that removes it; the tab keeps their names."""
    for i, upload in enumerate(held(source)):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            # A file's name is shown as text, never as Markdown.
            st.text(f"{upload.name}: {looks[upload.name]}", width="stretch")
            st.button(
                "Remove",
                key=f"_remove_{i}",
                help="Remove this file",
                on_click=_remove,
                args=(upload.name, source),
                type="tertiary",
            )
    if len(held(source)) > 1:
        st.button("Remove all", key="_remove_all", on_click=_remove, args=(None, source), type="tertiary")
    remembered(_shelf(source), _BETWEEN.join(upload.name for upload in held(source)))


def draw_gone(source: str, otherwise: str) -> None:
    """Say which files a reload of the page took away, or else what to bring; they are taken again where dropped."""
    names = (remembered(_shelf(source), None if _shelf(source) not in st.session_state else "") or "").split(_BETWEEN)
    if any(names):
        otherwise = (
            f"**Gone with the reload of the page:** {markdown(first_few(names, limit=10))}. Drop the same files again; "
            "all settings are kept."
        )
    st.info(otherwise, icon=":material/upload_file:")


def _hold(key: str, source: str) -> None:
    memory = st.session_state
    files = list(held(source))
    enough, left_out = len(files) >= _ENOUGH[source], []
    elsewhere = [upload for other in _ENOUGH if other != source for upload in held(other)]
    for name, data in _each_table(memory[key]):
        names = [upload.name for upload in files]
        if name in names and enough:
            # A mended file takes the place of the one that was refused.
            more = [Upload(name, data) if upload.name == name else upload for upload in files]
        else:
            more = [*files, Upload(_unique(name, names), data)]
        if len(more) + len(elsewhere) > SESSION_FILES or _bytes_of([*more, *elsewhere]) > SESSION_BYTES:
            left_out.append(name)
        else:
            files = more
    memory[_shelf(source)] = tuple(files)
    memory[_LEFT_OUT] = tuple(left_out)
    memory[_ROUND] += 1
    memory[source] = "upload"


def _bytes_of(files: list[Upload]) -> int:
    """Return the bytes of all files; the sheets of a workbook share theirs."""
    return sum(len(data) for data in {id(upload.data): upload.data for upload in files}.values())


def _each_table(uploads: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    """Yield what was dropped; sheets of a workbook and arrays of an archive are files of their own."""
    for uploaded in uploads:
        name, data = uploaded.name, uploaded.getvalue()
        with suppress(DataError):  # whatever reads the file will say it
            if parts := parts_of(name, data):
                yield from ((part, data) for part in parts)
                continue
        yield name, data


def _unique(name: str, names: list[str]) -> str:
    """Return the name, numbered where another file of it is held: two folders may hold files of one name."""
    stem, dot, ending = name.rpartition(".")
    numbered = (f"{stem or ending} ({i}){dot}{ending if stem else ''}" for i in range(2, len(names) + 2))
    return name if name not in names else next(each for each in numbered if each not in names)


def _remove(name: str | None, source: str) -> None:
    """Remove one file, or without a name all."""
    memory = st.session_state
    memory[_LEFT_OUT] = ()
    memory[_shelf(source)] = tuple(upload for upload in held(source) if name not in (None, upload.name))
    if source == "source":
        memory.update(baseline_name="", experimental_name="")
