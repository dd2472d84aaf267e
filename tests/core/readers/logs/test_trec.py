"""Topics of trec_eval and ir_measures, real and made."""

import csv

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, suggest
from tests.core.readers.logs.made import REAL, lines, needs_real_logs, whole


def trec(name, values, measure="map", mean=None, more=""):
    rows = [f"{measure:<22}\t{topic}\t{value}" for topic, value in values.items()]
    rows += [] if mean is None else [f"{measure:<22}\tall\t{mean}"]
    return Upload(name, ("\n".join(rows) + "\n" + more).encode())


OLD = {"303": "0.0669", "307": "0.0225", "310": "0.2282"}
NEW = {"303": "0.1498", "307": "0.1513", "310": "0.2043"}


def test_topics_that_a_run_lacks_count_as_0_where_that_is_asked_for():
    files = trec("old.eval", OLD), trec("new.eval", NEW | {"999": "0.5"})
    scores = core.read(*files, absent="zero")
    assert (scores.ids, scores.statistics[0, 0, -1, 0]) == (("303", "307", "310", "999"), 0)
    assert "1 item that old does not have, counted as 0: 999." in scores.notes
    assert core.compare(scores).helped == 3
    assert core.read(*files, absent="drop").digest == core.read(*files).digest
    with pytest.raises(OptionError, match=r"absent == 'no', must be one of drop, zero\."):
        core.read(*files, absent="no")


def test_what_is_no_measure_of_a_topic_is_left_out():
    more = "".join(f"{name:<22}\t{topic}\t{value}\n" for name, topic, value in [
        ("runid", "all", "Neural"), ("num_q", "all", "3"), ("num_ret", "303", "1000"), ("relstring", "303", "'0110'"),
        ("gm_map", "all", "0.1"),
    ])  # fmt: skip
    scores = core.read(trec("old.eval", OLD, mean="0.1059", more=more), trec("new.eval", NEW))
    assert (scores.names, scores.columns) == (("Neural", "new"), ("score", "items"))


def test_the_mean_of_all_topics_is_checked():
    assert core.read(trec("old.eval", OLD, mean="0.1059"), trec("new.eval", NEW))
    with pytest.raises(DataError, match=r"old.eval states 0.1061 in map, and the mean of its 3 items is 0.105867"):
        core.read(trec("old.eval", OLD, mean="0.1061"), trec("new.eval", NEW))


def test_the_forms_of_ir_measures_are_read():
    tsv = [Upload(name, "".join(f"{t}\tAP\t{v}\n" for t, v in held.items()).encode())
           for name, held in (("old.tsv", OLD), ("new.tsv", NEW))]  # fmt: skip
    rows = [lines(name, [{"query_id": t, "measure": "AP", "value": float(v)} for t, v in held.items()])
            for name, held in (("old.jsonl", OLD), ("new.jsonl", NEW))]  # fmt: skip
    assert core.read(*tsv).digest == core.read(*rows).digest
    with pytest.raises(DataError, match=r"no measure in common \(old AP; new map\)"):
        core.read(tsv[0], trec("new.eval", NEW))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("map                   \t303\t0.1\n", "item '303' has two scores of map in one run"),
        ("map                   \t999\tgood\n", "line 4: 'good' is not a number of topic '999'"),
        ("map                   \t99", "line 4: .* is not a measure, a topic and a value between tabs"),
    ],
)
def test_faulty_lines_are_refused(more, sentence):
    with pytest.raises(DataError, match=sentence):
        core.read(trec("old.eval", OLD, more=more), trec("new.eval", NEW))


@pytest.mark.thorough
@needs_real_logs
def test_real_runs_have_the_p_values_of_a_reference():
    with open(REAL / "oracles" / "robust03_136pairs.csv") as file:
        rows = list(csv.DictReader(file))
    scores = core.read(REAL / "trec_eval" / "robust03_q", measure="map")
    assert (len(scores.names), len(scores)) == (17, 100)
    for row in rows[::45]:
        result = core.compare(scores.pair(row["b"], row["a"]))
        assert result.statistic == pytest.approx(float(row["delta_map"]), abs=1e-12)
        assert result.pvalue == pytest.approx(float(row["p_permutation_exact_by_our_core"]), rel=1e-6, abs=0)


@pytest.mark.parametrize("turned", [False, True])
def test_measures_of_queries_in_json(turned):
    def held(name, add):
        values = {"NDCG@10": {"q1": 0.25 + add, "2": 0.5}, "Recall@100": {"q1": 1.0, "2": 0.75 + add}}
        by_query = {query: {measure: of[query] for measure, of in values.items()} for query in ("q1", "2")}
        return whole(f"{name}.json", by_query if turned else values)

    files = held("old", 0.0), held("new", 0.125)
    assert suggest(*files).kind == "trec"
    with pytest.raises(OptionError, match="NDCG@10, Recall@100"):
        core.read(*files)
    scores = core.read(*files, measure="NDCG@10")
    assert (scores.ids, scores.statistics[:, 0, :, 0].tolist()) == (("q1", "2"), [[0.25, 0.5], [0.375, 0.5]])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("overall", "'overall' in column 'id' looks like a summary"), ("result", "mean .* others, .* not 'result'")],
)
def test_what_sums_up_the_queries_is_refused(name, sentence):
    held = {"q1": {"map": 1.0}, "q2": {"map": 0.25}, "q3": {"map": 0.5}, name: {"map": 0.5833}}
    with pytest.raises(DataError, match=sentence):
        core.read(whole("a.json", held), whole("b.json", held))


def test_a_cut_file_among_others_is_refused():
    held = whole("a.json", {f"q{i}": {"map": i / 10} for i in range(9)})
    with pytest.raises(DataError, match=r"a.json, line 1: not JSON .* is the file cut"):
        core.read(held._replace(data=held.data[:-4]), held._replace(name="b.json"), held._replace(name="c.json"))


@pytest.mark.parametrize("columns", [("name", "qid", "measure", "value"), ("qid", "value", "name", "measure")])
def test_results_of_pyterrier_by_query_hold_all_systems(columns):
    rows = [
        {"name": name, "qid": qid, "measure": measure, "value": value}
        for qid in ("1", "2") for measure in ("map", "ndcg_cut_10")
        for name, value in (("BM25", 0.25), ("PL2", 0.5 if qid == "1" else 0.125))
    ]  # fmt: skip
    lines = [",".join(columns), *(",".join(str(row[name]) for name in columns) for row in rows)]
    file = Upload("per_query.csv", "\n".join(lines).encode())
    assert suggest(file).kind == "trec"
    scores = core.read(file, measure="map")
    assert (scores.names, scores.statistics[1, 0, :, 0].tolist()) == (("BM25", "PL2"), [0.5, 0.125])
