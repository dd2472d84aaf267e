"""The page *Preferences*, run without a browser."""

import json

import pytest
from click.testing import CliRunner

import core
from core.cli import main
from dashboard.views.preferences.judged import example
from tests.dashboard.steps import drop, headline, opened, query_of, result, told


def test_the_first_visit_ranks_an_example_that_is_labelled_as_one():
    app = opened("preferences")
    assert told(app) == ""
    assert app.header[0].value == "An example, not your data"
    expected = core.prefer(core.read_preferences(example()))
    assert result(app) == json.loads(json.dumps(expected.to_dict()))
    assert {each.name for each in expected.systems} == {"large", "tuned", "prompted", "distilled", "rules"}
    assert headline(app).startswith("large is the strongest: win rate ")
    assert query_of(app) == {}


def test_a_link_chooses_two_systems_and_the_command_line_gives_the_same(tmp_path):
    app = opened("preferences", systems="tuned,rules")
    found = result(app)
    assert found["systems"] == ["tuned", "rules"]
    assert found["orders"]["flipped"] > 0
    path = tmp_path / "example.csv"
    path.write_bytes(example().data)
    command = ["prefer", str(path), "--systems", "tuned", "rules", "--format", "json"]
    assert found == json.loads(CliRunner().invoke(main, command).stdout)
    assert "helped-hurt prefer example.csv --systems tuned rules --format json" in [each.value for each in app.code]
    assert query_of(app) == {"systems": "tuned,rules"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"question_id,model_a,model_b,winner\nq1,a,b,c\n", "line 2: the winner 'c' is neither 'a' nor 'b'"),
        (b"id,text\nq1,hello\n", "judgments need two columns of systems"),
    ],
)
def test_a_refused_file_says_why_and_shows_nothing_else(data, sentence):
    app = drop(opened("preferences"), votes_csv=data)
    assert sentence in told(app).replace("\\", "")
    assert not app.code


def test_an_order_that_is_asked_about_is_chosen_on_the_page():
    rows = "".join(f"{i // 2},{('no', 'yes')[i % 2]},{'AB'[i % 3 % 2]}\n" for i in range(40))
    app = drop(opened("preferences", judged="upload"), judged_csv=f"question_id,flipped,winner\n{rows}".encode())
    [asked] = app.error
    assert "say so (“Order in which the systems were shown”: flipped)" in asked.value
    assert "--order" not in asked.value
    app.selectbox(key="judged_order").set_value("flipped").run()
    assert not app.error
    assert result(app)["systems"] == ["A", "B"]
