"""Preferences: which of two systems, or of many, do the judges prefer?"""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.preferences import PreferenceRanking, PreferenceResult, prefer
from core.ranking.corrections import CORRECTIONS, PVALUE_CORRECTIONS
from core.report import preferences as report
from core.report.escape import markdown
from core.report.reproduce import Origin, command_line, python_code, to_json
from dashboard import state
from dashboard.charts.figure import Panel, column_figure
from dashboard.charts.ranked import MOST_SYSTEMS, groups_of, matrix_spec, scores_spec
from dashboard.guard import needed
from dashboard.inputs.choices import choose_line, choose_number
from dashboard.panels.chart import draw_cells, draw_panel
from dashboard.panels.downloads import Download, draw_downloads, draw_texts, paper_files
from dashboard.panels.links import address_of
from dashboard.panels.table import draw_sortable, draw_table
from dashboard.server import cache
from dashboard.server.progress import stoppable
from dashboard.views.preferences.chart import count_rows, counts_spec, pair_cells, strength_rows
from dashboard.views.preferences.judged import choose_judgments, choose_two
from dashboard.wording.unbroken import shown, unbroken

Found = PreferenceResult | PreferenceRanking

# The table of more pairs is only a download, because a browser would take long to show it.
_MOST_PAIRS = 500


def choose_asked(many: bool) -> dict[str, Any]:
    """Draw the settings; return the arguments of `core.prefer`."""
    memory = st.session_state
    sentence = f"Two-sided permutation test over items, α {memory['alpha']:g}"
    if many:
        corrected = CORRECTIONS[memory["judged_correction"]].words
        sentence = f"Every pair: two-sided permutation test over items, α {memory['alpha']:g}, {corrected}"
    with st.expander(f"{markdown(sentence)} · **change**", key="_asked", icon=":material/tune:"):
        choose_number("Significance level α", "alpha")
        if many:
            titles = {name: CORRECTIONS[name].title for name in PVALUE_CORRECTIONS}
            choose_line("Correction for the number of pairs", titles, "judged_correction")
        choose_number("Confidence of the intervals", "confidence_level")
    options = {name: memory[name] for name in ("alpha", "confidence_level")}
    return options | ({"correction": memory["judged_correction"]} if many else {})


def draw_two(result: PreferenceResult) -> Panel:
    """Draw wins, ties and losses with the win rate; return the chart."""
    rows = count_rows(result)
    alt = (
        f"{result.wins:,} wins, {result.ties:,} ties and {result.losses:,} losses of {result.systems[0]}; win rate "
        f"{report.rate(result.win_rate, result.win_rate_interval)}, beside the line of one half."
    )
    level = f"{100 * result.confidence_level:g} %"
    caption = unbroken(f"The dot is the win rate, a tie as half a win; the bar its {level} interval.")
    return draw_panel("Wins, ties and losses", counts_spec, rows, alt, caption, *result.systems)


def draw_many(ranking: PreferenceRanking) -> Panel | None:
    """Draw the strengths and the pairs; return the chart of the strengths, or None if there are none."""
    picture = _draw_strengths(ranking) if ranking.systems else None
    st.header("The pairs", anchor=False)
    names = (*(each.name for each in ranking.systems), *(each.name for each in ranking.unplaced))
    if len(names) <= MOST_SYSTEMS:
        rows = pair_cells(ranking)
        arguments = (names, ranking.alpha, ranking.correction != "none", "of the row")
        caption = (
            "Above the diagonal the adjusted p-value of each pair, below it the win rate of the row against the "
            "column; the colour is that of the p-value. Pairs that were not judged are empty. A click on a cell "
            "compares its two systems alone."
        )
        alt = f"The pairs as a matrix, from the strongest system to the weakest. {caption}"
        _, picked = draw_cells(matrix_spec, rows, alt, "_judged_matrix", *arguments)
        if {picked.get("row"), picked.get("column")} <= set(names):
            choose_two(picked["row"], picked["column"])
        st.caption(unbroken(caption))
        with st.expander("All pairs as a table"):
            _draw_pairs(ranking)
    else:
        _draw_pairs(ranking)
    return picture


def _draw_strengths(ranking: PreferenceRanking) -> Panel:
    st.header("The ranking", anchor=False)
    rows = strength_rows(ranking)
    said = "; ".join(f"{each.name} {report.rate(each.strength, each.interval)}" for each in ranking.systems[:12])
    level = f"{100 * ranking.confidence_level:g} %"
    caption = f"Dots are win rates against the average system (Bradley and Terry), bars {level} intervals over items."
    groups = groups_of(each.letters for each in ranking.systems)
    caption += " Blue systems do not differ significantly from the strongest."
    caption += " A line at the right joins those that share a letter." if groups else ""
    arguments = ("win rate against the average system (%)", len(ranking.systems), len(groups))
    alt = f"Strengths from the best to the worst: {said}. {caption}"
    panel = draw_panel("Strengths", scores_spec, rows, alt, unbroken(caption), *arguments)
    _, *body = report.strength_rows(ranking)
    columns = ["Rank [possible ranks]", "System", f"Win rate [{level}]", "Group"]
    cells = [(f"{rank} [{ranks}]", *rest) for rank, ranks, *rest in body]
    draw_table(pd.DataFrame(cells, columns=columns))
    st.caption(
        "Systems that share a letter do not differ significantly when their own judgments are tested, which does not "
        "show that they are equal."
    )
    return panel


def _draw_pairs(ranking: PreferenceRanking) -> None:
    head, *body = report.pair_rows(ranking)
    frame = pd.DataFrame(body, columns=[*(name.capitalize() for name in head[:-1]), "Differ"])
    draw_sortable(frame.rename(columns={"P": "p"}))


def draw_takeaway(found: Found, origin: Origin, options: dict[str, Any], picture: Panel | None) -> None:
    """Draw the texts, each with a copy button, and the downloads."""
    pairs = len(found.pairs) if isinstance(found, PreferenceRanking) else 1
    draw_texts(
        {
            "Methods": (report.preferences_methods(found), None),
            "LaTeX": (report.preferences_latex(found), None),  # a highlighter would show the text after \% as a comment
            "Python": (python_code(origin, options, "prefer"), "python"),
            "Command line": (command_line(origin, options, "prefer"), "bash"),
            **({"JSON": (to_json(found), "json")} if pairs <= _MOST_PAIRS else {}),
            "Link": (address_of("preferences"), None),
        }
    )
    written = partial(report.preferences_markdown, found, origin, options)
    what = "Pairs" if pairs > 1 else "Result"
    draw_downloads(
        [
            Download("Report (Markdown)", "preferences.md", written),
            Download("Table (LaTeX)", "preferences.tex", lambda: report.preferences_latex(found)),
            Download(f"{what} (CSV)", "preferences.csv", lambda: report.preferences_csv(found)),
            Download("Result (JSON)", "preferences.json", lambda: to_json(found)),
            *([] if picture is None else paper_files(lambda: column_figure(picture), "preferences")),
        ]
    )


st.title("Which do the judges prefer?", anchor=False)
st.markdown(
    "People or a model saw two answers and named the better one, or a tie. All judgments of an item, in both orders "
    "and by all judges, count as one."
)
data, origin = needed(choose_judgments())
options = choose_asked(len(data.names) > 2)
state.publish("preferences")
with stoppable(f"{data.digest}{sorted(options.items())}", "Resampling the items") as run:
    key = ("prefer", data.digest, data.names, data.notes, tuple(sorted(options.items())))
    found = cache.of_session(key, lambda: run(prefer, data, **options))
first, *others = report.preferences_sentences(found)
st.header(shown(first), anchor=False)
st.markdown(shown(" ".join(others)))
for note in found.notes:
    st.caption(shown(note))
picture = draw_two(found) if isinstance(found, PreferenceResult) else draw_many(found)

st.header("Take it with you", anchor=False)
draw_takeaway(found, origin, options, picture)
