"""The bundled samples have the contents that their descriptions state."""

from pathlib import Path

import numpy as np
import pytest

from core.inference.compare import compare
from core.readers import read_scores
from dashboard.samples import SAMPLES, load

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


@pytest.mark.parametrize("key", COUNTS)
def test_a_sample_loads_with_the_counts_it_promises(key):
    pair = load(key)
    difference = right(pair.experimental) - right(pair.baseline)
    assert (len(pair), (difference > 0).sum(), (difference < 0).sum()) == COUNTS[key]
    assert (pair.baseline_name, pair.experimental_name) == (SAMPLES[key].baseline_name, SAMPLES[key].experimental_name)
    assert [note for note in pair.notes if not note.startswith("Not used")] == []


def test_few_changes_is_below_five_percent_by_the_bootstrap_only():
    pair = load("few_changes")
    tests = ("bootstrap", "permutation")
    bootstrap, permutation = (compare(pair, test=test, alternative="greater").pvalue for test in tests)
    assert bootstrap < 0.05 < permutation


def test_disagreement_is_two_sided():
    pair = load("disagreement")
    for test, significant in (("bootstrap", True), ("shifted-bootstrap", False), ("permutation", False)):
        assert compare(pair, test=test, alternative="two-sided").significant == significant


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
