"""Exact or sampled: how wrong is a sampled p-value?"""

from functools import partial

import pandas as pd
import streamlit as st

from core.report.phrases import sampling_sentences
from core.teaching.convergence import RESAMPLES, SIZES, Convergence, convergence, convergence_of
from core.teaching.run_times import run_times
from dashboard import state
from dashboard.charts.figure import Panel
from dashboard.guard import guarded
from dashboard.inputs.choices import choose_segment
from dashboard.inputs.settings import choose_own
from dashboard.panels.chart import draw, draw_panel
from dashboard.panels.downloads import Download, csv_file, draw_downloads
from dashboard.panels.lesson import draw_questions, draw_steps
from dashboard.panels.table import draw_table
from dashboard.server import cache
from dashboard.server.progress import stoppable
from dashboard.settings import EXACT_OR_SAMPLED
from dashboard.views.exact_or_sampled import words
from dashboard.views.exact_or_sampled.chart import error_rows, error_spec, time_rows, time_spec
from dashboard.wording.unbroken import unbroken

# Few swaps take a fifth of the time of all, and are drawn first.
FIRST = [k for k in RESAMPLES if k <= 5_000]


def sampled() -> Convergence:
    """Sample the p-values with few swaps, draw their errors, and sample them with all swaps."""
    # A few swaps of taggers take 0.2 s, less than the start of another process.
    draw_errors((study if taggers else partial(run, study))(seed=memory["study_seed"], resamples=FIRST))
    return run(study, seed=memory["study_seed"])


def draw_errors(result: Convergence) -> Panel:
    """Draw the errors with their captions and return the chart."""
    errors = result.errors()
    rows = error_rows(result.trials, errors)
    with place.container():
        st.caption(unbroken(words.DOTS.format(errors[0].trials)))
        caption = unbroken(words.error_caption(errors))
        return draw_panel("How wrong is a sampled p-value?", error_spec, rows, words.error_alt(errors), caption)


st.title(unbroken("How wrong is a sampled p-value?"), anchor=False)
st.markdown(
    "A permutation test asks how often the difference would be as large if the two systems' outputs were swapped at "
    "random. There are too many ways to swap to try them all, so most tools draw some. Here p is also computed "
    "exactly, which shows how far off the draws are."
)
draw_steps()

st.header("How far off, with how many swaps?", anchor=False)
memory = st.session_state
# Side by side, so that the chart begins on the first screen.
taggers = memory["study"] == "taggers"
beside = st.container(horizontal=True, key="of_taggers" if taggers else None)
choose_segment("Whose p-value", words.STUDIES, 'study', beside)  # fmt: skip
panels: list[Panel] = []
files: list[Download] = []
with guarded("Nothing was sampled. Start again, or choose fewer sentences."):
    if taggers:
        beside.pills(  # the pills wrap on a phone
            "Sentences", EXACT_OR_SAMPLED["sentences"].choices, key="sentences", format_func=lambda n: f"{int(n):,}",
            required=True, persist_state="session",
        )  # fmt: skip
        beside.toggle(
            "Only p-values from 0.001 to 0.1", key="usual_p", persist_state="session",
            help="Where the decision could go either way; in the paper most p-values fall there.",
        )  # fmt: skip
        between = (0.001, 0.1) if memory["usual_p"] else None
        data: tuple[object, ...] = (memory["sentences"], between)
        study = partial(convergence, sizes=[int(memory["sentences"])], between=between)
        keep = partial(cache.kept, "convergence")
    else:
        (pair, _), metric = choose_own()
        data = (pair.digest, pair.decimals, metric)
        study = partial(convergence_of, pair, metric=metric)
        keep = partial(cache.of_pair, "convergence", pair)
    known = (memory["study"], memory["study_seed"], *data)
    state.publish("exact-or-sampled")
    place = st.empty()
    with stoppable(f"errors{known}", "Sampling p-values") as run:
        result = keep(known, sampled)
    panels.append(draw_errors(result))
    st.markdown(unbroken("\n".join(f"- {sentence}" for sentence in sampling_sentences(0.05))))
    files.append(csv_file(lambda: pd.DataFrame(result.records()), "sampling-errors", "Errors (CSV)"))

st.header("How long does each take?", anchor=False)
choose_segment(
    "Measured up to, in sentences", {n: f"{int(n):,}" for n in EXACT_OR_SAMPLED["timed_to"].choices}, "timed_to",
    help="The paper's dynamic program takes seconds on 4,000 sentences and about half a minute on 10,000.",
)  # fmt: skip
most = int(memory["timed_to"])
with guarded("Nothing was measured. Start again, or measure fewer sentences."):
    with stoppable(f"times{most}", "Measuring run times") as run:
        sizes = [n for n in (*SIZES, 10_000) if n <= most]
        times = cache.kept("run times", most, lambda: run(run_times, sizes=sizes))
    names = words.method_names(times)
    rows = time_rows(times, names)
    specification = draw(time_spec, rows, words.time_alt(times), tuple(names.values()))
    draw_table(words.speed_rows(times))
    st.caption(unbroken(words.EXPLANATIONS))
    st.caption("Measured on this server: the fastest of a few runs, all on the same sentences.")
    panels.append(Panel("How long does each take?", specification, rows))
    measured = rows[rows["part"] == "time"].drop(columns="part")
    files.append(csv_file(lambda: measured, "run-times", "Run times (CSV)"))

if panels:
    draw_downloads(files, panels, "exact-or-sampled")
st.caption(
    "This repeats section 4 of *Exact Paired Permutation Testing Algorithms for NLP Systems*: sentences and accuracies "
    "are drawn as in its Table 1, and the second tagger is scaled as in its Table 2. On the command line: "
    "`helped-hurt convergence --times`."
)
draw_questions()
