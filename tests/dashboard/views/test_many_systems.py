"""The page *Many systems*, run without a browser."""

import json
import shlex

import pytest
from click.testing import CliRunner

import core
from core.cli import main
from dashboard.samples import CLASSIFIERS
from tests.dashboard.steps import drop, headline, printed, query_of, result, told

PAGE = "views/many_systems/view.py"
TABLE = b"item,rules,old,new,doc\n" + b"".join(
    b"q%d,%d,%d,%d,d%d\n" % (i, i % 2, i % 4 > 0, i < 37, i // 2) for i in range(40)
)
SCORES = {"rules": [i % 2 for i in range(40)], "old": [int(i % 4 > 0) for i in range(40)], "new": [1] * 37 + [0] * 3}


def shows_nothing(app):
    return not app.code and not app.table and not app.get("vega_lite_chart")


def test_the_first_visit_ranks_an_example_that_is_labelled_as_one(many):
    app = many()
    assert told(app) == ""
    assert app.header[0].value == "An example, not your data"
    assert headline(app).startswith("ridge is best, with a score of 59.7 [57.4, 61.8]. It does not differ")
    expected = core.rank(core.read_systems(CLASSIFIERS)).to_dict()
    assert result(app) == expected
    assert query_of(app) == {}


def test_every_setting_reaches_rank(many):
    query = {
        "many": "upload", "test": "bootstrap", "against": "rules", "alternative": "greater", "alpha": "0.2",
        "correction": "maxt", "confidence": "0.9", "resamples": "500", "seed": "5", "many_cluster": "doc",
        "many_columns": "rules,new",
    }  # fmt: skip
    app = drop(many(**query), table_csv=TABLE)
    scores = core.Scores.from_systems(
        {name: SCORES[name] for name in ("rules", "new")},
        ids=[f"q{i}" for i in range(40)], clusters=[f"d{i // 2}" for i in range(40)], decimals=0,
    )  # fmt: skip
    expected = core.rank(
        scores, test="bootstrap", baseline="rules", alternative="greater", alpha=0.2, correction="maxt",
        confidence_level=0.9, n_resamples=500, seed=5,
    ).to_dict()  # fmt: skip
    assert result(app) == expected
    assert query_of(app) == query


def test_the_code_gives_the_same_ranking(many, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_bytes(TABLE)
    app = drop(many(many="upload", many_cluster="doc", correction="bh", against="old"), table_csv=TABLE)
    command = printed(app, "helped-hurt rank")
    assert command == "helped-hurt rank table.csv --cluster doc --correction bh --baseline old --format json"
    run = CliRunner().invoke(main, shlex.split(command)[1:])
    assert json.loads(run.stdout) == result(app)
    scope = {}
    exec(printed(app, "import core"), scope)
    assert scope["ranking"].to_dict() == result(app)


def test_nothing_of_ones_own_nothing_of_a_verdict(many):
    app = many(many="upload")
    assert "No files yet" in told(app)
    assert shows_nothing(app)
    app = many(many="magic")
    assert "many=magic; that must be one of sample, upload, paste" in told(app)
    assert shows_nothing(app)
    assert query_of(app) == {"many": "magic"}
    app = drop(many(many="upload"), table_csv=b"item,old,new\na,1,what\nb,0,1\nc,1,1\n")
    assert "Still to choose" in told(app)
    assert shows_nothing(app)
    app = drop(many(many="upload"), table_csv=b"item,old,new\na,1,\nb,0,1\nc,1,1\n")
    assert "A score is missing for 1 of 3 items" in told(app)
    assert "“Leave out items with a missing score”" in told(app)
    assert shows_nothing(app)
    app.checkbox(key="many_missing").check().run()
    assert result(app)["n_items"] == 2
    app = many(many="paste")
    assert "Paste a table" in told(app)
    assert shows_nothing(app)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"against": "newer"}, "There is no system newer. Choose the baseline again."),
        ({"many_cluster": "docs"}, "has no docs (cluster (document, passage)): choose among item, rules, old"),
        ({"many_columns": "old,newer"}, "has no old,newer (systems)"),
    ],
)
def test_what_a_link_names_and_the_files_do_not_hold_is_asked_for(many, query, sentence):
    app = drop(many(many="upload", **query), table_csv=TABLE)
    assert sentence in told(app)
    assert shows_nothing(app)
    assert query_of(app) == {"many": "upload", **query}


def test_a_link_names_columns_with_a_comma(many):
    wide = "".join(f"d{i // 2},q{i},{i % 2},{i % 3},{i % 4}\n" for i in range(24))
    query = {"many": "upload", "many_columns": '"old, tuned",new', "many_cluster": "doc, part"}
    app = drop(many(**query), table_csv=f'"doc, part",id,"old, tuned",new,best\n{wide}'.encode())
    assert {each["name"] for each in result(app)["systems"]} == {"old, tuned", "new"}
    assert query_of(app) == query
    # The columns of a link say how the other columns of a long table are read.
    long = "".join(f"{name},{prompt},q{i},{(i * 7 + len(name)) % 5}\n" for i in range(6)
                   for name in ("old", "tuned", "tiny") for prompt in "xy")  # fmt: skip
    query = {"many": "upload", "many_system": "model, size", "many_runs": "prompt"}
    app = drop(many(**query), long_csv=f'"model, size",prompt,item,score\n{long}'.encode())
    assert result(app)["n_items"] == 6
    assert query_of(app) == query


def test_a_long_table_with_runs_and_its_layout(many):
    rows = [
        f"{item},{system},{seed},{(item * 7 + seed * 3 + shift) % 5 > 1:d}"
        for item in range(12) for seed in range(2) for system, shift in (("old", 0), ("new", 2), ("best", 4))
    ]  # fmt: skip
    table = ("item,model,seed,score\n" + "\n".join(rows) + "\n").encode()
    app = drop(many(many="upload", many_runs="seed", over="nested", resamples="200"), long_csv=table)
    scores = core.read_systems(core.Upload("long.csv", table), runs="seed")
    assert scores.n_runs == 2
    with pytest.warns(UserWarning, match="same names for all items"):
        expected = core.rank(scores, runs="nested", n_resamples=200).to_dict()
    assert result(app) == expected
    assert any("--nested" in block.value for block in app.code)
    app.selectbox(key="layout").select("wide").run()
    assert "Still to choose" in told(app)
    assert shows_nothing(app)


@pytest.mark.thorough
def test_a_file_for_each_system_and_pasted_tables(many):
    files = {f"{name}_txt": "".join(f"{score}\n" for score in scores).encode() for name, scores in SCORES.items()}
    app = drop(many(many="upload"), **files)
    assert result(app)["pairs"] == core.rank(SCORES).to_dict()["pairs"]
    app = many(many="paste")
    app.text_area(key="_paste_many").set_value(TABLE.decode().replace(",", "\t")).run()
    assert result(app)["pairs"] == core.rank(SCORES).to_dict()["pairs"]


@pytest.mark.thorough
def test_a_pair_opens_on_two_systems_as_it_is(many, visit):
    app = drop(many(many="upload", many_cluster="doc"), table_csv=TABLE)
    pair = next(pair for pair in result(app)["pairs"] if {pair["first"], pair["second"]} == {"new", "rules"})
    app.switch_page("views/two_systems/view.py")
    link = {
        "source": "systems",
        "many": "upload",
        "many_cluster": "doc",
        "first_system": "rules",
        "second_system": "new",
    }
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    shown = result(app)
    assert (shown["pvalue"], shown["difference"]) == (pair["pvalue"], pair["difference"])
    assert shown["clusters"]["n_clusters"] == 20
    assert query_of(app) == link
    assert any('.pair("rules", "new")' in block.value for block in app.code)
    assert any("compare table.csv --cluster doc --systems rules new" in block.value for block in app.code)
    app.toggle(key="swap").set_value(True).run()
    assert result(app)["difference"] == -pair["difference"]
    # Coming back shows the ranking.
    app.switch_page(PAGE).run()
    assert query_of(app) == {"many": "upload", "many_cluster": "doc"}
    # A visitor who opens the link drops the files again.
    other = visit(**link)
    assert "No files" in told(other)
    assert not other.metric


def test_a_pair_of_the_example_is_labelled_as_one(visit):
    app = visit(source="systems", first_system="linear SVM", second_system="ridge")
    assert app.header[0].value == "An example, not your data"
    assert result(app)["experimental_name"] == "ridge"
    # The other system is exchanged for this one.
    next(each for each in app.selectbox if each.label == "Baseline").select("ridge").run()
    assert (result(app)["baseline_name"], result(app)["experimental_name"]) == ("ridge", "linear SVM")
    app = visit(source="systems", first_system="linear SVM", second_system="nobody")
    assert "There is no system nobody." in told(app)
    assert not app.metric


@pytest.mark.thorough
def test_files_for_pairs_and_for_many_systems_leave_each_other_alone(many):
    app = drop(many(many="upload", many_cluster="doc"), table_csv=TABLE)
    before = result(app)
    app.switch_page("views/two_systems/view.py")
    for name, value in {"source": "synthetic", "n": "100", "helped": "9", "hurt": "2"}.items():
        app.query_params[name] = value
    app.run()
    assert result(app)["n_items"] == 100
    drop(app, old_txt=b"0\n1\n1\n0\n", new_txt=b"1\n1\n1\n0\n")
    assert result(app)["n_items"] == 4
    app.switch_page(PAGE).run()
    assert result(app) == before
    # A corrected table replaces the earlier one.
    drop(app, table_csv=TABLE.replace(b"q0,0,", b"q0,1,"))
    assert result(app)["digest"] != before["digest"]
    app.button(key="_remove_0").click().run()
    assert "No files yet" in told(app)
    assert shows_nothing(app)
    app.switch_page("views/two_systems/view.py").run()
    assert result(app)["n_items"] == 4


def test_a_long_table_without_items_leads_on_to_pairs_by_order(many, visit):
    blocks = b"model,score\n" + b"".join(
        b"%s,%d\n" % (name, i % k) for name, k in ((b"a", 2), (b"b", 3)) for i in range(9)
    )
    app = drop(many(many="upload"), blocks_csv=blocks)
    assert "(“The table has: a row for each item and system”, “System's name”: model)" in told(app)
    app = drop(many(many="upload", layout="long", many_system="model", many_id="position"), blocks_csv=blocks)
    assert app.header[0].value.startswith("b is best")
    pair = {"source": "upload", "kind": "long", "pick_system": "model", "pick_score": "score"}
    app = drop(visit(**pair), blocks_csv=blocks)
    assert "pair them by it (“Item”: position)" in told(app)


def test_predicted_labels_are_ranked_once_the_gold_ones_are_named(many):
    rows = [f"{i},{'yn'[i % 2]},y,{'yn'[i % 3 > 1]},{'yn'[i % 2 or i > 27]}" for i in range(30)]
    table = "\n".join(["id,gold,a,b,c", *rows]).encode()
    assert "(“Gold labels”: gold)" in told(drop(many(many="upload"), labels_csv=table))
    assert "(“Systems”: a,b,c)" in told(drop(many(many="upload", many_gold="gold"), labels_csv=table))
    app = drop(many(many="upload", many_gold="gold", many_columns="a,b,c"), labels_csv=table)
    assert app.header[0].value.startswith("c is best")
    assert any("rank labels.csv --columns a,b,c --gold gold" in each.value for each in app.code)
