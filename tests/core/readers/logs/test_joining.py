"""Logs of several systems are joined on their items; items without a partner are named."""

import pytest

import core
from core.errors import DataError, OptionError
from core.readers.logs.joining import chosen
from core.readers.logs.log import Log, Unread
from tests.core.readers.logs.made import made_log

OLD = {"a": 0, "b": 1, "c": 1}
NEW = {"a": 1, "b": 1, "c": 0}


def choose(*logs, **options):
    names = ("task", "measure", "cluster", "baseline", "experimental")
    return chosen(logs, **(dict.fromkeys(names) | options))


def test_items_are_joined_by_name_in_the_first_logs_order():
    scores = choose(made_log("old", OLD), made_log("new", dict(reversed(NEW.items()))))
    assert (scores.names, scores.ids) == (("old", "new"), ("a", "b", "c"))
    assert scores.statistics[:, 0, :, 0].tolist() == [[0, 1, 1], [1, 1, 0]]
    assert scores.decimals == 1


def test_items_that_do_not_pair_are_counted_and_named():
    old, new = made_log("old", OLD | {"d": 1, "e": 0}), made_log("new", NEW | {"x": 1})
    new.add("acc", "d", None, reason="unscored")
    new.add("acc", "e", float("nan"), reason="unscored")
    scores = choose(old, new)
    assert scores.ids == ("a", "b", "c")
    assert "1 item left out that old does not have: x." in scores.notes
    assert "2 items left out that new has no score of (unscored): d, e." in scores.notes


def test_logs_without_a_pair_of_scores_are_refused():
    with pytest.raises(DataError, match=r"No item has a score of every system \(a in old and z in new\)"):
        choose(made_log("old", {"a": 1}), made_log("new", {"z": 1}))
    with pytest.raises(DataError, match=r"new.log: not one of its 3 items has a score \(no score\): nothing can be"):
        choose(made_log("old", OLD), made_log("new", dict.fromkeys(OLD)))


def test_items_that_were_asked_other_things_are_refused():
    logs = [made_log("old", OLD, asked={"a": "1+1", "b": "2"}), made_log("new", NEW, asked={"a": "1+2", "b": "2"})]
    with pytest.raises(DataError, match=r"old.log and new.log asked different things in 1 of 2 items \(a\)"):
        choose(*logs)
    logs = [made_log("old", OLD, prompts={"a": "1+1"}), made_log("new", NEW, prompts={"a": "1+2"})]
    assert "The prompts of old.log and new.log differ in 1 of 1 item (a)." in choose(*logs).notes


def test_a_mean_that_the_log_states_is_checked():
    old, new = made_log("old", OLD), made_log("new", NEW)
    old.measures["acc"].stated = 2 / 3
    assert choose(old, new)
    old.measures["acc"].stated = 0.5
    with pytest.raises(DataError, match=r"old.log states 0.5 in acc, and the mean of its 3 items is 0.666667"):
        choose(old, new)
    old.measures["acc"].stated_of = 100
    assert "old.log states 0.5 in acc of 100 items; it holds 3." in choose(old, new).notes


def test_the_direction_is_the_logs():
    logs = [made_log("old", OLD), made_log("new", {"a": 0, "b": 0, "c": 0})]
    assert any(note.startswith("The logs do not say whether higher is better in acc") for note in choose(*logs).notes)
    for log in logs:
        log.measures["acc"].lower_is_better = True
    scores = choose(*logs)
    result = core.compare(scores, alternative="greater")
    assert (result.higher_is_better, result.helped, result.hurt) == (False, 2, 0)
    assert core.compare(scores.pair("new", "old")).hurt == 2
    logs[0].measures["acc"].lower_is_better = False
    with pytest.raises(DataError, match="The logs disagree whether lower is better in acc"):
        choose(*logs)


def test_epochs_are_runs_and_a_pair_is_of_their_means():
    logs = [made_log("old", OLD), made_log("new", NEW)]
    logs[1].add("acc", "a", 0, "2")
    logs[1].add("acc", "a", None, "10", "unscored")
    scores = choose(*logs)
    assert (scores.n_runs, scores.runs) == (2, ("1", "2"))
    assert scores.pair("old", "new").experimental[:, 0].tolist() == [0.5, 1, 0]
    assert "1 run of items without a score left out of new's means." in scores.notes


def test_what_there_are_several_of_is_asked():
    logs = [made_log("old", OLD), made_log("new", NEW)]
    for log in logs:
        log.add("f1,strict", "a", 1)
        log.add("f1,lenient", "a", 1)
    with pytest.raises(OptionError, match=r"3 measures of sums: acc, f1,strict, f1,lenient: choose one \(measure="):
        choose(*logs)
    with pytest.raises(OptionError, match="measures of sums are called 'f1': choose among f1,strict, f1,lenient"):
        choose(*logs, measure="f1")
    with pytest.raises(OptionError, match="No measure of sums is called 'bleu': choose among acc, f1,strict"):
        choose(*logs, measure="bleu")
    assert len(choose(*logs, measure="f1,strict")) == 1
    others = [made_log("old", OLD), made_log("new", NEW)]
    for log in others:
        log.task = "words"
    with pytest.raises(OptionError, match=r"2 tasks: sums, words: choose one, or all \(task=, --task\)"):
        choose(*logs, *others)
    assert len(choose(*logs, *others, task="words")) == 3
    assert len(choose(*logs, *others, measure="f1,strict")) == 1
    with pytest.raises(OptionError, match="No task is called 'x': choose among sums, words"):
        choose(*logs, *others, task="x")


def test_all_tasks_are_pooled_item_by_item():
    logs = [made_log(name, held) for name, held in (("old", OLD), ("new", NEW)) for _ in range(2)]
    for log, task in zip(logs, ("sums", "words") * 2, strict=True):
        log.task = task
        log.asked = {item: task + item for item in OLD}
        log.describe("a", {"part": "x"})
    del logs[1].measures["acc"].scores["a"]
    scores = choose(*logs, task="all", cluster="task")
    assert scores.ids == ("sums/a", "sums/b", "sums/c", "words/b", "words/c")
    assert scores.clusters == ("sums", "sums", "sums", "words", "words")
    assert scores.notes[0] == "Scores of acc of 2 tasks."
    assert "1 item left out that old does not have: words/a." in scores.notes
    for log, stated in zip(logs[:2], (2 / 3, 0.5), strict=True):
        log.measures["acc"].stated = stated
    with pytest.raises(DataError, match=r"states 0.6 in acc, and the mean of its 5 items is 0.8"):
        choose(*logs, task="all")
    logs[1].measures["acc"].stated = 1
    assert choose(*logs, task="all")
    third = made_log("newest", OLD)
    assert "Left out, without a log of every system: words." in choose(*logs, third, task="all").notes
    third.task = "other"
    with pytest.raises(DataError, match=r"No task has a log of every system \(old, new, newest\)"):
        choose(*logs, third, task="all")


def test_tasks_are_averaged_where_they_are_strata():
    logs = [made_log(name, held) for name, held in (("old", OLD), ("new", NEW)) for _ in range(2)]
    for log, task in zip(logs, ("sums", "words") * 2, strict=True):
        log.task = task
    del logs[1].measures["acc"].scores["a"]
    scores = choose(*logs, strata="task")  # of all tasks, without asking
    assert scores.strata == ("sums", "sums", "sums", "words", "words")
    assert scores.digest != choose(*logs, task="all").digest
    assert not any("pooled" in note for note in scores.notes)
    with pytest.raises(OptionError, match=r"no field 'topic': choose among task \(strata=, --strata\)"):
        choose(*logs, task="all", strata="topic")


def test_logs_of_other_tasks_or_measures_are_refused():
    old, new = made_log("old", OLD), made_log("new", NEW)
    new.task = "words"
    with pytest.raises(DataError, match=r"no task in common \(old of sums, new of words\)"):
        choose(old, new)
    with pytest.raises(DataError, match="Only old has a log of sums, and new has not"):
        choose(old, new, task="sums")
    new = Log("new.log", "new", "sums")
    new.add("f1", "a", 1)
    with pytest.raises(DataError, match=r"no measure of sums in common \(old acc; new f1\)"):
        choose(old, new)
    old.add("mcc", "a", Unread("it is scored over all items at once"))
    with pytest.raises(DataError, match=r"old.log: mcc cannot be compared: it is scored over all items at once"):
        choose(old, made_log("new", NEW), measure="mcc")


def test_systems_are_chosen_among_many():
    logs = [made_log(name, OLD) for name in ("old", "new", "newest")]
    assert choose(*logs).names == ("old", "new", "newest")
    pair = choose(*logs, baseline="newest", experimental="old")
    assert (pair.baseline_name, pair.experimental_name) == ("newest", "old")
    assert choose(*logs[:2], experimental="old").baseline_name == "new"
    with pytest.raises(OptionError, match=r"No system is called 'x': choose among old, new \(baseline=, --baseline-"):
        choose(*logs[:2], baseline="x")
    with pytest.raises(OptionError, match="baseline and experimental are both 'old'"):
        choose(*logs, baseline="old", experimental="old")


def test_two_logs_of_one_system_are_told_apart_by_their_files():
    logs = [made_log("old", OLD), made_log("old", NEW)]
    for log, label in zip(logs, ("x/a.log", "x/b.log"), strict=True):
        log.label = label
    assert choose(*logs).names == ("old (a.log)", "old (b.log)")
    logs[1].label = "y/b.log"
    assert choose(*logs).names == ("old (x)", "old (y)")
    with pytest.raises(DataError, match=r"x/a.log is named twice"):
        choose(logs[0], logs[0])


def test_clusters_are_fields_of_the_items():
    logs = [made_log("old", OLD), made_log("new", NEW)]
    for item, passage in zip(OLD, "xxy", strict=True):
        logs[0].describe(item, {"passage": passage, "id": item, "text": "long" * 100, "list": []})
    assert choose(*logs, cluster="passage").pair("old", "new").clusters == ("x", "x", "y")
    with pytest.raises(OptionError, match="The items have no field 'page': choose among passage"):
        choose(*logs, cluster="page")
    logs[1].describe("a", {"passage": "z"})
    with pytest.raises(DataError, match="item a is of another passage"):
        choose(*logs, cluster="passage")
