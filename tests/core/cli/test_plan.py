"""``plan`` on the command line."""

import pytest

import core
from tests.core.test_cli import printed


def test_the_json_has_exactly_these_keys():
    found = printed("plan", "--n", "500", "--helped", "6", "--hurt", "4")
    assert list(found) == [
        *("n", "helped", "hurt", "test", "alternative", "alpha", "power", "type_m", "type_s"),
        *("smallest_n", "smallest_gain"),
    ]  # fmt: skip
    assert (found["helped"], found["hurt"], found["smallest_n"]) == (6.0, 4.0, {"0.8": 2043, "0.9": 2697})
    assert found["smallest_gain"]["0.8"] == pytest.approx(4.0671, abs=1e-4)
    assert found == core.plan(500, helped=0.06, hurt=0.04).to_dict()


@pytest.mark.parametrize("accuracies", [("80", "82", "97.5"), ("0.80", "0.82", "0.975"), ("80%", "82%", "97.5%")])
def test_accuracies_in_percent_or_as_fractions(accuracies):
    names = ("--baseline", "--experimental", "--agreement")
    words = [word for pair in zip(names, accuracies, strict=True) for word in pair]
    found = printed("plan", "--n", "500", *words)
    assert (found["helped"], found["hurt"]) == (2.25, 0.25)
    assert found["power"] == pytest.approx(0.7975770693931065, rel=1e-9, abs=0)
    assert found["smallest_n"]["0.8"] == 503


def test_pilot_files(tmp_path):
    pair = core.helped_hurt(200, helped=12, hurt=8)
    for name, scores in (("old", pair.baseline), ("new", pair.experimental)):
        (tmp_path / f"{name}.txt").write_text("\n".join(f"{each:g}" for each in scores[:, 0]))
    files = [str(tmp_path / "old.txt"), str(tmp_path / "new.txt")]
    found = printed("plan", "--n", "500", "--pilot", *files)
    assert found == core.plan(500, helped=0.06, hurt=0.04).to_dict()
