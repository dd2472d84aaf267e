"""*Helped and hurt*: its counts, its texts, and the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.views.helped_and_hurt.counts import PRESETS, fitted, in_items, in_percent, slider_end
from tests.dashboard.steps import opened


@given(st.integers(1, 10**6), st.data())
def test_percentages_are_turned_back_into_the_same_counts(n, data):
    items = data.draw(st.integers(0, n))
    assert in_items(n, in_percent(n, items)) == items


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_fitted_counts_fit_and_fitting_counts_stay(n, kept, other):
    first, second = fitted(n, kept, other)
    assert first + second <= n
    if kept + other <= n:
        assert (first, second) == (kept, other)
        assert max(first, second) <= slider_end(n, (first, second)) <= n


def test_the_page_opens_on_the_case_that_it_speaks_of():
    app = page()
    n, helped, hurt = PRESETS["Ten questions"]
    assert f"{helped} helped, {hurt} hurt, {n - helped - hurt} tied" in texts(app)
    assert f"Begin with ten questions, {helped} helped and {hurt} hurt" in texts(app)
    app.segmented_control(key="counted_in").set_value("percent").run()
    assert f"{helped} helped, {hurt} hurt, {n - helped - hurt} tied" in texts(app)
    assert dict(app.query_params) == {"counted_in": "percent"}


def page(**query):
    app = opened("helped_and_hurt", **query)
    assert [error.value for error in app.error] == []
    return app


def texts(app):
    shown = " ".join(each.value for each in [*app.header, *app.markdown, *app.warning, *app.caption])
    return shown.replace("\N{NO-BREAK SPACE}", " ")


def test_sliders_count_and_fit():
    app = page(n="100", helped="7", hurt="2")
    assert "7 helped, 2 hurt, 91 tied" in texts(app)
    assert "Only 9 items changed." in texts(app)
    app.slider(key="hurt").set_value(95).run()
    assert "5 helped, 95 hurt, 0 tied" in texts(app)
    app.select_slider(key="n").set_value(500).run()
    assert app.slider(key="hurt").value == 95
    assert "5 helped, 95 hurt, 400 tied" in texts(app)
    assert dict(app.query_params) == {"n": "500", "helped": "5", "hurt": "95"}


@pytest.mark.thorough
@pytest.mark.parametrize("unit", ["items", "percent"])
def test_what_gave_way_to_few_items_comes_back_with_more(unit):
    shares = {"counted_in": "percent", "helped_percent": "2.0", "hurt_percent": "1.4"}
    app = page(n="500", helped="10", hurt="7", **(shares if unit == "percent" else {}))
    app.segmented_control(key="counted_in").set_value(unit).run()
    app.select_slider(key="n").set_value(10).run()
    assert ("10 helped, 0 hurt" if unit == "items" else "there is nothing to test") in texts(app)
    app.select_slider(key="n").set_value(20).run()
    app.select_slider(key="n").set_value(500).run()
    assert "10 helped, 7 hurt, 483 tied" in texts(app)
    # Moving a slider replaces the earlier wanted value.
    if unit == "items":
        app.select_slider(key="n").set_value(10).run()
        app.slider(key="hurt").set_value(4).run()
        app.select_slider(key="n").set_value(500).run()
        assert "6 helped, 4 hurt, 490 tied" in texts(app)


def test_percentages_stay_when_items_are_added():
    app = page(n="100", helped="7", hurt="2", counted_in="percent", helped_percent="7.0", hurt_percent="2.0")
    app.select_slider(key="n").set_value(2_000).run()
    assert "140 helped, 40 hurt, 1,820 tied" in texts(app)
    app.slider(key="helped_percent").set_value(29.0).run()
    assert "580 helped, 40 hurt" in texts(app)
    app.segmented_control(key="counted_in").set_value("items").run()
    assert (app.slider(key="helped").value, app.slider(key="hurt").value) == (580, 40)


@pytest.mark.parametrize(("n", "helped", "hurt"), [(10_000, 455, 401), (3, 1, 2), (1_000_000, 1, 7)])
def test_a_change_of_unit_changes_no_count(n, helped, hurt):
    app = page(n=str(n), helped=str(helped), hurt=str(hurt))
    before = app.header[0].value
    for unit in ("percent", "items"):
        app.segmented_control(key="counted_in").set_value(unit).run()
        assert (app.session_state["helped"], app.session_state["hurt"]) == (helped, hurt)
        assert app.header[0].value == before
    assert not [each.value for each in app.warning if "more than" in each.value]


def test_impossible_links_are_shown_as_they_fit():
    app = page(n="10", helped="8", hurt="7")
    assert "8 helped and 7 hurt are more than 10 items: the sliders show what fits." in texts(app)
    assert "8 helped, 2 hurt, 0 tied" in texts(app)
