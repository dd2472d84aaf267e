"""Arguments outside their range get a message before any computation; too few data get a note."""

import ast
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import core
from core import report
from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from core.errors import NotExactError, OptionError

PAIR = helped_hurt(20, 5, 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "t-test"}, "test == 't-test'"),
        ({"alternative": "two_sided"}, "alternative == 'two_sided'"),
        ({"metric": "bleurt"}, "metric == 'bleurt'"),
        ({"alpha": 0}, "alpha == 0"),
        ({"confidence_level": 1}, "confidence_level == 1"),
        ({"confidence_level": 95}, "confidence_level == 95"),
        ({"margin": 0}, "margin == 0"),
        ({"margin": -0.1}, "margin == -0.1"),
        ({"alpha": True}, "alpha == True"),
        *(({"n_resamples": 10.5, "method": method}, "n_resamples == 10.5") for method in ("auto", "monte-carlo")),
        *(({"seed": 0.5, "method": method}, "seed == 0.5") for method in ("auto", "monte-carlo")),
        ({"alpha": 0.05 + 0j}, "alpha =="),
    ],
)
def test_an_argument_outside_its_range_is_shown_with_its_value(options, message):
    with pytest.raises(OptionError, match=message):
        core.compare(PAIR, **options)


def test_any_real_number_is_a_number():
    exact = core.compare(PAIR, alpha=Fraction(1, 20), confidence_level=Fraction(9, 10), margin=Fraction(1, 5))
    assert exact.to_dict() == core.compare(PAIR, alpha=0.05, confidence_level=0.9, margin=0.2).to_dict()
    assert "0.05" in report.to_json(exact)


def test_exact_where_it_is_impossible_says_why():
    rows = [[i % 3, i % 5 + 3, (7 * i) % 4, i % 6 + 4] for i in range(80)]
    pair = PairedScores.from_scores(rows, rows[1:] + rows[:1])
    with pytest.raises(NotExactError, match=r"\w+ \w+ \w+"):
        core.compare(pair, metric="f1", test="bootstrap", method="exact")


@pytest.mark.thorough
def test_every_public_name_can_be_imported_and_none_is_before_it_is_asked_for():
    assert all(getattr(core, name) is not None for name in core.__all__)
    stub = ast.parse(Path(core.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    assert set(core.__all__) == {alias.asname for line in stub.body for alias in line.names}
    unasked = "import sys, core; assert 'numpy' not in sys.modules; core.compare"
    subprocess.run([sys.executable, "-c", unasked], check=True)


@pytest.mark.parametrize(
    ("counts", "note"),
    [
        ((1, 1, 0), "There is only one item"),
        ((9, 1, 0), "Only 1 item changed"),
        ((500, 6, 3), "Only 9 items changed"),
        ((500, 6, 4), None),
        ((10, 10, 0), None),
        ((9, 0, 0), None),
    ],
)
@pytest.mark.parametrize("test", core.TESTS)
def test_too_few_changed_items_are_noted(counts, note, test):
    notes = core.compare(core.helped_hurt(*counts), test=test).notes
    assert [each.split(".")[0].split(":")[0] for each in notes] == ([] if note is None else [note])


def test_an_item_has_changed_where_the_metric_counts_it():
    rows = [[1, 2, 1, 2]] * 30
    changed = [[1, 2, 1, 3]] * 4 + rows[4:]
    pair = PairedScores.from_scores(rows, changed)
    assert [core.compare(pair, metric=metric).changed for metric in ("f1", "precision", "recall")] == [4, 4, 0]


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
def test_a_bootstrap_verdict_on_few_items_says_so_itself(test):
    few = core.compare(core.helped_hurt(50, 8, 0), test=test, alternative="greater")
    unit = report.unit_of(PAIR, "mean")
    assert few.significant
    assert "but only 8 items changed" in report.verdict(few, unit)
    assert "Only 8 items changed" in report.methods_paragraph(few, unit)
    many = core.compare(core.helped_hurt(500, 30, 10), test=test, alternative="greater")
    assert many.significant
    assert "changed" not in report.verdict(many, unit) + report.methods_paragraph(many, unit)
