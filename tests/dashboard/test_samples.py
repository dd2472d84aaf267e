"""The bundled samples have the contents that their descriptions state."""

import csv
import importlib.util
import platform
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from core.inference.compare import compare
from core.readers import read_scores
from core.significance import TESTS
from dashboard.samples import CLASSIFIERS, SAMPLES, load

FOLDER = Path(__file__).parents[2] / "dashboard" / "samples"
STDLIB = FOLDER / "stdlib_modules"

# n, helped and hurt, counted by hand or with shell commands from the files.
COUNTS = {
    "clear_gain": (1953, 198, 91),
    "stdlib_modules": (1953, 109, 134),
    "ten_questions": (10, 4, 3),
    "artificial_500": (500, 10, 7),
    "few_changes": (50, 6, 1),
    "disagreement": (500, 17, 7),
    "simpler_model": (2000, 64, 56),
    "identical": (100, 0, 0),
}


def right(statistics: np.ndarray) -> np.ndarray:
    """Return whether each item is right, from 0/1 scores or from (tp, predicted, gold) of every label."""
    return statistics[:, 0] if statistics.shape[1] == 2 else statistics[:, 0::3].sum(axis=1)


@pytest.fixture(scope="module")
def predictions() -> list[dict[str, str]]:
    with (STDLIB / "predictions.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("key", COUNTS)
def test_a_sample_loads_with_the_counts_it_promises(key):
    pair = load(key)
    difference = right(pair.experimental) - right(pair.baseline)
    assert (len(pair), (difference > 0).sum(), (difference < 0).sum()) == COUNTS[key]
    assert (pair.baseline_name, pair.experimental_name) == (
        SAMPLES[key].baseline_name,
        SAMPLES[key].experimental_name,
    )
    assert [note for note in pair.notes if not note.startswith("Not used")] == []


def test_the_ten_questions_are_the_primers():
    pair = load("ten_questions")
    assert pair.ids == tuple("0123456789")
    assert pair.baseline[:, 0].tolist() == [0, 1, 1, 0, 0, 1, 0, 1, 0, 1]
    assert pair.experimental[:, 0].tolist() == [1, 1, 0, 1, 1, 0, 1, 1, 0, 0]


def test_predictions_and_score_files_agree(predictions):
    for name in ("baseline", "experimental"):
        scores = (STDLIB / f"{name}.txt").read_text(encoding="utf-8").split()
        assert scores == [str(int(row[name] == row["gold"])) for row in predictions]


def test_the_table_of_classifiers_holds_both_systems(predictions):
    with CLASSIFIERS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["id"], row["document"]) for row in rows] == [(row["id"], row["document"]) for row in predictions]
    for name, role in (("complement naive Bayes", "baseline"), ("linear SVM", "experimental")):
        assert [row[name] for row in rows] == [str(int(row[role] == row["gold"])) for row in predictions]
    assert "`classifiers.csv`" in (STDLIB / "README.md").read_text(encoding="utf-8")
    names = [name for name in rows[0] if name not in ("id", "document")]
    assert len(names) == 10
    assert {row[name] for row in rows for name in names} == {"0", "1"}


def test_no_sentence_is_stored_twice_or_without_its_document(predictions):
    assert len({row["id"] for row in predictions}) == len(predictions)
    assert all(row["id"].startswith(row["document"]) for row in predictions)
    assert all(row["document"].split(".")[0] == row["gold"] for row in predictions)
    assert {row["baseline"] for row in predictions} <= {row["gold"] for row in predictions}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    sklearn = pytest.importorskip("sklearn", reason="scikit-learn is needed only to rebuild the sample")
    if not (platform.python_version() == "3.11.7" and sklearn.__version__.startswith("1.9.")):
        pytest.skip("made with CPython 3.11.7 and scikit-learn 1.9: other versions have other sentences")
    specification = importlib.util.spec_from_file_location("make", FOLDER.parents[1] / "examples" / "classifiers.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_script_makes_the_stored_predictions_again(script, predictions):
    rows = script.predict(script.sentences())
    stored = [tuple(row.values()) for row in predictions]
    assert [row[:3] for row in rows] == [row[:3] for row in stored]
    # Another processor may round one close decision differently.
    assert sum(made != kept for made, kept in zip(rows, stored, strict=True)) <= 2


def test_the_script_makes_the_table_of_classifiers_again(script):
    with CLASSIFIERS.open(encoding="utf-8") as file:
        stored = [tuple(row) for row in csv.reader(file)][1:]
    made = [tuple(map(str, row)) for row in script.predict_all(script.sentences())]
    assert len(made) == len(stored)
    # Another processor may round a few close decisions differently.
    assert sum(one != other for rows in zip(made, stored, strict=True) for one, other in zip(*rows, strict=True)) <= 20


def test_no_documented_object_is_in_train_and_test(script, predictions):
    tested = {row["document"] for row in predictions}
    kept = {row["id"] for row in predictions}
    assert all(s.id in kept for s in script.sentences() if s.document in tested)


def test_few_changes_is_below_five_percent_by_the_bootstrap_only():
    pair = load("few_changes")
    assert (
        compare(pair, test="bootstrap", alternative="greater").pvalue
        < 0.05
        < compare(pair, test="permutation", alternative="greater").pvalue
    )


def test_disagreement_is_two_sided():
    pair = load("disagreement")
    found = {test: compare(pair, test=test, alternative="two-sided").significant for test in TESTS}
    assert found == {"bootstrap": True, "shifted-bootstrap": False, "permutation": False}


def test_the_simpler_model_is_equivalent_within_two_points():
    result = compare(load("simpler_model"), margin=0.02, test="bootstrap", alternative="greater")
    assert not result.significant
    assert result.equivalence.equivalence_pvalue < 0.05


def test_labels_and_score_files_of_the_experiment_give_the_same_result():
    labels = compare(load("stdlib_modules"), metric="accuracy", test="bootstrap", alternative="greater")
    scores = compare(
        read_scores(STDLIB / "baseline.txt", STDLIB / "experimental.txt"), test="bootstrap", alternative="greater"
    )
    assert labels.exact
    assert labels.pvalue == pytest.approx(scores.pvalue, rel=1e-12, abs=0)
    assert labels.statistic == pytest.approx((1139 - 1164) / 1953)
