"""The settings of a comparison: metric, test, alternative, and rarely changed options; those of the learning pages."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from core.data.paired import PairedScores
from core.metrics import fitting_metrics, metric_words
from core.metrics.samples import is_pass, most_tries
from core.significance import TESTS
from dashboard.guard import needed
from dashboard.inputs.choices import choose_line, choose_number
from dashboard.inputs.sources import Source, choose_source, choose_swap
from dashboard.settings import COMPARE
from dashboard.wording.settings import (
    ALTERNATIVES,
    BOUNDARIES,
    HELP,
    INTERVALS,
    METHODS,
    RUNS_ARE,
    TEST_TITLES,
    metric_sentence,
)
from dashboard.wording.unbroken import shown


def choose_settings(pair: PairedScores, metrics: list[str]) -> None:
    """Draw the settings of a comparison of this pair, which has these metrics; the session holds the values."""
    left, right = st.columns(2, gap="medium")
    with left:
        offer_metric(metrics)
        _offer_k(pair)
        # These titles do not name the systems, because a new title would reset the choice.
        choose_side("alternative", ALTERNATIVES.__getitem__)
        choose_number("Significance level α", "alpha")
    with right:
        choose_test([test.caption for test in reversed(TESTS.values())])
    if pair.runs is None:
        st.session_state["over"] = "mean"
    else:
        choose_line("What the runs are", RUNS_ARE, "over")
    labels = {"baseline": "Name of the baseline", "experimental": "Name of the new system"}
    for place, (role, label) in zip(st.columns(2, gap="medium"), labels.items(), strict=True):
        own = getattr(pair, f"{role}_name")
        place.text_input(label, key=f"{role}_name", placeholder=own, max_chars=60, persist_state="session")
    choose_swap()
    more = st.expander("More settings", key="_more", on_change="rerun")
    if not more.open:
        return
    with more:
        choose_number("Margin: a difference that would not matter", "margin", format="%.6g")
        choose_number("Confidence of the interval", "confidence_level")
        choose_line("Kind of interval", INTERVALS, "interval")
        choose_line("Exact or sampled", METHODS, "method")
        choose_number("Resamples, where sampled", "resamples", step=10_000)
        choose_number("Seed, where sampled", "seed", step=1)
        choose_line("A resample exactly on the boundary", BOUNDARIES, "boundary")


def choose_side(key: str, title: Callable[[str], str]) -> None:
    """Draw the choice of the alternative, two-sided first."""
    sides = ["two-sided", "greater", "less"]
    st.radio("Question", sides, key=key, format_func=title, help=HELP["alternative"], persist_state="session")


def choose_test(captions: list[str] | None = None) -> None:
    """Draw the choice of the test, the permutation test first."""
    names, title = list(reversed(TESTS)), TEST_TITLES.__getitem__
    hint = HELP["test"]
    st.radio("Test", names, key="test", format_func=title, captions=captions, help=hint, persist_state="session")


def offer_metric(metrics: list[str]) -> None:
    """Draw the choice among these metrics."""
    mode = "contains" if len(metrics) > 8 else None
    choose_line("Metric", {name: metric_words(name) for name in metrics}, "metric", filter_mode=mode)


def _offer_k(pair: PairedScores) -> None:
    """Draw the k of pass@k and pass^k, up to the number of samples of the item with the fewest."""
    metric = st.session_state["metric"]
    most = most_tries(pair) if is_pass(metric) else 0
    if most > 1:
        st.session_state["_k"] = int(metric[len("pass@") :])
        st.number_input("k, tries of an item", 1, most, key="_k", on_change=_take_k, help=HELP["k"])


def _take_k() -> None:
    memory = st.session_state
    memory["metric"] = f"{memory['metric'][: len('pass@')]}{memory['_k']}"


def _with_k(metrics: list[str], wanted: str) -> list[str]:
    """Return the metrics, with pass@k and pass^k for the chosen k if every item has as many samples."""
    of_samples = [name for name in metrics if is_pass(name)]
    start = len("pass@")
    if not of_samples or not is_pass(wanted) or int(wanted[start:]) > int(of_samples[0][start:]):
        return metrics
    return [name[:start] + wanted[start:] if name in of_samples else name for name in metrics]


def fit_metric(pair: PairedScores) -> list[str]:
    """Set a metric that these data allow, with a message if it is not the chosen one; return all their metrics."""
    memory = st.session_state
    metrics = fitting_metrics(pair)
    memory["_metric_first"] = metrics[0]
    # A chosen metric that these data do not allow is kept for later data, such as the files that belong to a link.
    if memory["metric"] != memory.get("_metric_shown"):
        memory["_metric_wanted"] = memory["metric"]
    wanted = memory["_metric_wanted"]
    metrics = _with_k(metrics, wanted)
    memory["metric"] = memory["_metric_shown"] = wanted if wanted in metrics else metrics[0]
    if wanted not in metrics and wanted != COMPARE["metric"].default:
        st.caption(shown(metric_sentence(wanted, metrics)))
    return metrics


def choose_own() -> tuple[Source, str]:
    """Draw the widgets of the source and of the metric; return the source and the metric's name.

    The source is the one of *Two systems*, so both pages show the same data.
    """
    with st.expander("Which scores", expanded=True, icon=":material/table_rows:"):
        source = as_one_list(needed(choose_source()))
        choose_swap()
        offer_metric(fit_metric(source.pair))
        _offer_k(source.pair)
    return source, st.session_state["metric"]


def as_one_list(source: Source) -> Source:
    """Return the source without tasks, which only comparisons use, and say so if it has any."""
    if source.pair.strata is None:
        return source
    st.caption("This page takes the items of all tasks as one list.")
    origin = replace(source.origin, python=f"{source.origin.python}.with_strata(None)")
    return Source(source.pair.with_strata(None), origin)


def choose_question() -> dict[str, Any]:
    """Draw the choices; return them as keyword arguments of `core.compare`."""
    memory = st.session_state
    test, side = TEST_TITLES[memory["primer_test"]], ALTERNATIVES[memory["primer_alternative"]]
    with st.expander(f"{test}, α = {memory['alpha']:g}: {side}", key="_question"):
        choose_line("Test", TEST_TITLES, "primer_test", help=HELP["test"])
        choose_line("Question", ALTERNATIVES, "primer_alternative", help=HELP["alternative"])
        choose_number("Significance level α", "alpha")
    return {"test": memory["primer_test"], "alternative": memory["primer_alternative"], "alpha": memory["alpha"]}
