"""Groups in sentences and tables: is the gain equal, is some group hurt, and how many groups improve?"""

from dataclasses import asdict

from core.common.claimed import small
from core.common.phrases import counted
from core.groups import GroupedComparison
from core.ranking.corrections import CORRECTIONS
from core.report.documents import plain, table
from core.report.escape import latex
from core.report.numbers import OWN, Unit, decimals_for, number, signed


def group_sentences(found: GroupedComparison) -> tuple[str, ...]:
    """Return the answers: is the gain equal in all groups, are some groups hurt, and how many groups improve?"""
    m = len(found.groups)
    confidence = f"(with confidence {100 * (1 - found.alpha):g} %)"
    what = "measure" if found.heterogeneity is None else "group"
    third = (
        f"It is better in at least {found.at_least:,} of {counted(m, what)} {confidence}."
        if found.at_least
        else f"In no {what} is it shown to be better {confidence}."
    )
    if found.heterogeneity is None or found.qualitative is None:
        return (
            "The measures are of the same items: their p-values are adjusted, and there is no test of all together.",
            third,
        )
    q, p, _ = found.heterogeneity
    same = f"(Cochran's Q = {q:.3g}, {_p(p)} by permutation)"
    statistic, qualitative = found.qualitative
    test = f"(Gail and Simon's test, {_p(qualitative)})"
    first = (
        f"The difference is not the same in all {m:,} groups {same}."
        if p <= found.alpha
        else f"Nothing shows that the difference varies between the {m:,} groups {same}; this does not show it equal."
    )
    if statistic == 0:
        second = "No group moves against the others: all differences have one sign."
    elif qualitative <= found.alpha:
        second = f"It helps some groups and hurts others {test}."
    else:
        second = f"Some groups gain and some lose, but no more than chance explains {test}."
    return first, second, third


def _p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {small(p)}"


def group_rows(found: GroupedComparison, unit: Unit) -> list[tuple[str, ...]]:
    """Return a heading, and a printed row for each group."""
    if found.heterogeneity is None:  # each measure has a scale of its own
        unit = OWN
    widths = [high - low for low, high in (group.interval for group in found.groups)]
    narrowest = min((width for width in widths if width > 0), default=0.0)
    level = f"{100 * found.confidence_level:g} %, all together"
    scores = ("items", "baseline", "experimental", "difference", level)
    rows: list[tuple[str, ...]] = [(found.column, *scores, "helped", "hurt", "p", "adjusted p", "")]
    for group, width in zip(found.groups, widths, strict=True):
        decimals = decimals_for(unit.scale * (narrowest if found.heterogeneity is not None else width) / 2)
        low, high = (number(unit.scale * end, decimals) for end in group.interval)
        both = (number(unit.scale * score, decimals) for score in (group.baseline, group.experimental))
        changed = ("" if count is None else f"{count:,}" for count in (group.helped, group.hurt))
        rows.append(
            (group.name, f"{group.n_items:,}", *both, signed(unit.scale * group.difference, decimals),
             f"[{low}, {high}]", *changed, small(group.pvalue), small(group.adjusted_pvalue), group.verdict)
        )  # fmt: skip
    return rows


def group_columns(found: GroupedComparison) -> list[dict[str, object]]:
    """Return one record per group with all digits."""
    rows = []
    for group in found.groups:
        row: dict[str, object] = {}
        for name, value in asdict(group).items():
            row |= {"interval_low": value[0], "interval_high": value[1]} if name == "interval" else {name: value}
        rows.append(row)
    return rows


def groups_latex(found: GroupedComparison, unit: Unit) -> str:
    """Return a table environment that needs no package: a row for each group."""
    head, *rows = group_rows(found, unit)
    shown = (0, 1, 4, 5, 9)
    body = [[latex(row[0]), *(f"${plain(row[i])}$" for i in shown[1:])] for row in rows]
    titles = [latex(head[i]).replace("adjusted p", "adjusted $p$") for i in shown]
    caption = (
        f"Difference by {latex(found.column)}, with intervals that hold together at "
        rf"{100 * found.confidence_level:g}\,\%; $p$ after {CORRECTIONS[found.correction].words}."
    )
    return table("lrrrr", titles, body, caption, "tab:groups")
