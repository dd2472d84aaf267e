"""The verdict: the effect, the evidence for it, and the limits of the conclusion."""

from collections.abc import Sequence

import streamlit as st

from core.inference.result import Comparison
from core.report.escape import markdown
from core.report.methods import scores_rounding_note
from core.report.numbers import POINTS, Unit, interval_decimals, interval_text, number, signed
from core.report.phrases import runs_sentence, short_names, strata_sentence, system_names
from core.report.sentences import (
    chance_sentence,
    changes_sentence,
    cluster_sentence,
    conclusion_sentence,
    equivalence_sentences,
    headline,
    precision_sentence,
)
from dashboard.wording.evidence import claim, scale
from dashboard.wording.settings import question_words
from dashboard.wording.unbroken import shown


def draw_answer(result: Comparison, unit: Unit) -> None:
    """Draw the answer to the page's question, its figures, and the strength of the evidence."""
    st.header(shown(headline(result, unit)), anchor=False)
    _figures(result, unit)
    if result.changed:
        st.markdown(f"{markdown(claim(result))}: {scale(result)}")


def draw_reasons(result: Comparison, unit: Unit, notes: Sequence[str] = ()) -> None:
    """Draw the reasons for the answer, the limits of the conclusion, and the notes."""
    rounding = scores_rounding_note(result, unit)
    if rounding is not None:
        st.caption(shown(rounding))
    if not result.changed:
        st.markdown("If you meant two different systems, check whether one file was given twice.")
        _draw_notes(notes)
        return
    st.markdown(shown(f"{changes_sentence(result)} {chance_sentence(result)} {conclusion_sentence(result)}"))
    if not result.significant or result.equivalence is not None:
        texts = [shown(text) for text in equivalence_sentences(result, unit)]
        st.markdown("\n".join(f"- {text}" for text in texts) if len(texts) > 1 else "".join(texts))
    _draw_notes(notes)
    if result.undecided:
        st.warning(shown(precision_sentence(result)))
    else:
        st.caption(shown(precision_sentence(result)))
    for sentence in (
        runs_sentence(result, unit),
        cluster_sentence(result, unit),
        strata_sentence(result.strata, result.unit),
    ):
        if sentence is not None:
            st.caption(shown(sentence))


def _draw_notes(notes: Sequence[str]) -> None:
    for note in notes:
        st.warning(shown(note), icon=":material/warning:")


def _figures(result: Comparison, unit: Unit) -> None:
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    side = "two" if result.alternative == "two-sided" else "one"
    sign = " %" if unit == POINTS else ""
    baseline, experimental = (
        role.capitalize() if name == role else f"{markdown(name)} ({role})"
        for name, role in zip(short_names(result), ("baseline", "experimental"), strict=True)
    )
    with st.container(horizontal=True):
        st.metric(baseline, number(unit.scale * result.baseline, decimals) + sign, width="content")
        st.metric(experimental, number(unit.scale * result.experimental, decimals) + sign, width="content")
        if not result.changed:
            return
        st.metric(
            f"Difference [{100 * interval.level:g} % interval]",
            f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}",
            width="content",
        )
        st.metric(
            f"p-value, {side}-sided",
            result.claimable_pvalue(),
            width="content",
            help=markdown(question_words(result.alternative, *system_names(result))),
        )
