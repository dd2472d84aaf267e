"""The scores of many systems: the widgets of their source, what the settings name, and two of the systems as a pair.

The choices are kept in the settings, so *Two systems* can read two of the systems again without asking.
"""

from collections.abc import Iterator
from pathlib import Path

import streamlit as st

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError
from core.readers import FORMATS, Arrangement, Upload
from core.readers.columns.items import POSITION
from core.report import Origin
from core.report.escape import markdown
from core.report.reproduce import pair_origin, systems_origin
from dashboard.inputs.asked import (
    Asked,
    choose_numbers,
    draw_choice,
    each_name,
    key_of,
    numbers_chosen,
    say_lacking,
    say_unknown,
)
from dashboard.inputs.choices import choose_line, choose_optional
from dashboard.inputs.columns import choices_of, draw_preview
from dashboard.inputs.formats import MISSING, NUMBERS, remedies_in
from dashboard.inputs.uploaded import NAMES_OF_RIGHT, look, readable
from dashboard.inputs.uploads import Offer, choose_files, chosen_files, draw_example
from dashboard.pages import PAGES
from dashboard.samples import CLASSIFIERS, OF_CLASSIFIERS
from dashboard.server import cache, work
from dashboard.server.reading import read_files
from dashboard.setting import listed
from dashboard.settings import MANY
from dashboard.wording.settings import COLUMNS, LAYOUTS, LOGS, arranged_words

_OFFER = Offer(
    what="scores",
    example=OF_CLASSIFIERS,
    table="A table: a column for each system, named in the first line",
    placeholder="item,rules,old,new\na,0,1,1\nb,0,0,1",
    missing="Drop one table with a column for each system, one long table, a file for each system, the logs of an "
    "evaluation harness, or translations with their references.",
)


def systems_at_hand() -> tuple[Scores, Origin] | None:
    """Return the scores that the settings name and the code that reads them, or None if something is missing.

    A ComparisonError says why the files cannot be read with these settings.
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
    unknown = [each for each in asked if each.is_unknown]
    say_unknown(unknown, files[0].name)
    lacking = [each.label for each in asked if each.needed and not each.value and not each.is_unknown]
    if lacking:
        widgets = WIDGETS | {each.name: each.label for each in asked}
        widgets |= {} if found.kind == "long" else {"system": _AFTER_LAYOUT}
        say_lacking(lacking, remedies_in(None, found.question, widgets))
    if lacking or unknown:
        return None
    options = {each.name: each.value for each in asked if each.value}
    if len(files) == 1 and "columns" in options and found.kind != "long" and len(options["columns"]) < 2:
        say_lacking(["a second system's column"])
        return None
    if st.session_state["many_missing"]:
        options["missing"] = "drop"
    if found.kind in ("wide", "long", "tables", "scores"):
        options |= numbers_chosen("many")
    if st.session_state["layout"] == "rows":
        options["transpose"] = True
    right = tuple(each for each in files if each.name in (*options.get("reference", ()), options.get("gold")))
    systems = tuple(each for each in files if each not in right)
    if len(systems) < 2 and right:
        what = "translations" if "reference" in options else "labels"
        st.info(f"**More files:** the {what} of two systems or more.", icon=":material/upload_file:")
        return None
    key = (found.kind, tuple(sorted(options.items())))
    given = options | ({} if not right else {"reference": right} if "reference" in options else {"gold": right[0]})
    if st.session_state["many"] == "sample":
        scores = cache.sample_of_many(key, lambda: work.systems_in(systems, given))
        names = [CLASSIFIERS.relative_to(Path(__file__).parents[2]).as_posix()]
    else:
        scores = read_files("systems", files, key, work.systems_in, systems, given)
        names = [each.name for each in systems]
    # The code omits the arguments that the reader chooses itself, unless the layout was chosen.
    told = {each.name for each in asked if st.session_state["layout"] == "auto" and not st.session_state[each.setting]}
    said = {name: value for name, value in options.items() if name not in told or name in ("reference", "gold")}
    return scores, systems_origin(names, said)


def files_at_hand(say: bool = False) -> tuple[Upload, ...]:
    """Return the files of the chosen source that can be read; with ``say``, draw what is wrong with the others."""
    files = chosen_files("many", lambda: Upload(CLASSIFIERS.name, CLASSIFIERS.read_bytes()))
    return readable(files, say) if st.session_state["many"] == "upload" else files


def arranged(files: tuple[Upload, ...]) -> Arrangement:
    """Return how the files hold their systems, according to the settings."""
    memory = st.session_state
    kind = memory["layout"] or None
    beside = {name: memory[f"many_{name}"] or None for name in work.BESIDE}
    return read_files("arrangement", files, (kind, *beside.values()), work.arranged, files, kind, beside)


# The page's names for the arguments that messages about many systems recommend
WIDGETS = COLUMNS | NUMBERS | {"missing": MISSING, "transpose": "The table has"}
_AFTER_LAYOUT = f"{WIDGETS['transpose']}: {LAYOUTS['long']}”, “{COLUMNS['system']}"
_OF_ROWS = ("id", "runs", "cluster", "strata", "measure")
# The arguments that can be chosen, in the order of the page, and those that are needed
_ASKED = {
    "wide": ("columns", *_OF_ROWS, "gold"),
    "long": ("system", "score", *_OF_ROWS),
    "tables": ("columns", *_OF_ROWS, "gold"),
    "scores": (),
    "labels": ("columns", "id", "cluster", "gold"),
    "segments": ("reference",),
    "logs": tuple(LOGS),
}
_ONE_COLUMN = {"tables": "Score", "labels": "Predictions"}
_NEEDED = {
    "wide": ("columns",),
    "long": ("system", "id", "score"),
    "tables": ("columns",),
    "segments": ("reference",),
    "labels": ("gold", "columns"),
}


def asked_of(files: tuple[Upload, ...], found: Arrangement) -> Iterator[Asked]:
    """Yield the arguments that can be chosen for these files, in the order in which the page shows them."""
    format = found.format or FORMATS["table"]
    options = {option.name: option for option in format.options}
    for name in ("columns",) if st.session_state["layout"] == "rows" else _ASKED[found.kind]:
        option, choices, proposed = options.get(name), found.columns, found.proposed.get(name)
        if name == "reference":
            choices = tuple(each.name for each in files)
            proposed = tuple(each for each in choices if NAMES_OF_RIGHT.search(each))
        elif name == "gold" and len(files) > 2:
            names = tuple(each.name for each in files)
            # Lines of labels have no column of gold ones.
            proposed = None if choices else next(filter(NAMES_OF_RIGHT.search, names), None)
            choices += names
        elif option is not None and option.choices is not None:
            choices = choices_of(format, option, files, {})
        elif (found.kind, name) == ("long", "id") and POSITION not in choices:
            choices = (*choices, POSITION)
        # Several tables have one column each.
        label = _ONE_COLUMN.get(found.kind, "") if name == "columns" and len(files) > 1 else ""
        yield Asked(
            name, label or COLUMNS[name], f"many_{name}", choices, proposed, many=name in ("columns", "reference"),
            needed=name in _NEEDED.get(found.kind, ()) and not (found.kind == "labels" and label),
            fewest=2 if option is None else option.fewest,
        )  # fmt: skip


def choose_systems() -> tuple[Scores, Origin] | None:
    """Draw the widgets of the source; return the scores and their origin, or None while something is missing or wrong.

    The message about missing or wrong input appears last, in the place of the result. Typed text and dropped files are
    kept, and no other data replace them.
    """
    choose_files("many", _OFFER, look)
    files = files_at_hand(say=True)
    if not files:
        return None
    memory = st.session_state
    if memory.get("_many_for") not in (None, hash(files)):
        # New files reset the choices; the columns that a link names are kept until its files arrive.
        memory.update({name: setting.default for name, setting in MANY.items() if name != "many"})
    memory["_many_for"] = hash(files)
    try:
        _draw_columns(files)
        return systems_at_hand()
    except ComparisonError as error:
        st.error(markdown(remedies_in(None, str(error), WIDGETS)), icon=":material/error:")
        return None


def _draw_columns(files: tuple[Upload, ...]) -> None:
    """Draw the role of each column in a closed expander, and save changed choices in the settings."""
    found = arranged(files)
    every = list(asked_of(files, found))
    asked = [each for each in every if len(each.choices) >= each.fewest]
    if not asked and found.format is not None:
        return
    may_lack = found.kind in ("wide", "segments", "labels")
    lacking = may_lack and any(each.needed and not each.value for each in every)
    title = f"{arranged_words(found.kind, len(files))} · **change**"
    with st.expander(title, lacking, key="_many", icon=":material/table_view:"):
        if found.kind in LAYOUTS:
            told = st.session_state["layout"] == "auto"
            titles = LAYOUTS | ({"auto": f"{LAYOUTS[found.kind]} (recognised)"} if told else {})
            choose_line("The table has", titles, "layout")
        for each in asked:
            key = key_of(found.kind, each.setting, each.choices)
            if each.many and (chosen := draw_choice(each, each.label, key)):
                st.session_state[each.setting] = None if chosen == each.proposed else listed(chosen)
        alone = [each for each in asked if not each.many]
        places = st.columns(2) if alone else []
        for i, each in enumerate(alone):
            recognised = f"{', '.join(each_name(each.proposed))} (recognised)" if each.proposed else "none"
            with places[i % 2]:
                choose_optional(each.label, each.choices, each.setting, recognised)
        if found.format is None and found.kind != "segments":
            st.checkbox(MISSING, key="many_missing", persist_state="session")
            if found.kind != "labels":
                choose_numbers("many", rows=False)
        if found.columns and st.session_state["layout"] != "rows":
            draw_preview(files[0], {COLUMNS[each.name]: each.value for each in asked}, found.roles)


PARTS = {"first_system": "Baseline", "second_system": "Experimental"}


def two_of_many(swap: bool) -> tuple[PairedScores, Origin] | None:
    """Draw the choice of two systems; return their pair, or None while one is missing."""
    memory = st.session_state
    if memory["many"] == "sample":
        draw_example(OF_CLASSIFIERS)
    page = PAGES["many-systems"]
    st.page_link(page.script, label="Two of the systems on *Many systems*", icon=f":material/{page.icon}:")
    found = systems_at_hand()
    if found is None:
        return None
    scores, origin = found
    names = []
    lists = [Asked(key, label, key, scores.names) for key, label in PARTS.items()]
    keys = [key_of("pair", name, scores.names) for name in PARTS]
    mode = "contains" if len(scores.names) > 8 else None
    for place, each, key, other in zip(st.columns(2), lists, keys, reversed(keys), strict=True):
        with place:
            chosen = draw_choice(each, each.label, key, other, placeholder="Choose a system", filter_mode=mode)
        if chosen:
            memory[each.setting] = chosen
        elif each.is_unknown:
            st.warning(markdown(f"There is no system {memory[each.setting]}."), icon=":material/warning:")
        names.append(chosen)
    first, second = names
    if first is None or second is None or first == second:
        say_lacking(["two different systems"])
        return None
    pair = cache.of_pair("pairs", scores, (first, second), lambda: _pair(scores, first, second))
    if swap:
        return pair.swapped(), pair_origin(origin, second, first)
    return pair, pair_origin(origin, first, second)


def _pair(scores: Scores, first: str, second: str) -> PairedScores:
    pair = scores.pair(first, second)
    # The cache measures a value only once, so these properties are computed before.
    _ = pair.collapsed, pair.digest
    return pair
