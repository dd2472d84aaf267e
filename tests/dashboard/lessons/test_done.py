"""Steps are ticked when they are done, and stay ticked."""

from tests.dashboard.steps import listed


def at(visit, page, **query):
    app = visit()
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(f"views/{page}/view.py").run()


def test_what_is_done_is_checked_off_and_stays(visit):
    app = at(visit, "resample_by_hand")
    next(each for each in app.button if each.label == "Draw 1,000").click().run()
    assert listed(app) == (2, 6, "guess p")
    next(each for each in app.button if each.label == "Start again").click().run()
    assert listed(app)[0] == 2
    app.switch_page("views/methods/view.py").run()
    app.switch_page("views/resample_by_hand/view.py").run()
    assert listed(app)[0] == 2
