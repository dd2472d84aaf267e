"""Files of translations and references: lines as sacreBLEU reads them, and refused files."""

import numpy as np
import pytest
import sacrebleu

import core
from core.errors import DataError, OptionError
from core.readers import Upload, preview, read, read_segments, read_systems
from tests.core.test_cli import printed, run
from tests.core.translations import corpus, upload

[RIGHT], SYSTEMS = corpus(25)
OLD, NEW = SYSTEMS
REF = upload("ref.txt", RIGHT)
FILES = [upload("old.txt", OLD), upload("new.txt", NEW)]
TER_OF_OLD = sacrebleu.TER()._extract_corpus_statistics(OLD, [RIGHT])


def statistics(old, reference=REF, **options):
    return read_segments(old, FILES[1], reference, **options).baseline


def test_all_metrics_stand_side_by_side():
    pair = read_segments(*FILES, REF)
    assert core.metrics.fitting_metrics(pair) == ["bleu", "chrf", "chrf++", "ter"]
    assert len(pair.columns) == len(set(pair.columns)) == 10 + 18 + 24 + 2
    assert (pair.baseline_name, pair.experimental_name, pair.decimals) == ("old", "new", 0)
    assert pair.baseline[:, :10].tolist() == sacrebleu.BLEU()._extract_corpus_statistics(OLD, [RIGHT])
    assert pair.baseline[:, -2:].tolist() == TER_OF_OLD


@pytest.mark.parametrize(
    "data",
    [
        "\n".join(OLD) + "\n",
        "\r\n".join(OLD) + "\r\n",
        "\r".join(OLD) + "\r",
        "\ufeff" + "\n".join(OLD) + "\n",
        "".join(f"{line}  \t\n" for line in OLD),
    ],
    ids=["lines", "Windows", "old Mac", "mark", "white space"],
)
def test_lines_end_as_they_do(data):
    assert np.array_equal(statistics(Upload("old.txt", data.encode()), metrics=["bleu"]), statistics(FILES[0])[:, :10])


def test_the_last_line_needs_no_end_and_blank_ones_count():
    lines = [*OLD[:-2], "", ""]
    assert np.array_equal(statistics(upload("a", lines)), statistics(Upload("a", "\n".join([*lines, ""]).encode())))
    assert statistics(upload("a", lines))[-1, 0] == 0


def test_text_that_is_tokenised_already_is_noted():
    many = ["it is so ."] * 120
    files = [upload(name, many) for name in ("old", "new", "ref")]
    assert read_segments(*files, metrics=["bleu"]).notes[0].startswith("120 lines of old end in a period of its own")


@pytest.mark.parametrize(
    ("files", "reference", "message"),
    [
        ([upload("old.txt", OLD[1:]), FILES[1]], REF, r"old\.txt has 24 lines and ref\.txt has 25 lines: "),
        (FILES, [REF, upload("ref2.txt", [*RIGHT, ""])], r"ref2\.txt has 26 lines and ref\.txt has 25 lines"),
        (FILES, upload("ref.txt", ["", *RIGHT[1:]]), r"ref\.txt, line 1: a blank line, but every segment needs"),
        ([Upload("old.txt", b""), FILES[1]], REF, r"old\.txt has 0 lines"),
        ([Upload("old.txt", b"\xff\xfe\xfd"), FILES[1]], REF, r"old\.txt"),
        (FILES, "no/such/file", "There is no file"),
    ],
)
def test_what_does_not_belong_together_is_refused(files, reference, message):
    with pytest.raises(DataError, match=message):
        read_segments(*files, reference)


def test_a_pair_of_text_has_no_mean_and_scores_no_bleu():
    pair = read_segments(*FILES, REF, metrics=["ter"])
    with pytest.raises(OptionError, match="but the data hold what is counted of segments: use ter"):
        core.compare(pair, metric="ratio")
    with pytest.raises(OptionError, match=r"metric == 'bleu' needs segments with references.*--reference.*: use mean"):
        core.compare([0, 1], [1, 1], metric="bleu")


def test_files_are_recognised_whatever_they_hold():
    assert preview(upload("hyp.txt", ["the cats are on the mat" + " and on it" * i for i in range(5)])).n_rows == 5
    short = [upload(name, ["no", "yes", ""]) for name in ("old", "new")]
    pair = read(*short, reference=upload("ref", ["no", "no", "maybe"]))
    assert len(pair) == 3
    assert core.compare(pair, metric="ter").statistic == 0
    assert read(*FILES, reference=[REF, FILES[0]]).digest != read(*FILES, reference=REF).digest


def test_many_systems_are_ranked():
    scores = read_systems(*FILES, upload("best.txt", RIGHT), reference=REF, metrics=["chrf"])
    ranking = core.rank(scores, metric="chrf", n_resamples=200)
    assert ranking.systems[0].name == "best"
    assert ranking.systems[0].score == pytest.approx(100)
    assert ranking.notes[-1].startswith("Signature of chrF: nrefs:1|")
    assert ranking.pairs[-1].pvalue == core.compare(scores.pair("old", "new"), metric="chrf", n_resamples=200).pvalue
    with pytest.raises(OptionError, match="id= has no meaning for translations"):
        read_systems(*FILES, reference=REF, id="a")


def test_the_command_line_takes_several_references(tmp_path):
    right, systems = corpus(8, references=2)
    for name, lines in zip(("ref1", "ref2", "old", "new"), (*right, *systems), strict=True):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    references = [word for i in (1, 2) for word in ("--reference", str(tmp_path / f"ref{i}.txt"))]
    files = [str(tmp_path / f"{name}.txt") for name in ("old", "new")]
    asked = ["compare", *files, *references, "--metric", "bleu", "--resamples", "200"]
    result = printed(*asked)
    assert result["signature"].startswith("nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    assert result["experimental"] == pytest.approx(sacrebleu.corpus_bleu(systems[1], right).score)
    whole = core.read(*files, reference=[tmp_path / "ref1.txt", tmp_path / "ref2.txt"])
    assert core.compare(whole, metric="bleu", n_resamples=200).to_dict() == result
    assert f"signature     {result['signature']}" in run(*asked).stdout
    assert printed("rank", *files, *references, "--metric", "ter")["metric"] == "ter"


def test_files_without_segments_and_endless_ones_are_refused():
    with pytest.raises(DataError, match=r"ref\.txt is empty: it should hold one segment a line"):
        read_segments(upload("old.txt", []), upload("new.txt", []), upload("ref.txt", []))
    long = ["a " * 2_000 + "a"]
    with pytest.raises(DataError, match=r"new\.txt, line 1: 2,001 words of 4,001 characters, and a segment has"):
        read_segments(upload("old.txt", ["a"]), upload("new.txt", long), upload("ref.txt", ["a"]))


def test_of_much_text_only_bleu_is_counted_unless_another_is_asked_for(monkeypatch):
    monkeypatch.setattr("core.readers.segments._MOST_UNASKED", 10)
    files = upload("old.txt", ["a b c", "d e"]), upload("new.txt", ["a b", "d e f"]), upload("ref.txt", ["a b", "d e"])
    pair = read_segments(*files)
    assert any("only BLEU is counted" in note for note in pair.notes)
    with pytest.raises(OptionError):
        core.compare(pair, metric="ter")
    assert core.compare(read_segments(*files, metrics=["ter"]), metric="ter").metric == "ter"


def test_of_very_much_text_a_metric_is_asked_for(monkeypatch):
    monkeypatch.setattr("core.readers.segments._MOST_BLEU_UNASKED", 10)
    monkeypatch.setattr("core.readers.segments._AT_ONCE", 7)
    with pytest.raises(OptionError, match=r"old\.txt, new\.txt: 25 segments in a file, .*: name the metric to count"):
        read_segments(*FILES, REF)
    pair = read_segments(*FILES, REF, metrics=["bleu"])
    assert pair.baseline.tolist() == sacrebleu.BLEU()._extract_corpus_statistics(OLD, [RIGHT])


def test_the_edits_of_long_segments_are_counted_when_asked_for():
    files = [upload(name, [" ".join([name] * 201)]) for name in ("old", "new", "ref")]
    pair = read_segments(*files)
    assert core.metrics.fitting_metrics(pair) == ["bleu", "chrf", "chrf++"]
    assert pair.notes == ("TER would take long and is counted only when asked for by name (metrics=, --metric).",)
    assert read_segments(*files, metrics=["ter"]).baseline.tolist() == [[201, 201]]
