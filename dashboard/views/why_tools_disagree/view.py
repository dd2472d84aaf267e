"""Why tools disagree: the same data have a different p-value under each definition."""

from functools import partial

import pandas as pd
import streamlit as st

from core.metrics import metric_words
from core.report.escape import markdown
from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import DATA_SETS, disagreement
from core.teaching.type_one import ALPHAS, type_one_errors
from dashboard import state
from dashboard.guard import guarded
from dashboard.inputs.choices import choose_line, choose_number
from dashboard.inputs.settings import choose_own
from dashboard.panels.chart import draw_panel
from dashboard.panels.downloads import csv_file, draw_downloads
from dashboard.panels.lesson import draw_questions, draw_steps
from dashboard.panels.table import draw_table
from dashboard.server import cache
from dashboard.server.progress import stoppable
from dashboard.settings import WHY_TOOLS_DISAGREE
from dashboard.views.why_tools_disagree import words
from dashboard.views.why_tools_disagree.chart import alarm_rows, alarm_spec, definition_rows, definition_spec
from dashboard.wording.unbroken import unbroken

st.title(unbroken("Why do tools disagree on a p-value?"), anchor=False)
st.markdown(
    "Tools that print *p* do not all mean the same thing. Here every definition in use is applied to the same scores, "
    "and each is put to the test: how often would it call two equally good systems different?"
)
draw_steps()
memory = st.session_state
st.pills(
    "Scores", list(words.DATA), key="data", format_func=words.DATA.__getitem__, required=True, persist_state="session"
)
with guarded("The rest of the page needs this result. Start again, or choose other scores."):
    if memory["data"] == "own":
        (pair, _), metric = choose_own()
    else:
        pair, metric = DATA_SETS[memory["data"]].pair(), "mean"
    left, right = st.columns(2)
    choose_number("Significance level α", "alpha", left)
    alpha = memory["alpha"]
    numbers = {k: f"{int(k):,}" for k in WHY_TOOLS_DISAGREE["swaps"].choices}
    choose_line("Swaps drawn where p is sampled", numbers, "swaps", right)
    swaps = memory["swaps"]
    state.publish("why-tools-disagree")
    with stoppable(f"definitions{(pair.digest, metric, swaps)}", "Resampling") as run:
        make = partial(run, disagreement, pair, metric=metric, n_resamples=int(swaps))
        result = cache.of_pair("definitions", pair, (metric, swaps), make)
    st.markdown(unbroken(f"{words.data_sentence(result)} {words.split_sentence(result, alpha)}"))
    rows = definition_rows(result, alpha)
    alt, caption = words.definition_alt(result), unbroken(words.DEFINITIONS_CAPTION)
    panels = [draw_panel("The same scores under every definition", definition_spec, rows, alt, caption)]

    st.header("How many false alarms does each give?", anchor=False)
    design = result.null_design()
    errors = None
    if design is None:
        asked = markdown(metric_words(metric))
        st.info(f"For {asked} this cannot be computed: a single item has no score of its own.")
    else:
        choose_line("Definition", {key: each.name for key, each in DEFINITIONS.items()}, "definition")
        chosen = memory["definition"]
        n, changed, both = design
        alphas = tuple(sorted({*ALPHAS, alpha}))
        with stoppable(f"alarms{design}{swaps}", "Computing false alarms") as run:
            errors = cache.kept(
                "false alarms",
                (design, swaps, alphas),
                lambda: run(type_one_errors, n, changed, both_correct=both, alphas=alphas, n_resamples=int(swaps)),
            )
        st.markdown(unbroken(words.alarm_sentence(errors, chosen, alpha)))
        rows = alarm_rows(errors, chosen, alpha)
        alt, caption = words.alarm_alt(errors, chosen, alpha), unbroken(words.design_sentence(errors))
        panels.append(draw_panel(f"False alarms: {DEFINITIONS[chosen].name}", alarm_spec, rows, alt, caption))
        st.markdown(unbroken(words.definition_lines(chosen)))

    st.header("Every definition", anchor=False)
    draw_table(words.table_rows(result, errors, alpha), markup=["Definition"])
    st.caption(unbroken(words.SYMBOLS))
    st.header("What is drawn: items, judgments or samples?", anchor=False)
    st.markdown(unbroken(words.UNITS))
    st.caption(unbroken(words.UNITS_CAPTION))
    st.header("Which one to report", anchor=False)
    st.markdown(unbroken(words.WHICH))
    files = [csv_file(lambda: pd.DataFrame(result.records()), "definitions", "p-values (CSV)")]
    if errors is not None:
        alarms = errors.records()
        files.append(csv_file(lambda: pd.DataFrame(alarms), "false-alarms", "False alarms (CSV)"))
    draw_downloads(files, panels, "why-tools-disagree")
draw_questions()
