"""The projector layout is kept from page to page, and a link can switch it on."""

import pytest

from tests.dashboard.steps import query_of, visit  # noqa: F401 (a fixture)


def switch(app):
    return next(button for button in app.button if "projector" in button.label)


@pytest.mark.thorough
def test_the_button_is_in_the_link_and_goes_along(visit):  # noqa: F811
    app = visit(sample="ten_questions")
    switch(app).click().run()
    assert query_of(app) == {"sample": "ten_questions", "projector": "1"}
    app.switch_page("views/helped_and_hurt/view.py").run()
    assert query_of(app) == {"projector": "1"}
    app.query_params.clear()
    app.query_params["n"] = "20"
    app.switch_page("views/pvalue_grid/view.py").run()
    app.switch_page("views/methods/view.py").run()
    assert switch(app).label == "Leave the projector's view"
    switch(app).click().run()
    assert query_of(app) == {}


def test_a_link_says_so_and_the_settings_still_count(visit):  # noqa: F811
    app = visit(projector="1", alpha="0.01")
    for page in ("two_systems", "helped_and_hurt"):
        app.switch_page(f"views/{page}/view.py").run()
        assert [error.value for error in app.error] == [], page
        assert switch(app).label == "Leave the projector's view"
        assert app.session_state["alpha"] == 0.01
