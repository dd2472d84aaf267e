"""The questions of *Methods* lead to a command."""

from tests.dashboard.steps import opened, said


def test_answers_lead_to_a_command_and_are_in_the_link():
    app = opened("methods")
    assert app.code[0].value == "helped-hurt compare scores.csv --systems old new"
    app.selectbox(key="which_independent").set_value("groups").run()
    assert app.code[0].value.endswith("--cluster document")
    assert app.query_params["independent"] == "groups"


def test_a_page_links_to_its_chapter_only_where_the_site_is_configured(monkeypatch):
    monkeypatch.delenv("HELPED_HURT_DOCS", raising=False)
    assert "documentation" not in said(opened("check_a_claim"))
    monkeypatch.setenv("HELPED_HURT_DOCS", "https://lab.example.org/docs/")
    assert "(https://lab.example.org/docs/how-to/review.html)" in said(opened("check_a_claim"))
