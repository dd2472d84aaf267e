"""The page *Two systems*, run without a browser."""

import pytest

import core
from dashboard.server import work
from tests.dashboard.steps import drop, has_verdict, headline, query_of, result, told


def test_the_first_visit_shows_where_files_go_and_an_example(visit):
    app = visit()
    assert told(app) == ""
    assert app.title[0].value == "Helped & Hurt"
    assert "Drop your files here" in app.get("file_uploader")[0].label
    assert app.header[0].value == "An example, not your data"
    shown = result(app)
    assert (shown["experimental_name"], shown["helped"]) == ("linear SVM", 198)
    assert (shown["test"], shown["alternative"]) == ("permutation", "two-sided")
    assert query_of(app) == {}


def test_every_setting_reaches_compare(visit):
    query = {
        "source": "synthetic", "n": "60", "helped": "9", "hurt": "4", "both": "11", "swap": "1",
        "test": "shifted-bootstrap", "alternative": "less", "alpha": "0.2", "confidence": "0.9", "interval": "bca",
        "method": "monte-carlo", "resamples": "500", "seed": "5", "boundary": "exclude", "margin": "0.03",
    }  # fmt: skip
    app = visit(**query)
    expected = core.compare(
        core.helped_hurt(60, 9, 4, 11).swapped().named("baseline", "experimental"),
        test="shifted-bootstrap", alternative="less", alpha=0.2,
        confidence_level=0.9, interval="bca", method="monte-carlo", n_resamples=500, seed=5, boundary="exclude",
        margin=0.03,
    )  # fmt: skip
    assert result(app) == expected.to_dict()
    assert query_of(app) == query


def test_a_metric_that_the_data_do_not_have_is_told_with_those_they_have(visit):
    unknown = visit(sample="stdlib_modules", metric="bleu")
    [said] = [each.value for each in unknown.caption if "cannot be computed" in each.value]
    assert said.startswith("BLEU cannot be computed from these data, so accuracy is shown. Choose among accuracy")
    known = visit(sample="stdlib_modules", metric="micro-f1")
    assert not [each.value for each in known.caption if "cannot be computed" in each.value]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"source": "upload", "kind": "long", "pick_score": "bleu"}, "No files yet"),
        ({"source": "paste"}, "Paste one column"),
        ({"source": "magic"}, "source=magic; that must be one of"),
        ({"sample": "*bold*"}, "sample=\\*bold\\*"),
        ({"source": "synthetic", "n": "lots"}, "n=lots; that must be a whole number"),
        ({"source": "synthetic", "helped": "499"}, "helped + hurt == 502"),
    ],
)
def test_a_link_whose_data_are_not_there_shows_no_other(visit, query, sentence):
    app = visit(**query)
    assert sentence in told(app)
    assert not has_verdict(app)
    assert not app.header or app.header[0].value == "An example, not your data"
    # After a reload the page asks again.
    assert query_of(app).items() <= query.items()
    assert query_of(app)


def test_two_files_are_compared(visit):
    app = drop(visit(), old_txt=b"0\n1\n1\n0\n")
    assert "**One more file:** the new system's scores." in told(app)
    assert not has_verdict(app)
    assert query_of(app) == {"source": "upload"}
    app = drop(app, new_txt=b"1\n1\n1\n0\n")
    assert told(app).startswith("Only 1 item changed")
    assert (result(app)["baseline_name"], result(app)["experimental_name"]) == ("old", "new")
    assert (result(app)["helped"], result(app)["n_items"]) == (1, 4)
    app.toggle(key="swap").set_value(True).run()
    assert (result(app)["baseline_name"], result(app)["hurt"]) == ("new", 1)
    assert app.selectbox(key="_role_baseline").value == "new.txt"


def test_files_come_in_any_order_and_change_parts_with_a_click(visit):
    app = drop(visit(source="upload"), new_txt=b"1\n1\n", old_txt=b"0\n1\n", other_txt=b"0\n0\n")
    assert "**Still to choose:** the baseline and the experimental." in told(app)
    assert not has_verdict(app)
    app.selectbox(key="_role_baseline").set_value("other.txt").run()
    app.selectbox(key="_role_experimental").set_value("old.txt").run()
    assert (result(app)["baseline_name"], result(app)["difference"]) == ("other", 0.5)
    app.selectbox(key="_role_baseline").set_value("old.txt").run()
    assert (result(app)["baseline_name"], result(app)["difference"]) == ("old", -0.5)


def test_a_refused_file_shows_its_sentence_and_keeps_everything_else(visit):
    app = visit(source="upload", alternative="greater", alpha="0.01")
    app = drop(app, good_txt=b"0\n1\n1\n", bad_txt=b"0\nwhat\n1\n")
    assert "bad.txt" in told(app)
    assert "line 2" in told(app)
    assert not has_verdict(app)
    assert query_of(app) == {"source": "upload", "alternative": "greater", "alpha": "0.01"}
    # The corrected file replaces it.
    app = drop(app, bad_txt=b"0\n0\n1\n")
    assert result(app)["n_items"] == 3
    app.button(key="_remove_0").click().run()
    assert not has_verdict(app)
    assert "One more file" in told(app)


def test_one_file_that_cannot_be_read_is_set_aside(visit):
    app = drop(visit(source="upload"), old_txt=b"0\n1\n1\n0\n", new_txt=b"1\n1\n1\n0\n", empty_txt=b"")
    assert "empty.txt" in told(app)
    assert "It is set aside; the other files are read." in told(app)
    assert (result(app)["baseline_name"], result(app)["experimental_name"]) == ("old", "new")
    app.button(key="_remove_all").click().run()
    assert "No files yet" in told(app)


def test_more_than_two_systems_are_offered_to_many_systems(visit):
    app = drop(visit(source="upload"), **{f"{name}_txt": b"0\n1\n1\n0\n1\n" for name in "abcd"})
    assert not has_verdict(app)
    [offer] = [button for button in app.button if button.label == "Compare all 4 on Many systems"]
    offer.click().run()
    assert app.title[0].value == "Which of many systems differ?"
    assert len(app.session_state["_files_many"]) == 4


def test_uploads_and_settings_survive_a_change_of_page(visit):
    app = drop(visit(source="upload", test="bootstrap"), old_txt=b"0\n1\n1\n0\n", new_txt=b"1\n1\n1\n0\n")
    before = result(app)
    app.switch_page("views/methods/view.py").run()
    assert app.title[0].value == "Methods"
    assert query_of(app) == {}
    app.switch_page("views/two_systems/view.py").run()
    assert result(app) == before


def test_pasted_scores_are_compared(visit):
    app = visit(source="paste")
    app.text_area(key="_paste_baseline").set_value("0.5\n0.25\n")
    app.text_area(key="_paste_experimental").set_value("0.75\n0.5\n").run()
    assert result(app)["difference"] == 0.25
    app.text_area(key="_paste_experimental").set_value("0.75\n").run()
    assert "baseline.txt has 2 items and experimental.txt has 1" in told(app)
    assert not has_verdict(app)


def test_columns_of_a_table_are_chosen_beforehand_and_corrected(visit):
    app = drop(visit(source="upload"), table_csv=b"question,first,second,third\na,0,1,1\nb,1,1,0\nc,0,1,0\n")
    assert "Still to choose" in told(app)
    assert not has_verdict(app)
    systems = {select.label: select for select in app.multiselect}
    systems["Baseline's score"].set_value(["first"])
    systems["Experimental's score"].set_value(["second"]).run()
    assert (result(app)["helped"], result(app)["n_items"]) == (2, 3)
    chosen = {"source": "upload", "pick_baseline": "first", "pick_experimental": "second", "pick_id": "question"}
    assert query_of(app) == chosen
    # A visitor who opens the link drops the same file, and has nothing to choose.
    again = drop(visit(**chosen), table_csv=b"question,first,second,third\na,0,1,1\nb,1,1,0\nc,0,1,0\n")
    assert result(again) == result(app)
    # The column of the other system is exchanged for this one's.
    systems = {select.label: select for select in again.multiselect}
    systems["Baseline's score"].set_value(["second"]).run()
    assert (result(again)["helped"], result(again)["hurt"]) == (0, 2)
    assert query_of(again)["pick_experimental"] == "first"
    wrong = drop(visit(**chosen), table_csv=b"question,second,third\na,0,1\nb,1,0\n")
    assert "table.csv has no column first (baseline's score): choose among question, second, third." in told(wrong)
    assert not has_verdict(wrong)


def test_an_id_on_several_lines_is_an_item_or_a_cluster(visit):
    lines = [f"q{i // 2},{i % 2},{int(i % 3 > 0)}" for i in range(24)]
    app = drop(visit(source="upload"), table_csv="\n".join(["id,old,new", *lines]).encode())
    assert "column 'id' has 12 names on 24 lines" in told(app)
    systems = {select.label: select for select in app.multiselect}
    systems["Baseline's score"].set_value(["old"])
    systems["Experimental's score"].set_value(["new"]).run()
    assert result(app)["n_items"] == 12
    # Each row is an item, and the column is its group: the advice of the message.
    choice = {select.label: select for select in app.selectbox}
    choice["Cluster (document, passage), optional"].select("id").run()
    assert "24 items in 12 clusters" in " ".join(each.value for each in app.markdown).replace("\N{NO-BREAK SPACE}", " ")
    assert any("--id position --cluster id" in block.value for block in app.code)
    # One click answers the question.
    app = drop(visit(source="upload"), table_csv="\n".join(["id,old,new", *lines]).encode())
    next(each for each in app.selectbox if "position" in each.options).select("position").run()
    assert result(app)["n_items"] == 24


def test_two_rows_of_a_leaderboard_are_compared(visit):
    board = b"model,taskA,taskB,taskC\nsmall,84,91,92\nmedium,87,92,94\nlarge,88,93,95\n"
    app = drop(visit(source="upload"), board_csv=board)
    next(each for each in app.checkbox if each.label == "Rows are systems").check().run()
    assert "small, medium, large: choose two" in told(app)
    systems = {select.label: select for select in app.multiselect}
    systems["Baseline's score"].set_value(["small"])
    systems["Experimental's score"].set_value(["large"]).run()
    assert (result(app)["helped"], result(app)["n_items"]) == (3, 3)
    assert any("--baseline-column small --experimental-column large" in block.value for block in app.code)


@pytest.mark.thorough
def test_names_are_typed_and_used_everywhere(visit, tmp_path):
    app = drop(visit(source="upload"), old_txt=b"0\n1\n1\n0\n", new_txt=b"1\n1\n1\n0\n")
    app.text_input(key="experimental_name").set_value("my *net*").run()
    assert result(app)["experimental_name"] == "my *net*"
    assert query_of(app)["experimental_name"] == "my *net*"
    assert any('.named("old", "my *net*")' in block.value for block in app.code)
    assert any("--names old 'my *net*'" in block.value for block in app.code)
    app.toggle(key="swap").set_value(True).run()
    assert (result(app)["baseline_name"], result(app)["experimental_name"]) == ("my *net*", "old")


@pytest.mark.thorough
def test_translations_are_scored_by_any_of_their_metrics(visit):
    lines = [[f"on day {i} {name if i % wrong else 'nobody'} sat on the mat" + " and slept" * (i % 3) for i in range(9)]
             for name, wrong in (("she", 10), ("she", 3), ("he", 10))]  # fmt: skip
    right, new, old = ("\n".join(each).encode() for each in lines)
    app = drop(visit(source="upload", metric="ter"), ref_txt=right, old_txt=old, new_txt=new)
    assert (result(app)["metric"], result(app)["experimental_name"]) == ("ter", "new")
    app.selectbox(key="metric").set_value("bleu").run()
    found = result(app)
    assert found["signature"].startswith("nrefs:1|case:mixed|eff:no|tok:13a")
    assert found["difference"] > 0
    assert any("The signature of BLEU is nrefs:1" in block.value for block in (*app.code, *app.markdown))


def test_identical_systems_leave_nothing_to_test(visit):
    app = drop(visit(source="upload"), old_txt=b"0\n1\n1\n0\n", new_txt=b"0\n1\n1\n0\n")
    assert headline(app) == "new and old score the same on every one of 4 items: there is nothing to test."
    assert [metric.label for metric in app.metric] == ["old (baseline)", "new (experimental)"]
    assert [header.value for header in app.header[1:]] == ["Take it with you"]
    assert any("there was nothing to test" in block.value for block in app.code)


def test_an_unexpected_error_becomes_a_sentence(visit, monkeypatch, caplog):
    monkeypatch.setattr(work, "compare", lambda *_, **__: 1 / 0)
    app = visit(seed="987654")
    assert "Something went wrong on this page" in told(app)
    assert len(app.exception) == 0
    assert "ZeroDivisionError" in caplog.text


def test_items_are_filtered(visit):
    app = visit(sample="ten_questions")
    table = app.dataframe[-1].value
    assert table["outcome"].tolist() == ["helped"] * 4 + ["hurt"] * 3
    app.session_state["_outcomes_helped"] = ["tied"]
    app.run()
    assert set(app.dataframe[-1].value["outcome"]) == {"tied"}
    app.text_input(key="_item").set_value("no such item").run()
    assert len(app.dataframe[-1].value) == 0


def test_what_was_read_is_not_read_as_markdown(visit):
    hostile = b"![](//x)\n:red[y]\n"
    app = drop(visit(source="upload"), gold_txt=hostile, old_txt=hostile, new_txt=hostile)
    assert app.table[0].value.index.tolist() == ["!\\[](//x)", "\\:red\\[y]"]


@pytest.mark.parametrize("header", ["doc,seg,old,new", "system,doc,seg,score"])
def test_two_columns_that_name_the_items_together_are_chosen_as_one(visit, header):
    rows = [(f"d{i // 3}", i % 3, i % 2, int(i % 4 > 1)) for i in range(12)]
    if header.startswith("system"):
        rows = [(name, *row[:2], row[2 + k]) for k, name in enumerate(("old", "new")) for row in rows]
    table = "\n".join([header, *(",".join(map(str, row)) for row in rows)]).encode()
    app = drop(visit(source="upload"), table_csv=table)
    link = query_of(app)
    assert link["pick_item" if header.startswith("system") else "pick_id"] == "doc,seg"
    assert result(app)["n_items"] == result(drop(visit(**link), table_csv=table))["n_items"] == 12


@pytest.mark.parametrize("one", [True, False])
def test_a_link_names_columns_with_a_comma(visit, one):
    lines = [f"d{i // 2},{i % 2},{i % 3},{i % 4},9" for i in range(24)]
    table = "\n".join(['"doc, part",seg,"old, tuned",new,words', *lines]).encode()
    app = drop(visit(source="upload"), table_csv=table)
    systems = {select.label: select for select in app.multiselect}
    systems["Baseline's score"].set_value(["old, tuned"] if one else ["old, tuned", "words"])
    systems["Experimental's score"].set_value(["new"] if one else ["new", "words"]).run()
    link = query_of(app)
    assert link["pick_id"] == "doc, part,seg"
    assert link["pick_baseline"] == ('"old, tuned"' if one else '"old, tuned",words')
    earlier = link | {"pick_baseline": "old, tuned" if one else "old, tuned,words"}
    for query in (link, earlier):
        again = drop(visit(**query), table_csv=table)
        assert result(again) == result(app)
        assert query_of(again) == link


def test_a_cluster_of_a_long_table_is_chosen(visit):
    rows = [f"{name},d{i // 2},q{i},{(i + k) % 3}" for k, name in enumerate(("old", "new")) for i in range(12)]
    app = drop(visit(source="upload"), long_csv="\n".join(["model,doc,item,score", *rows]).encode())
    next(each for each in app.selectbox if each.label.startswith("Cluster")).select("doc").run()
    assert result(app)["clusters"]["n_clusters"] == 6


def test_a_column_is_no_cluster_for_its_name_alone(visit):
    table = "\n".join(["id,cluster,old,new", *(f"q{i},c{i // 4},{i % 2},{int(i % 3 > 0)}" for i in range(24))])
    shown = result(drop(visit(source="upload"), table_csv=table.encode()))
    assert "clusters" not in shown
    read = core.read(core.readers.Upload("table.csv", table.encode()))
    assert shown["pvalue"] == core.compare(read).pvalue


def test_the_pictures_of_runs_that_all_items_share_speak_of_runs(visit):
    rows = [f"q{i},{system},{seed},{(3 * i + gain * seed) % 5 > 1:d}"
            for i in range(30) for gain, system in enumerate(("old", "new")) for seed in range(3)]  # fmt: skip
    table = "\n".join(["item,system,seed,score", *rows]).encode()
    app = drop(visit(source="upload", pick_runs="seed", over="crossed"), long_csv=table)
    assert any(each.value.startswith("If items and runs were drawn again") for each in app.caption)
