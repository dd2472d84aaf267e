"""The three pictures of a comparison, on one axis."""

import streamlit as st

from core.data.paired import PairedScores
from core.inference.result import Comparison
from core.report.numbers import Unit
from dashboard.charts.axis import shared_range
from dashboard.charts.distribution import bootstrap_rows, distribution_spec, null_rows
from dashboard.charts.figure import Panel
from dashboard.panels.chart import draw
from dashboard.server import cache
from dashboard.views.two_systems.chart import change_rows, changes_spec
from dashboard.wording.pictures import (
    CHANCE,
    CHANGES,
    SPREAD,
    axis_title,
    chance_caption,
    changes_caption,
    spread_caption,
)
from dashboard.wording.unbroken import shown, unbroken


def draw_pictures(pair: PairedScores, result: Comparison, chance: Comparison, unit: Unit) -> list[Panel]:
    """Draw the pictures, and return them as panels of a figure.

    Parameters
    ----------
    result : Comparison
        The comparison that was asked for.
    chance : Comparison
        The one whose null distribution is shown: the same, or the permutation test beside the plain bootstrap, which
        has no null distribution.
    """
    items = cache.items(pair, result.metric)
    null = chance.null_distribution
    spread = result.bootstrap_distribution
    bars = items.gain_and_loss() if items.additive and result.helped is not None else ()
    reach = (bars[0], result.statistic) if bars else ()
    laws = [spread] if null is None else [spread, null]
    ends = shared_range(laws, (0.0, result.statistic), reach, unit)
    title = axis_title(unit, result.metric, result)
    st.caption(unbroken("Blue is helped. Orange is hurt, or counts for the p-value. The dashed line is no difference."))
    panels = []

    def panel(question: str, caption: str, author, rows, *arguments) -> None:  # type: ignore[no-untyped-def]
        st.markdown(f"**{question}**")
        specification = draw(author, rows, f"{question} {caption}", *arguments)
        st.caption(shown(caption))
        panels.append(Panel(question, specification, rows))

    if bars:
        caption = changes_caption(result, items, unit, ends)
        panel(CHANGES, caption, changes_spec, change_rows(result, items, unit, ends), title)
    else:
        st.markdown(f"**{CHANGES}**")
        st.caption(
            "With this metric a single item has no share of the difference; the table below shows each item's pull."
        )
    panel(SPREAD, spread_caption(result, unit), distribution_spec, bootstrap_rows(result, unit, ends), title)
    if null is not None:
        panel(CHANCE, chance_caption(chance, unit), distribution_spec, null_rows(null, chance, unit, ends), title)
    return panels
