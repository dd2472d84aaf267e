"""Result files of evaluation tools give a verdict on the page, after the necessary choices."""

import pytest

from core.readers import Upload
from tests.core.readers.logs.made import whole
from tests.core.readers.logs.test_agents import report, trial
from tests.core.readers.logs.test_gold import GOLD, NEW, OLD, utterance
from tests.dashboard.steps import has_verdict, opened, told

IDS = [f"x-{i}" for i in range(12)]
PAIRS = {
    "SWE-bench": [report("a.run.json", IDS[:4], IDS), report("b.run.json", IDS[2:9], IDS)],
    "Kaldi": [
        Upload(name, (utterance("u1", first) + utterance("u2", (2, 0, 0, 0))).encode())
        for name, first in (("old.per_utt", (1, 1, 1, 0)), ("new.per_utt", (2, 0, 0, 0)))
    ],
    "τ-bench": [
        whole(f"{name}.json", [trial(task, run, float(task % div == run)) for task in range(8) for run in range(2)])
        for name, div in (("old", 2), ("new", 3))
    ],
}


def dropped(*uploads):
    app = opened("two_systems", source="upload")
    return app.get("file_uploader")[0].set_value([(each.name, each.data, "text/plain") for each in uploads]).run()


def choose(app, label, value):
    return next(box for box in app.selectbox if box.label == label).select(value).run()


@pytest.mark.parametrize("tool", PAIRS)
def test_two_files_of_a_tool_give_a_verdict(tool):
    app = dropped(*PAIRS[tool])
    assert not app.exception
    assert has_verdict(app)


def test_a_gold_file_is_told_by_its_name_and_the_measure_is_chosen():
    app = dropped(OLD, NEW, GOLD)
    assert "Still to choose: Measure." in told(app).replace("*", "")
    assert has_verdict(choose(app, "Measure", "f1"))
