"""Results in a notebook: a headline, sentences and a table as HTML without scripts; and frames."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import singledispatch
from html import escape
from typing import Any, NamedTuple

from core.errors import OptionError
from core.groups import GroupedComparison
from core.inference.gate import Gate
from core.inference.result import Comparison
from core.planning.claim import ClaimCheck
from core.planning.planning import Plan, RepeatedStudies
from core.preferences import PreferenceRanking, PreferenceResult
from core.ranking.ranked import Ranking
from core.report.documents import facts, markdown_report, plain_table
from core.report.escape import markdown
from core.report.gate import gate_sentences
from core.report.groups import group_columns, group_rows, group_sentences
from core.report.numbers import OWN, unit_of_result
from core.report.planning import claim_headline, claim_rows, claim_sentences, plan_rows, plan_sentences
from core.report.preferences import preferences_markdown, preferences_sentences, result_rows, strength_rows
from core.report.ranking import ranking_markdown, ranking_rows, ranking_sentences
from core.report.sentences import verdict_sentences
from core.teaching.convergence import Convergence
from core.teaching.disagreement import Disagreement
from core.teaching.grid import PvalueGrid
from core.teaching.type_one import TypeOneErrors

_MAX_ROWS = 30  # of a displayed table; a frame holds all rows
# Borders take the colour of the text, so that light and dark themes both work.
_BORDER = "1px solid color-mix(in srgb,currentColor 25%,transparent)"
_CELL = f"padding:.2em .8em .2em 0;border-bottom:{_BORDER};text-align:left"

Rows = list[dict[str, Any]]


class View(NamedTuple):
    """The view of a result: a headline, sentences, a printed table with a heading, and its tables as records."""

    headline: str
    sentences: Sequence[str]
    printed: Sequence[Sequence[str]]
    tables: dict[str, Rows]


@singledispatch
def view(result: Any) -> View:
    """Return the view of a result. Register a function here to add a view for another result type."""
    raise OptionError(f"{type(result).__name__} has no view for notebooks")


@view.register
def _(result: Comparison) -> View:
    unit = unit_of_result(result)
    first, *others = [text for text in verdict_sentences(result, unit) if text]
    scalars = {name: value for name, value in result.to_dict().items() if not isinstance(value, (dict, list))}
    interval = result.confidence_interval()
    scalars |= {"interval_low": interval.low, "interval_high": interval.high}
    printed = [("", ""), *facts(result, unit).items()]
    return View(first, [*others, *result.notes], printed, {"comparison": [scalars]})


@view.register
def _(ranking: Ranking) -> View:
    return _of_systems(ranking, ranking_sentences(ranking, OWN), ranking_rows(ranking, OWN))


@view.register
def _(found: PreferenceResult) -> View:
    first, *others = preferences_sentences(found)
    low, high = found.win_rate_interval
    row = found.to_dict() | {"win_rate_low": low, "win_rate_high": high}
    row = {name: value for name, value in row.items() if not isinstance(value, (dict, list))}
    printed = result_rows(found)
    return View(first, [*others, *found.notes], printed, {"preferences": [row]})


@view.register
def _(found: PreferenceRanking) -> View:
    return _of_systems(found, preferences_sentences(found), strength_rows(found))


@view.register
def _(found: GroupedComparison) -> View:
    unit = unit_of_result(found.overall)
    first, *others = group_sentences(found)
    return View(first, [*others, *found.notes], group_rows(found, unit), {"groups": group_columns(found)})


@view.register
def _(found: Gate) -> View:
    first, *others = gate_sentences(found)
    row = {name: value for name, value in found.to_dict().items() if not isinstance(value, list)}
    return _of_records(first, "gate", [row])._replace(sentences=others)


@view.register
def _(plan: Plan) -> View:
    first, *others = plan_sentences(plan)
    curve = plan.curve()
    rows = [dict(zip(curve._fields, row, strict=True)) for row in zip(*(each.tolist() for each in curve), strict=True)]
    return View(first, others, plan_rows(plan), {"curve": rows})


@view.register
def _(claim: ClaimCheck) -> View:
    headline = claim_headline(claim)
    rows = []
    for each in claim.tests:
        curve = claim.curve(each.test)
        for hurt, low, high in zip(curve.hurt.tolist(), curve.low.tolist(), curve.high.tolist(), strict=True):
            rows.append({"test": each.test, "hurt": hurt, "pvalue_low": low, "pvalue_high": high})
    others = [text for text in claim_sentences(claim) if text != headline]
    return View(headline, others, claim_rows(claim), {"curve": rows})


@view.register
def _(grid: PvalueGrid) -> View:
    return _of_records(repr(grid), "cells", grid.records())


@view.register
def _(studies: RepeatedStudies) -> View:
    columns = {name: getattr(studies, name).tolist() for name in ("helped", "hurt", "pvalue")}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    said = f"{100 * studies.share_significant:.3g} % of {len(rows):,} studies of {studies.n:,} items are significant"
    return _of_records(f"{said}; the power is {100 * studies.power:.3g} %.", "studies", rows)


@view.register
def _(study: Convergence) -> View:
    rows = [asdict(each) for each in study.errors()]
    return _of_records("Relative error of sampled p-values", "errors", rows)._replace(
        tables={"errors": rows, "trials": study.records()}
    )


@view.register
def _(found: Disagreement) -> View:
    rows = [{"definition": row.definition.key, "pvalue": row.pvalue} for row in found.rows]
    said = f"One pair of systems on {found.n_items:,} {found.unit}s under {len(rows)} definitions of the p-value"
    return _of_records(said, "definitions", rows)


@view.register
def _(found: TypeOneErrors) -> View:
    said = f"Share of false alarms of each definition of the p-value, {found.n_items:,} items"
    return _of_records(said, "rates", found.records())


def _of_systems(found: Ranking | PreferenceRanking, sentences: list[str], printed: Sequence[Sequence[str]]) -> View:
    """Return the view of ranked systems, with the ends of their intervals in separate columns."""
    systems = []
    for each in found.systems:
        row = asdict(each)
        (low, high), (rank_low, rank_high) = row.pop("interval"), row.pop("rank_interval")
        ends = {"interval_low": low, "interval_high": high, "rank_low": rank_low, "rank_high": rank_high}
        systems.append(row | ends)
    tables = {"systems": systems, "pairs": [asdict(pair) for pair in found.pairs]}
    return View(sentences[0], [*sentences[1:], *found.notes], printed, tables)


def _of_records(headline: str, name: str, rows: Rows) -> View:
    head = tuple(rows[0]) if rows else ()
    printed = [head, *(tuple(_cell(value) for value in row.values()) for row in rows[:_MAX_ROWS])]
    left_out = len(rows) - _MAX_ROWS
    more = [f"{left_out:,} more rows: to_frame() has all of them."] if left_out > 0 else []
    return View(headline, more, printed, {name: rows})


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def as_html(result: Any) -> str:
    """Return a result as HTML: its headline, sentences and one table; no scripts or fixed colours."""
    shown = view(result)
    head, *rows = shown.printed or [()]
    parts = [f"<p><b>{escape(shown.headline)}</b></p>"]
    parts += [f"<p>{escape(text)}</p>" for text in shown.sentences]
    if rows:
        titles = f"<thead>{_row('th', head)}</thead>" if any(head) else ""
        body = "".join(_row("td", row) for row in rows)
        parts.append(f'<table style="border-collapse:collapse">{titles}<tbody>{body}</tbody></table>')
    return f'<div style="max-width:60em">{"".join(parts)}</div>'


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag} style='{_CELL}'>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"


def as_markdown(result: Any) -> str:
    """Return a result as Markdown: the whole report if there is one, else headline, sentences and a table."""
    if isinstance(result, Comparison):
        return markdown_report(result, unit_of_result(result))
    if isinstance(result, Ranking):
        return ranking_markdown(result, OWN)
    if isinstance(result, PreferenceResult | PreferenceRanking):
        return preferences_markdown(result)
    shown = view(result)
    said = [f"**{markdown(shown.headline)}**", *(markdown(text) for text in shown.sentences)]
    return "\n\n".join([*said, plain_table(shown.printed)]) + "\n"


def as_frame(result: Any, table: str | None = None, backend: Any = "pandas") -> Any:
    """Return one of a result's tables as a frame of any library that narwhals supports."""
    tables = view(result).tables
    name = next(iter(tables)) if table is None else table
    if name not in tables:
        raise OptionError(f"table: {name!r} is not one of {', '.join(tables)}")
    rows = tables[name]
    columns: dict[str, list[Any]] = {key: [row[key] for row in rows] for key in (rows[0] if rows else ())}
    import narwhals as nw  # only needed for frames

    try:
        return nw.from_dict(columns, backend=backend).to_native()
    except (ImportError, ValueError, AssertionError) as error:  # narwhals 2.25 asserts that it knows the library
        raise OptionError(
            f"backend={backend!r}: no frame can be made with it. Install it, or name another library."
        ) from error
