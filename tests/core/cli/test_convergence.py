"""``helped-hurt convergence``: the same numbers as the library, as text, CSV and JSON."""

import csv
import io

from core.teaching.convergence import convergence
from tests.core.test_cli import printed, run

QUICK = ["--n", "250,300", "--resamples", "100,1000", "--pairs", "2", "--runs", "2", "--seed", "3"]


def test_csv_holds_the_librarys_errors():
    rows = list(csv.DictReader(io.StringIO(run("convergence", *QUICK, "--format", "csv").stdout)))
    study = convergence(sizes=[250, 300], resamples=[100, 1000], n_pairs=2, n_runs=2, seed=3)
    assert len(rows) == 4
    for row, error in zip(rows, study.errors(), strict=True):
        assert (int(row["n_items"]), int(row["n_resamples"])) == (error.n_items, error.n_resamples)
        assert float(row["median"]) == error.median
        assert float(row["standard_error"]) == error.standard_error


def test_json_holds_errors_trials_and_times():
    answer = printed("convergence", *QUICK, "--times", "--between", "0.001,0.1")
    assert set(answer) == {"seed", "errors", "trials", "times"}
    assert len(answer["trials"]) == 2 * 2 * 2 * 2
    assert all(0.001 <= trial["exact_pvalue"] <= 0.1 for trial in answer["trials"])
    assert {row["n_items"] for row in answer["times"]} == {250, 300}
    assert printed("convergence", *QUICK)["times"] is None
