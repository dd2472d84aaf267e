"""Results in notebooks: HTML that is well formed and harmless, short reprs, frames with every row."""

from html.parser import HTMLParser

import pandas as pd
import pytest

import core
from core.errors import OptionError

SCORES = {"old": [0, 0, 1, 0, 1], "new": [1, 1, 1, 0, 1], "<b>rules</b>": [0, 0, 0, 0, 1]}
OWN = core.Metric("own", ("score", "items"), fraction=((1, 0), (0, 1)))
VERDICTS = (["q1", "q2", "q3", "q4"], ["a", "b", "c", "b"], ["b", "c", "a", "a"], [1, 1, 1, 0])
VOTES = core.Preferences.from_judgments(*VERDICTS)
RESULTS = {
    "preference": core.prefer(VOTES, systems=["a", "b"]),
    "preferences": core.prefer(VOTES, n_resamples=20),
    "comparison": core.compare(SCORES["old"], SCORES["new"]),
    "comparison by tasks": core.compare(SCORES["old"], SCORES["new"], strata=["a|b", "a|b", "c", "c", "c"]),
    "comparison by documents": core.compare(SCORES["old"], SCORES["new"], clusters=list("aabbc")),
    "comparison under another metric": core.compare(SCORES["old"], SCORES["new"], metric=OWN),
    "gate": core.gate(core.PairedScores.from_scores(SCORES["old"], SCORES["new"]).with_strata(list("ababa")), 0.1),
    "ranking": core.rank(SCORES),
    "plan": core.plan(500, disagreement=0.1, gain=0.02),
    "claim": core.check_claim(1000, "71.2", "71.7"),
    "grid": core.pvalue_grid(100, range(1, 20), range(20)),
    "studies": core.repeat_study(100, 0.1, 0.05),
    "disagreement": core.disagreement(core.helped_hurt(100, 7, 2)),
    "false alarms": core.type_one_errors(50, 0.1),
    "convergence": core.convergence(sizes=[20], resamples=[100], n_pairs=1),
}


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.text = [], set(), []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_html_is_well_formed_without_script(result):
    tags = _Tags()
    tags.feed(result._repr_html_())
    assert not tags.open
    assert tags.seen <= {"div", "p", "b", "table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_a_repr_is_one_short_line(result):
    assert len(repr(result)) < 300
    assert "\n" not in repr(result)


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_a_report_is_markdown_of_the_same_result(result):
    report = result.report()
    assert report._repr_markdown_() == report
    assert "|---|" in report


def test_names_are_text_in_html():
    tags = _Tags()
    tags.feed(RESULTS["ranking"]._repr_html_())
    assert "<b>rules</b>" in tags.text


def test_frames_have_every_row():
    assert len(RESULTS["grid"].to_frame()) == len(RESULTS["grid"]) > 30
    pairs = RESULTS["ranking"].to_frame("pairs")
    assert isinstance(pairs, pd.DataFrame)
    assert pairs["pvalue"].tolist() == [pair.pvalue for pair in RESULTS["ranking"].pairs]
    assert RESULTS["ranking"].to_frame(backend="pyarrow").num_rows == 3


@pytest.mark.parametrize(("options", "said"), [({"table": "rows"}, "systems, pairs"), ({"backend": "no"}, "'no'")])
def test_what_cannot_be_made_is_a_sentence(options, said):
    with pytest.raises(OptionError, match=said):
        RESULTS["ranking"].to_frame(**options)


def test_strata_runs_and_own_metrics_keep_percentage_points():
    for name in ("comparison by tasks", "comparison under another metric"):
        assert "points" in RESULTS[name]._repr_html_()


def test_html_and_markdown_escape_what_is_printed_each_in_its_way():
    result = RESULTS["comparison by tasks"]
    assert "a|b" in result._repr_html_()
    assert r"a\|b" in result.report()
