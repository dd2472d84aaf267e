"""Plans against the recorded enumeration of the exact McNemar test."""

import csv

import pytest

import core


def test_every_recorded_smallest_gain(data):
    with (data / "eval_logs" / "oracles" / "mde_exact_mcnemar.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 20
    for row in rows:
        found = core.plan(int(row["n"]), disagreement=float(row["disagreement"]), gain=0).smallest_gain[0.8]
        recorded = row["mde_exact_mcnemar_power80_alpha05"]
        if recorded:
            assert found == pytest.approx(float(recorded), abs=6e-6), row
        else:
            assert found is None, row
