"""The table of items, and the effect of the last resample on each."""

from collections.abc import Sequence

import pandas as pd

from core.inference.result import Comparison
from core.report.escape import markdown
from core.report.items import Items
from core.report.numbers import Unit, decimals_for, number
from core.teaching.by_hand import HandDraws
from dashboard.views.resample_by_hand.words import amount

_LONGEST_NAME = 28


def hand_table(
    names: Sequence[str], comparison: Comparison, items: Items, drawn: HandDraws, unit: Unit
) -> pd.DataFrame:
    """Return the items with both systems' scores, and the effect of the last draw on each, in cells of Markdown.

    The last row has the means, in this unit.
    """
    bootstrap = drawn.test == "bootstrap"
    latest = [None] * len(names) if drawn.latest is None else drawn.latest.tolist()
    title = "This resample" if bootstrap else "This flip"
    cell = _times if bootstrap else _sign
    rows = [
        {
            "Item": markdown(name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"),
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
