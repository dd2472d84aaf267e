"""The results of all tests in one table."""

from collections.abc import Mapping

import streamlit as st

from core.inference.result import Comparison
from core.significance import TESTS
from dashboard.charts.evidence import evidence_rows, evidence_spec
from dashboard.panels.chart import draw
from dashboard.panels.table import draw_table
from dashboard.server.work import Timed
from dashboard.wording.evidence import BANDS, agreement, sampling_words
from dashboard.wording.pictures import evidence_alt
from dashboard.wording.unbroken import unbroken


def draw_tests(asked: Mapping[str, Timed], other: Mapping[str, Timed] | None = None) -> None:
    """Draw all tests with the chosen alternative and, if given, with the other sidedness.

    Parameters
    ----------
    asked, other : name of the test to its result
    """
    results = {name: timed.result for name, timed in asked.items()}
    one = next(iter(results.values()))
    titled = {TESTS[name].title: result for name, result in results.items()}
    draw(evidence_spec, evidence_rows(titled, one.alpha, BANDS), evidence_alt(results))
    draw_table(_table(asked, other))
    disagreement = agreement(results)
    if disagreement is None:
        side = "at or below" if one.significant else "above"
        st.caption(unbroken(f"The tests agree: each p-value is {side} α = {one.alpha:g} (the dashed line)."))
    else:
        st.warning(unbroken(disagreement), icon=":material/call_split:")


def _table(asked: Mapping[str, Timed], other: Mapping[str, Timed] | None) -> list[dict[str, str]]:
    rows = []
    for name, (result, seconds) in asked.items():
        row = {"Test": TESTS[name].title}
        for each in [result] if other is None else [result, other[name].result]:
            row[_question(each)] = each.claimable_pvalue()
        time = f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
        rows.append(row | {"How": sampling_words(result), "Time": time})
    return rows


def _question(result: Comparison) -> str:
    return {"greater": "p, one-sided", "less": "p, one-sided", "two-sided": "p, two-sided"}[result.alternative]
