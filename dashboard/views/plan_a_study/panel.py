"""The parts of *Plan a study*: the answer, the curve, the table, and downloads."""

import json
from typing import Any

import pandas as pd
import streamlit as st

from core.planning.planning import Plan
from core.planning.sizes import PowerCurve
from core.report.escape import shell
from core.report.numbers import Unit
from core.report.planning import plan_rows, plan_sentences
from dashboard.charts.figure import Panel
from dashboard.panels.chart import draw
from dashboard.panels.downloads import Download, csv_file, draw_downloads, draw_texts
from dashboard.panels.table import draw_table
from dashboard.views.plan_a_study import words
from dashboard.views.plan_a_study.chart import plan_chart_rows, plan_spec
from dashboard.wording.unbroken import shown, unbroken


def draw_plan(plan: Plan, unit: Unit) -> None:
    """Draw the answer and an explanation of its numbers."""
    headline, *rest = (shown(sentence) for sentence in plan_sentences(plan, unit))
    st.header(headline, anchor=False, help=words.terms())
    *said, how = rest
    if said:
        st.markdown(" ".join(said))
    st.caption(how)


def draw_curve(plan: Plan, curve: PowerCurve, unit: Unit) -> Panel:
    """Draw power against n, and the table of required sizes and smallest gains; return the chart."""
    rows, caption = plan_chart_rows(plan, curve), words.chart_caption(plan)
    question = words.question(plan)
    st.markdown(unbroken(f"**{question}**"))
    specification = draw(plan_spec, rows, f"{question} {caption}", f"{plan.unit}s")
    st.caption(shown(caption))
    heading, *lines = plan_rows(plan, unit)
    draw_table(pd.DataFrame(lines, columns=[each[0].upper() + each[1:] for each in heading]))
    return Panel(question, specification, rows)


def draw_takeaway(
    plan: Plan, curve: PowerCurve, unit: Unit, panel: Panel, asked: dict[str, Any], origin: str | None
) -> None:
    """Draw the downloads, and the code that computes the same numbers.

    Parameters
    ----------
    asked : dict
        The keyword arguments of `core.plan`, without the pilot scores.
    origin : str or None
        The Python code that reads the pilot scores, if there are any.
    """
    result = json.dumps(plan.to_dict(unit.scale), indent=2, allow_nan=False)
    draw_downloads(
        [
            csv_file(lambda: pd.DataFrame(curve._asdict()), "plan"),
            Download("Result (JSON)", "plan.json", lambda: result),
        ],
        [panel],
        "plan",
    )
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
