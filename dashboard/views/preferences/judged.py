"""The source of the judgments: dropped files, a pasted table, or an example."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

import streamlit as st

from core.common.phrases import counted
from core.errors import ComparisonError
from core.preferences import Preferences, read_preferences
from core.readers import Upload
from core.readers.parsing.file import load_table
from core.report.escape import markdown
from core.report.reproduce import Origin, preferences_origin
from dashboard.inputs.choices import choose_optional
from dashboard.inputs.formats import remedies_in
from dashboard.inputs.uploads import PRIVATE, Offer, choose_files, chosen_files
from dashboard.samples import HERE
from dashboard.server.reading import read_files
from dashboard.setting import listed, names_in

COLUMNS = {"item": "Item", "judge": "Judge", "order": "Order in which the systems were shown"}
_OFFER = Offer(
    what="judgments",
    example="Made-up judgments: five systems, 400 prompts, two of the systems on each, judged in both orders by a "
    "judge that likes the first answer a little more.",
    table="A table: two models and the winner, named in the first line",
    placeholder="question_id,model_a,model_b,winner\nq1,old,new,model_b\nq2,old,new,tie",
    missing="Drop judgments of pairs: a table with two models and a winner, AlpacaEval's annotations, a judge's JSON "
    "lines.",
    help="Tables with two models and a winner (Chatbot Arena, MT-bench); FastChat's pair judgments; AlpacaEval's "
    f"annotations; arena-hard's games; Vicuna's reviews; two columns of scores. {PRIVATE}",
)


def choose_judgments() -> tuple[Preferences, Origin] | None:
    """Draw the widgets of the source; return the judgments, or None while something is missing or wrong."""
    choose_files("judged", _OFFER, _look)
    files = chosen_files("judged", example)
    if not files:
        return None
    try:
        options: dict[str, Any] = {**_choose_columns(files)}
        key = tuple(options.items())
        data = read_files("preferences", files, key, partial(read_preferences, *files, **options))
        chosen = _choose_systems(data)
    except ComparisonError as error:
        st.error(markdown(remedies_in(None, str(error), COLUMNS)), icon=":material/error:")
        return None
    if chosen is None:
        return None
    if chosen != data.names:
        options["systems"] = chosen
        data = data.only(chosen)
    return data, preferences_origin([upload.name for upload in files], options)


def _look(upload: Upload) -> str:
    try:
        data = read_files("judged alone", [upload], None, read_preferences, upload)
    except ComparisonError:
        return "see below"
    return f"{counted(len(data), 'judgment')} of {counted(len(data.items), 'item')}"


def _choose_columns(files: Sequence[Upload]) -> dict[str, str]:
    """Draw the choice of the columns of item, judge and order; return the chosen ones."""
    memory = st.session_state
    columns = read_files("judged columns", files[:1], None, _columns, files[0])
    with st.expander("Columns: recognised · **change**", key="_judged", icon=":material/table_view:"):
        for name, label in COLUMNS.items():
            unchosen = "none" if name == "order" else "recognised"
            choose_optional(label, columns, f"judged_{name}", unchosen, filter_mode=None)
    return {name: memory[f"judged_{name}"] for name in COLUMNS if memory[f"judged_{name}"]}


def _columns(upload: Upload) -> tuple[str, ...]:
    return load_table(upload).columns


def _choose_systems(data: Preferences) -> tuple[str, ...] | None:
    """Draw the choice of the systems; return the chosen ones, or None if there are fewer than two."""
    memory = st.session_state
    if len(data.names) == 2:
        first = names_in(memory["judged_systems"], data.names)[:1]
        place = data.names.index(first[0]) if first and first[0] in data.names else 0
        key = f"_option_judged_first_{hash(data.names)}"
        left = st.selectbox("Wins are those of", data.names, place, key=key, filter_mode=None)
        chosen = (left, *(name for name in data.names if name != left))
    else:
        wanted = [name for name in names_in(memory["judged_systems"], data.names) if name in data.names]
        label, key = "Systems: two are tested, more are ranked", f"_option_judged_systems_{hash(data.names)}"
        chosen = tuple(st.multiselect(label, data.names, wanted or list(data.names), key=key))
    if len(chosen) < 2:
        st.info("Choose at least two systems.", icon=":material/rule:")
        return None
    chosen = data.names if len(chosen) > 2 and set(chosen) == set(data.names) else chosen
    memory["judged_systems"] = None if chosen == data.names else listed(chosen)
    return chosen


def choose_two(first: str, second: str) -> NoReturn:
    """Redraw the page with these two systems."""
    memory = st.session_state
    for key in [key for key in memory if str(key).startswith("_option_judged_systems_")]:
        del memory[key]
    memory["judged_systems"] = listed((first, second))
    st.rerun()


def example() -> Upload:
    """Return the judgments of the example as a file."""
    return Upload("example.csv", (HERE / "judgments" / "example.csv").read_bytes())
