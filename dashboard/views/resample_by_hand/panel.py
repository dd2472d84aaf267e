"""The parts of *Resample by hand*: the table of items and the last resample, the buttons, and the counts."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.common.claimed import small
from core.inference.result import Comparison
from core.report.escape import markdown
from core.report.items import Items
from core.report.numbers import Unit, decimals_for, number
from core.teaching.by_hand import HandDraws
from dashboard.settings import RESAMPLE_BY_HAND
from dashboard.views.resample_by_hand.words import FEW, amount
from dashboard.wording.settings import TERMS

STEPS = (1, 10, 100, 1_000)
_LONGEST_NAME = 28


def hand_table(
    names: Sequence[str], comparison: Comparison, items: Items, drawn: HandDraws, unit: Unit
) -> pd.DataFrame:
    """Return the items with both systems' scores, and the effect of the last draw on each.

    Parameters
    ----------
    names : n strings
        The names of the items.
    comparison : Comparison
        The comparison of both systems on all the items.
    items : Items
        The scores of the items.
    drawn : HandDraws
        The draws so far.
    unit : Unit
        The scale of the last row.

    Returns
    -------
    pandas.DataFrame
        Markdown cells.
    """
    bootstrap = drawn.test == "bootstrap"
    latest = [None] * len(names) if drawn.latest is None else drawn.latest.tolist()
    title = "This resample" if bootstrap else "This flip"
    cell = _times if bootstrap else _sign
    rows = [
        {
            "Item": markdown(_shortened(name)),
            "Base.": f"{baseline:.4g}",
            "Exp.": f"{experimental:.4g}",
            "Difference": _outcome(change),
            title: "" if weight is None else f"{cell(weight)} {_coloured(weight * change)}",
        }
        for name, baseline, experimental, change, weight in zip(
            names, items.baseline, items.experimental, drawn.changes.tolist(), latest, strict=True
        )
    ]
    total = {
        "Item": "**Mean**",
        "Base.": _bold(_score(comparison.baseline, unit)),
        "Exp.": _bold(_score(comparison.experimental, unit)),
        "Difference": _bold(amount(comparison.lead, unit)),
        title: "" if drawn.latest is None else _bold(amount(drawn.differences[-1], unit)),
    }
    return pd.DataFrame([*rows, total])


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _score(value: float, unit: Unit) -> str:
    shown = number(unit.scale * value, decimals_for(abs(unit.scale * value)) if value else 0)
    return f"{shown} %" if unit.name else shown


def _bold(text: str) -> str:
    # A cell of two lines would move the rows below.
    together = text.replace(" ", "\N{NO-BREAK SPACE}")
    return f"**{together}**"


def _outcome(change: float) -> str:
    if change == 0:
        return ":gray-badge[0 tied]"
    size = _signed(change)
    return f":blue-badge[{size} helped]" if change > 0 else f":orange-badge[{size} hurt]"


def _signed(value: float) -> str:
    return f"{value:+.3g}".replace("-", "−") if value else "0"


def _times(times: int) -> str:
    return f":gray-badge[×{times}]" if times == 0 else f":violet-badge[×{times}]"


def _sign(sign: int) -> str:
    return ":gray-badge[kept]" if sign > 0 else ":violet-badge[⇄ flipped]"


def _coloured(value: float) -> str:
    if value == 0:
        return ":gray[0]"
    return f":{'blue' if value > 0 else 'orange'}[{_signed(value)}]"


def draw_buttons(draws: str, seed: str, verb: str) -> None:
    """Draw the buttons that make more draws, and the button that starts again.

    Parameters
    ----------
    draws, seed : str
        The settings that they change.
    verb : str
        ``"Draw"`` or ``"Flip"``.
    """
    most = int(RESAMPLE_BY_HAND[draws].high or 0)
    done = st.session_state[draws] >= most
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for step in STEPS:
            st.button(
                f"{verb} {step:,}",
                key=f"_{draws}_{step}",
                shortcut="d" if step == 1 else None,
                disabled=done,
                on_click=_add,
                args=(draws, step, most),
            )
        st.button(
            "Start again", key=f"_{draws}_reset", icon=":material/restart_alt:", on_click=_reset, args=(draws, seed)
        )
    if done:
        st.caption(f"This page keeps at most {most:,} draws.")


def _add(draws: str, step: int, most: int) -> None:
    st.session_state[draws] = min(st.session_state[draws] + step, most)
    st.session_state["_travels"] = step == 1


def _reset(draws: str, seed: str) -> None:
    # A new seed, so that the next draws are different.
    st.session_state[draws] = 0
    st.session_state[seed] += 1
    if draws == "draws":
        st.session_state.update(guess=None, revealed=False)


def draw_guess() -> None:
    """Draw the input for a guess and the button that reveals the exact p-value."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.number_input(
            "Guess p first",
            min_value=0.0,
            max_value=1.0,
            step=0.05,
            format="%.4g",
            key="guess",
            placeholder="0 to 1",
            persist_state="session",
            help=TERMS["pvalue"],
            width=170,
        )
        st.button(
            "Reveal the exact p",
            key="_reveal",
            icon=":material/visibility:",
            disabled=st.session_state["revealed"],
            on_click=st.session_state.update,
            args=({"revealed": True},),
        )


def draw_figures(drawn: HandDraws, comparison: Comparison, unit: Unit, *, revealed: bool) -> None:
    """Draw the counts as large figures, and the exact p-value if it is revealed."""
    with st.container(horizontal=True):
        what = "Resamples" if drawn.test == "bootstrap" else "Random swaps"
        hint = TERMS["resample" if drawn.test == "bootstrap" else "random swap"]
        st.metric(what, f"{drawn.n_draws:,}", width="content", help=hint)
        goal = "At or below zero" if drawn.test == "bootstrap" else f"{amount(comparison.lead, unit)} or more"
        st.metric(goal, f"{drawn.count:,}", width="content")
        st.metric(
            "p so far", small(drawn.pvalue) if drawn.n_draws >= FEW else "–", width="content", help=TERMS["pvalue"]
        )
        goal = "Exact p" if comparison.computed else f"p of {comparison.n_resamples:,} draws"
        st.metric(goal, small(comparison.pvalue) if revealed else "hidden", width="content", help=TERMS["exact"])
