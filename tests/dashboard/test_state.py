"""Settings and the URL."""

import inspect

import pytest

import core
from dashboard.inputs.sources import LABELS
from dashboard.pages import PAGES
from dashboard.settings import COMPARE, DATA
from dashboard.state import format_query, parse_query

FIRST = PAGES[""].settings
EVERY = [(page, name, setting) for page in PAGES.values() for name, setting in page.settings.items()]


def test_every_option_of_compare_is_a_setting_of_the_page_with_the_same_default():
    options = {name: keyword.default for name, keyword in inspect.signature(core.compare).parameters.items()}
    of_the_reading = {"baseline", "experimental", "clusters", "strata", "progress"}
    settings = {{"resamples": "n_resamples", "over": "runs"}.get(name, name): FIRST[name].default for name in COMPARE}
    assert settings == {name: default for name, default in options.items() if name not in of_the_reading}


@pytest.mark.parametrize(
    ("name", "value"),
    [("n", 77), ("alpha", 0.0123), ("margin", 1e-9), ("swap", True), ("test", "bootstrap"), ("metric", "f1:a b&c")],
)
def test_what_is_written_is_read_back(name, value):
    values = {"source": "synthetic", name: value}
    settings = {key: FIRST[key] for key in values}
    assert parse_query(settings, format_query(settings, values)) == (values, {})


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("test", "magic", "one of bootstrap, shifted-bootstrap, permutation"),
        ("alpha", "2", "a number between 0.0001 and 0.5"),
        ("alpha", "nan", "a number between 0.0001 and 0.5"),
        ("margin", "-1", "a number of at least 1e-12"),
        ("n", "1e3", "a whole number between 1 and 1,000,000"),
        ("alpha", "five", "a number between 0.0001 and 0.5"),
        ("swap", "maybe", "one of 1, true, 0, false"),
    ],
)
def test_what_a_setting_cannot_be_is_said(name, text, expected):
    values, problems = parse_query({name: FIRST[name]}, {name: text})
    assert values == {}
    assert f"{name}={text}; that must be {expected}" in problems[name]


def test_a_source_may_be_called_as_the_page_calls_it():
    for text, source in {"example": "sample", "files": "upload", "sample": "sample"}.items():
        assert parse_query({"source": DATA["source"]}, {"source": text}) == ({"source": source}, {})
    assert set(DATA["source"].also) <= {label.lower() for label in LABELS.values()}


def test_one_key_of_the_session_is_one_setting():
    # Two pages share a setting only if it is identical; otherwise each has its own key, with the same parameter
    # allowed.
    settings = {}
    for page, name, setting in EVERY:
        assert settings.setdefault(name, setting) is setting, (page.title, name)


def test_a_parameter_means_one_setting_of_a_page_and_defaults_leave_the_url():
    for page in PAGES.values():
        assert format_query(page.settings, {name: setting.default for name, setting in page.settings.items()}) == {}
        parameters = [setting.parameter or name for name, setting in page.settings.items()]
        assert len(set(parameters)) == len(parameters), page.title
