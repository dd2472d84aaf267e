"""Rows of one item are joined on the column that names it, or the file is refused."""

import json

import numpy as np
import pytest

from core.errors import DataError, OptionError
from core.readers import Upload, read, read_labels, read_systems, read_tables
from tests.core.readers.parts import of_rows as upload
from tests.core.readers.parts import refusal

N = 30
RNG = np.random.default_rng(1)
OLD, NEW = RNG.random((2, N)).round(3).tolist()
SHUFFLED = RNG.permutation(N).tolist()
NAMES = ["task_id", "pairID", "question", "idx", "", "Unnamed: 0", "utterance", "seg"]
KINDS = {
    "words": lambda i: f"What is {i} plus one?",
    "hashes": lambda i: f"{(i * 2654435761) % 2**32:08x}",
    "numbers": lambda i: str(100 + i),
    "from zero": str,
    "sections": lambda i: f"{i // 4}.{i % 4}",
    "mixed": lambda i: f"doc{i // 7}-{i}",
    "tests": lambda i: f"test_{'abcdefgh'[i % 8]}_{i // 8}",
    "patients": lambda i: f"p_{i}",
    "nodes": lambda i: f"n{i}",
}


def records(rows, name):
    header, *rows = rows
    return Upload(name, "\n".join(json.dumps(dict(zip(header, row, strict=True))) for row in rows).encode())


def pair_of(name, key, order=SHUFFLED, other=None, as_file=upload, score="score"):
    old = as_file([(name, score), *((key(i), OLD[i]) for i in range(N))], "a.csv")
    new = as_file([(other or name, score), *((key(i), NEW[i]) for i in order)], "b.csv")
    return old, new


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("as_file", [upload, records])
def test_rows_in_another_order_are_joined_on_what_names_them(name, kind, as_file):
    if as_file is records and not name:
        return
    files = pair_of(name, KINDS[kind], as_file=as_file)
    if (kind, name) in {("sections", "utterance"), ("sections", "seg")}:
        # A column of decimals that is not called an id may be another score.
        assert "nothing tells which names the items" in refusal(read_tables, *files, columns="score")
        return
    pair = read_tables(*files, columns="score")
    assert pair.experimental[:, 0].tolist() == NEW
    assert pair.baseline[:, 0].tolist() == OLD
    assert "the files have them in different orders" in pair.notes[0]


@pytest.mark.parametrize("name", ["task_id", "question", ""])
def test_some_of_the_same_names_and_others_are_refused(name):
    old = upload([(name, "score"), *((f"t{i}", OLD[i]) for i in range(N))])
    new = upload([(name, "score"), *((f"t{i + 1}", NEW[i]) for i in range(N))], "b.csv")
    assert "only 29 of 30 names are in all of them" in refusal(read_tables, old, new)
    assert len(read_tables(old, new, columns="score", id="position")) == N
    fewer = upload([(name, "score"), *((f"t{i + 1}", NEW[i]) for i in range(N - 1))], "b.csv")
    assert "position" not in refusal(read_tables, old, fewer)


@pytest.mark.parametrize(("mine", "other"), [("Q{}", "q{}"), ("{}", "{}.0"), ("{}", "00{}"), ("é{}", "e\u0301{}")])
def test_names_may_be_spelt_differently(mine, other):
    old = upload([("task_id", "score"), *((mine.format(i), OLD[i]) for i in range(N))])
    new = upload([("task_id", "score"), *((other.format(i), NEW[i]) for i in SHUFFLED)], "b.csv")
    pair = read_tables(old, new, columns="score")
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == (OLD, NEW)
    assert f"{mine.format(0)!r} and {other.format(0)!r} are taken for one name there" in pair.notes[0]


@pytest.mark.parametrize("key", [KINDS["mixed"], KINDS["words"], str])
def test_maps_and_columns_side_by_side_are_paired_by_name(key):
    held = {"old": {key(i): OLD[i] for i in range(N)}, "new": {key(i): NEW[i] for i in SHUFFLED}}
    pair = read(Upload("maps.json", json.dumps(held).encode()))
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == (OLD, NEW)
    del held["new"][key(7)]
    assert "(id " in refusal(read, Upload("maps.json", json.dumps(held).encode())) or key is str
    beside = [(key(i), OLD[i], key(k), NEW[k]) for i, k in enumerate(SHUFFLED)]
    table = upload([("id", "old", "id.1", "new"), *beside])
    cut = upload([("id", "old", "id.1", "new"), *beside[:-1], (key(N - 1), OLD[-1], key(N), 0.5)])
    for given, options in ((table, {}), (table, {"id": "id"}), (cut, {})):
        message = refusal(read, given, **options)
        assert "columns 'id' and 'id.1' hold" in message
        assert "the same names in different orders" in message
    assert read(table, id="position", baseline="old", experimental="new").baseline[:, 0].tolist() == OLD


def test_names_of_answers_give_way_to_the_questions_that_both_files_hold():
    old = [("id", "input", "scores.Tone", "latency"), *((f"a{i}", f"What is {i}?", OLD[i], i) for i in range(N))]
    new = [old[0], *((f"b{i}", f"What is {i}?", NEW[i], i + 1) for i in SHUFFLED)]
    pair = read(upload(old, "a.csv"), upload(new, "b.csv"))
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == (OLD, NEW)
    assert "Joined on column 'input'." in pair.notes


def test_names_lost_in_a_spreadsheet_and_rows_numbered_from_other_starts_are_refused():
    new = pair_of("id", lambda i: f"12345678901{i}")[1]
    lost = upload([("id", "score"), *(("1.23457E+12", OLD[i]) for i in range(N))], "a.csv")
    assert "column 'id' of a.csv holds 1 name on 30 lines" in refusal(read, lost, new)
    first, second = (upload([("id", "score"), *((str(i + k), OLD[i]) for i in range(N))], f"{k}.csv") for k in (1, 2))
    message = refusal(read, first, second)
    assert message.startswith("The rows of 1.csv are numbered from 1, those of 2.csv from 2: join by position")


def test_columns_of_other_names_are_joined_where_they_are_names():
    pair = read_tables(*pair_of("task", KINDS["words"], other="question"))
    assert pair.experimental[:, 0].tolist() == NEW
    assert pair.notes[0].startswith("Joined on column 'task' and 'question' of b.csv:")
    message = refusal(read_tables, *pair_of("idx", KINDS["numbers"], other="nr"), columns="score")
    assert "hold the same numbers in another order" in message


def test_names_that_occur_twice_in_another_order_are_refused():
    def rows(order, scores):
        return [("question", "score"), *((f"What? {max(i, 1)}", scores[i]) for i in order)]

    message = refusal(read_tables, upload(rows(range(N), OLD)), upload(rows(SHUFFLED, NEW), "b.csv"), columns="score")
    assert "29 names on 30 lines" in message


def test_two_orders_in_one_file_are_refused():
    old = [("task_id", "hash", "score"), *((f"t{i}", f"h{i}", OLD[i]) for i in range(N))]
    new = [("task_id", "hash", "score"), *((f"t{i}", f"h{j}", NEW[i]) for i, j in enumerate(SHUFFLED))]
    message = refusal(read_tables, upload(old), upload(new, "b.csv"), columns="score")
    assert "nothing tells which names the items" in message


def test_the_scores_are_the_column_in_which_two_tables_differ():
    def rows(order, scores):
        return [("q", "words", "bleu"), *((f"t{i}", i % 3, -scores[i]) for i in order)]

    pair = read_tables(upload(rows(range(N), OLD)), upload(rows(SHUFFLED, NEW)))
    assert pair.experimental[:, 0].tolist() == [-score for score in NEW]
    assert pair.notes[1].startswith("The scores are those of column 'bleu': the tables differ in no other")
    counts = [("q", "right", "total"), *((f"t{i}", i % 3, 3) for i in range(N))]
    fewer = [("q", "right", "total"), *((f"t{i}", i % 2, 3) for i in range(N))]
    assert "say which holds the scores" in refusal(read_tables, upload(counts), upload(fewer))


@pytest.mark.parametrize("name", ["", "X", "Unnamed: 0"])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("words", [("FALSE", "TRUE"), ("no", "yes"), ("F", "T"), ("0", "1")])
def test_the_running_number_that_r_writes_is_no_score_and_no_denominator(name, first, words):
    files = [
        upload([(name, "id", "correct"), *((i + first, f"q{i}", words[score > bar]) for i, score in enumerate(OLD))])
        for bar in (0.5, 0.75)
    ]
    pair = read_tables(*files)
    assert pair.baseline[:, 0].tolist() == [score > 0.5 for score in OLD]
    assert pair.experimental[:, 0].tolist() == [score > 0.75 for score in OLD]


LABELS = ["yes", "no", "maybe"] * (N // 3)
PREDICTED = {"a.csv": LABELS[1:] + LABELS[:1], "b.csv": LABELS[:20] + ["no"] * 10}


def label_files(name="task_id", orders=(range(N), SHUFFLED, SHUFFLED[::-1]), gold="gold", predicted="pred"):
    files = [upload([(name, gold), *((f"t{i}", LABELS[i]) for i in orders[0])], "gold.csv")]
    for order, (file, labels) in zip(orders[1:], PREDICTED.items(), strict=True):
        rows = [(name, gold, predicted), *((f"t{i}", LABELS[i], labels[i]) for i in order)]
        files.append(upload(rows, file))
    return files


def accuracies(pair):
    right = [column for column, name in enumerate(pair.columns) if name.startswith("tp:")]
    return [statistics[:, right].sum() for statistics in (pair.baseline, pair.experimental)]


WANTED = [sum(a == b for a, b in zip(LABELS, labels, strict=True)) for labels in PREDICTED.values()]


@pytest.mark.parametrize("columns", [None, "gold", "pred"])
@pytest.mark.parametrize("name", ["id", "task_id", "question"])
@pytest.mark.parametrize("predicted", ["pred", "output", "label"])
def test_gold_is_never_the_prediction(columns, name, predicted):
    files = label_files(name, predicted=predicted)
    pair = read_labels(*files, columns=predicted if columns == "pred" else columns)
    assert accuracies(pair) == WANTED
    assert any("'gold' is gold on every row" in note for note in pair.notes)


def test_a_column_of_another_name_may_be_a_copy_of_gold():
    files = label_files(gold="target", predicted="answer_of_model")
    assert accuracies(read_labels(*files)) == WANTED


def test_a_copy_of_gold_that_differs_is_refused():
    gold, old, new = label_files()
    wrong = Upload("b.csv", new.data.replace(b"t7,no", b"t7,yes").replace(b"t7,maybe", b"t7,yes"))
    assert wrong.data != new.data
    assert "for the same item: give all files the same gold labels" in refusal(read_labels, gold, old, wrong)


@pytest.mark.parametrize("separator", [" ", ";", ","])
@pytest.mark.parametrize("score", ['"0,{}"', "0.{}", '"0.{}"'])
def test_row_numbers_beside_distinct_scores_are_no_scores(separator, score):
    def file(name, scores):
        return Upload(name, "\n".join(f"{score.format(x)}{separator}{i}" for i, x in enumerate(scores)).encode())

    for others in (range(9), [*range(1, 9), 0]):
        try:
            pair = read(file("old.txt", range(9)), file("new.txt", others))
        except (OptionError, DataError):
            continue
        assert pair.experimental[:, 0].tolist() == [x / 10 for x in others]


def test_a_sample_id_that_seldom_repeats_names_the_items():
    text = "sample_id,attempt,text,old,new\nq1,1,x,0,1\nq2,1,x,1,1\nq3,1,y,0,0\nq4,1,x,1,0\nq4,2,x,1,1\n"
    message = refusal(read_systems, Upload("a.csv", text.encode()))
    assert "column 'sample_id' has 4 names on 5 lines" in message
    assert "(id='sample_id', --id sample_id)" in message


@pytest.mark.parametrize(
    ("header", "old", "new", "message"),
    [
        ("unit,hash", ["x,p", "y,q", "z,r"], ["y,r", "x,p", "z,q"], "order the items differently"),
        ("gold", "nyz", "nxz", r"column 'gold' of a.csv and b.csv differs on line 3 \('y' and 'x'\)"),
    ],
)
def test_columns_that_contradict_a_join_are_asked_about(header, old, new, message):
    files = [
        Upload(name, "\n".join([f"{header},score", *(f"{row},0.{i}" for i, row in enumerate(rows))]).encode())
        for name, rows in (("a.csv", old), ("b.csv", new))
    ]
    with pytest.raises(OptionError, match=message):
        read(*files)
    assert len(read(*files, id="position")) == 3


def test_measures_are_items_only_if_the_user_says_so():
    files = [Upload(f"{name}.csv", b"metric,value\nbleu,0.1\nrouge1,0.2\nmeteor,0.4\n") for name in "ab"]
    with pytest.raises(DataError, match=r"hold totals of whole systems .* column \(id='metric', --id metric\)"):
        read(*files)
    assert read(*files, id="metric").ids == ("bleu", "rouge1", "meteor")


def test_ids_that_differ_offer_another_column_of_the_same_items():
    header = ["id", "question", "score"]
    old = upload([header, *([f"a{i}", i * i, OLD[i]] for i in range(N))])
    new = upload([header, *([f"b{i}", i * i, NEW[i]] for i in SHUFFLED)], "b.csv")
    with pytest.raises(DataError, match=r"No id of a.csv .* or join on 'question' \(id='question', --id question\)"):
        read_tables(old, new)
    assert read_tables(old, new, id="question").experimental[:, 0].tolist() == NEW


SAMPLED = "".join(f"{i},1,1\n{i},2,{{}}\n" for i in range(1, 9))


@pytest.mark.parametrize("blank", ["", "NA", "-1"])
@pytest.mark.parametrize("together", [False, True])
def test_a_sample_without_a_score_is_refused_or_counted(blank, together):
    options = {"missing_value": -1} if blank == "-1" else {}
    texts = [SAMPLED.format(*[blank] * 8), SAMPLED.format(*"00000000")]
    files = [
        Upload(f"{name}.csv", b"id,sample,passed\n" + text.encode()) for name, text in zip("ab", texts, strict=True)
    ]
    if together:
        rows = [f"{name},{line}" for name, text in zip("ab", texts, strict=True) for line in text.splitlines()]
        files = [Upload("long.csv", "\n".join(["system,id,sample,passed", *rows]).encode())]
    with pytest.raises(DataError, match="line 3: the score of a sample of item '1' is missing, and of 7 other samples"):
        read(*files, **options)
    with pytest.raises(DataError, match="of a sample of item '1' is missing"):
        read_systems(*files, **options)
    scores = read_systems(*files, missing="drop", **options)
    assert "8 samples without a score left out of the means of a." in scores.notes
    assert scores.pair("a", "b").baseline.tolist() == [[1, 1]] * 8


AFFIXED = {
    "path": [f"out/{{}}/{i}.txt" for i in range(1, 7)],
    "file": [f"{{}}_{name}" for name in ["ann", "bob", "cy", "dee", "eve", "fay"]],
    "audio": [f"/data/{{}}/wav/utt{i}.wav" for i in range(8, 14)],
}


@pytest.mark.parametrize("column", AFFIXED)
@pytest.mark.parametrize("reader", [read, read_systems])
def test_names_that_differ_by_what_the_system_is_called_are_not_joined_by_position(column, reader):
    rows = {
        name: [f"{cell.format(name)},{(i + bonus) / 10}\n" for i, cell in enumerate(AFFIXED[column])]
        for name, bonus in (("old", 0), ("t5", 1))
    }
    old, new = (Upload(f"{name}.csv", (f"{column},score\n" + "".join(rows[name])).encode()) for name in rows)
    assert reader(old, new)  # in the same order
    turned = Upload("t5.csv", (f"{column},score\n" + "".join(rows["t5"][::-1])).encode())
    with pytest.raises(OptionError, match="seems to name the same rows in another order"):
        reader(old, turned)
    assert reader(old, turned, id="position")


TEXTS = [f"Zürich: of {name} sentences, the one that isn't like the others." for name in "abcdef"]
UTTERANCES = [f"utt_{i}" for i in range(6)]
OTHERWISE = {
    "cut": [f"{text[:20]}..." for text in TEXTS],
    "cut into words": [text.replace(",", " ,").replace("n't", " n't").replace(":", " :") for text in TEXTS],
    "zeros before numbers": [f"utt_{i:03}" for i in range(6)],
}


@pytest.mark.parametrize("other", OTHERWISE)
def test_texts_that_are_written_otherwise_are_not_joined_by_position(other):
    old, new = (
        Upload(name, "".join(["text,score\n", *(f'"{text}",0.{i}\n' for i, text in enumerate(each))]).encode())
        for name, each in (("old.csv", UTTERANCES if "zeros" in other else TEXTS), ("new.csv", OTHERWISE[other][::-1]))
    )
    with pytest.raises(OptionError, match="in another order"):
        read(old, new)


@pytest.mark.parametrize("column", ["turn", "round", "run", "sample", "step", "sent_id", "sent", "line"])
@pytest.mark.parametrize("group", ["cluster", "strata"])
@pytest.mark.parametrize("reader", [read, read_tables])
def test_what_is_numbered_within_a_document_names_items_with_it(column, group, reader):
    rows = [(f"d{i // 4}", i % 4, i / 100) for i in range(24)]
    moved = sorted(rows, key=lambda row: (row[0], -row[1]))
    old, new = (
        Upload(name, "".join([f"doc,{column},score\n", *(f"{d},{i},{x}\n" for d, i, x in each)]).encode())
        for name, each in (("old.csv", rows), ("new.csv", moved))
    )
    pair = reader(old, new, **{group: "doc"})
    assert pair.baseline.tolist() == pair.experimental.tolist()
    assert len(pair) == 24
    assert len(set(pair.strata if group == "strata" else pair.clusters)) == 6


@pytest.mark.parametrize("as_file", [upload, records])
def test_rows_that_only_two_columns_name_together_are_joined_on_both(as_file):
    header, keys = ("seed", "fold", "accuracy"), [(seed, fold) for seed in range(6) for fold in range(5)]
    old = as_file([header, *((*keys[i], OLD[i]) for i in range(N))], "a.csv")
    new = as_file([header, *((*keys[i], NEW[i]) for i in SHUFFLED)], "b.csv")
    pair = read(old, new)
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == (OLD, NEW)
    assert "Joined on columns 'seed', 'fold': together they name each row." in pair.notes


@pytest.mark.parametrize(("name", "kinds"), [("category", ["short", "long", "middle"]), ("length", [5, 7, 8, 9])])
def test_a_repeated_description_in_another_order_forbids_pairing_by_position(name, kinds):
    described = [kinds[i % len(kinds)] for i in range(N)]
    old = upload([(name, "score"), *zip(described, OLD, strict=True)], "a.csv")
    new = upload([(name, "score"), *((described[i], NEW[i]) for i in SHUFFLED)], "b.csv")
    said = refusal(read, old, new, columns="score")
    assert f"{name!r} of a.csv and b.csv holds the same values in another order" in said
    assert len(read(old, new, columns="score", id="position")) == N


def test_documents_and_their_parts_name_items_in_every_layout():
    rows = [(f"d{i // 5}", i % 5) for i in range(N)]
    wide = upload([("doc", "seg", "old", "new"), *((*row, *both) for row, *both in zip(rows, OLD, NEW, strict=True))])
    long = [
        (system, *row, score)
        for system, of in (("old", OLD), ("new", NEW))
        for row, score in zip(rows, of, strict=True)
    ]
    for file in (wide, upload([("system", "doc", "seg", "score"), *long])):
        assert len(read_systems(file)) == len(read_systems(file, cluster="doc")) == N
        assert len(set(read_systems(file, cluster="doc").clusters)) == 6


@pytest.mark.parametrize("index", ["", "Unnamed: 0", "idx"])
def test_row_numbers_beside_samples_name_no_items(index):
    rows = [(i // 5, i % 5) for i in range(N)]
    old, new = (
        upload([(index, "conversation", "turn", "score"), *((i, *row, of[i]) for i, row in enumerate(rows))], name)
        for name, of in (("a.csv", OLD), ("b.csv", NEW))
    )
    assert len(read(old, new)) == N // 5


def test_row_numbers_do_not_hide_that_rows_were_sorted():
    described = [(i % 5, i % 3) for i in range(N)]
    header = ("", "length", "fold", "score")
    old = upload([header, *((i, *described[i], OLD[i]) for i in range(N))], "a.csv")
    new = upload([header, *((i, *described[j], NEW[j]) for i, j in enumerate(SHUFFLED))], "b.csv")
    assert "'length' of a.csv and b.csv holds the same values in another order" in refusal(read, old, new)


@pytest.mark.parametrize("name", ["n_errors", "correct", "f1", "judge_rating", "rank"])
@pytest.mark.parametrize("beside", ["latency", "cost_usd", "steps", "confidence", "timestamp"])
def test_scores_beside_what_an_answer_took_are_known_by_their_names(name, beside):
    old = upload([("id", name, beside), *((i, i % 7, each) for i, each in enumerate(OLD))], "a.csv")
    new = upload([("id", name, beside), *((i, i % 5, each) for i, each in enumerate(NEW))], "b.csv")
    if name == "rank":
        assert "(columns='rank', --columns rank)" in refusal(read, old, new)
    else:
        assert read(old, new).baseline[:, 0].tolist() == [i % 7 for i in range(len(OLD))]
