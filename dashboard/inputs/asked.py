"""An argument of a reader that is chosen among what the files hold, and the messages about what is still missing."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from core.common.phrases import first_few
from core.report.escape import markdown
from dashboard.inputs.choices import choose_line, exchange
from dashboard.inputs.formats import NUMBERS
from dashboard.setting import names_in
from dashboard.wording.settings import DIRECTIONS


class Asked(NamedTuple):
    """An argument of a reader that is chosen among what the files hold.

    ``setting`` holds the choice, and ``proposed`` is what the files suggest. It is asked for if there are ``fewest``
    choices or more; without a ``needed`` one the files cannot be read.
    """

    name: str
    label: str
    setting: str
    choices: tuple[str, ...]
    proposed: Any = None
    many: bool = False
    needed: bool = False
    fewest: int = 2

    @property
    def value(self) -> Any:
        """The value of the setting, else the suggested one; None if a link names a value that the files do not have."""
        text = st.session_state.get(self.setting)
        if not text:
            return self.proposed
        names = names_in(text, self.choices) if self.many else (text,)
        if not set(names) <= set(self.choices):
            return None
        return names if self.many else text

    @property
    def is_unknown(self) -> bool:
        """Whether a link names a value that the files do not have."""
        return self.value is None and bool(st.session_state.get(self.setting))

    @property
    def shown(self) -> Any:
        """What its list shows first: a list of values if it takes several."""
        there = [name for name in each_name(self.value) if name in self.choices]
        return there if self.many else next(iter(there), None)


def each_name(value: Any) -> tuple[str, ...]:
    """Return the names of a value, which is one name, several or none."""
    return (value,) if isinstance(value, str) else tuple(value or ())


def key_of(kind: str, name: str, choices: tuple[str, ...]) -> str:
    """Return the key of the list of an argument: files of another kind, or with other choices, reset the list."""
    return f"_option_{kind}_{name}_{hash(choices)}"


def draw_choice(asked: Asked, label: str, key: str, other: str = "", before: Any = None, **widget: Any) -> Any:
    """Draw the list of an argument, and return the chosen value, or values as a tuple.

    If the list takes the value of the list with the key ``other``, that one gets the value ``before``, by default the
    one that this list had.
    """
    shown = asked.shown
    widget |= {"key": key, "persist_state": "session"}
    if other:
        before = before or st.session_state.get(key, shown)
        widget |= {"on_change": exchange, "args": (key, other, before)}
    if asked.many:
        return tuple(st.multiselect(label, asked.choices, shown, **widget))
    return st.selectbox(label, asked.choices, None if shown is None else asked.choices.index(shown), **widget)


def say_unknown(asked: Iterable[Asked], file: str, what: str = "") -> None:
    """Say which values a link names that the files do not have."""
    for each in asked:
        there = f": choose among {first_few(each.choices, width=40)}" if each.choices else ""
        sentence = f"{file} has no {what}{st.session_state[each.setting]} ({each.label.lower()}){there}."
        st.warning(markdown(sentence), icon=":material/warning:")


def say_lacking(labels: Sequence[str], why: str = "") -> None:
    """Say what is still to be chosen, and why."""
    st.info(f"**Still to choose:** {'; '.join(labels)}. {markdown(why)}".rstrip(), icon=":material/view_column:")


def choose_numbers(prefix: str, rows: bool) -> dict[str, Any]:
    """Draw which scores are better, what marks a missing score, and whether rows are systems; return the choices."""
    memory = st.session_state
    places = st.columns(3 if rows else 2, vertical_alignment="bottom")
    choose_line(NUMBERS["lower_is_better"], DIRECTIONS, f"{prefix}_direction", places[0])
    places[1].text_input(
        NUMBERS["missing_value"], key=f"{prefix}_missing_value", placeholder="such as -1", persist_state="session",
        help="Type none where every number is a score.",
    )  # fmt: skip
    if rows:
        places[2].checkbox(NUMBERS["transpose"], key=f"{prefix}_transpose", persist_state="session")
    return numbers_chosen(prefix) | ({"transpose": True} if rows and memory[f"{prefix}_transpose"] else {})


def numbers_chosen(prefix: str) -> dict[str, Any]:
    """Return the chosen arguments of the readers other than columns."""
    memory = st.session_state
    chosen: dict[str, Any] = {}
    if memory[f"{prefix}_direction"] != "auto":
        chosen["lower_is_better"] = memory[f"{prefix}_direction"] == "lower"
    if mark := memory[f"{prefix}_missing_value"].strip():
        chosen["missing_value"] = mark
    return chosen
