"""Every public function with wrong values of every argument: a result, or a message that names the argument."""

import inspect
import json
import math
import warnings

import numpy as np
import pytest

import core
from core.errors import ComparisonError
from core.teaching.by_hand import all_flips, draw_by_hand, few_items
from core.teaching.convergence import convergence_of

PAIR = core.helped_hurt(20, 5, 2)
MANY = {"a": [0, 1, 1, 0], "b": [1, 1, 1, 0], "c": [0, 1, 0, 0]}
FEW = core.helped_hurt(8, 3, 2)
VOTES = core.Preferences.from_judgments(["q1", "q2", "q3"], ["a", "b", "c"], ["b", "c", "a"], [1, 1, 1])

GROUPS = ["a", "b"] * 10

QUICK = {"n_resamples": 50, "seed": 0}
VERBS = {
    "compare": (core.compare, {"baseline": PAIR, "margin": 0.1, **QUICK}),
    "by_group": (core.by_group, {"pair": PAIR, "groups": GROUPS}),
    "by_measure": (core.by_measure, {"pairs": {"exact": PAIR, "again": PAIR}}),
    "gate": (core.gate, {"pair": PAIR, "margin": 0.1}),
    "check_claim": (core.check_claim, {"n": 100, "baseline": "71.0", "experimental": "75.0"}),
    "convergence": (core.convergence, {"sizes": (20,), "resamples": (10,), "n_pairs": 1, "n_runs": 1}),
    "convergence_of": (convergence_of, {"pair": PAIR, "resamples": (10,), "n_runs": 1}),
    "disagreement": (core.disagreement, {"pair": PAIR, **QUICK}),
    "helped_hurt": (core.helped_hurt, {"n": 10, "helped": 3, "hurt": 2}),
    "helped_hurt_pvalues": (core.helped_hurt_pvalues, {"n": 10, "helped": 3, "hurt": 2}),
    "plan": (core.plan, {"n": 30, "helped": 0.2, "hurt": 0.1}),
    "power": (core.power, {"n": 20, "helped_rate": 0.2, "hurt_rate": 0.1}),
    "prefer": (core.prefer, {"data": VOTES, **QUICK}),
    "pvalue_grid": (core.pvalue_grid, {"n": 20, "effects": 5, "hurts": 5, **QUICK}),
    "rank": (core.rank, {"scores": MANY, "baseline": "a", **QUICK}),
    "repeat_study": (core.repeat_study, {"n": 20, "helped_rate": 0.2, "hurt_rate": 0.1, "n_studies": 20}),
    "type_one_errors": (core.type_one_errors, {"n": 20, "changed": 0.2, "alphas": (0.05,), "n_resamples": 20}),
    "from_scores": (core.PairedScores.from_scores, {"baseline": [0, 1], "experimental": [1, 1]}),
    "by_cluster": (PAIR.by_cluster, {"clusters": ["a", "b"] * 10}),
    "confidence_interval": (core.compare(PAIR).confidence_interval, {"level": 0.9, "kind": "basic"}),
    "draw_by_hand": (draw_by_hand, {"pair": FEW, "n_draws": 3}),
    "all_flips": (all_flips, {"pair": FEW}),
    "few_items": (few_items, {"pair": FEW, "n": 4}),
}
ARGUMENTS = [(verb, name) for verb, (call, _) in VERBS.items() for name in inspect.signature(call).parameters]

# No argument of any function accepts these values.
NEVER = [object(), {}, 1j, b"1", [None], np.array([[1j]])]
WRONG = [
    *NEVER, {1, 2}, None, True, "x", "", "\x00", -1, 0, 1.5, math.nan, math.inf, -math.inf, [], ["x"], ("x", 3),
    np.array([1, 2]), np.array([]), np.int64(3), np.float64(0.3), 10**30, -(10**30), 10**400, 10**5000,
]  # fmt: skip
# These take anything that has the right length, text or iterates.
LENIENT = {("from_scores", "notes"), ("from_scores", "ids"), ("from_scores", "columns"), ("by_cluster", "clusters")} | {
    ("gate", "also")
}


def test_every_public_verb_is_tried():
    public = {name for name in core.__all__ if inspect.isfunction(getattr(core, name))}
    assert {name for name in public if not name.startswith("read")} <= set(VERBS)


@pytest.mark.parametrize(("verb", "name"), ARGUMENTS)
def test_a_wrong_value_is_refused_in_a_sentence(verb, name):
    call, others = VERBS[verb]
    for value in WRONG:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                call(**others | {name: value})
        except ComparisonError as error:
            sentence = str(error)
            assert "\n" not in sentence
            assert 20 < len(sentence) < 600
            continue
        refused = any(value is each for each in NEVER)
        assert not refused or (verb, name) in LENIENT, (verb, name, value)


@pytest.mark.parametrize(
    ("verb", "options", "said"),
    [
        ("disagreement", {"seed": -1}, "seed == -1, must be a whole number >= 0"),
        ("helped_hurt", {"n": "10"}, "n == '10', must be a whole number >= 1"),
        ("convergence", {"sizes": 250}, "sizes == 250, must be a list of whole numbers"),
        ("type_one_errors", {"alphas": 0.05}, "alphas == 0.05, must be a list"),
        ("compare", {"baseline": [0, 1]}, r"baseline == \[0, 1\], must be PairedScores.* or be followed by"),
        ("compare", {"experimental": [0, 1]}, r"experimental == \[0, 1\], must be left out"),
        ("compare", {"clusters": "ab"}, "clusters == 'ab', must be a list"),
        ("compare", {"metric": 3}, "metric == 3, must be the name of a metric"),
        ("power", {"helped_rate": True}, "helped_rate == True, must be a number"),
        ("rank", {"scores": [0, 1]}, r"scores == \[0, 1\], must be Scores.* or a dictionary or data frame"),
        ("rank", {"scores": {1: [0, 1]}}, r"scores == \{1: \[0, 1\]\}, must be Scores"),
        ("rank", {"baseline": 1}, "baseline == 1, must be the name of a system"),
        ("rank", {"progress": 3}, "progress == 3, must be a function"),
    ],
)
def test_the_sentence_names_the_argument(verb, options, said):
    call, others = VERBS[verb]
    with pytest.raises(ComparisonError, match=said):
        call(**others | options)


def test_numpys_numbers_are_numbers():
    one, two = np.int64(1), np.int32(2)
    pair = core.helped_hurt(np.int64(40), np.int8(9), two, one)
    options = {"method": "monte-carlo", "n_resamples": np.int64(100), "seed": np.uint8(7), "alpha": np.float32(0.05)}
    result = core.compare(pair, **options, margin=np.float64(0.1), confidence_level=np.float64(0.9))
    told = json.loads(json.dumps(result.to_dict()))
    assert (told["seed"], told["n_resamples"], told["equivalence"]["margin"]) == (7, 100, 0.1)
    assert core.disagreement(pair, n_resamples=np.int64(20), seed=one).seed == 1
    assert core.power(np.int64(20), np.float64(0.2), np.float32(0.1)) == pytest.approx(core.power(20, 0.2, 0.1))
    study = core.convergence(sizes=np.array([20]), resamples=np.array([5, 10]), n_pairs=one, n_runs=two, seed=one)
    assert len(study.trials) == 4
    core.type_one_errors(np.int64(20), np.float64(0.2), alphas=np.array([0.01, 0.05]), n_resamples=np.int64(20))
    core.repeat_study(np.int64(20), 0.2, 0.1, n_studies=two, seed=one)
    core.plan(np.int64(100), helped=np.float64(0.2), hurt=0.1, n_studies=np.int64(20), seed=one)
    json.dumps(core.check_claim(np.int64(100), "71.0", "75.0").to_dict())
