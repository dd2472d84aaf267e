"""Details of lighteval, in Parquet."""

import io

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, preview, suggest
from core.readers.logs import lighteval
from tests.core.readers.logs.made import whole

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow, which Streamlit brings along, is not installed")
parquet = pytest.importorskip("pyarrow.parquet")

DATES = ("2025-07-01T00-00-00.1", "2025-07-02T00-00-00.1")


def details(date, metrics, ids=None, task="gsm8k|0", **columns):
    ids = [str(i) for i in range(len(metrics))] if ids is None else ids
    held = {"doc": [{"id": each, "query": f"ask {i % 3}"} for i, each in enumerate(ids)], "metric": metrics} | columns
    written = io.BytesIO()
    parquet.write_table(pyarrow.table(held), written)
    return Upload(f"details_{task}_{date}.parquet", written.getvalue())


def results(date, model, task="gsm8k|0", **stated):
    return whole(f"results_{date}.json", {"config_general": {"model_name": model}, "results": {task: stated}})


TWO = (details(DATES[0], [{"em": 0.0}, {"em": 1.0}]), details(DATES[1], [{"em": 1.0}, {"em": 1.0}]))


def test_details_are_recognised_and_joined():
    assert preview(TWO[0]).kind == "lighteval"
    assert suggest(*TWO).options["measure"] == "em"
    scores = core.read(*TWO, results(DATES[0], "small"), results(DATES[1], "large"))
    assert (scores.names, scores.ids) == (("small", "large"), ("0", "1"))
    assert scores.notes[0] == "Scores of em of gsm8k|0."
    assert core.compare(scores).helped == 1


def test_a_document_has_a_row_for_each_way_of_sampling():
    rows = [{"em": 1.0, "f1": None}, {"em": 0.0, "f1": None}, {"em": None, "f1": 0.5}]
    files = [details(date, rows, ["0", "1", "0"]) for date in DATES]
    with pytest.raises(OptionError, match="2 measures of gsm8k"):
        core.read(*files)
    scores = core.read(*files, measure="f1")
    assert scores.ids == ("0",)
    assert any("1 item left out that" in note and note.endswith("(no score): 1.") for note in scores.notes)
    assert len(core.read(*files, measure="em")) == 2
    with pytest.raises(DataError, match="item '0' has two scores of em"):
        core.read(details(DATES[0], [{"em": 1.0}, {"em": 0.0}], ["0", "0"]), TWO[1])


def test_documents_without_ids_are_known_by_their_query_and_older_details_by_their_example():
    assert core.read(*(details(date, [{"em": 1.0}] * 2, ["", ""]) for date in DATES)).ids == ("ask 0", "ask 1")
    old = [details(date, [{"acc": 1}] * 2, doc=[None] * 2) for date in DATES]
    for place, date in enumerate(DATES):
        written = io.BytesIO()
        parquet.write_table(pyarrow.table({"example": ["a", "b"], "metrics": [{"acc": 1}, {"acc": 0}]}), written)
        old[place] = Upload(f"details_arc_{date}.parquet", written.getvalue())
    assert core.read(*old).ids == ("a", "b")


def test_what_does_not_fit_is_refused_in_a_sentence(monkeypatch):
    lists = [details(date, [{"em": 1.0, "bleu": ["a"]}] * 2) for date in DATES]
    assert len(core.read(*lists)) == 2
    with pytest.raises(DataError, match="bleu cannot be compared: it is scored over all items at once"):
        core.read(*lists, measure="bleu")
    with pytest.raises(DataError, match=r"states 0.5 in em, and the mean of its 2 items is 1"):
        core.read(*TWO, results(DATES[1], "large", em=0.5))
    with pytest.raises(DataError, match="no score of any document: give the run's details"):
        core.read(results(DATES[0], "small"), results(DATES[1], "large"))
    with pytest.raises(DataError, match="Parquet file"):
        core.read(TWO[0]._replace(data=TWO[0].data[:-20]), TWO[1]._replace(data=TWO[1].data[:-20]))
    monkeypatch.setattr(lighteval, "_MOST_ROWS", 1)
    with pytest.raises(DataError, match=r"holds 2 rows, .* and at most 1 rows"):
        core.read(*TWO)
