"""The inputs of a planned study: the true difference, the present number of items, the test, clusters and runs."""

from typing import Any

import streamlit as st

from core.planning.printed import read_planned
from core.significance import TESTS
from dashboard.inputs.choices import choose_line, choose_number, choose_segment
from dashboard.inputs.settings import choose_own
from dashboard.inputs.sources import Source
from dashboard.views.plan_a_study import words
from dashboard.views.plan_a_study.settings import SETTINGS
from dashboard.wording.settings import ALTERNATIVES, HELP

# The true difference, as keyword arguments of core.plan.
Truth = dict[str, Any]


def choose_truth() -> tuple[Truth, Source | None]:
    """Draw the inputs for the true difference; return them as `core.plan` takes them, and any pilot scores."""
    memory = st.session_state
    choose_segment("What do you know?", words.KNOWN, "known", help=words.HELP["known"])
    if memory["known"] == "pilot":
        _number("planned_n", st, "Items at hand, or clusters where the pilot has them")
        source, metric = choose_own()
        return {"metric": metric}, source
    if memory["known"] == "rates":
        hand, helped, hurt = st.columns(3)
        _number("planned_n", hand, "Items at hand")
        _number("planned_helped", helped, "Helped, %", step=0.5)
        _number("planned_hurt", hurt, "Hurt, %", step=0.5)
        return {name: memory[f"planned_{name}"] / 100 for name in ("helped", "hurt")}, None
    hand, *places = st.columns(4)
    _number("planned_n", hand, "Items at hand")
    printed = {}
    for place, name in zip(places, ("baseline", "experimental", "agreement"), strict=True):
        key = f"planned_{name}"
        place.text_input(name.capitalize(), key=key, help=words.HELP[key], persist_state="session", max_chars=20)
        printed[name] = memory[key]
    return dict(read_planned(printed)), None


def choose_test() -> dict[str, Any]:
    """Draw the test, its alternative, α and the power in an expander; return them as `core.plan` takes them."""
    memory = st.session_state
    test, side = TESTS[memory["test"]].title, ALTERNATIVES[memory["alternative"]]
    title = f"{test}, α = {memory['alpha']:g}, power {100 * memory['target']:.4g} %: {side}"
    with st.expander(title, key="_plan_test"):
        choose_line("Test", {name: each.title for name, each in TESTS.items()}, "test", help=HELP["test"])
        choose_line("Question", ALTERNATIVES, "alternative", help=HELP["alternative"])
        left, right = st.columns(2)
        _number("alpha", left, "Significance level α", help=HELP["alpha"])
        _number("target", right, "Power", step=0.05)
    return {name: memory[name] for name in ("test", "alternative", "alpha")} | {"power": memory["target"]}


def choose_design() -> dict[str, Any]:
    """Draw clusters and runs in an expander; return them as `core.plan` takes them."""
    memory = st.session_state
    with st.expander(words.design_title(memory["cluster_size"], memory["runs"]), key="_plan_design"):
        left, right = st.columns(2)
        _number("cluster_size", left, "Items in a cluster", step=1.0)
        _number("cluster_correlation", right, "Correlation within a cluster", step=0.05)
        _number("runs", left, "Runs of each item")
        _number("run_correlation", right, "Correlation between runs", step=0.05)
    # Values without effect are neither kept in the cache key nor printed in the code.
    names = [("cluster_size", "cluster_correlation"), ("runs", "run_correlation")]
    return {name: memory[name] for pair in names if memory[pair[0]] != 1 for name in pair}


def _number(key: str, place: Any, title: str, **widget: Any) -> None:
    choose_number(title, SETTINGS[key], key, place, **{"help": words.HELP.get(key)} | widget)
