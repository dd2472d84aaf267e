"""The projector layout is kept from page to page and is in the link."""

from tests.dashboard.steps import query_of


def switch(app):
    return next(button for button in app.button if "projector" in button.label)


def test_the_button_is_in_the_link_and_goes_along(visit):
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
