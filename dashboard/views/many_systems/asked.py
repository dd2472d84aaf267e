"""The settings of a ranking in one line, which opens to metric, test, correction and rarely changed options."""

from typing import Any

import streamlit as st

from core.data.scores import Scores
from core.ranking.corrections import CORRECTIONS
from core.report.escape import markdown
from dashboard.inputs.choices import choose_optional
from dashboard.inputs.settings import choose_side, choose_test, draw_choice, draw_number, fit_metric, offer_metric
from dashboard.views.many_systems.words import asked_sentence
from dashboard.wording.settings import RUNS_ARE, question_words


def choose_asked(scores: Scores) -> dict[str, Any] | None:
    """Draw the settings of a ranking; return the arguments of `core.rank`, or None if the baseline is unknown."""
    memory = st.session_state
    metrics = fit_metric(scores.pair(scores.names[0], scores.names[-1]))
    against = memory["against"]
    if against is None:
        memory["many_alternative"] = "two-sided"
    sentence = asked_sentence(
        memory["metric"], memory["test"], memory["many_alternative"], memory["alpha"], memory["correction"], against
    )
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
            draw_number("alpha", "Significance level α")
        with right:
            titles = {name: row.title for name, row in CORRECTIONS.items()}
            draw_choice("correction", "Correction for the number of pairs", titles)
            choose_test()
        if scores.n_runs > 1:
            draw_choice("over", "What the runs are", RUNS_ARE)
        with st.expander("More settings"):
            draw_number("confidence_level", "Confidence of the intervals")
            draw_number("resamples", "Resamples, for maxT and where sampled", step=10_000)
            draw_number("seed", "Seed", step=1)
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
