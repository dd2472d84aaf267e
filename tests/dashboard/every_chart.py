"""Every kind of chart, drawn in both themes as on the page, for tests of all charts."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

import numpy as np
import pandas as pd
import vl_convert

import core
from core.planning.claim import check_claim
from core.planning.planning import repeat_study
from core.report.items import items_of
from core.report.numbers import POINTS
from core.teaching.by_hand import draw_by_hand
from core.teaching.convergence import convergence
from core.teaching.disagreement import disagreement
from core.teaching.grid import pvalue_grid
from core.teaching.promising import follow_up
from core.teaching.run_times import run_times
from core.teaching.type_one import type_one_errors
from dashboard.charts.axis import shared_range
from dashboard.charts.distribution import bootstrap_rows, distribution_spec, null_rows
from dashboard.charts.figure import Panel, alone
from dashboard.charts.palette import THEMES
from dashboard.charts.ranked import matrix_spec, scores_spec
from dashboard.charts.studies import studies_spec, study_rows
from dashboard.panels.chart import by_slider, enlarged
from dashboard.panels.tests import evidence_rows, evidence_spec
from dashboard.server.rooms import Snapshot, Task
from dashboard.views.check_a_claim.chart import claim_chart_rows, claim_spec
from dashboard.views.exact_or_sampled.chart import error_rows, error_spec, time_rows, time_spec
from dashboard.views.exact_or_sampled.words import method_names
from dashboard.views.helped_and_hurt.counts import Counts
from dashboard.views.helped_and_hurt.lesson import fate_rows, fates_spec
from dashboard.views.helped_and_hurt.live import FRAME, frame_rows, frames, live_spec
from dashboard.views.in_class.chart import guess_rows, guesses_spec, pool_rows
from dashboard.views.many_systems.chart import letters_of, matrix_rows, score_rows
from dashboard.views.plan_a_study.chart import plan_chart_rows, plan_spec
from dashboard.views.preferences.chart import count_rows, counts_spec, pair_cells, strength_rows
from dashboard.views.preferences.judged import example
from dashboard.views.pvalue_grid.curves import (
    FIRST,
    SIZE,
    SIZES,
    curve_rows,
    curves_spec,
    staircase_hurts,
    staircase_rows,
    staircase_spec,
)
from dashboard.views.pvalue_grid.heat_map import heat_rows, heat_spec
from dashboard.views.resample_by_hand.chart import (
    draw_rows,
    draws_spec,
    flips_spec,
    running_rows,
    running_spec,
    value_ticks,
)
from dashboard.views.two_systems.pictures import change_rows, changes_spec
from dashboard.views.two_systems.where import forest_rows, forest_spec
from dashboard.views.why_tools_disagree.chart import alarm_rows, alarm_spec, definition_rows, definition_spec

__all__ = ["SETS", "Mark", "drawn", "marks", "panels"]


@cache
def _spec(write: Callable[..., dict], *arguments: object) -> dict:
    """Write a specification once: it takes up to half a second, and is the same for other data."""
    return write(*arguments)


def _comparison(n: int, helped: int, hurt: int) -> Iterator[Panel]:
    pair = core.helped_hurt(n, helped, hurt)
    result = core.compare(pair, test="permutation", alternative="two-sided")
    spread, null = result.bootstrap_distribution, result.null_distribution
    ends = shared_range([spread, null], (0.0, result.statistic), (), POINTS)
    name = f"{n} items, {helped} helped, {hurt} hurt"
    rows = change_rows(result, items_of(pair, "mean"), POINTS, ends)
    yield Panel(f"changes: {name}", _spec(changes_spec, "difference"), rows)
    rows = bootstrap_rows(result, POINTS, ends)
    yield Panel(f"distribution: {name}", _spec(distribution_spec, "difference"), rows)
    rows, ticks = null_rows(null, result, POINTS, ends), value_ticks(null, POINTS)
    yield Panel(f"flips: {name}", flips_spec("difference", ticks), rows)
    results = {test: core.compare(pair, test=test) for test in core.TESTS}
    yield Panel(f"evidence: {name}", _spec(evidence_spec), pd.DataFrame(evidence_rows(results, 0.05)))
    for draws in (0, 2, 1_000) if n <= 40 else ():
        drawn = draw_by_hand(pair, n_draws=draws)
        rows = draw_rows(drawn, spread, result.statistic, POINTS, revealed=True)
        yield Panel(f"draws: {draws} of {name}", _spec(draws_spec, "difference", ()), rows)
        rows = running_rows(drawn, 0.4217, 0.3)
        yield Panel(f"running: {draws} of {name}", _spec(running_spec), rows)


def _claims() -> Iterator[Panel]:
    for claim in (
        (500, "71.2", "72.2"), (200, "80", "70"), (1, "0", "100"), (2, "50", "50"), (3, "33", "67"), (20, "90", "95"),
    ):  # fmt: skip
        yield Panel(f"claim: {claim}", _spec(claim_spec), claim_chart_rows(check_claim(*claim)))


def _grids() -> Iterator[Panel]:
    for n in (100, 10_000):
        grid = pvalue_grid(n, ["0.5", 1, 2, 3, 5, 10], range(20))
        yield Panel(f"curves: {n}", _spec(curves_spec, 6), curve_rows(grid, n, 0.05))
    grid = pvalue_grid(100, [1, 2], [0, 1])
    yield Panel("curves: two points", _spec(curves_spec, 2), curve_rows(grid, 100, 0.05))
    axes, grid = ("hurt", "effect"), pvalue_grid(500, range(1, 11), range(20))
    yield Panel("heat map", heat_spec(axes, 0.05), heat_rows(grid, axes, 0.05))


def _rankings() -> Iterator[Panel]:
    generator = np.random.default_rng(5)
    for n, spread in ((2, 0.2), (24, 0.004)):
        rates = 0.5 + spread * np.arange(n)[:, None]
        scores = {f"system {i}": row for i, row in enumerate(generator.random((n, 200)) < rates)}
        ranking = core.rank(core.Scores.from_systems(scores, decimals=0), n_resamples=200)
        letters, names = len(letters_of(ranking)), tuple(system.name for system in ranking.systems)
        yield Panel(f"scores: {n}", scores_spec("mean (%)", n, letters), score_rows(ranking, POINTS))
        yield Panel(f"matrix: {n}", matrix_spec(names, 0.05, True), matrix_rows(ranking, POINTS))
    against = core.rank(core.Scores.from_systems(scores), baseline="system 3", n_resamples=200)
    yield Panel("scores: a baseline", scores_spec("mean (%)", n, 0), score_rows(against, POINTS))


def _preferences() -> Iterator[Panel]:
    data = core.read_preferences(example())
    ranking = core.prefer(data, n_resamples=100)
    names = tuple(system.name for system in ranking.systems)
    yield Panel("strengths", scores_spec("win rate (%)", len(names), 2), strength_rows(ranking))
    yield Panel("matrix of preferences", matrix_spec(names, 0.05, True), pair_cells(ranking))
    for pair in (names[:2], (names[0], names[-1])):
        yield Panel(f"wins: {pair}", _spec(counts_spec, *pair), count_rows(core.prefer(data, systems=pair)))


def _groups() -> Iterator[Panel]:
    for m, n in ((4, 100), (60, 20)):
        generator = np.random.default_rng(m)
        gains = np.repeat(0.5 + 0.3 * np.arange(m) / m, n)
        pair = core.PairedScores.from_scores(generator.random(m * n) < 0.6, generator.random(m * n) < gains)
        found = core.by_group(pair, [f"group {g}" for g in range(m) for _ in range(n)], n_resamples=100)
        rows = forest_rows(found, POINTS)
        yield Panel(f"forest: {m}", forest_spec("difference", len(rows) - 1), rows)


def _at(specification: dict, parameter: dict) -> dict:
    return specification | {"params": [*specification.get("params", []), parameter]}


def _live(counts: Counts) -> Iterator[Panel]:
    passed = frames(counts, [counts.n, 1_000], 10, 1)
    question = {"test": "bootstrap", "alternative": "greater"}
    own = core.compare(core.helped_hurt(*counts), **question).bootstrap_distribution
    rows = frame_rows(passed, own, 0.05, **question).to_pandas()
    slider = by_slider(FRAME, "frame", int(passed.numbers[0]))
    yield Panel(f"live: {counts.n}", _at(live_spec("difference"), slider), rows)


def _staircase() -> Iterator[Panel]:
    sizes = range(SIZES["min"], 201, SIZES["step"])
    rows = staircase_rows(pvalue_grid(sizes, [1, 5, 10], staircase_hurts((Fraction(0), Fraction(19)))), 0.05)
    yield Panel("staircase", _at(staircase_spec(3), by_slider(SIZE, "Items", FIRST)), rows)


def _classes() -> Iterator[Panel]:
    yield Panel("guesses", guesses_spec(), guess_rows([0.1, 0.42, 0.43, 0.43, 0.9], 0.4217))
    room = Snapshot("BCDF", Task("pool"), False, False, 2, ((1.0, 0.0, -2.0), (4.0,)), True, None, 0)
    yield Panel("pooled draws", _spec(distribution_spec, "difference"), pool_rows(room))


def _plans() -> Iterator[Panel]:
    pilot = core.PairedScores.from_scores([0.1, 0.4, 0.2, 0.7, 0.3, 0.5], [0.3, 0.3, 0.5, 0.9, 0.35, 0.45])
    for name, plan in (
        ("the items at hand are enough", core.plan(5_000, helped=0.06, hurt=0.04)),
        ("no gain", core.plan(100, helped=0.05, hurt=0.05)),
        ("few items", core.plan(100, helped=0.65, hurt=0.35)),
        ("no items at hand", core.plan(disagreement=0.1, gain=0.02)),
        ("simulated", core.plan(80, pilot=pilot, n_studies=20)),
    ):
        yield Panel(f"plan: {name}", _spec(plan_spec, f"{plan.unit}s"), plan_chart_rows(plan, plan.curve()))


def _studies() -> Iterator[Panel]:
    for n in (1, 500):
        yield Panel(f"studies: {n}", _spec(studies_spec), study_rows(repeat_study(n, 0.04, 0.02, seed=1)).to_pandas())
    tale = follow_up(seed=2)
    yield Panel("fates", fates_spec(), fate_rows(tale))
    yield Panel("studies: trending", _spec(studies_spec), study_rows(tale.first, tale.trending).to_pandas())
    result = disagreement(core.helped_hurt(50, 6, 1))
    yield Panel("definitions", definition_spec(), definition_rows(result, 0.05))
    errors = type_one_errors(50, 0.14)
    yield Panel("alarms", alarm_spec(), alarm_rows(errors, "bootstrap-strict", 0.05))
    study = convergence(sizes=[250], n_pairs=2, n_runs=2)
    yield Panel("errors", error_spec(), error_rows(study.trials, study.errors()))
    times = run_times(sizes=[250])
    names = method_names(times)
    yield Panel("times", time_spec(tuple(names.values())), time_rows(times, names))


# Each set is computed when its charts are first drawn, because every worker imports this module.
SETS: dict[str, Callable[[], Iterator[Panel]]] = {
    "ten questions": partial(_comparison, 10, 4, 3),
    "500 items": partial(_comparison, 500, 10, 7),
    "no change": partial(_comparison, 100, 0, 0),
    "claims": _claims,
    "grids": _grids,
    "rankings": _rankings,
    "preferences": _preferences,
    "groups": _groups,
    "live: 10": partial(_live, Counts(10, 4, 3)),
    "live: 500": partial(_live, Counts(500, 10, 7)),
    "staircase": _staircase,
    "classes": _classes,
    "plans": _plans,
    "studies": _studies,
}


@cache
def panels(name: str) -> list[Panel]:
    """Return the charts of a set, each with its name as the title."""
    return list(SETS[name]())


def drawn(chart: Panel, theme: str) -> dict:
    """Return the scene graph of a chart on the theme's background, the dark one enlarged as on a projector."""
    if theme == "dark":
        chart = chart._replace(specification=enlarged(chart.specification, 1.5))
    whole = alone(chart, 640)
    # On the page no colour of an axis comes from the config of the figure.
    whole["config"] = chart.specification.get("config", {}) | {"background": THEMES[theme].background}
    return vl_convert.vegalite_to_scenegraph(whole)["scenegraph"]


class Mark(NamedTuple):
    """One drawn item: its kind, its role in the chart, and its properties."""

    kind: str
    role: str
    item: dict


def marks(scene: dict) -> Iterator[Mark]:
    """Yield every drawn item except groups, in the order of drawing."""
    for item in scene.get("items", ()):
        if scene.get("marktype") == "group":
            for inner in item.get("items", ()):
                yield from marks(inner)
        else:
            yield Mark(scene["marktype"], scene.get("role", ""), item)
