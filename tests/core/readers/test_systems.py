"""Any number of systems: wide and long tables, a file a system, logs; with runs, clusters and missing scores."""

import numpy as np
import pytest

from core import DataError, OptionError
from core.readers import Upload, read, read_systems, read_table

WIDE = Upload("wide.csv", b"id,passage,rules,old,new\nq1,x,0,1,1\nq2,x,0,0,1\nq3,y,1,1,0\n")
LONG = Upload(
    "long.csv", b"item,model,f1,doc\nq1,old,0.5,x\nq2,old,0.25,x\nq3,old,1,y\nq3,new,0.75,y\nq1,new,1,x\nq2,new,0,x\n"
)
ONE = Upload("a.txt", b"0\n1\n")
RUNS = Upload(
    "runs.csv", b"item,model,seed,acc\nq1,a,1,0\nq1,a,2,1\nq2,a,1,1\nq2,a,2,1\nq1,b,1,1\nq1,b,2,1\nq2,b,1,0\nq2,b,2,1\n"
)
CLASSES = b"id,gold,old,new\n" + b"".join(b"q%d,%d,%d,%d\n" % (i, i % 3, i % 2, i * i % 3) for i in range(12))
SEEDS = b"id,old s1,old s2,new s1,new s2\nx,.1,.2,.3,.4\ny,.4,.3,.2,.1\n"
PREDICTED = b"model,id,y_true,y_pred\n" + b"".join(
    b"%s,%d,.%d,.%d\n" % (m, i, i, i + 10 * len(m)) for m in (b"a", b"bb") for i in range(9)
)
SIDES = b"id,model_a,model_b,score_a,score_b\n0,old,new,5,8\n1,new,old,8,5\n2,old,new,3,4\n"
SURE = [
    Upload(f"{name}.csv", b"id,label,score\n" + b"".join(b"%d,%c,.%d\n" % (i, 65 + i % k, i + 1) for i in range(9)))
    for name, k in (("a", 2), ("b", 3))
]
HEARD, ESSAYS = (
    [Upload(f"{k}.csv", "\n".join([header, *(row(i, k) for i in range(9))]).encode()) for k in (2, 4)]
    for header, row in (
        ("id,heard,confidence", lambda i, k: f"u{i},{k} {i},.{i * k % 9 + 1}"),
        ("essay_id,domain1_score,predicted_score", lambda i, k: f"e{i},{i % 5},{i * k % 5}"),
    )
)
RATERS = b"item,Ann (old),Ann (new),Ben (old),Ben (new)\nx,4,5,3,4\ny,2,2,3,5\n"
SHUFFLED = [
    Upload(
        f"{name}.csv", b"id,question,score\n" + b"".join(b"%d,what %d?,%d\n" % (i, i * k % 7, i % 2) for i in range(7))
    )
    for name, k in (("a", 1), ("b", 3))
]
SERIES = [Upload(f"{name}.txt", b"0\n" + b"0.5\n0.25\n1.0\n" * 3) for name in "ab"]
TOTALS = "Genauigkeit,.7\nPräzision,.6\nRecall,.5\nF1,.55\nBLEU,.3\n"
GRADED = b"id,old,new,short\n" + b"".join(b"q%d,.%d,.%d,%d\n" % (i, i % 7 + 1, i % 5 + 1, i % 2) for i in range(20))
BLOCKS = b"model,score\nold,0\nold,1\nnew,1\nnew,0.5\n"
BY_ORDER = {"system": "model", "id": "position"}
QUALTRICS = b'Rid,old,new\nId,"Rate, please",Too\n"{""ImportId"":""r""}","{""ImportId"":""Q1""}",{}\n' + b"x,4,5\n" * 3
REPORT = b",precision,recall,f1-score,support\nno,.9,.8,.85,50\naccuracy,.8,.8,.8,.8\nmacro avg,.8,.8,.8,80\n"
PASSES = b"dataset,metric,mode,old,new\nmmlu,-,-,-,-\narc,acc,ppl,31,32\nxsum,rouge1,gen,21,23\ngsm,acc,gen,7,9\n"
SHARES = b"id,prob_yes,prob_no\n" + b"".join(b"q%d,.%d,.%d\n" % (i, i, 10 - i) for i in range(1, 9))
PERCENT = b"id,up,down\n" + b"".join(b"q%d,%d,%d\n" % (i, 9 * i, 100 - 9 * i) for i in range(1, 9))
WORDS = b"id,x,old,new\n1,y,up,down\n2,y,down,down\n3,z,up,up\n4,z,down,up\n"
RATED = b"id,human_score,model_score\n" + b"".join(b"q%d,%d,%d\n" % (i, i % 5, i * i % 5) for i in range(9))
FOLDS = b"model,fold,accuracy\n" + b"".join(b"%s,%d,.%d\n" % (m, i, 9 - i) for m in (b"svm", b"net") for i in range(5))
FROM_R = b'"id" "score"\n"a" "x" 1\n"b" "y" 0\n'
OF_SYSTEMS = b'[{"model": "a", "s": [1, 0]}, {"model": "b", "s": [1, 1]}]'
TWICE = b"id,score\n" + b"".join(b"q%d,%d\n" % (i, i % 2) for i in range(21)) + b"q20,0\n"
REGRESSION = b"id,gold,old,new\n" + b"".join(b"q%d,%d.1,%d.3,%d.4\n" % (i, i, i, i) for i in range(30))
NESTED = b'{"old": {"f1": [1, 0, 1, 0, 1]}, "new": {"f1": [1, 1, 0, 0, 1]}}'
RANKED = b"#,model,MNLI,QNLI\n1,a,81.2,90.1\n2,b,80.7,91.2\n3,c,79.9,90.3\n"
TURNED = b"system,BLEU,TER,COMET\na,31,52,.81\nb,32,51,.82\n"


def scores_of(found):
    return {name: found.statistics[i, :, :, 0].tolist() for i, name in enumerate(found.names)}


def test_every_column_of_numbers_but_the_id_is_a_system():
    found = read_systems(WIDE)
    assert found.ids == ("q1", "q2", "q3")
    assert scores_of(found) == {"rules": [[0, 0, 1]], "old": [[1, 0, 1]], "new": [[1, 1, 0]]}
    assert found.notes == (
        "Items are named by column 'id'.",
        "'passage' repeats, and each row is an item: resample its groups whole (cluster='passage', --cluster passage), "
        "or average the rows of one name (id='passage', --id passage).",
        "Systems: the 3 columns of numbers beside 'id': rules, old, new.",
        "Not used: 'passage'.",
    )


def test_columns_can_be_named_and_items_clustered():
    found = read_systems(WIDE, columns="new,rules", cluster="passage")
    assert found.names == ("new", "rules")
    assert found.clusters == ("x", "x", "y")
    commas = Upload("a.csv", b'id,"acc, old","acc, new",n\nx,1,0,3\ny,0,1,4\n')
    assert read_systems(commas, columns="acc, new,acc, old").names == ("acc, new", "acc, old")


@pytest.mark.parametrize("name", ["comment", "error_type", "dimension"])
def test_a_column_of_comments_or_kinds_of_items_is_not_used(name):
    kinds = {"comment": ["", "", "", "", "too long"], "error_type": ["wrong", "missed"], "dimension": ["a", "b"]}[name]
    rows = "".join(f"q{i},.{i},.5,{kinds[i % len(kinds)]}\n" for i in range(9))
    found = read_systems(Upload("a.csv", f"id,old,new,{name}\n{rows}".encode()))
    assert (found.names, found.notes[-1]) == (("old", "new"), f"Not used: {name!r}.")


def test_items_have_tasks():
    wide = Upload("wide.csv", b"id,year,old,new\nq1,1999,1,1\nq2,1999,0,1\nq3,2024,1,0\n")
    found = read_systems(wide, strata="year")
    assert (found.names, found.strata) == (("old", "new"), ("1999", "1999", "2024"))
    assert read_systems(LONG, strata="doc").strata == ("x", "x", "y")
    one = Upload("a.csv", b"id,task,score\nq1,x,1\nq2,y,0\n")
    assert read_systems(one, Upload("b.csv", one.data), strata="task").strata == ("x", "y")
    both = read_systems(LONG, strata="doc", cluster="doc")
    assert both.strata == both.clusters == ("x", "x", "y")


def test_a_long_table_is_joined_on_its_items():
    found = read_systems(LONG, cluster="doc")
    assert found.ids == ("q1", "q2", "q3")
    assert scores_of(found) == {"old": [[0.5, 0.25, 1]], "new": [[1, 0, 0.75]]}
    assert found.clusters == ("x", "x", "y")
    assert found.decimals == 2
    assert "Read as a long table: system 'model', item 'item', score 'f1'." in found.notes


def test_runs_of_a_long_table():
    found = read_systems(RUNS, runs="seed")
    assert found.runs == ("1", "2")
    assert scores_of(found) == {"a": [[0, 1], [1, 1]], "b": [[1, 0], [1, 1]]}


def test_an_item_may_lack_a_run_but_not_all():
    lines = RUNS.data.splitlines(keepends=True)
    found = read_systems(Upload("runs.csv", b"".join(lines[:-1])), runs="seed")
    assert np.isnan(found.statistics[1, 1, 1]).all()
    shorter = Upload("runs.csv", b"".join(lines[:-2]))
    with pytest.raises(DataError, match=r"A score is missing for 1 item of b \(q2\)"):
        read_systems(shorter, runs="seed", system="model", id="item")
    dropped = read_systems(shorter, runs="seed", system="model", id="item", missing="drop")
    assert dropped.ids == ("q1",)
    assert "1 of 2 items dropped: a score is missing (id q2)." in dropped.notes


def test_items_of_a_long_table_are_paired_by_their_order_if_asked():
    found = read_systems(Upload("a.csv", BLOCKS), **BY_ORDER)
    assert scores_of(found) == {"old": [[0, 1]], "new": [[1, 0.5]]}
    assert found.notes[0] == "Read as a long table: system 'model', items in their order, score 'score'."


@pytest.mark.parametrize("name", ["{}_seed{}.txt", "{}/seed{}/scores.txt", "run_{1}/{0}.txt"])
def test_numbered_runs_in_names_of_files_and_folders_are_noted(name):
    files = [Upload(name.format(system, k), b"0\n1\n") for system in ("old", "new") for k in (1, 2)]
    assert "runs of 2 systems (old, new)" in " ".join(read_systems(*files).notes)


def test_what_a_leaderboard_says_of_systems_is_no_task():
    board = Upload("a.csv", b"Model,ARC,GSM8K,#Params (B),Average\nold,50,60,7,55\nnew,55,70,70,62.5\n")
    found = read_systems(board, transpose=True)
    assert scores_of(found) == {"old": [[50, 60]], "new": [[55, 70]]}
    assert "Not used: '#Params (B)', 'Average'." in found.notes
    assert "Not used: '#Params (B)', 'Average'." in read_table(board, transpose=True).notes


def test_names_of_files_say_that_lower_is_better_where_no_column_does():
    files = [Upload(f"{name}.txt", b"0.5\n0.25\n") for name in ("wer_old", "wer_new")]
    assert read_systems(*files).lower_is_better
    assert read(*(Upload(f"{name}.wer", b"0.5\n0.25\n") for name in ("old", "new"))).lower_is_better
    others = [Upload(f"{name}.txt", b"score\n0.5\n0.25\n") for name in ("cost-aware", "cost")]
    assert not read_systems(*others).lower_is_better


def test_yes_and_no_may_mean_faults():
    found = read_systems(*(Upload(f"{name}.csv", b"id,hallucinated\nx,yes\ny,no\n") for name in "ab"))
    assert (found.lower_is_better, scores_of(found)["a"]) == (True, [[1, 0]])


@pytest.mark.parametrize(
    ("ids", "texts", "scores"),
    [
        (None, [b"0\n0\n1\n", b"1\n0\n1\n", b"1\n1\n0\n"], [[0, 0, 1], [1, 0, 1], [1, 1, 0]]),
        (("x", "y"), [b"id,f\nx,5\ny,1\n", b"id,f\ny,0.25\nx,1\n", b"id,f\nx,0\ny,2\n"], [[5, 1], [1, 0.25], [0, 2]]),
        (("0", "1", "2"), [b",0\n0,%d\n1,1\n2,0\n" % k for k in range(3)], [[0, 1, 0], [1, 1, 0], [2, 1, 0]]),
    ],
)
def test_a_file_for_each_system_is_joined_on_the_items_if_it_names_them(ids, texts, scores):
    found = read_systems(*(Upload(f"{name}.csv", text) for name, text in zip("abc", texts, strict=True)))
    assert (found.ids, found.names, found.statistics[:, 0, :, 0].tolist()) == (ids, ("a", "b", "c"), scores)


@pytest.mark.parametrize(
    ("files", "options", "error", "message"),
    [
        ([], {}, OptionError, "No file is named"),
        ([ONE], {}, OptionError, "a.txt holds one system only"),
        ([ONE, ONE], {}, OptionError, "Two files are called 'a'"),
        ([WIDE], {"runs": "id"}, OptionError, "cannot name both the items and their runs"),
        ([Upload("a.csv", b"id,bleu,length\nx,31,8\ny,34,9\n")], {}, OptionError, "not two of numbers"),
        ([Upload("a.csv", b"id,score\nx,31\ny,34\n")], {}, OptionError, "at least two systems"),
        ([WIDE], {"columns": "old,newer"}, OptionError, "has no column 'newer'"),
        ([WIDE], {"measure": "acc"}, OptionError, "no column 'metric' or 'measure'"),
        ([ONE, Upload("b.txt", b"0\n1\n1\n")], {}, DataError, "a.txt has 2 items and b.txt has 3"),
        ([ONE, Upload("b.txt", b"0\nnan\n")], {}, DataError, "A score is missing"),
        ([Upload("a.csv", b"id,s,t\nx,1,0\ny,0,1\nall,0.5,0.5\n")], {}, DataError, "looks like a summary row"),
        ([RUNS], {"runs": "epoch"}, OptionError, "has no column 'epoch'"),
        ([Upload("r.csv", b"id,seed,a,b\nx,1,0,1\nx,1,1,1\n")], {"runs": "seed"}, DataError, "occurs more than once"),
        ([Upload("a.csv", b"id,tp,fp,fn\nx,1,0,2\ny,0,1,1\n")], {}, OptionError, r"recall_denominator \(tp \+ fn\)"),
        ([Upload("a.csv", b"id,old,new\n,(%),(%)\n" + b"x,9,8\n" * 9)], {}, DataError, r"line 2: column .old.: .\(%\)"),
        ([Upload("a.csv", SEEDS)], {}, OptionError, r"seem to be runs of 2 systems \(old, new\)"),
        ([Upload("a.csv", b"id,dev,test\nx,.5,.4\ny,.6,.7\n")], {}, OptionError, "seem to be parts of the data"),
        ([Upload("a.csv", b"id,points,possible\nx,1,5\ny,2,5\nz,3,4\n")], {}, OptionError, "measure different things"),
        ([Upload("a.csv", b"id,variable,value\nx,em,1\nx,f1,.5\ny,em,0\ny,f1,.4\n")], {}, OptionError, "2 measures"),
        ([Upload("a.csv", REGRESSION)], {}, OptionError, "'old', 'new' may be predictions of 'gold'"),
        ([Upload(f"{name}.csv", b"id,prediction\nx,1\ny,0\n") for name in "ab"], {}, OptionError, "as predictions or"),
        ([Upload(f"{name}.csv", b"id,answer\nx,True\ny,False\n") for name in "ab"], {}, OptionError, "or answers are"),
        ([Upload("a.csv", b"id,old,new,is_long\nx,1,0,1\ny,0,1,0\n")], {}, OptionError, "--columns old,new\\) or"),
        ([Upload("a.json", OF_SYSTEMS)], {}, DataError, "one list for each system"),
        ([Upload("a.csv", PREDICTED)], {}, OptionError, "'y_pred' is called as predictions"),
        ([Upload("a.csv", b"text,human_label,old,new\nx,0,1,0\ny,1,0,1\n")], {}, OptionError, "those of 'human_label'"),
        ([Upload("a.csv", b"id,old_pred,new_pred\nx,0,1\ny,1,1\n")], {}, OptionError, "'old_pred' is called as"),
        ([Upload("a.csv", SIDES)], {}, OptionError, "'model_a' and 'model_b' name the systems of each row"),
        ([Upload("a.csv", b",neg,neu\nneg,30,2\nneu,4,20\n")], {}, OptionError, "confusion or correlation matrix"),
        ([Upload("a.csv", b"epoch,old,new\n1,.1,.2\n2,.3,.4\n3,.5,.4\n")], {}, OptionError, "--id epoch"),
        ([Upload("a.csv", b"boot_id,old,new\n7,.1,.2\n2,.3,.4\n3,.5,.4\n")], {}, OptionError, "--id boot_id"),
        ([Upload(f"{name}.csv", b"id,score\nx,1\ny,0\n") for name in ("dev", "test")], {}, OptionError, "parts of the"),
        ([Upload(f"{name}.csv", b"id,Note\nx,1\ny,5\n") for name in "ab"], {}, OptionError, "marks of German schools"),
        ([Upload("a.csv", RATERS)], {}, OptionError, r"seem to be runs of 2 systems \(old, new\)"),
        (SURE, {}, OptionError, "'label' differs between the files"),
        (HEARD, {}, OptionError, "'heard' differs between the files"),
        (ESSAYS, {}, OptionError, "'predicted_score' may be predictions of 'domain1_score'"),
        (SHUFFLED, {}, OptionError, r"--id question\) or \(id='id', --id id"),
        (SERIES, {}, DataError, "a.txt, line 1: 0 stands above"),
        ([Upload("a.csv", GRADED)], {}, OptionError, "'old' and 'short' seem to measure different things"),
        *(
            ([Upload("a.csv", f"id,{one},{other}\nx,.5,.4\ny,.6,.7\n".encode())], {}, OptionError, "different things")
            for one, other in (
                ("rouge1", "rouge2"), ("ROUGE-1", "ROUGE-L"), ("ndcg@5", "ndcg@10"), ("P@1", "P@5"), ("top1", "top5"),
                ("UAS", "LAS"), ("chrF", "chrF++"), ("spearman", "pearson"), ("fluency", "adequacy"),
            )
        ),
        *(
            ([Upload("a.csv", f"{first},ARC,MMLU\nbert,50.1,55\nt5,6,7.5\n".encode())], {}, OptionError, "--transpose")
            for first in ("", "Name", "Run", "LLM", "engine", "Modell", "Bot", "anything")
        ),
        *(
            ([Upload(f"{name}.csv", f"{first},value\n{TOTALS}".encode()) for name in "ab"], {}, DataError, "totals of")
            for first in ("Metrik", "Kennzahl", "métrique", "name")
        ),
        ([Upload("a.csv", b"id,s0,s1\nx,.5,.4\ny,.6,.7\n")], {}, OptionError, "seem to be runs of one system: give"),
        ([Upload("a.csv", BLOCKS)], {"system": "model"}, OptionError, "one order for each system"),
        ([Upload("a.csv", QUALTRICS)], {}, DataError, "as Qualtrics writes them: delete lines 2 and 3"),
        ([Upload(f"{name}.csv", REPORT) for name in "ab"], {}, DataError, "claim --n 80 --baseline 64/80"),
        ([Upload("a.csv", PASSES)], {}, OptionError, r"2 measures .* \(measure='acc'"),
        ([Upload(f"{name}.csv", b"id,cum_acc\nx,1\ny,.5\n") for name in "ab"], {}, OptionError, "means over the rows"),
        ([Upload("a.csv", SHARES)], {}, OptionError, "'prob_yes', 'prob_no' add up to 1 in every row"),
        ([Upload("a.csv", PERCENT)], {}, OptionError, "'up', 'down' add up to 100 in every row"),
        ([Upload("a.csv", SHARES), Upload("b.csv", SHARES)], {}, OptionError, "likeliest class is right"),
        ([Upload("a.csv", b"id,len_ref,len_hyp\nx,5,6\ny,9,7\n")], {}, OptionError, "not two of numbers"),
        ([Upload("a.csv", RATED)], {}, OptionError, "'model_score' may be predictions of 'human_score'"),
        ([Upload("a.csv", FOLDS)], {}, OptionError, "--system-column model --id fold --score-column accuracy"),
        ([Upload("a.csv", FOLDS)], {"system": "model"}, OptionError, "say which names the items .*--id fold"),
        ([Upload("a.csv", FOLDS[:-9])], {}, OptionError, "'model' names the system"),
        ([Upload("a.csv", BLOCKS + b"new,1\n")], BY_ORDER, DataError, "has 2 items and .* has 3"),
        ([Upload(f"{name}.csv", TWICE) for name in "ab"], {}, OptionError, "Delete one of lines 22 and 23, .* 'q20'"),
        ([Upload(f"{name}.txt", FROM_R) for name in "ab"], {}, DataError, "name that column too, such as id"),
        ([Upload(f"{name}.json", b'{"accuracy": 0.8}') for name in "ab"], {}, DataError, "totals of whole systems"),
        ([Upload("a.json", NESTED)], {}, DataError, "would be 1 item with up to 5 samples each"),
        ([Upload("a.txt", b"1,0.5,0.6\n2,0.25,0.3\n")], {}, OptionError, "a line above that names the columns"),
        ([Upload("a.csv", b"id,old,new\nx,yes,no\ny,no,no\nz,no,yes\nw,no,no\n")], {}, OptionError, "'old correct'"),
        ([Upload("a.csv", WORDS)], {}, OptionError, "same words"),
        ([Upload("a.csv", b"id,model,is\nx,a,up\nx,b,down\ny,a,down\ny,b,up\n")], {}, OptionError, "and 0 for wrong"),
        ([Upload("a.csv", b"Run 3,,\nid,old,new\n" + b"x,9,8\n" * 9)], {}, DataError, "if line 1 is a title"),
        ([Upload("a.json", b'{"results": {"arc": {"acc_stderr": 1}}}')], {}, DataError, "results of whole tasks"),
        ([Upload("a.csv", RANKED)], {}, OptionError, "column 'model' names each row, so that rows seem to be systems"),
        ([Upload("a.csv", CLASSES)], {}, OptionError, "'old', 'new' are all among those of 'gold'"),
        ([Upload("a.csv", CLASSES), Upload("b.csv", CLASSES)], {}, OptionError, "as predicted classes are"),
        ([Upload("a.csv", TURNED)], {"transpose": True}, OptionError, "different measures of whole systems"),
        ([Upload("a.csv", b"id,s\n2,1\n"), Upload("b.csv", b"id,s\n1,1\n")], {}, DataError, "No id of a.csv"),
        (
            [Upload("r.csv", b"id,seed,doc,a,b\nx,1,d,0,1\ny,1,e,1,1\nx,2,e,0,0\ny,2,e,0,1\n")],
            {"cluster": "doc", "runs": "seed"}, DataError, "an item belongs to one cluster",
        ),
        (
            [Upload("r.csv", b"id,seed,doc,a,b\nx,1,d,0,1\ny,1,e,1,1\nx,2,e,0,0\ny,2,e,0,1\n")],
            {"strata": "doc", "runs": "seed"}, DataError, "an item belongs to one task",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_a_sentence(files, options, error, message):
    with pytest.raises(error, match=message):
        read_systems(*files, **options)


@pytest.mark.parametrize("content", [
    b"id,old,new\n" + b"".join(b"q%d,%d,%d\n" % (i, i % 2, 1 - i % 2) for i in range(9)),
    b"id,old,new\n" + b"q%d,.5,.5\n" * 9 % tuple(range(9)),
    b"id,old,new,comment\n" + b"".join(b"q%d,%d,%d,ok\n" % (i, 1 + i % 5, 1 + i % 4) for i in range(9)),
    RATED.replace(b"_score", b""),
    RATED.replace(b"human_score,model_score", b"human_score_old,human_score_new"),
])  # fmt: skip
def test_what_is_like_them_is_read(content):
    assert len(read_systems(Upload("a.csv", content)).names) == 2


def test_a_column_called_model_may_hold_its_scores():
    rows = b"".join(b"q%d,%d,%d\n" % (i, i % 2, i // 2 % 2) for i in range(9))
    assert read_systems(Upload("a.csv", b"id,baseline,model\n" + rows)).names == ("baseline", "model")
    # A row for each item and model
    long = b"item,model,helpful\n" + b"".join(b"q%d,%d,%d\n" % (i // 2, i % 2, i % 3 % 2) for i in range(18))
    assert read_systems(Upload("a.csv", long)).names == ("0", "1")


@pytest.mark.parametrize(
    ("header", "row"), [("item,metric,old,new", "q{0},WER,.{0},.5"), ("id,old_wrong,new_wrong", "q{0},.{0},.5")]
)
def test_the_direction_is_that_of_the_measure_wherever_it_is_named(header, row):
    found = read_systems(Upload("a.csv", "\n".join([header, *map(row.format, range(9))]).encode()))
    assert found.lower_is_better
    assert "Lower is better: " in " ".join(found.notes)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rouge1_old", "rouge1_new"),
        ("llama2", "llama3"),
        ("top", "bottom"),
        ("ndcg@10 bm25", "ndcg@10 dpr"),
        ("s1", "t1"),
    ],
)
def test_names_of_systems_are_no_measures(one, other):
    text = f"id,{one},{other}\nx,.5,.4\ny,.6,.7\nz,.1,.9\n"
    assert read_systems(Upload("a.csv", text.encode())).names == (one, other)


@pytest.mark.parametrize("first", ["", "name"])
def test_rows_that_are_numbered_or_many_are_items(first):
    words = ["the", "cat", "sat", "on", "a", "mat", "and", "then", "it", "ran"]
    for names in (["q1", "q2", "q3"], words):
        text = f"{first},old,new\n" + "".join(f"{name},{i % 2},{i % 3 % 2}\n" for i, name in enumerate(names))
        assert read_systems(Upload("a.csv", text.encode())).ids == tuple(names)


def test_languages_of_a_leaderboard_are_tasks_even_if_called_as_spreads():
    text = "model,de,fr,se,sd,fi\nold,50,61,44,38,55\nnew,52,60,48,45,57\n"
    assert read_systems(Upload("a.csv", text.encode()), transpose=True).ids == ("de", "fr", "se", "sd", "fi")


@pytest.mark.parametrize("spread", ["ARC ±", "ARC_stddev", "std(ARC)", "sd ARC", "ARC_CI95", "stderr_ARC", "ARC_n"])
def test_what_belongs_to_a_task_is_no_task(spread):
    found = read_systems(
        Upload("a.csv", f"Model,ARC,{spread},MMLU,std of MMLU\nold,50,1,60,1\nnew,55,1,62,1\n".encode()), transpose=True
    )
    assert found.ids == ("ARC", "MMLU")
    assert f"Not used: {spread!r}, 'std of MMLU'." in found.notes


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("random", "0.25"), ("chance", "0.5"), ("greedy,self_consistency", "{0},0.5"),
        ("ckpt@500,ckpt@1000", "{0},{0}"), ("greedy,top-50", "{0},{0}"),
    ],
)  # fmt: skip
def test_these_are_systems(header, cells):
    rows = "".join(f"q{i},{cells.format(f'0.{i}')},0.{9 - i},0.{i}\n" for i in range(1, 9))
    found = read_systems(Upload("a.csv", f"id,{header},base,new\n{rows}".encode()))
    assert found.names == (*header.split(","), "base", "new")


@pytest.mark.parametrize("beside", ["n_tokens,COMET", "seed,accuracy", "year,acc", "duration,wer"])
def test_a_score_beside_numbers_that_it_is_no_share_of(beside):
    files = [
        Upload(name, "".join([f"id,{beside}\n", *(f"q{i},{42 + i},{0.5 * (i % k)}\n" for i in range(8))]).encode())
        for name, k in (("old.csv", 2), ("new.csv", 3))
    ]
    assert read_systems(*files).statistics.shape == (2, 1, 8, 2)


@pytest.mark.parametrize(
    "header", ["src,mt,ref,COMET", "audio,hypothesis,reference,wer", "question,answer,ground_truth,faithfulness"]
)
def test_the_only_measure_beside_texts_is_the_score(header):
    rows = [f"s {i},{{}} says {i},r {i},{{}}\n" for i in range(4)]
    files = [
        Upload(f"{name}.csv", "".join([f"{header}\n", *(row.format(name, score) for row in rows)]).encode())
        for name, score in (("old", 0.5), ("new", 0.25))
    ]
    found = read_systems(*files)
    assert found.statistics[..., 0].mean(axis=(1, 2)).tolist() == [0.5, 0.25]
    assert f"The scores are those of column {header.split(',')[-1]!r}." in found.notes


@pytest.mark.parametrize("setting", ["temperature,0.7", "lr,3e-05", "conf,0.5", "shots,5", "gender,f"])
def test_one_number_or_word_on_all_rows_is_a_setting(setting):
    name, value = setting.split(",")
    rows = "".join(f"q{i},{value},0.{i},0.{9 - i}\n" for i in range(1, 9))
    found = read_systems(Upload("a.csv", f"id,{name},old,new\n{rows}".encode()))
    assert found.names == ("old", "new")
    assert f"Not used: {name!r}." in found.notes
    same = Upload("a.csv", f"id,old,new\n{rows.replace(f',{value},', ',')}".replace(",0.1,", ",0.5,").encode())
    assert read_systems(same).names == ("old", "new")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("{}*", "without its mark (0.57)"), ("{} (+0.3)", "what stands behind it (0.57)"), ("{} ± 0.02", "its spread"),
     ("**{}**", "without its mark (0.57)"), ("↑{}", "without its mark (0.57)"), ("{} (0.03)", "its spread")],
)  # fmt: skip
def test_numbers_with_marks_are_quoted_and_ids_are_not_offered(cell, expected):
    rows = "".join(f"{i},{0.5 + i / 50:.2f},{cell.format(f'{0.55 + i / 50:.2f}')}\n" for i in range(1, 9))
    for reader in (read, read_systems):
        with pytest.raises(DataError) as caught:
            reader(Upload("t.csv", f"id,base,new\n{rows}".encode()))
        assert str(caught.value).startswith("t.csv, line 2: column 'new': ")
        assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("name", "lower"),
    [
        ("bits_per_byte", True), ("bits per character", True), ("SER", True), ("deletions", True), ("TTFT", True),
        ("false_positive_rate", True), ("attack success rate", True), ("perplexité", True), ("Latenz", True),
        ("non_native_wer", True), ("WER without LM", True), ("error_rate_not_normalized", True), ("-loss", False),
        ("bugs_fixed", False), ("not_hallucinated", False), ("non-toxic", False), ("cost_saving", False),
        ("comet", False), ("1 - accuracy", True), ("100-WER", False), ("wer_1", True), ("penalty 1.2", False),
        ("MQM score", True), ("typos", True), ("Fehleranzahl", True), ("fail_to_pass", False),
    ],
)  # fmt: skip
def test_lower_is_better_where_a_name_says_so(name, lower):
    files = [Upload(f"{system}.csv", f"id,{name}\nx,1.5\ny,2\n".encode()) for system in ("old", "new")]
    assert read_systems(*files).lower_is_better == lower


def test_the_column_that_tells_samples_apart_is_named():
    text = b"dialog_id,turn,score\nx,1,1\nx,2,0\ny,1,1\ny,2,1\n"
    found = read_systems(Upload("old.csv", text), Upload("new.csv", text))
    assert "The rows of one item are its samples, by 'turn'." in found.notes


@pytest.mark.parametrize(("name", "is_told"), [("Survived", True), ("is_spam", True), ("em", False), ("passed", False)])
def test_zeros_and_ones_of_another_name_may_be_classes(name, is_told):
    files = [Upload(f"{system}.csv", f"id,{name}\nx,1\ny,0\nz,{system}\n".encode()) for system in (0, 1)]
    assert any("is taken for right" in note for note in read_systems(*files).notes) == is_told


@pytest.mark.parametrize(
    ("item", "run", "items"), [("HITId", "WorkerId", 4), ("stimulus", "rater", 4), ("x", "turn", 8)]
)
def test_names_of_answers_are_no_names_of_items(item, run, items):
    rows = "".join(f"a{k},s{k // 2},{k % 2},.{k},.{k + 1}\n" for k in range(8))
    found = read_systems(Upload("t.csv", f"answer_id,{item},{run},old,new\n{rows}".encode()))
    assert (len(found), found.n_runs) == (items, 8 // items)
    assert any(item in note for note in found.notes)
