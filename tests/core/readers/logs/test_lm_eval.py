"""Samples of lm-evaluation-harness, real and made."""

import json
import math

import numpy as np
import pytest

import core
from core.errors import DataError, OptionError
from core.metrics import fitting_metrics
from core.readers import suggest
from core.readers.logs.lm_eval import FORMAT
from tests.core.readers.logs.made import REAL, lines, needs_real_logs, whole
from tests.core.test_cli import printed

DATES = ("2025-01-01T00-00-00.000001", "2025-01-02T00-00-00.000001")


def row(doc, filter="none", **scores):
    return {"doc_id": doc, "doc": {"part": "xy"[doc % 2]}, "filtered_resps": [""], "filter": filter,
            "metrics": list(scores), "doc_hash": f"h{doc}", "prompt_hash": f"p{doc}"} | scores  # fmt: skip


def samples(rows, date=DATES[0], task="sums"):
    return lines(f"samples_{task}_{date}.jsonl", rows)


def results(model, date=DATES[0], higher=True, task="sums", **stated):
    held = {"model_name": model, "configs": {}, "n-shot": {}, "results": {task: stated},
            "higher_is_better": {task: dict.fromkeys((name.partition(",")[0] for name in stated), higher)},
            "n-samples": {task: {"original": 9, "effective": 4}}}  # fmt: skip
    return whole(f"results_{date}.json", held)


def two(old, new, **options):
    return core.read(samples(old), samples(new, DATES[1]), **options)


ACC = ([row(i, acc=float(i > 1)) for i in range(4)], [row(i, acc=float(i > 0)) for i in reversed(range(4))])


def test_the_results_of_the_same_date_name_the_models_and_the_direction():
    files = [samples(ACC[0]), samples(ACC[1], DATES[1])]
    more = [results("big", DATES[1], False, **{"acc,none": 0.75}), results("small", higher=False, **{"acc,none": 0.5})]
    scores = core.read(*files, *more)
    assert (scores.names, scores.lower_is_better) == (("small", "big"), True)
    assert core.compare(scores).hurt == 1


def test_samples_of_several_tasks_with_one_date_are_one_model():
    files = [samples(each, date, task) for each, date in zip(ACC, DATES, strict=True) for task in ("sums", "words")]
    assert suggest(*files).options["baseline"] == DATES[0]
    scores = core.read(*files, task="all")
    assert (scores.names, core.compare(scores).n_items) == (DATES, 8)
    assert any("the date of the run's files" in note for note in scores.notes)


def test_a_mean_other_than_the_results_say_is_refused():
    files = [samples(ACC[0]), samples(ACC[1], DATES[1])]
    with pytest.raises(DataError, match=r"states 0.25 in acc, and the mean of its 4 items is 0.5"):
        core.read(*files, results("small", **{"acc,none": 0.25}))
    some = results("small", **{"acc,none": 0.25})
    scores = core.read(samples(ACC[0][:3]), files[1], some)
    assert any("states 0.25 in acc of 4 items; it holds 3." in note for note in scores.notes)


def test_filters_are_never_pooled():
    rows = [row(i, filter, exact_match=1.0) for filter in ("strict", "loose") for i in range(3)]
    with pytest.raises(OptionError, match="2 measures of sums: exact_match,strict, exact_match,loose: choose one"):
        two(rows, rows)
    assert len(two(rows, rows, measure="exact_match,loose")) == 3


def test_other_documents_are_refused_and_other_prompts_noted():
    changed = [each | {"prompt_hash": "other"} for each in ACC[1]]
    assert any("The prompts of" in note for note in two(ACC[0], changed).notes)
    with pytest.raises(DataError, match=r"asked different things in 4 of 4 items \(0, 1, 2, 3\)"):
        two(ACC[0], [each | {"doc_hash": "other"} for each in ACC[1]])


def test_a_second_run_appended_to_the_file_is_refused():
    with pytest.raises(DataError, match="item '0' has two scores of acc in one run: was a second run appended"):
        two(ACC[0] * 2, ACC[1])


def test_tasks_are_offered_as_strata_where_there_are_several():
    files = [samples(each, date, task) for each, date in zip(ACC, DATES, strict=True) for task in ("sums", "words")]
    [strata] = [option for option in FORMAT.options if option.name == "strata"]
    assert strata.choices(files) == ("task", "part")
    assert strata.choices(files[::2]) == ("part",)
    named = [results(name, date, **{"acc,none": None}) for name, date in zip(("small", "big"), DATES, strict=True)]
    scores = core.read(*files, *named, strata="task")
    assert set(scores.strata) == {"sums", "words"}
    assert set(core.read(*files[::2], strata="part").strata) == {"x", "y"}


def test_metrics_of_the_whole_corpus_are_refused_by_name():
    rows = [row(i, acc=1.0, mcc=[1, 0], chrf=["a", "b"], likelihood=[1, [0.5]]) for i in range(2)]
    assert len(two(rows, rows)) == 2
    for name in ("mcc", "chrf", "likelihood"):
        with pytest.raises(DataError, match=f"{name} cannot be compared: it is scored over all items at once"):
            two(rows, rows, measure=name)


@pytest.mark.parametrize("metric", ["word_perplexity", "byte_perplexity", "perplexity", "bits_per_byte"])
def test_perplexities_have_the_digits_of_the_harness(metric):
    random = np.random.default_rng(4)
    loglikelihoods, sizes = random.normal(-9, 3, (2, 30)), random.integers(2, 9, 30).tolist()
    # As lm_eval.api.metrics has them: weighted_perplexity, bits_per_byte, perplexity.
    stated = [
        {"bits_per_byte": -(sum(each) / sum(sizes)) / math.log(2), "perplexity": math.exp(-sum(each) / len(each))}.get(
            metric, math.exp(-(sum(each) / sum(sizes)))
        )
        for each in loglikelihoods.tolist()
    ]
    parts = [[x if metric == "perplexity" else [x, n] for x, n in zip(each, sizes, strict=True)]
             for each in loglikelihoods.tolist()]  # fmt: skip
    files = []
    for name, date, held, mean in zip(("small", "big"), DATES, parts, stated, strict=True):
        files.append(samples([row(i, **{metric: each}) for i, each in enumerate(held)], date))
        summary = json.loads(results(name, date, higher=False, **{f"{metric},none": mean}).data)
        files.append(whole(f"results_{date}.json", summary | {"n-samples": {"sums": {"effective": 30}}}))
    scores = core.read(*files)
    [usual, *_] = fitting_metrics(scores.pair("small", "big"))
    assert usual == ("ratio" if metric == "bits_per_byte" else "perplexity")
    result = core.compare(scores, metric=usual)
    assert [result.baseline, result.experimental] == pytest.approx(stated, rel=4e-15, abs=0)
    assert (result.higher_is_better, result.computed) == (False, True)
    assert not any("logarithm" in note for note in scores.notes)
    wrong = [files[0], whole(files[1].name, json.loads(files[1].data.decode().replace(repr(stated[0]), "1.5")))]
    with pytest.raises(DataError, match="its figure is not the mean of these scores"):
        core.read(*wrong, *files[2:])


@pytest.mark.parametrize(
    "changed",
    [
        {"doc_id": 0, "resps": [], "metrics": ["acc"], "acc": {"x": 1}},
        {"doc_id": 0, "resps": [], "metrics": [["acc"]], "acc": 1},
        {"resps": [], "metrics": ["acc"]},
        [1],
    ],
)
def test_lines_of_another_build_are_refused_in_a_sentence(changed):
    with pytest.raises((DataError, OptionError)):
        two([*ACC[0], changed], ACC[1])


def test_a_cut_file_is_refused():
    files = [samples(each, date) for each, date in zip(ACC, DATES, strict=True)]
    with pytest.raises(DataError, match=r"line 4: not JSON .* is the file cut"):
        core.read(files[0]._replace(data=files[0].data[:-9]), files[1])


@needs_real_logs
@pytest.mark.parametrize(
    ("measure", "helped", "hurt", "means"),
    [
        ("acc", 26, 5, (0.71875, 0.85)),
        ("exact_match,score-first", 35, 8, (0.39375, 0.5625)),
        ("exact_match,maj@5", 32, 7, (0.5, 0.65625)),
    ],
)
def test_real_samples_give_the_harness_own_means(measure, helped, hurt, means):
    shown = printed("compare", str(REAL / "lm_eval" / "ours"), "--measure", measure)
    assert (shown["helped"], shown["hurt"], shown["n_items"]) == (helped, hurt, 160)
    assert (shown["baseline"], shown["experimental"]) == means
    assert shown["baseline_name"] == "helped-hurt/ngram-a"


def test_instructions_that_were_followed_are_a_numerator_and_a_denominator():
    old, new = ([row(doc, inst_level_strict_acc=followed) for doc, followed in enumerate(held)]
                for held in ([[True, False], [False]], [[True, True], [False]]))  # fmt: skip
    pair = two(old, new).pair(*two(old, new).names)
    assert (pair.baseline.tolist(), pair.experimental.tolist()) == ([[1, 2], [0, 1]], [[2, 2], [0, 1]])
