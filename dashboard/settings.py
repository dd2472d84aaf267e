"""The settings of each page, after those that several pages share.

A setting's name is its key in the session and, by default, its parameter in the URL. Two pages may use the same
parameter for settings with different names.
"""

from core.inference.runs import RUNS
from core.ranking.corrections import CORRECTIONS, PVALUE_CORRECTIONS
from core.readers import FORMATS
from core.significance import ALTERNATIVES, TESTS
from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import DATA_SETS
from dashboard.samples import SAMPLES
from dashboard.setting import Setting
from dashboard.wording.chooser import QUESTIONS
from dashboard.wording.settings import COLUMNS

# The options of the files that are chosen from a list and not typed.
_PICKED = dict.fromkeys(option.name for format in FORMATS.values() for option in format.options if not option.hint)
_SYNTHETIC = ("source", "synthetic")
_UPLOAD = ("source", "upload")
_SYSTEMS = ("source", "systems")
_SEED = Setting(0, int, low=0, high=2**32 - 1)

# The primer's ten questions: a gain of ten points that is not significant
COUNTS = {
    "n": Setting(10, int, low=1, high=1_000_000, when=_SYNTHETIC, asked=True),
    "helped": Setting(4, int, low=0, high=1_000_000, when=_SYNTHETIC, asked=True),
    "hurt": Setting(3, int, low=0, high=1_000_000, when=_SYNTHETIC, asked=True),
}


def _source(*others: str, when: tuple[str, str] | None = None) -> Setting:
    """Return the setting of a page's source: an example, files, pasted text, or one of these others."""
    also = {"example": "sample", "files": "upload"}
    return Setting("sample", choices=("sample", "upload", "paste", *others), when=when, also=also, asked=True)


# The source of the scores of many systems, and the columns of their files; None means that the files suggest it
MANY = {
    "many": _source(when=_SYSTEMS),
    "layout": Setting("auto", choices=("auto", "wide", "long", "rows"), when=_SYSTEMS),
    **{f"many_{name}": Setting(None, when=_SYSTEMS) for name in COLUMNS},
    "many_missing": Setting(False, bool, when=_SYSTEMS),
    "many_missing_value": Setting("", when=_SYSTEMS),
    "many_direction": Setting("auto", choices=("auto", "higher", "lower"), when=_SYSTEMS),
}

# The source of a page's scores
DATA = {
    "source": _source("synthetic", "systems"),
    "sample": Setting("clear_gain", choices=tuple(SAMPLES), when=("source", "sample"), asked=True),
    "kind": Setting("auto", choices=("auto", *FORMATS), when=_UPLOAD, asked=True),
    **COUNTS,
    "both": Setting(0, int, low=0, high=1_000_000, when=_SYNTHETIC, asked=True),
    # The chosen columns, several separated by commas and quoted if needed; None means that the files suggest them
    **{f"pick_{name}": Setting(None, when=_UPLOAD) for name in _PICKED},
    "pick_missing": Setting(False, bool, when=_UPLOAD),
    "pick_missing_value": Setting("", when=_UPLOAD),
    "pick_direction": Setting("auto", choices=("auto", "higher", "lower"), when=_UPLOAD),
    "pick_transpose": Setting(False, bool, when=_UPLOAD),
    **MANY,
    "first_system": Setting(None, when=_SYSTEMS),
    "second_system": Setting(None, when=_SYSTEMS),
    "swap": Setting(False, bool),
}

# The options of a comparison, as in core.compare
QUESTION = {
    "test": Setting("permutation", choices=tuple(TESTS)),
    "alternative": Setting("two-sided", choices=ALTERNATIVES),
    "alpha": Setting(0.05, float, low=0.0001, high=0.5),
}
COMPARE = {
    "metric": Setting("mean"),
    **QUESTION,
    "confidence_level": Setting(0.95, float, low=0.5, high=0.9999, parameter="confidence"),
    "interval": Setting("percentile", choices=("percentile", "basic", "bca")),
    "method": Setting("auto", choices=("auto", "exact", "monte-carlo")),
    "resamples": Setting(10_000, int, low=100, high=1_000_000),
    "seed": _SEED,
    "boundary": Setting("include", choices=("include", "exclude")),
    "margin": Setting(None, float, low=1e-12),
    "over": Setting("mean", choices=RUNS),
}

# The learning pages begin with the primer's question
PRIMER = {
    "primer_test": Setting("bootstrap", choices=tuple(TESTS), parameter="test"),
    "primer_alternative": Setting("greater", choices=ALTERNATIVES, parameter="alternative"),
    "alpha": QUESTION["alpha"],
}

# Settings that are kept from page to page, even if a link to the next page does not have them
EVERYWHERE = {"projector": Setting(False, bool)}

# *Two systems*: the source of the scores, the arguments of `core.compare`, and the groups
TWO_SYSTEMS = {
    **DATA,
    # The systems' names; empty means the names in the files
    "baseline_name": Setting(""),
    "experimental_name": Setting(""),
    **COMPARE,
    # The column of the groups, or None if the data suggest it, and the correction of their p-values
    "by": Setting(None, when=_UPLOAD),
    "by_correction": Setting("holm", choices=PVALUE_CORRECTIONS, parameter="correction"),
}

# *Many systems*: the source of the scores, and the arguments of `core.rank`
MANY_SYSTEMS = MANY | {
    "metric": COMPARE["metric"],
    "test": COMPARE["test"],
    # The system that all others are compared with; None compares every pair
    "against": Setting(None),
    # A one-sided alternative needs a baseline
    "many_alternative": Setting("two-sided", choices=ALTERNATIVES, parameter="alternative"),
    "alpha": COMPARE["alpha"],
    "correction": Setting("holm", choices=tuple(CORRECTIONS)),
    "over": COMPARE["over"],
    **{name: COMPARE[name] for name in ("confidence_level", "resamples", "seed")},
}

# *Preferences*: the source of the judgments, and the arguments of `core.prefer`
PREFERENCES = {
    "judged": _source(),
    # The columns of a table; None means that the files suggest them
    "judged_item": Setting(None, parameter="item"),
    "judged_judge": Setting(None, parameter="judge"),
    "judged_order": Setting(None, parameter="order"),
    # Names separated by commas, quoted if needed; None means all systems
    "judged_systems": Setting(None, parameter="systems"),
    "alpha": COMPARE["alpha"],
    "judged_correction": Setting("holm", choices=PVALUE_CORRECTIONS, parameter="correction"),
    "confidence_level": COMPARE["confidence_level"],
}

# *Check a claim*: the printed accuracies are text, because their number of decimals matters
CHECK_A_CLAIM = {
    "items": Setting(1000, int, low=1, high=10_000_000),
    "baseline": Setting("71.2"),
    "experimental": Setting("71.7"),
    "side": Setting("usual", choices=("usual", "greater", "two-sided", "less")),
    "alpha": COMPARE["alpha"],
}

# *Plan a study*: the known quantities, the present number of items, clusters and runs
PLAN_A_STUDY = {
    "known": Setting("rates", choices=("rates", "accuracies", "pilot")),
    "planned_n": Setting(500, int, low=1, high=10_000_000, parameter="items"),
    "planned_helped": Setting(6.0, float, low=0, high=100, when=("known", "rates"), parameter="helped_rate"),
    "planned_hurt": Setting(4.0, float, low=0, high=100, when=("known", "rates"), parameter="hurt_rate"),
    "planned_baseline": Setting("80", when=("known", "accuracies"), parameter="baseline"),
    "planned_experimental": Setting("82", when=("known", "accuracies"), parameter="experimental"),
    "planned_agreement": Setting("90", when=("known", "accuracies"), parameter="agreement"),
    **QUESTION,
    "target": Setting(0.8, float, low=0.05, high=0.9999, parameter="power"),
    "cluster_size": Setting(1.0, float, low=1, high=1_000_000),
    "cluster_correlation": Setting(0.2, float, low=0, high=1),
    "runs": Setting(1, int, low=1, high=1_000_000),
    "run_correlation": Setting(0.5, float, low=0, high=1),
    **DATA,
    "metric": COMPARE["metric"],
}

# *Resample by hand*: the number of draws and the seed, which determine the draws that are shown
RESAMPLE_BY_HAND = {
    **{name: setting for name, setting in DATA.items() if name != "sample"},
    # Its default data differ from those of *Two systems*.
    "hand_sample": Setting(
        "ten_questions", choices=tuple(SAMPLES), when=("source", "sample"), parameter="sample", asked=True
    ),
    "by_hand": Setting("resample", choices=("resample", "flip")),
    "draws": Setting(0, int, low=0, high=100_000),
    "draw_seed": _SEED,
    "flips": Setting(0, int, low=0, high=100_000),
    "flip_seed": _SEED,
    "all_flips": Setting(False, bool),
    "whole": Setting(False, bool),
    "choice": _SEED,
    "guess": Setting(None, float, low=0, high=1),
    "revealed": Setting(False, bool),
}

# *Helped and hurt*: its counts are those of the synthetic source
HELPED_AND_HURT = {
    **COUNTS,
    "counted_in": Setting("items", choices=("items", "percent")),
    "helped_percent": Setting(40.0, float, low=0, high=100, when=("counted_in", "percent")),
    "hurt_percent": Setting(30.0, float, low=0, high=100, when=("counted_in", "percent")),
    **PRIMER,
    "repeat_seed": _SEED,
    "lesson": Setting(1, int, low=1, high=3),
    "lesson_seed": Setting(2, int, low=0, high=2**32 - 1),
}

# *p-value grid*: lists and ranges as on the command line, in percent except for the sizes
PVALUE_GRID = {
    "sizes": Setting("100,500,2000,10000"),
    "effects": Setting("0.5,1,2,3,5,10"),
    "hurts": Setting("0:20"),
    **PRIMER,
    "sampled": Setting(False, bool),
    "seed": COMPARE["seed"],
    "map": Setting("hurt-effect", choices=("hurt-effect", "hurt-n", "n-effect")),
    "cells": Setting("20", choices=("20", "60", "own")),
    "map_sizes": Setting("50,100,200,500,1000,2000,5000,10000", when=("cells", "own")),
    "map_effects": Setting("0.5:10.5:0.5", when=("cells", "own")),
    "map_hurts": Setting("0:20", when=("cells", "own")),
    "at_n": Setting(500, int, low=1, high=10_000_000, when=("map", "hurt-effect")),
    "at_effect": Setting(2.0, float, low=-100, high=100, when=("map", "hurt-n")),
    "at_hurt": Setting(2.0, float, low=0, high=100, when=("map", "n-effect")),
}

# *Exact or sampled*: the comparison whose p-value is sampled, and the most sentences timed
EXACT_OR_SAMPLED = {
    "study": Setting("taggers", choices=("taggers", "own")),
    "sentences": Setting("1000", choices=("250", "500", "1000", "2000", "4000", "8000"), when=("study", "taggers")),
    "usual_p": Setting(True, bool, when=("study", "taggers")),
    "study_seed": _SEED,
    "timed_to": Setting("2000", choices=("2000", "4000", "8000", "10000")),
    **DATA,
    "metric": COMPARE["metric"],
}

# *Why tools disagree*: the data, the definition shown, and the number of swaps of a sampled count
WHY_TOOLS_DISAGREE = {
    "data": Setting("few-changes", choices=(*DATA_SETS, "own")),
    "definition": Setting("bootstrap-strict", choices=tuple(DEFINITIONS)),
    "swaps": Setting("1000", choices=("20", "100", "1000", "10000")),
    "alpha": COMPARE["alpha"],
    **DATA,
    "metric": COMPARE["metric"],
}

# *In class*: the room, the layout with the bar alone, and the key, which the address does not keep
IN_CLASS = {"room": Setting(""), "remote": Setting(False, bool), "room_key": Setting("", parameter="key")}

# *Methods*: the answers to the six questions of its chooser
METHODS = {
    f"which_{name}": Setting(next(iter(question.answers)), choices=tuple(question.answers), parameter=name)
    for name, question in QUESTIONS.items()
}
