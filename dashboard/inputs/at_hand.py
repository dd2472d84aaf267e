"""Read the systems that the settings name, without asking: for *Many systems*, and for pairs of them on other pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from core.common.phrases import first_few
from core.data.scores import Scores
from core.readers import FORMATS, Arrangement, Upload
from core.report import Origin
from core.report.escape import markdown
from core.report.reproduce import systems_origin
from dashboard.inputs.columns import choices_of, numbers_chosen
from dashboard.inputs.formats import MISSING, NUMBERS, remedies_in
from dashboard.inputs.uploaded import NAMES_OF_RIGHT, readable
from dashboard.inputs.uploads import held
from dashboard.samples import CLASSIFIERS
from dashboard.server import cache, work
from dashboard.server.names import names_in
from dashboard.server.reading import read_files
from dashboard.wording.systems import COLUMNS, LOGS

__all__ = ["PASTED", "WIDGETS", "Asked", "Systems", "arranged", "asked_of", "files_at_hand", "systems_at_hand"]

PASTED = "_paste_systems"


class Systems(NamedTuple):
    """The scores of many systems, and the code that reads them."""

    scores: Scores
    origin: Origin


class Asked(NamedTuple):
    """An argument of `read_systems`: its possible values, the value that the files suggest, and the number it takes."""

    name: str
    choices: tuple[str, ...]
    proposed: Any
    many: bool = False
    fewest: int = 2

    @property
    def setting(self) -> str:
        """The name of the setting that holds the chosen value."""
        return f"many_{self.name}"

    @property
    def value(self) -> Any:
        """The chosen or suggested value; None if a link names a value that the files do not have."""
        text = st.session_state[self.setting]
        if not text:
            return self.proposed
        if not self.many:
            return text if text in self.choices else None
        names = names_in(text)
        return names if set(names) <= set(self.choices) else None


def systems_at_hand() -> Systems | None:
    """Return the systems of the settings, or None, with a message on the page, if something is missing.

    Raises
    ------
    ComparisonError
        If the files cannot be read with these settings.
    """
    files = files_at_hand()
    if not files:
        st.info("**No files.** Drop the systems' files on *Many systems* first.", icon=":material/upload_file:")
        return None
    found = arranged(files)
    if found.kind == "scores" and len(files) == 1:
        st.info(f"**More files:** the other systems' scores. {markdown(files[0].name)} holds one system only.")
        return None
    asked = list(asked_of(files, found))
    unknown = [each for each in asked if each.value is None and st.session_state[each.setting]]
    for each in unknown:
        there = f": choose among {first_few(each.choices, width=40)}" if each.choices else ""
        wanted = st.session_state[each.setting]
        st.warning(markdown(f"{files[0].name} has no {wanted} ({COLUMNS[each.name].lower()}){there}."))
    needed = {
        "wide": ("columns",), "long": ("system", "id", "score"), "tables": ("columns",), "segments": ("reference",),
    }.get(found.kind, ())  # fmt: skip
    lacking = [COLUMNS[each.name] for each in asked if each.name in needed and not each.value and each not in unknown]
    if lacking:
        why = f" {markdown(remedies_in(None, found.question, WIDGETS))}" if found.question else ""
        st.info(f"**Still to choose:** {'; '.join(lacking)}.{why}", icon=":material/view_column:")
    if lacking or unknown:
        return None
    options = {each.name: each.value for each in asked if each.value}
    if found.kind == "wide" and len(options["columns"]) < 2:
        st.info("**Still to choose:** a second system's column.", icon=":material/view_column:")
        return None
    if st.session_state["many_missing"]:
        options["missing"] = "drop"
    if found.kind in ("wide", "long", "tables", "scores"):
        options |= numbers_chosen("many")
    if st.session_state["layout"] == "rows":
        options["transpose"] = True
    right = tuple(each for each in files if each.name in options.get("reference", ()))
    systems = tuple(each for each in files if each not in right)
    if len(systems) < 2 and right:
        st.info("**More files:** the translations of two systems or more.", icon=":material/upload_file:")
        return None
    key = (found.kind, tuple(sorted(options.items())))
    given = options | ({"reference": right} if right else {})
    if st.session_state["many"] == "sample":
        scores = cache.sample_of_many(key, lambda: work.systems_in(systems, given))
    else:
        scores = read_files("systems", files, key, work.systems_in, systems, given)
    # The code omits the arguments that the reader chooses itself, unless the layout was chosen.
    told = {each.name for each in asked if st.session_state["layout"] == "auto" and not st.session_state[each.setting]}
    said = {name: value for name, value in options.items() if name not in told or name == "reference"}
    return Systems(scores, _origin(systems, said))


def files_at_hand() -> tuple[Upload, ...]:
    """Return the files of the chosen source."""
    source = st.session_state["many"]
    if source == "sample":
        path = CLASSIFIERS.path
        return (cache.kept("sample files", path.name, lambda: Upload(path.name, path.read_bytes())),)
    if source == "upload":
        return readable(held("many"), say=False)
    text = st.session_state.get(PASTED) or ""
    return (Upload("pasted.csv", text.encode()),) if text.strip() else ()


def arranged(files: tuple[Upload, ...]) -> Arrangement:
    """Return how the files hold their systems, according to the settings."""
    memory = st.session_state
    kind = memory["layout"] or None
    beside = {name: memory[f"many_{name}"] or None for name in _ASKED}
    return read_files("arrangement", files, (kind, *beside.values()), work.arranged, files, kind, beside)


# The page's names for the arguments that messages about many systems recommend
WIDGETS = COLUMNS | NUMBERS | {"missing": MISSING, "transpose": "The table has"}
_ASKED = ("runs", "cluster", "strata", "id", "system", "score", "measure")


def asked_of(files: tuple[Upload, ...], found: Arrangement) -> Iterator[Asked]:
    """Yield the arguments that can be chosen for these files, in the order in which the page shows them."""
    names = {
        "wide": ("columns", "id", "runs", "cluster", "strata", "measure"),
        "long": ("system", "score", "id", "runs", "cluster", "strata", "measure"),
        "tables": ("columns", "id", "runs", "cluster", "strata", "measure"),
        "scores": (),
        "segments": ("reference",),
        "logs": tuple(LOGS),
    }[found.kind]
    names = ("columns",) if st.session_state["layout"] == "rows" else names
    for name in names:
        proposed: Any = found.proposed.get(name)
        if name == "reference":
            proposed = tuple(each.name for each in files if NAMES_OF_RIGHT.search(each.name))
        fewest = next((each.fewest for each in found.format.options if each.name == name), 2) if found.format else 2
        yield Asked(name, _choices(files, found, name), proposed, name in ("columns", "reference"), fewest)


def _choices(files: tuple[Upload, ...], found: Arrangement, name: str) -> tuple[str, ...]:
    if found.kind == "segments":
        return tuple(each.name for each in files)
    if found.format is None and name != "measure":
        return found.columns
    format = found.format or FORMATS["table"]
    option = next((option for option in format.options if option.name == name), None)
    if option is None or option.choices is None:
        return ()
    return choices_of(format, option, files, {})


def _origin(files: tuple[Upload, ...], options: dict[str, Any]) -> Origin:
    root = Path(__file__).parents[2]
    example = st.session_state["many"] == "sample"
    return systems_origin(
        [CLASSIFIERS.path.relative_to(root).as_posix()] if example else [each.name for each in files], options
    )
