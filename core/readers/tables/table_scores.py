"""The rows of tables, whose columns are known, as scores: of any number of systems, or of two as a pair."""

from collections.abc import Sequence
from dataclasses import replace
from shlex import quote

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import OptionError
from core.readers.columns.items import samples_of
from core.readers.columns.joining import aligned, in_order_of, shared_clusters
from core.readers.columns.roles import Asked, Roles
from core.readers.parsing.pairing import Missing, Statistics, pair_up
from core.readers.parsing.table import Columns, Table
from core.readers.tables.remarks import MissingValue, direction, remarks, settled
from core.readers.tables.stacking import System, clusters_of, stacked

__all__ = ["joined", "pair_of", "scores_of", "two_of"]


def two_of(roles: Roles, baseline: str | None, experimental: str | None) -> tuple[Roles, list[str]]:
    """Return the roles of these two systems, or of the only two; the first is the baseline."""
    if baseline is not None and baseline == experimental:
        raise OptionError(f"baseline and experimental are both {baseline!r}: choose two different systems.")
    chosen = [name for name in (baseline, experimental) if name is not None]
    if len(chosen) < 2:
        left = [name for name in roles.names if name not in chosen]
        if len(left) != 2 - len(chosen):
            listed = first_few(roles.names, limit=30)
            whole = roles.tables[0].label.partition(" of ")[2] if roles.layout == "long" else roles.tables[0].label
            kind = "system" if roles.layout == "long" else "column"
            first, second = (quote(name) for name in [*roles.names, *roles.names][:2])
            raise OptionError(
                f"{whole} holds {counted(len(roles.names), 'system')}, {listed}: choose two "
                f"(baseline={roles.names[0]!r}, --baseline-{kind} {first} --experimental-{kind} {second})."
            )
        notes = [f"Baseline is {left[0] if baseline is None else baseline}, which comes first."] if not chosen else []
        baseline, experimental = (baseline, left[0]) if baseline is not None else (left[0], experimental or left[-1])
    else:
        notes = []
    assert baseline is not None
    assert experimental is not None
    return _only(roles, (baseline, experimental)), notes


def _only(roles: Roles, names: Sequence[str]) -> Roles:
    for name in names:
        if name not in roles.names:
            listed = first_few([repr(each) for each in roles.names], limit=30)
            raise OptionError(f"No system is called {name!r}: choose among {listed}.")
    places = [roles.names.index(name) for name in names]
    return replace(
        roles, names=tuple(names), tables=tuple(roles.tables[i] for i in places),
        scores=tuple(roles.scores[i] for i in places),
    )  # fmt: skip


def scores_of(
    roles: Roles, asked: Asked, systems: Sequence[str] | None, missing: Missing, missing_value: MissingValue,
    lower_is_better: bool | None,
) -> Scores:  # fmt: skip
    """Return the scores of the systems, or of those that are named, with their samples where items have several."""
    if systems is not None:
        roles = _only(roles, systems)
    lower, why = direction(_measured(roles, asked), lower_is_better)
    notes = [*roles.notes, *why]
    tables = _joined(roles, missing)
    statistics = _statistics(tables, roles, missing_value)
    item = roles.item
    items = [table.keys(item.columns) for table in tables] if item.columns else None
    runs = [samples_of(table, item) for table in tables]
    if items is not None and not item.samples and any(set(each) != set(items[0]) for each in items):
        runs = [["1"] * len(table) for table in tables]  # an item that a system has not is a missing score
    keys = items or [[str(i + 1) for i in range(len(table))] for table in tables]
    cluster, strata = asked.cluster, asked.strata
    scores = stacked(
        [
            System(name, each, None if items is None else items[i], runs[i])
            for i, (name, each) in enumerate(zip(roles.names, statistics, strict=True))
        ],
        clusters=None if cluster is None else clusters_of(tables, keys, cluster),
        strata=None if strata is None else clusters_of(tables, keys, strata, "task"),
        missing=missing,
        notes=[*notes, *remarks(statistics, items is None and len(set(map(id, tables))) > 1, roles.layout != "long")],
        numbered=item.numbered or not item.samples,
    )
    return replace(scores, lower_is_better=lower)


def pair_of(
    roles: Roles, asked: Asked, missing: Missing, missing_value: MissingValue, lower_is_better: bool | None
) -> PairedScores:
    """Return the two systems as a pair."""
    tables = _joined(roles, missing)
    item = roles.item
    items = [table.keys(item.columns) for table in tables] if item.columns else None
    if item.samples or (items is not None and items[0] != items[1]):
        return scores_of(roles, asked, None, missing, missing_value, lower_is_better).pair(*roles.names)
    lower, why = direction(_measured(roles, asked), lower_is_better)
    baseline, experimental = statistics = _statistics(tables, roles, missing_value)
    pair = pair_up(
        baseline,
        experimental,
        names=(roles.names[0], roles.names[1]),
        missing=missing,
        ids=None if items is None else items[0],
        clusters=None if asked.cluster is None else shared_clusters(tables, asked.cluster),
        strata=None if asked.strata is None else shared_clusters(tables, asked.strata, "task"),
        notes=[
            *roles.notes,
            *why,
            *remarks(statistics, items is None and tables[0] is not tables[1], roles.layout != "long"),
        ],
    )
    return replace(pair, lower_is_better=lower)


def joined(
    tables: Sequence[Table], *, scores: Sequence[Sequence[str]], names: tuple[str, str], id: Columns,
    missing: Missing = "error", notes: Sequence[str] = (),
) -> PairedScores:  # fmt: skip
    """Pair the rows of two tables, whose columns are known, on their ids, in the baseline's order."""
    rows = aligned(tables, id, scores, samples=False)
    baseline, experimental = (table.statistics(each) for table, each in zip(rows.tables, scores, strict=True))
    return pair_up(baseline, experimental, names=names, missing=missing, ids=rows.ids, notes=[rows.note, *notes])


def _measured(roles: Roles, asked: Asked) -> list[tuple[str, ...]]:
    """Return the names that say what the scores measure."""
    return list(roles.scores) if asked.measure is None else [(asked.measure,)]


def _joined(roles: Roles, missing: str) -> Sequence[Table]:
    """Return the tables in one order, where each item has one row."""
    if roles.layout != "long" or roles.item.samples:
        return roles.tables
    return in_order_of(roles.tables, roles.item.columns, partly=missing == "drop")


def _statistics(tables: Sequence[Table], roles: Roles, missing_value: MissingValue) -> list[Statistics]:
    statistics = []
    everything = [name for columns in roles.scores for name in columns]
    for table, columns in zip(tables, roles.scores, strict=True):
        first = [name for name in table.columns[:1] if name not in everything and roles.layout == "wide"]
        named = roles.item.columns or first
        table.refuse_summary(named, everything if roles.layout == "wide" else columns)
        held = table.statistics(columns)
        if roles.layout == "wide":
            held = replace(held, label=f"column {', '.join(map(repr, columns))} of {table.label}")
        statistics.append(held)
    return settled(statistics, missing_value)
