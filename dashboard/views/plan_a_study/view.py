"""Plan a study: how many items do I need?"""

import json
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core import report
from core.planning.planning import Plan, plan
from core.planning.printed import read_planned
from core.planning.sizes import PowerCurve
from core.report.escape import shell
from core.report.numbers import POINTS, Unit
from core.report.planning import plan_rows, plan_sentences
from dashboard import state
from dashboard.charts.figure import Panel
from dashboard.guard import guarded
from dashboard.inputs.choices import choose_line, choose_number, choose_segment
from dashboard.inputs.settings import choose_own
from dashboard.inputs.sources import Source
from dashboard.panels.chart import draw_panel
from dashboard.panels.downloads import Download, csv_file, draw_downloads, draw_texts
from dashboard.panels.table import draw_table
from dashboard.server import cache, work
from dashboard.server.progress import stoppable
from dashboard.views.plan_a_study import words
from dashboard.views.plan_a_study.chart import plan_chart_rows, plan_spec
from dashboard.wording.settings import ALTERNATIVES, HELP, TEST_TITLES
from dashboard.wording.unbroken import shown, unbroken


def choose_truth() -> tuple[dict[str, Any], Source | None]:
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
    test, side = TEST_TITLES[memory["test"]], ALTERNATIVES[memory["alternative"]]
    title = f"{test}, α = {memory['alpha']:g}, power {100 * memory['target']:.4g} %: {side}"
    with st.expander(title, key="_plan_test"):
        choose_line("Test", TEST_TITLES, "test")
        choose_line("Question", ALTERNATIVES, "alternative")
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
    choose_number(title, key, place, **{"help": words.HELP.get(key)} | widget)


def draw_takeaway(
    plan: Plan, curve: PowerCurve, unit: Unit, panel: Panel, asked: dict[str, Any], origin: str | None
) -> None:
    """Draw the downloads, and the code that computes the same numbers.

    ``asked`` has the keyword arguments of `core.plan` without the pilot scores, which the Python code ``origin`` reads.
    """
    result = json.dumps(plan.to_dict(unit.scale), indent=2, allow_nan=False)
    values = csv_file(lambda: pd.DataFrame(curve._asdict()), "plan")
    draw_downloads([values, Download("Result (JSON)", "plan.json", lambda: result)], [panel], "plan")
    pilot = "" if origin is None else f"pilot={origin}, "
    told = ", ".join(f"{name}={value!r}" for name, value in asked.items())
    python = f"import core\n\nstudy = core.plan({plan.n}, {pilot}{told})\nprint(study.to_dict())"
    codes = {"Python": (python, "python"), "JSON": (result, "json")}
    if origin is None:
        codes = {"Command line": (_command(plan.n, asked), "bash")} | codes
    draw_texts(codes)


def _command(n: int | None, asked: dict[str, Any]) -> str:
    words_of_it = ["helped-hurt", "plan", "--n", str(n)]
    for name, value in asked.items():
        share = name in ("helped", "hurt", "baseline", "experimental", "agreement")
        shown = f"{100 * value:.10g}" if share else f"{value:g}" if isinstance(value, float) else str(value)
        words_of_it += [f"--{name.replace('_', '-')}", shown]
    return shell(words_of_it)


st.title("How many items do I need?", anchor=False)
st.markdown(unbroken(words.INTRODUCTION))
with guarded("The rest of the page needs this result. Start again, or change a setting."):
    with st.container():
        truth, source = choose_truth()
    asked = truth | choose_test() | choose_design()
    n = st.session_state["planned_n"]
    state.publish("plan-a-study")
    key = (n, *sorted(asked.items()))
    if source is None:
        unit, origin = POINTS, None
        study = cache.kept("plans", key, lambda: plan(n, **asked))
        keep, name = cache.kept, f"curve{key}"
    else:
        pilot, origin = source.pair, source.origin.python
        unit = report.unit_of(pilot, asked["metric"])
        with stoppable(f"plan{pilot.digest}{key}", "Simulating studies") as run:
            study = cache.of_pair("plans", pilot, key, lambda: run(plan, n, pilot=pilot, **asked))
        keep, name = partial(cache.of_pair, pair=pilot), f"curve{pilot.digest}{key}"
    headline, *said, how = (shown(sentence) for sentence in plan_sentences(study, unit))
    st.header(headline, anchor=False, help=words.EXPLAINED)
    if said:
        st.markdown(" ".join(said))
    st.caption(how)
    with stoppable(name, "Computing the curve") as run:
        curve = keep("curves of plans", key=key, make=lambda: run(work.without_progress, Plan.curve, study))
    rows, caption = plan_chart_rows(study, curve), words.chart_caption(study)
    question = f"How does the power grow with the number of {study.unit}s?"
    st.markdown(unbroken(f"**{question}**"))
    panel = draw_panel(question, plan_spec, rows, f"{question} {caption}", shown(caption), f"{study.unit}s")
    heading, *lines = plan_rows(study, unit)
    draw_table(pd.DataFrame(lines, columns=[each[0].upper() + each[1:] for each in heading]))
    st.subheader("Take it with you", anchor=False)
    draw_takeaway(study, curve, unit, panel, asked, origin)
