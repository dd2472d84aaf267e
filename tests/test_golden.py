"""Results equal the recorded ones, with the lowest and the newest versions of the libraries."""

import json

import pytest

from tests.golden import RECORDED, results

# The promised error of p by method, twice, because the recorded value has the same error.
PROMISED = {"exact": 2e-6, "numerical": 4e-3}


def test_results_are_those_recorded():
    recorded = {each["name"]: each for each in json.loads(RECORDED.read_text())}
    computed = {each["name"]: each for each in results()}
    assert computed.keys() == recorded.keys()
    wrong = []
    for name, now in computed.items():
        then = recorded[name]
        assert (now["method"], now["digest"]) == (then["method"], then["digest"]), name
        assert now["difference"] == pytest.approx(then["difference"], rel=1e-12, abs=1e-15), name
        if now["method"] in PROMISED:
            same = now["pvalue"] == pytest.approx(then["pvalue"], rel=PROMISED[now["method"]], abs=0)
        else:  # resamples may differ between versions of NumPy: only the intervals must overlap
            same = now["pvalue_interval"][0] <= then["pvalue_interval"][1]
            same &= then["pvalue_interval"][0] <= now["pvalue_interval"][1]
        wrong += [] if same else [name]
    assert wrong == []
