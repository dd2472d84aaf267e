"""The section *Where?*, run without a browser, and its chart."""

import json

import pytest

from tests.core.groups.reference import REFERENCE, grouped_table
from tests.dashboard.steps import drop, headline, query_of, said, told

TABLE = grouped_table(REFERENCE)


@pytest.mark.thorough
def test_a_chosen_column_is_compared_group_by_group(visit):
    app = visit(source="upload")
    drop(app, scores_csv=TABLE)
    assert app.selectbox(key=_key(app)).options == ["category"]
    assert "Cochran" not in said(app)
    app.selectbox(key=_key(app)).set_value("category").run()
    assert not app.exception
    assert "The difference is not the same in all 4 groups (Cochran's Q = 8.96, p = 0.0353" in said(app)
    assert "In no group is it shown to be better" in said(app)
    assert query_of(app)["by"] == "category"
    table = next(each.value for each in app.dataframe if "adjusted p" in each.value)
    assert table["category"].tolist() == ["qa", "nli", "math", "code"]
    assert table["adjusted p"].tolist() == ["0.1262", "0.1411", "0.7552", "0.5057"]
    assert set(table["verdict"]) == {"not shown"}
    code = [block.value for block in app.code]
    assert any("helped-hurt compare scores.csv" in each and "--by category" in each for each in code)
    assert any('core.by_group(pair, column="category")' in each for each in code)
    app.selectbox(key="by_correction").set_value("bh").run()
    table = next(each.value for each in app.dataframe if "adjusted p" in each.value)
    assert table["adjusted p"].tolist() == ["0.0941", "0.0941", "0.7552", "0.3371"]
    # The items of one group that changed most
    app.selectbox(key="_group").set_value("qa").run()
    items = next(each.value for each in app.dataframe if "outcome" in each.value)
    assert len(items) == 43
    assert items["item"].str.startswith("qa-").all()


def _key(app):
    return next(each.key for each in app.selectbox if each.label == "Groups of items")


def test_a_link_names_the_column_and_what_cannot_be_grouped_is_said(visit):
    app = visit(source="upload", by="language")
    drop(app, scores_csv=TABLE)
    assert "The files have no groups called language" in told(app)
    app = visit(source="upload", by="category")
    drop(app, scores_csv=TABLE)
    assert "Cochran" in said(app)


def test_tries_of_tau_bench_by_pass_k(visit):
    def trials(right):
        return json.dumps(
            [
                {"task_id": t, "reward": float(k < right[t]), "trial": k, "info": {}, "traj": []}
                for t in range(len(right))
                for k in range(4)
            ]
        ).encode()

    app = visit(source="upload", metric="pass^2")
    drop(app, old_json=trials([0, 1, 2, 3, 4, 4]), new_json=trials([2, 2, 3, 4, 4, 4]))
    # C(c, 2) / C(4, 2): 0, 0, 1, 3, 6, 6 and 1, 1, 3, 6, 6, 6 of 6
    shown = {each.label: each.value for each in app.metric}
    assert any("44" in value for value in shown.values())
    assert any("64" in value for value in shown.values())
    assert app.selectbox(key="metric").options == ["mean", "pass@2", "pass^2"]
    assert "50 % and 50 % of 6 items flip between samples (old, new)" in said(app)
    assert app.number_input(key="_k").max == 4
    app.number_input(key="_k").set_value(4).run()
    assert query_of(app)["metric"] == "pass^4"
    assert "33" in " ".join(each.value for each in app.metric)
    assert headline(app)
