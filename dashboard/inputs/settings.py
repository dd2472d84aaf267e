"""What is asked of the scores: metric, test, alternative, and the settings that few people change."""

import streamlit as st

from core.metrics import fitting_metrics
from core.paired import PairedScores
from core.report.escape import markdown
from core.report.sentences import metric_words
from dashboard.state import SETTINGS
from dashboard.wording.settings import ALTERNATIVES, BOUNDARIES, HELP, INTERVALS, METHODS, TESTS

__all__ = ["choose_metric", "choose_settings"]


def choose_settings(pair: PairedScores) -> None:
    """Draw the settings of a comparison of this pair; their values are in the session."""
    choose_metric(pair)
    st.radio(
        "Test",
        list(TESTS),
        key="test",
        format_func=lambda name: TESTS[name].title,
        captions=[TESTS[name].caption for name in TESTS],
        help=HELP["test"],
        persist_state="session",
    )
    st.radio(
        "Question",
        list(ALTERNATIVES),
        key="alternative",
        format_func=ALTERNATIVES.get,
        help=HELP["alternative"],
        persist_state="session",
    )
    _number("alpha", "Significance level α", step=0.01, format="%.4g")
    with st.expander("More settings"):
        _number("margin", "Margin: a difference that would not matter", step=0.01, format="%.6g")
        _number("confidence", "Confidence of the interval", step=0.01, format="%.4g")
        _choice("interval", "Kind of interval", INTERVALS)
        _choice("method", "Exact or sampled", METHODS)
        _number("resamples", "Resamples, where sampled", step=10_000)
        _number("seed", "Seed, where sampled", step=1)
        _choice("boundary", "A resample exactly on the boundary", BOUNDARIES)


def choose_metric(pair: PairedScores) -> None:
    """Draw the choice among the metrics that can be computed from these statistics."""
    memory = st.session_state
    metrics = fitting_metrics(pair)
    # A metric that these data do not have waits for data that do, such as the files that a link asks for.
    if memory["metric"] != memory.get("_metric_shown"):
        memory["_metric_wanted"] = memory["metric"]
    wanted = memory["_metric_wanted"]
    if wanted not in metrics and wanted != SETTINGS["metric"].default:
        st.caption(markdown(f"{metric_words(wanted)} cannot be computed from these data."))
    memory["metric"] = memory["_metric_shown"] = wanted if wanted in metrics else metrics[0]
    st.selectbox(
        "Metric",
        metrics,
        key="metric",
        format_func=metric_words,
        help=HELP["metric"],
        persist_state="session",
        filter_mode="contains" if len(metrics) > 8 else None,
    )


def _choice(name: str, label: str, titles: dict[str, str]) -> None:
    st.selectbox(
        label,
        list(titles),
        key=name,
        format_func=titles.get,
        help=HELP.get(name),
        persist_state="session",
        filter_mode=None,
    )


def _number(name: str, label: str, **widget: object) -> None:
    setting = SETTINGS[name]
    bounds = {"min_value": setting.low, "max_value": setting.high}
    st.number_input(
        label,
        **{key: setting.kind(value) for key, value in bounds.items() if value is not None},
        key=name,
        help=HELP.get(name),
        persist_state="session",
        **widget,
    )
