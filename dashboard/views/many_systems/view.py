"""Many systems: which of them differ, and which do not differ significantly from the best?"""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.data.scores import Scores
from core.ranking.corrections import CORRECTIONS
from core.ranking.ranked import Ranking
from core.report import Origin
from core.report import ranking as report
from core.report.escape import markdown
from core.report.numbers import POINTS, Unit, item_count
from core.report.reproduce import command_line, python_code, to_json
from dashboard import state
from dashboard.charts.figure import Panel, alone, column_figure
from dashboard.charts.ranked import MOST_SYSTEMS, matrix_spec, scores_spec
from dashboard.guard import needed
from dashboard.inputs.choices import choose_line, choose_number, choose_optional, exchange
from dashboard.inputs.settings import choose_side, choose_test, fit_metric, offer_metric
from dashboard.inputs.systems import choose_systems
from dashboard.panels.chart import draw_cells, draw_panel
from dashboard.panels.downloads import Download, draw_downloads, draw_texts, file_stem, paper_files, picture_files
from dashboard.panels.links import address_of, link_to, open_page
from dashboard.panels.table import draw_sortable, draw_table
from dashboard.server import cache, work
from dashboard.server.progress import stoppable
from dashboard.views.many_systems import words
from dashboard.views.many_systems.chart import letters_of, matrix_rows, score_rows
from dashboard.wording.settings import RUNS_ARE, question_words
from dashboard.wording.unbroken import shown, unbroken


def draw_ranking(ranking: Ranking, unit: Unit) -> Panel:
    """Draw the chart and the table of the systems; return the chart."""
    rows, letters = score_rows(ranking, unit), len(letters_of(ranking))
    caption = words.scores_caption(ranking, letters)
    arguments = (words.scores_axis(ranking, unit), len(ranking.systems), letters)
    _, *systems = report.ranking_rows(ranking, unit)
    said = "; ".join(f"{name} {score} {interval}" for _, _, name, score, interval, _ in systems[:12])
    alt = f"Scores from the best to the worst: {said}. {caption}"
    panel = draw_panel("Scores", scores_spec, rows, alt, unbroken(caption), *arguments)
    level = f"{100 * ranking.confidence_level:g} %"
    columns = ["Rank [possible ranks]", "System", f"Score{', %' if unit == POINTS else ''} [{level}]", "Group"]
    cells = [
        (f"{rank} [{ranks}]", name, f"{score} {interval}", group)
        for rank, ranks, name, score, interval, group in systems
    ]
    draw_table(pd.DataFrame(cells, columns=columns))
    if ranking.baseline is None:
        st.caption(unbroken(report.SHARED_LETTER))
    return panel


def draw_pairs(ranking: Ranking, unit: Unit) -> None:
    _, *cells = report.pairs_listed(ranking, unit)
    table = pd.DataFrame(cells, columns=["First", "Second", "Difference", "p", "Adjusted p", "Differ"])
    draw_sortable(table.drop(columns="Adjusted p") if ranking.correction == "none" else table)


def draw_pair(ranking: Ranking, unit: Unit) -> None:
    """Draw the choice of one pair, its result, and the link that opens it, which needs no mouse."""
    names = [system.name for system in ranking.systems]
    left, right, sentence = st.columns([2, 2, 3], vertical_alignment="bottom")
    known = hash(tuple(names))
    one, other = f"_pair_first_{known}", f"_pair_second_{known}"
    before = st.session_state.get(one, names[0]), st.session_state.get(other, names[1])
    options: dict[str, Any] = {"persist_state": "session", "on_change": exchange}
    first = left.selectbox("System", names, 0, key=one, args=(one, other, before[0]), **options)
    if ranking.baseline is None:
        second = right.selectbox("Other system", names, 1, key=other, args=(other, one, before[1]), **options)
    else:
        second = ranking.baseline
    with sentence:
        pair = next((pair for pair in ranking.pairs if {pair.first, pair.second} == {first, second}), None)
        if pair is None:
            st.markdown("Choose two different systems.")
            return
        st.markdown(shown(words.pair_sentence(pair, ranking, unit)))
        link_to("", "Open in *Two systems*", _values(ranking, first, second))


def _values(ranking: Ranking, experimental: str, baseline: str) -> dict[str, Any]:
    """Return the settings of *Two systems* for the data, the test and the alternative of this page."""
    return st.session_state.to_dict() | {
        "source": "systems",
        "first_system": baseline,
        "second_system": experimental,
        "swap": False,
        "baseline_name": "",
        "experimental_name": "",
        "alternative": ranking.alternative if baseline == ranking.baseline else "two-sided",
    }


# The table of more pairs is only a download, because a browser would take long to show it.
_MOST_PAIRS = 500


def draw_takeaway(
    ranking: Ranking, unit: Unit, origin: Origin, options: dict[str, Any], scores: Panel, matrix: Panel | None
) -> None:
    """Draw the texts, each with a copy button, and the downloads."""
    draw_texts(
        {
            "Methods": (report.ranking_methods(ranking, unit), None),
            # A highlighter would show the text after \% as a comment.
            "LaTeX": (report.ranking_latex(ranking, unit), None),
            "Checklist": (report.ranking_checklist(ranking, unit), None),
            "Python": (python_code(origin, options, "rank"), "python"),
            "Command line": (command_line(origin, options, "rank"), "bash"),
            **({"JSON": (to_json(ranking), "json")} if len(ranking.pairs) <= _MOST_PAIRS else {}),
            "Link": (address_of("many-systems"), None),
        }
    )
    written = partial(report.ranking_markdown, ranking, unit, origin, options)
    stem = file_stem(f"ranking-of-{len(ranking.systems)}-systems", ranking.metric)
    draw_downloads(
        [
            Download("Report (Markdown)", f"{stem}.md", written),
            Download("Table (LaTeX)", f"{stem}.tex", lambda: report.ranking_latex(ranking, unit)),
            Download("Pairs (CSV)", f"{stem}_pairs.csv", lambda: report.ranking_csv(ranking)),
            Download("Result (JSON)", f"{stem}.json", lambda: to_json(ranking)),
            *paper_files(lambda: column_figure(scores), f"{stem}_scores"),
            *([] if matrix is None else picture_files(lambda: alone(matrix), f"{stem}_pairs", "Matrix")),
        ]
    )


def choose_asked(scores: Scores) -> dict[str, Any] | None:
    """Draw the settings of a ranking; return the arguments of `core.rank`, or None if the baseline is unknown."""
    memory = st.session_state
    metrics = fit_metric(scores.pair(scores.names[0], scores.names[-1]))
    against = memory["against"]
    if against is None:
        memory["many_alternative"] = "two-sided"
    named = ("metric", "test", "many_alternative", "alpha", "correction", "against")
    sentence = words.asked_sentence(*(memory[name] for name in named))
    with st.expander(f"{markdown(sentence)} · **change**", key="_asked", icon=":material/tune:"):
        left, right = st.columns(2, gap="medium")
        with left:
            offer_metric(metrics)
            filter_mode = "contains" if len(scores.names) > 8 else None
            choose_optional(
                "Against one baseline", scores.names, "against", "none: every pair", filter_mode=filter_mode
            )
            if against is not None:
                choose_side("many_alternative", lambda side: markdown(question_words(side, against, "each system")))
            choose_number("Significance level α", "alpha")
        with right:
            titles = {name: row.title for name, row in CORRECTIONS.items()}
            choose_line("Correction for the number of pairs", titles, "correction")
            choose_test()
        if scores.n_runs > 1:
            choose_line("What the runs are", RUNS_ARE, "over")
        with st.expander("More settings"):
            choose_number("Confidence of the intervals", "confidence_level")
            choose_number("Resamples, for maxT and where sampled", "resamples", step=10_000)
            choose_number("Seed", "seed", step=1)
    if against is not None and against not in scores.names:
        st.warning(markdown(f"There is no system {against}. Choose the baseline again."), icon=":material/link_off:")
        return None
    kept = ("metric", "test", "alpha", "correction", "confidence_level", "seed")
    return {name: memory[name] for name in kept} | {
        "alternative": "two-sided" if against is None else memory["many_alternative"],
        "baseline": against,
        "runs": memory["over"] if scores.n_runs > 1 else "mean",
        "n_resamples": memory["resamples"],
    }


st.title("Which of many systems differ?", anchor=False)
st.markdown(unbroken(words.INTRODUCTION))
scores, origin = needed(choose_systems())
options = needed(choose_asked(scores))
state.publish("many-systems")
with stoppable(f"{scores.digest}{sorted(options.items(), key=str)}", "Testing the pairs") as run:
    key = tuple(sorted(options.items(), key=str))
    ranking, unit = cache.of_pair("rankings", scores, key, lambda: run(work.ranked, scores, options))
first, *others = report.ranking_sentences(ranking, unit)
st.header(shown(first), anchor=False)
st.markdown(shown(" ".join(others)))
st.caption(shown(report.exactness_sentence(ranking)))
if ranking.notes:
    with st.expander(f"What was read: {item_count(ranking.n_items)}", icon=":material/table_view:"):
        for note in ranking.notes:
            st.caption(shown(note))

st.header("The ranking", anchor=False)
picture = draw_ranking(ranking, unit)

st.header("The pairs" if ranking.baseline is None else f"All against {shown(ranking.baseline)}", anchor=False)
matrix = None
if ranking.baseline is None and len(ranking.systems) <= MOST_SYSTEMS:
    rows, caption = matrix_rows(ranking, unit), words.matrix_caption(ranking, unit)
    names = tuple(system.name for system in ranking.systems)
    alt = f"All pairs as a matrix, from the best system to the worst. {caption}"
    arguments = (names, ranking.alpha, ranking.correction != "none")
    specification, picked = draw_cells(matrix_spec, rows, alt, "_matrix", *arguments)
    st.caption(unbroken(caption))
    matrix = Panel("All pairs", specification, rows)
    if {picked.get("row"), picked.get("column")} <= set(names):
        # The system of the row is the experimental one.
        open_page("", _values(ranking, picked["row"], picked["column"]))
draw_pair(ranking, unit)
if matrix is None:
    draw_pairs(ranking, unit)
else:
    with st.expander("All pairs as a table"):
        draw_pairs(ranking, unit)

st.header("Take it with you", anchor=False)
draw_takeaway(ranking, unit, origin, options, picture, matrix)
