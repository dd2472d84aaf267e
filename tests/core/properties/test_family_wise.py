"""The family-wise error rate of Holm and maxT among equal systems is small; without correction it is large."""

import pytest

from benchmarks.family_wise import KINDS, error_rates, main, most


@pytest.mark.parametrize("kind", KINDS)
def test_few_studies_of_equal_systems_find_anything(kind):
    rates = error_rates(kind, 100, n_items=60, n_resamples=1_000)
    assert rates["holm"] <= rates["maxt"] <= rates["none"]
    assert rates["maxt"] <= most(100)
    # Ten pairs: the case for which corrections are made.
    assert rates["none"] > most(100)


def test_the_command_prints_a_table(capsys):
    assert main(["--studies", "3", "--systems", "3", "--items", "20"]) in (0, 1)
    assert "| right or wrong |" in capsys.readouterr().out
