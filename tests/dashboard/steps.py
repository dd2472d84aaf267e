"""Steps of tests that use the app without a browser."""

import json
import re
from functools import cache, partial
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from core.teaching.convergence import convergence
from core.teaching.run_times import run_times
from dashboard.server import cache as cached

# Every AppTest looks through all installed packages for components, which takes longer than most pages.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

APP = str(Path(__file__).parents[2] / "dashboard" / "main.py")
# The settings under which a page computes least.
QUICK = {"exact_or_sampled": {"sentences": "250"}}


@pytest.fixture
def visit():
    return _visit


@pytest.fixture
def many():
    """Return a function that opens *Many systems* with these settings in its link."""
    return partial(_visit, "many_systems")


def _visit(view="", **query):
    return _run(view, query, _texts=True, _reading=True)  # both expanders are open


@cache
def _pages():
    return AppTest.from_file(APP, default_timeout=120).run()._registered_pages


def opened(view, **query):
    """Open the page of a folder in ``dashboard/views``, with these settings in its link, as a session's first."""
    if view == "exact_or_sampled":  # where the tests in a browser sample and measure all sizes, which takes seconds
        cached.kept("run times", 2000, lambda: run_times(sizes=[250]))
        for sentences in ("250", "1000"):
            known = ("taggers", 0, sentences, (0.001, 0.1))
            cached.kept("convergence", known, lambda: convergence(sizes=[250], n_pairs=2, n_runs=2))
    app = _run(view, QUICK.get(view, {}) | query)
    assert not app.exception
    return app


def _run(view, query, **state):
    app = AppTest.from_file(APP, default_timeout=120)
    if view:
        app._registered_pages = _pages()  # otherwise another page would have to be opened first
        app.switch_page(f"views/{view}/view.py")
    for name, value in state.items():
        app.session_state[name] = value
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def said(app, *others):
    """Return the texts of the page, including those of the other given elements."""
    text = " ".join(each.value for each in [*app.header, *app.markdown, *app.caption, *others])
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\\", "")


def drop(app, *uploads, **files):
    """Drop uploads, or files named by the keywords, in which the last underscore stands for a point."""
    named = [*uploads, *((".".join(name.rsplit("_", 1)), data) for name, data in files.items())]
    return app.get("file_uploader")[0].set_value([(*each, "text/plain") for each in named]).run()


def press(app, label):
    """Press a button, and return the page."""
    return next(button for button in app.button if button.label == label).click().run()


def printed(app, start):
    """Return the text to copy that begins so."""
    return next(block.value for block in app.code if block.value.startswith(start))


def has_verdict(app):
    return bool(app.metric) or any(block.value.startswith("{") for block in app.code)


def told(app):
    said = " ".join(element.value for kind in ("error", "warning", "info") for element in app.get(kind))
    return said.replace("\N{NO-BREAK SPACE}", " ")


def query_of(app):
    # AppTest returns strings as they were set, and lists as the page set them.
    return {name: value if isinstance(value, str) else value[0] for name, value in app.query_params.items()}


def headline(app):
    return next(each.value for each in app.header if "not your data" not in each.value).replace(
        "\N{NO-BREAK SPACE}", " "
    )


def result(app):
    return json.loads(next(block.value for block in app.code if block.value.startswith("{")))


def listed(app):
    """Return how many of the steps to try are done, how many there are, and the next one."""
    labels = [each.proto.popover.label.replace("\N{NO-BREAK SPACE}", " ") for each in app.get("popover")]
    [label] = [each for each in labels if "Try this" in each]
    ticks, following = re.fullmatch(r"\*\*Try this\*\* ([✓○]+) (.*)", label).groups()
    done, steps = ticks.count("✓"), len(ticks)
    text = next(each.value for each in app.markdown if each.value.startswith("1. "))
    assert text.count("check: done]") == done
    return done, steps, following
