"""The command line on labels, entities and coreference output, and the commands convert and randomization."""

from pathlib import Path

import numpy as np
import pytest

import core
from core.readers import read_labels
from tests.core.readers.test_conll_coreference import DOCUMENTS, scored
from tests.core.test_cli import as_json, error, printed, run


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Write one file of each kind into the working directory."""
    monkeypatch.chdir(tmp_path)
    better = {name: ("0" if counts[1] == "0" else "2", *counts[1:]) for name, counts in DOCUMENTS.items()}
    contents = {
        "gold.txt": "a\nb\na\nc\n",
        "old.txt": "a\na\na\nb\n",
        "new.txt": "a\nb\na\nb\n",
        "labels.tsv": "gold\told\tnew\na\ta\ta\nb\ta\tb\na\ta\ta\nc\tb\tb\n",
        "old.muc": scored(),
        "new.muc": scored(better),
        "all.out": "\nMETRIC muc:\n" + scored() + "\nMETRIC bcub:\n" + scored(better),
        "one.txt": "1\n0\n1\n0\n",
        "two.txt": "1\n1\n1\n1\n",
        "ratio.txt": "1 2\n2 3\n1 1\n",
        "ratio2.txt": "2 2\n2 3\n1 1\n",
        "four.txt": "1 2 1 1\n2 3 2 2\n1 1 1 2\n",
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_label_set_is_a_list(files):
    pair = read_labels("gold.txt", "old.txt", "new.txt", labels=["c", "b", "a"])
    result = printed("compare", "--gold", "gold.txt", "old.txt", "new.txt", "--metric", "f1:b", "--labels", "c, b,a")
    assert result == as_json(core.compare(pair, metric="f1:b"))


@pytest.mark.parametrize("options", [(), ("--gold", "gold"), ("--experimental-column", "new")])
def test_columns_of_gold_labels_and_predictions_are_found_as_in_python(files, options):
    shown = printed("compare", "labels.tsv", *options)
    assert shown == as_json(core.compare(core.read("labels.tsv"), metric="accuracy"))


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_convert_and_compare_give_what_conll_gives(files, suffix):
    for name in ("old", "new"):
        shown = run("convert", "conll", f"{name}.muc", "--output", name + suffix)
        assert shown.exit_code == 0
        assert "counts of 3 documents, which sum to the file's TOTALS" in shown.stdout
    delimiter = {".csv": ",", ".tsv": "\t"}[suffix]
    head = (files / f"old{suffix}").read_text().splitlines()
    assert head[0].split(delimiter) == ["document", *core.METRICS["f1"].columns]
    assert head[3].split(delimiter) == ["bc/b; part 000", "2.5", "4", "1.66666666666667", "3"]
    both = [printed("compare", f"old{end}", f"new{end}", "--metric", "f1") for end in (suffix, ".muc")]
    names = ("baseline_name", "experimental_name")
    assert [{key: one[key] for key in one if key not in names} for one in both[:1]] == [
        {key: one[key] for key in one if key not in names} for one in both[1:]
    ]


def test_convert_takes_one_of_several_metrics(files):
    shown = run("convert", "conll", "all.out", "--metric", "bcub", "--output", "out.csv")
    assert "bcub counts of 3 documents" in shown.stdout
    message = error("convert", "conll", "all.out", "--output", "out.csv")
    assert "holds 2 metrics (muc, bcub): choose one (metric=, --conll-metric)" in message
    assert run("convert", "conll", "all.out", "--conll-metric", "muc", "--output", "out.csv").exit_code == 0
    assert "cannot be written" in error("convert", "conll", "old.muc", "--output", "no/where.csv")


@pytest.mark.parametrize(
    ("systems", "metric"), [(("one", "two"), "mean"), (("ratio", "ratio2"), "ratio"), (("four",) * 2, "f1")]
)
def test_randomization(files, systems, metric):
    names = [f"{name}.txt" for name in systems]
    result = printed("randomization", *names, 200, "--seed", 3)
    expected = core.compare(
        core.readers.read_scores(*names), metric=metric, test="permutation", alternative="two-sided",
        method="monte-carlo", n_resamples=200, seed=3,
    )  # fmt: skip
    assert result == as_json(expected)
    assert result["pvalue"] * 201 == pytest.approx(round(result["pvalue"] * 201))
    assert printed("randomization", *names, "--metric", metric)["n_resamples"] == 10_000


COUNTS = {
    "id,right,asked": [("a", 3, 4), ("b", 1, 2), ("c", 0, 5), ("d", 7, 7)],
    "wins,trials": [(3, 4), (1, 2), (0, 5), (7, 7)],
    "doc,hits,gold,tp,pred": [("a", 3, 4, 3, 5), ("b", 1, 2, 1, 1), ("c", 0, 5, 0, 2), ("d", 7, 7, 7, 9)],
}


def as_table(header, rows):
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)])


@pytest.mark.parametrize("header", COUNTS)
@pytest.mark.parametrize("layout", ["tables", "long"])
def test_a_metric_of_counts_takes_the_columns_of_counts(tmp_path, monkeypatch, header, layout):
    monkeypatch.chdir(tmp_path)
    rows = COUNTS[header]
    moved = [(*row[:-1], row[-1] + 1 + i) for i, row in enumerate(rows)]
    columns = [name for name in header.split(",") if name not in ("id", "doc")]
    metric = {4: "f1", 2: "ratio"}[len(columns)]
    for name, each in (("old", rows), ("new", moved)):
        Path(f"{name}.csv").write_text(as_table(header, each))
    files, option = ["old.csv", "new.csv"], "--columns"
    if layout == "long":
        both = [(name, f"q{i}", *row[-len(columns) :]) for name, each in (("old", rows), ("new", moved))
                for i, row in enumerate(each)]  # fmt: skip
        Path("both.csv").write_text(as_table(f"system,item,{','.join(columns)}", both))
        files, option = ["both.csv"], "--score-column"
    named = ["--metric", metric, option, ",".join(columns)]
    for verb in ("compare", "rank"):
        found, expected = printed(verb, *files, "--metric", metric), printed(verb, *files, *named)
        assert {**found, "notes": []} == {**expected, "notes": []}
    values = [np.array([row[-len(columns) :] for row in each], dtype=float) for each in (rows, moved)]
    by_hand = core.compare(*values, metric=metric)
    result = printed("compare", *files, "--metric", metric)
    assert (result["pvalue"], result["difference"]) == pytest.approx((by_hand.pvalue, by_hand.statistic))


BESIDE = "1,2,10,1,10\n2,3,10,2,10\n3,4,10,3,10\n4,5,20,4,20\n"


@pytest.mark.parametrize(
    ("header", "ways"),
    [
        ("errors_old,words_old,errors_new,words_new", ["errors_old,words_old", "errors_new,words_new"]),
        ("num_a,den_a,num_b,den_b", ["num_a,den_a", "num_b,den_b"]),
        ("old_total,old_hits,new_hits,new_total", ["old_hits,old_total", "new_hits,new_total"]),
        ("w,x,y,z", []),
    ],
)
def test_counts_of_systems_side_by_side_are_asked_for(tmp_path, monkeypatch, header, ways):
    monkeypatch.chdir(tmp_path)
    Path("both.csv").write_text(f"id,{header}\n{BESIDE}")
    message = error("compare", "both.csv", "--metric", "ratio")
    assert message.endswith("give each system a file.\n")
    assert (
        "--baseline-column {} --experimental-column {}".format(*ways) if ways else "4 columns"
    ) in message or not ways
    assert "give each system a file" in error("rank", "both.csv", "--metric", "ratio")


@pytest.mark.parametrize(
    ("header", "metric", "columns"),
    [
        ("words,errors", "ratio", "errors,words"), ("total,correct", "ratio", "correct,total"),
        ("tokens,nll", "perplexity", "nll,tokens"), ("asked,right", "ratio", None), ("tp,fn", "ratio", None),
        ("duration,errors", "ratio", None), ("year,correct,total", "ratio", "correct,total"),
    ],
)  # fmt: skip
def test_what_divides_is_told_by_its_name_or_asked_for(tmp_path, monkeypatch, header, metric, columns):
    monkeypatch.chdir(tmp_path)
    year = "2020," if header.startswith("year") else ""
    for name, shift in (("old", 0), ("new", 1)):
        pairs = [(10 + i, 2 + (i + shift) % 3) for i in range(5)]
        rows = "".join(f"{i},{year}{','.join(map(str, pair[:: -1 if year else 1]))}\n" for i, pair in enumerate(pairs))
        Path(f"{name}.csv").write_text(f"id,{header}\n{rows}")
    if columns is None:
        assert "each numerator before its denominator" in error("compare", "old.csv", "new.csv", "--metric", metric)
        return
    found, named = (
        printed("compare", "old.csv", "new.csv", "--metric", metric, *option) for option in ([], ["--columns", columns])
    )
    assert (found["pvalue"], found["difference"]) == (named["pvalue"], named["difference"])


def test_a_metric_of_counts_asks_which_of_three_columns_they_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new"):
        Path(f"{name}.csv").write_text("id,right,asked,seconds\na,1,2,0.5\nb,2,2,0.75\nc,1,3,0.25\n")
    message = error("compare", "old.csv", "new.csv", "--metric", "ratio")
    assert "the columns of numbers 'right', 'asked', 'seconds'" in message
    assert message.endswith("(columns='right,asked', --columns right,asked).\n")
    for table in ("id,tp,fp,fn\na,1,2,0\nb,3,1,1\n", "id,tp,fp,fn,tn\na,1,2,0,3\nb,3,1,1,2\n"):
        for name in ("old", "new"):
            Path(f"{name}.csv").write_text(table)
        assert "recall_denominator (tp + fn)" in error("compare", "old.csv", "new.csv", "--metric", "f1")


@pytest.mark.parametrize("verb", ["compare", "rank"])
def test_a_metric_of_counts_of_one_column_is_sent_to_the_mean(verb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new"):
        Path(f"{name}.csv").write_text("id,score\na,1\nb,2\nc,1\n")
    message = error(verb, "old.csv", "new.csv", "--metric", "ratio")
    assert "1 column of numbers, 'score', but a score of counts needs two or four" in message
    assert "--columns" not in message
    assert "--metric mean" in message
    assert run(verb, "old.csv", "new.csv", "--metric", "mean").exit_code == 0


def test_groups_of_a_column_of_measures_are_those_of_by_measure(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, off in (("old", 0), ("new", 1)):
        rows = [(f"q{i}", measure, (i + off) % 5 / 5) for i in range(10) for measure in ("f1", "em")]
        Path(f"{name}.csv").write_text(as_table("id,metric,score", rows))
    message = error("compare", "old.csv", "new.csv", "--by", "metric")
    assert message.endswith("or compare two systems under each (core.by_measure, --by measure).\n")
    assert set(printed("compare", "old.csv", "new.csv", "--by", "measure")) > {"pvalue", "groups"}
    assert "--by" not in error("compare", "old.csv", "new.csv")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("compare old.txt new.txt --from labels", "To read labels, add gold= (--gold)"),
        ("compare --gold gold.txt old.txt new.txt --metric mean", "labels a, b, c: use accuracy, micro-f1, macro-f1"),
        ("compare --gold gold.txt old.txt new.txt --cluster x", "gold.txt has no column 'x': choose among 'column 1'"),
        ("compare old.muc new.muc --gold gold.txt --from conll", "--gold has no meaning for a coreference"),
    ],
)  # fmt: skip
def test_mistakes(files, arguments, expected):
    assert expected in error(*arguments.split())


SEEDS = "item,system,seed,score\n" + "".join(
    f"{item},{system},{seed},{(item + seed * (system == 'new')) % 3}\n"
    for item in range(6) for system in ("old", "new") for seed in (1, 2)
)  # fmt: skip
BOTH = ["compare", "seeds.csv", "--systems", "old", "new", "--runs", "seed"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([*BOTH, "--crossed", "--nested"], "--nested and --crossed exclude each other"),
        ([*BOTH, "--nested", "--crossed"], "--nested and --crossed exclude each other"),
        (["rank", "seeds.csv", "--runs", "seed", "--nested", "--crossed"], "exclude each other"),
        (
            [*BOTH, "--crossed", "--method", "exact"],
            "--method has no meaning with --crossed, which tests by Student's t",
        ),
        ([*BOTH, "--test", "permutation", "--interval", "bca", "--crossed"], "--test, --interval has no meaning with"),
        (["rank", "seeds.csv", "--runs", "seed", "--crossed", "--test", "bootstrap"], "--test has no meaning with"),
        (["gate", "old.txt", "new.txt", "--margin", "1", "--nested", "--crossed"], "exclude each other"),
    ],
)
def test_runs_are_of_one_kind_and_several_and_crossed_ones_have_one_test(arguments, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"seeds.csv": SEEDS, "old.txt": "1\n0\n1\n", "new.txt": "1\n1\n1\n"}.items():
        (tmp_path / name).write_text(text)
    assert why in error(*arguments)


@pytest.mark.parametrize("kind", ["--nested", "--crossed"])
def test_runs_of_either_kind_are_compared(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seeds.csv").write_text(SEEDS)
    assert run(*BOTH, kind).exit_code == 0
