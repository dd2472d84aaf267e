"""*Plan a study*: the page, its chart and its texts."""

import json
import shlex
from urllib.parse import parse_qsl

import pytest
from click.testing import CliRunner

from core.cli import main
from tests.dashboard.steps import opened, query_of, said


def page(**query):
    return opened("plan_a_study", **query)


def test_the_page_answers_in_words_first():
    app = page()
    assert app.header[0].value.replace("\xa0", " ").startswith("To show")
    assert "it stays above 80 % from 2,043 and above 90 % from 2,697" in said(app)
    assert app.table[0].value.iloc[0].tolist() == ["items from which it stays above", "2,043", "2,697"]
    assert dict(app.query_params) == {}


def test_every_setting_redraws_the_answer():
    app = page()
    app.number_input(key="planned_helped").set_value(11.5).run()
    app.number_input(key="planned_hurt").set_value(8.5).run()
    assert "you need 1,800 items" in said(app)
    assert query_of(app) == {"helped_rate": "11.5", "hurt_rate": "8.5"}
    app.number_input(key="cluster_size").set_value(6.0).run()
    assert "you need 3,600 items" in said(app)
    assert "design effect of 2" in said(app)


@pytest.mark.parametrize("known", ["rates", "accuracies"])
def test_the_page_and_the_command_line_print_the_same_numbers(known):
    app = page(known=known, items="700", alpha="0.01", cluster_size="3.0", runs="2", power="0.7")
    command, _, result = (each.value for each in app.code)
    asked = shlex.split(command)[1:]
    printed = CliRunner().invoke(main, [*asked, "--format", "json"])
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.output) == json.loads(result)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("view", "query"),
    [
        ("two_systems", {"source": "synthetic", "n": "1000", "helped": "60", "hurt": "40"}),
        ("check_a_claim", {"items": "1000", "baseline": "71.2", "experimental": "73.2"}),
    ],
)
def test_other_pages_link_here_with_what_they_know(view, query):
    app = opened(view, **query)
    [link] = [each for each in app.get("page_link") if "Plan a study" in each.proto.label]
    known = dict(parse_qsl(link.proto.query_string))
    assert known["items"] == "1000"
    plan = page(**known)
    assert "To show +2 points where the systems disagree on" in said(plan)
    assert "with your 1,000" in said(plan)
