"""A column that contradicts how a table would be read is asked about, and not only left out with a note."""

import re
from functools import partial

import pytest

import core
from core.errors import ComparisonError
from core.readers import Upload

N = 24


def table(name, header, row):
    lines = [header, *(",".join(map(str, row(i))) for i in range(N))]
    return Upload(name, "\n".join(lines).encode())


def score(i, system):
    return (i * (7 + 4 * system)) % 13 / 12


def two(header, row):
    """Return the tables of two systems, whose rows are functions of the item and of the system."""
    return [table(name, header, lambda i, k=k: row(i, k)) for k, name in enumerate(("old.csv", "new.csv"))]


@pytest.mark.parametrize("name", ["label", "class", "tag", "pred", "output", "gold"])
def test_rows_of_classes_are_joined_on_their_names(name):
    ordered = two(f"{name},f1", lambda i, k: (f"word{i}", score(i, k)))
    moved = table("new.csv", f"{name},f1", lambda i: (f"word{N - 1 - i}", score(N - 1 - i, 1)))
    pair, shuffled = core.read(*ordered), core.read(ordered[0], moved)
    assert pair.experimental[:, 0].tolist() == shuffled.experimental[:, 0].tolist()
    other = table("new.csv", f"{name},f1", lambda i: (f"word{i + 1}", score(i, 1)))
    if name in ("label", "class"):
        with pytest.raises(ComparisonError, match="only 23 of 24 names are in all of them"):
            core.read(ordered[0], other)


@pytest.mark.parametrize("name", ["time", "timestamp", "created"])
def test_a_time_is_no_item_where_ids_repeat(name):
    row = lambda i, k: (f"q{i // 2}", f"10:{i:02}", score(i, k))  # noqa: E731
    wide = table("t.csv", f"id,{name},old,new", lambda i: (*row(i, 0), score(i, 1)))
    for files in (two(f"id,{name},score", row), [wide]):
        with pytest.raises(ComparisonError, match="column 'id' has 12 names on 24 lines"):
            core.read(*files)


@pytest.mark.parametrize(("name", "runs"), [("seed", True), ("cv_fold", True), ("run_no", True), ("sample", False)])
def test_rows_that_are_runs_are_noted(name, runs):
    files = two(f"{name},score", lambda i, k: (i, score(i, k)))
    wide = [table("t.csv", f"{name},old,new", lambda i: (i, score(i, 0), score(i, 1)))]
    for pair in (core.read(*files), core.read_systems(*wide)):
        assert any("not about items" in note for note in pair.notes) is runs
    assert not any("not about items" in note for note in core.read(*files, id=name).notes)


@pytest.mark.parametrize("names", ["text", "filename", "No.", "doc,sent"])
def test_rows_of_gold_labels_and_predictions_are_joined_on_what_names_them(names):
    def row(i, k):
        name = f"doc{i // 3},{i % 3}" if "," in names else f"the text {i}"
        return (name, "yn"[i // (N // 2)], "yn"[(i * (3 + k)) % 5 > 2])

    old, new = two(f"{names},label,prediction", row)
    order = [(7 * i) % (N // 2) + N // 2 * (i >= N // 2) for i in range(N)]  # as sorted by class, so labels agree
    moved = table("new.csv", f"{names},label,prediction", lambda i: row(order[i], 1))
    assert core.read(old, moved).experimental.tolist() == core.read(old, new).experimental.tolist()


@pytest.mark.parametrize("name", ["query", "task_id", "utt", "file"])
def test_rows_without_a_name_in_common_are_not_paired(name):
    files = two(f"{name},ndcg", lambda i, k: (f"{'ab'[k]}{7 * i % N}/{'xy'[k]}{i}", score(i, k)))
    numbered = (two(f"{count},ndcg", lambda i, k: (i + 100 * k, score(i, k))) for count in ("index", "Zeile"))
    for apart in (files, *numbered):
        with pytest.raises(ComparisonError, match="no name is in all of them"):
            core.read(*apart)
        assert len(core.read(*apart, id="position", columns="ndcg")) == N


@pytest.mark.parametrize("name", ["question", "file", "text"])
def test_a_long_table_is_not_paired_on_ids_that_each_system_numbers_anew(name):
    def row(i):
        system, item = divmod(i, N // 2)
        named = (5 * item) % (N // 2) if system else item
        return (["old", "new"][system], item, f"{name} {named}", score(named, system))

    long = table("long.csv", f"model,id,{name},score", row)
    with pytest.raises(ComparisonError, match="names the same items in another order"):
        core.read(long)
    pair = core.read(long, id=name)
    assert pair.experimental[:, 0].tolist() == [score(i, 1) for i in range(N // 2)]
    seeds = table("seeds.csv", f"model,seed,id,{name},score", lambda i: (row(i)[0], 1, *row(i)[1:]))
    more = "\n".join(line.replace(",1,", ",2,", 1) for line in seeds.data.decode().splitlines()[1:])
    lacking = "\n".join(long.data.decode().splitlines()[:-2])
    for data, options in ((f"{seeds.data.decode()}\n{more}", {}), (lacking, {"missing": "drop"})):
        with pytest.raises(ComparisonError, match="names the same items in another order"):
            core.read(Upload("long.csv", data.encode()), **options)


@pytest.mark.parametrize("name", ["response", "translation", "trace_id"])
def test_answers_and_names_of_traces_are_no_names_of_items(name):
    files = two(f"{name},score", lambda i, k: (f"{name} {i}{'' if i % 3 else k}", score(i, k)))
    assert core.read(*files).experimental[:, 0].tolist() == [score(i, 1) for i in range(N)]


def test_an_order_of_presentation_is_no_second_table():
    pair = core.read(table("t.csv", "row,position,old,new", lambda i: (i, (7 * i) % N, score(i, 0), score(i, 1))))
    assert pair.baseline[:, 0].tolist() == [score(i, 0) for i in range(N)]


@pytest.mark.parametrize("name", ["split", "dataset", "task", "lang_pair", "metric", "metric_name", "question"])
def test_scores_of_other_data_or_measures_are_not_compared(name):
    files = two(f"id,{name},value", lambda i, k: (i, f"{'ab'[k]}{i if name == 'question' else ''}", score(i, k)))
    for read in (core.read, core.read_systems):
        with pytest.raises(ComparisonError, match=f"no value of column '{name}' in common"):
            read(*files)
    shared = 1 if name.startswith("metric") else 3
    assert len(core.read(*two(f"id,{name},value", lambda i, k: (i, f"a{i % shared}", score(i, k))))) == N


@pytest.mark.parametrize("effort", ["latency_ms", "exec_time", "probability"])
@pytest.mark.parametrize("verdict", ["status", "judge", "outcome"])
def test_a_time_is_not_compared_where_words_may_say_what_was_right(effort, verdict):
    words = ["passed", "failed", "timed out"] if verdict == "status" else ["supported", "refuted"]

    def row(i, k):
        return f"q{i}", words[(i + i * k) % len(words)], 1 + score(i, k)

    with pytest.raises(ComparisonError, match=f"'{effort}' is the only column of numbers, and '{verdict}' may say"):
        core.read(*two(f"id,{verdict},{effort}", row))
    same = core.read(*two(f"id,{verdict},{effort}", lambda i, k: (f"q{i}", words[i % 2], 1 + score(i, k))))
    assert len(same) == N


def test_ratings_beside_a_system_for_each_row_are_no_systems():
    file = table("t.csv", "id,anna,ben,system", lambda i: (f"q{i}", i % 5, i % 4, "ab"[i % 2]))
    for read in (core.read, core.read_systems):
        with pytest.raises(ComparisonError, match="'system' names a system on each row, and each item has only one"):
            read(file)


@pytest.mark.parametrize(("gold", "classes"), [("human", "01"), ("expert", "01"), ("manual", ("safe", "toxic"))])
def test_a_column_called_as_gold_classes_are_is_offered_as_such(gold, classes):
    right, old, new = (lambda i, k=k: classes[int(score(i, k) > 0.5)] for k in range(3))
    file = table("t.csv", f"id,{gold},old,new", lambda i: (f"q{i}", right(i), old(i), new(i)))
    with pytest.raises(ComparisonError) as asked:
        core.read(file)
    options = re.search(r"say so \((gold=.*), --gold", str(asked.value))
    assert options is not None
    pair = core.read(file, **eval(f"dict({options[1]})"))
    agree = sum(new(i) == right(i) for i in range(N)) - sum(old(i) == right(i) for i in range(N))
    assert pair.columns[0].startswith("tp:")
    assert (pair.experimental - pair.baseline)[:, ::3].sum() == agree


@pytest.mark.parametrize("header", ["qid,docid,rank,score", "query-id,corpus-id,score", "query_id,doc_id,score,run"])
def test_documents_of_queries_are_not_compared(header):
    files = two(header, lambda i, k: (f"q{i // 4}", f"d{i}", *[score(i, k)] * (header.count(",") - 1)))
    for given in (files, files[:1]):
        with pytest.raises(ComparisonError, match="a score of each document found for a query"):
            core.read(*given)
    graded = table("t.csv", "query_id,doc_id,old,new", lambda i: (f"q{i}", f"d{i}", score(i, 0), score(i, 1)))
    assert len(core.read(graded)) == N


@pytest.mark.parametrize(
    ("header", "row", "sentence"),
    [
        ("id,y_true,p_old,p_new", lambda i: (i, i % 2, 0.2 + i % 3 / 10 + i % 2 / 3, 0.1 + i % 2 / 2), "probabilities"),
        ("item,rater A,rater B", lambda i: (i, 1 + i % 5, 1 + i % 4), "seem to be runs of one system"),
        (",score,score", lambda i: (i, score(i, 0), score(i, 1)) if i else ("", "old", "new"), "one line of names"),
        ("Frage,Alt,Neu", lambda i: (i, ("ja", "nein")[i % 2], ("ja", "nein")[i % 3 % 2]), "hold ja and nein"),
        ("Frage,Alt,Neu", lambda i: (i, f"{i % 4}/5", f"{i % 3}/5"), "write one bare number, such as 0"),
        ("system,seg_id,category,severity", lambda i: ("old", i // 2, "Fluency", "Major"), "weights of each segment's"),
        ("task,old_steps,new_steps", lambda i: (i, 9 + i % 3, 5 + i % 4), "baseline='old_steps'"),
        ("system,id,latency,tokens", lambda i: ("ab"[i % 2], i // 2, score(i, i % 2), i % 5), "score='tokens'"),
        ("id,prediction,a_conf,b_conf", lambda i: (i, "xy"[i % 2], score(i, 0), score(i, 1)), "is called as pred"),
    ],
)
def test_a_table_with_two_readings_is_asked_about(header, row, sentence):
    with pytest.raises(ComparisonError, match=sentence):
        core.read(table("t.csv", header, row))


@pytest.mark.parametrize(
    ("header", "row", "sentence"),
    [
        ("id,score,prediction", lambda i, k: (i, i % 5, (i + k) % 5), "'prediction' is called as predictions"),
        ("id,gold_score,pred_score", lambda i, k: (i, i % 5, (i + k) % 5), "may be predictions of 'gold_score'"),
        ("id,total,num_correct", lambda i, k: (f"q{i}", 5 + i * (k + 1) % 4, i % 5 * k), "--columns num_correct"),
        ("id,label", lambda i, k: (i, int(score(i, k) > 0.5)), "is called as predictions or answers"),
        ("id,response", lambda i, k: (i, int(100 * score(i, k))), "is called as predictions or answers"),
        ("id,expected,got", lambda i, k: (i, 7 * i, 7 * i + k + i % 3), "--gold expected"),
        ("id,label,score", lambda i, k: (i, i % 2, 0.1 + i % 3 / 10 + (i + k) % 2 / 2), "may be probabilities of '1'"),
        ("id,latency,n_right", lambda i, k: (i, score(i, k), (i + k) % 5), "columns='n_right'"),
        ("id,level,n_items", lambda i, k: (i, i % 3, (i + k) % 5), "columns='n_items'"),
        ("utt,N,S,D,I", lambda i, k: (i, 9, k, i % 2, 0), "The word error rate needs two columns"),
    ],
)
def test_two_tables_with_two_readings_are_asked_about(header, row, sentence):
    with pytest.raises(ComparisonError, match=sentence):
        core.read(*two(header, row))


@pytest.mark.parametrize("names", [("loss v1", "loss v2"), ("time-aware", "time-agnostic"), ("rank-8", "rank-64")])
def test_words_of_systems_beside_rights_and_wrongs_are_no_measure(names):
    pair = core.read(table("t.csv", f"id,{','.join(names)}", lambda i: (f"q{i}", i % 2, int(i % 3 > 0))))
    assert not pair.lower_is_better


def test_each_table_may_name_its_column_after_its_system():
    files = [table(f"{name}.csv", f"id,{name}", lambda i, k=k: (i, score(i, k))) for k, name in enumerate(("a", "b"))]
    assert core.read(*files).experimental[:, 0].tolist() == [score(i, 1) for i in range(N)]
    other = table("c.csv", "id,f1", lambda i: (i, score(i, 1)))
    with pytest.raises(ComparisonError, match="if they are of one measure, give their columns one name"):
        core.read(files[0], other)


def test_a_system_may_have_every_gold_label_right():
    pair = core.read(table("t.csv", "id,gold,old,new", lambda i: (i, "ab"[i % 2], "ab"[i % 3 % 2], "ab"[i % 2])))
    assert (pair.baseline_name, pair.experimental_name) == ("old", "new")


def test_lists_that_add_up_to_one_are_no_samples():
    lines = "\n".join(f'{{"id": {i}, "scores": [{i % 4 / 8}, {1 - i % 4 / 8}]}}' for i in range(N)).encode()
    with pytest.raises(ComparisonError, match="add up to 1 for every item"):
        core.read(Upload("old.jsonl", lines), Upload("new.jsonl", lines))


def test_the_direction_of_places_is_asked_for():
    places = [(1, 2, 3), (2, 1, 3), (1, 2, 2)]
    file = table("t.csv", "id,a,b,c", lambda i: (f"q{i}", *places[i % 3]))
    for read in (partial(core.read, file, baseline="a", experimental="b"), partial(core.read_systems, file)):
        with pytest.raises(ComparisonError, match="hold places on each row, from 1 on"):
            read()
        assert read(lower_is_better=True).lower_is_better
        assert not read(lower_is_better=False).lower_is_better
