"""Every setting of every page: its widget key, default, bounds and URL parameter, in one place.

A setting's name is its key in the session and, unless it says otherwise, its parameter in the URL. The URL carries the
settings that differ from their defaults and nothing else: never a file, never a score. A page begins with `adopt`,
which reads the URL, and ends with `publish`, which writes it; in between a widget only needs ``key=`` and
``persist_state="session"``.

To add a setting, add a row to `SETTINGS` and name it under its page in `PAGES`.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from core.readers import FORMATS
from core.studies import DEFINITIONS, LESSONS
from core.tests import TESTS
from dashboard.samples import SAMPLES

__all__ = [
    "PAGES",
    "SETTINGS",
    "Setting",
    "adopt",
    "chosen",
    "format_query",
    "link",
    "parse_query",
    "publish",
    "refused",
]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its default and what it may be.

    Parameters
    ----------
    default : str, int, float, bool or None
        As in `core.compare` where that has the same option.
    kind : type
        What a URL's text is turned into.
    choices : strings, or a function that returns them, optional
        The only values allowed.
    low, high : numbers, optional
        The bounds of a number, both allowed.
    when : (setting, value), optional
        The setting matters, and is in the URL, only while that other setting has that value; on a page without that
        other setting it always matters.
    parameter : str, optional
        What the URL calls it, where that is not its name.
    also : mapping, optional
        What else a URL may say for a value, such as what the page calls it; the page writes the value itself.
    """

    default: Any
    kind: type = str
    choices: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()
    low: float | None = None
    high: float | None = None
    when: tuple[str, str] | None = None
    parameter: str | None = None
    also: Mapping[str, str] = field(default_factory=dict)

    def parse(self, text: str) -> Any:
        """Turn a URL's text into a value, or raise ValueError saying what was expected."""
        if self.kind is bool:
            return _one_of(text, {"1": True, "true": True, "0": False, "false": False})
        if self.choices:
            known = self.choices() if callable(self.choices) else self.choices
            return _one_of(self.also.get(text, text), {choice: choice for choice in known})
        low, high = self.low, self.high
        try:
            value = self.kind(text)
            # A value that is not a number compares as False, and so is refused too.
            if (low is None or value >= low) and (high is None or value <= high):
                return value
        except ValueError:
            pass
        bounds = f"of at least {low:,}" if high is None else f"between {low:,} and {high:,}"
        raise ValueError(f"a {'whole ' if self.kind is int else ''}number {bounds}")

    def format(self, value: Any) -> str:
        """Turn a value into a URL's text; `parse` gives it back."""
        if isinstance(value, bool):
            return str(int(value))
        return repr(value) if isinstance(value, float) else str(value)


def _one_of(text: str, values: Mapping[str, Any]) -> Any:
    if text not in values:
        raise ValueError("one of " + ", ".join(values))
    return values[text]


# What is chosen of the files, rather than typed.
_PICKED = dict.fromkeys(option.name for format in FORMATS.values() for option in format.options if not option.hint)

_TESTS = tuple(TESTS)
_ALTERNATIVES = ("greater", "less", "two-sided")

SETTINGS: dict[str, Setting] = {
    # Where the scores come from
    "source": Setting(
        "sample", choices=("sample", "upload", "paste", "synthetic"), also={"example": "sample", "files": "upload"}
    ),
    "sample": Setting("stdlib_modules", choices=tuple(SAMPLES), when=("source", "sample")),
    "hand_sample": Setting("ten_questions", choices=tuple(SAMPLES), when=("source", "sample"), parameter="sample"),
    "kind": Setting("auto", choices=lambda: ("auto", *FORMATS), when=("source", "upload")),
    # The chosen columns, several separated by commas; None is what the files suggest
    **{f"pick_{name}": Setting(None, when=("source", "upload")) for name in _PICKED},
    "pick_missing": Setting(False, bool, when=("source", "upload")),
    # The primer's ten questions: ten points more, and no evidence
    "n": Setting(10, int, low=1, high=1_000_000, when=("source", "synthetic")),
    "helped": Setting(4, int, low=0, high=1_000_000, when=("source", "synthetic")),
    "hurt": Setting(3, int, low=0, high=1_000_000, when=("source", "synthetic")),
    "both": Setting(0, int, low=0, high=1_000_000, when=("source", "synthetic")),
    "swap": Setting(False, bool),
    # What the systems are called; empty as their files are
    "baseline_name": Setting(""),
    "experimental_name": Setting(""),
    # What is asked of them, as in core.compare
    "metric": Setting("mean"),
    "test": Setting("permutation", choices=_TESTS),
    "alternative": Setting("two-sided", choices=_ALTERNATIVES),
    "alpha": Setting(0.05, float, low=0.0001, high=0.5),
    "confidence_level": Setting(0.95, float, low=0.5, high=0.9999, parameter="confidence"),
    "interval": Setting("percentile", choices=("percentile", "basic", "bca")),
    "method": Setting("auto", choices=("auto", "exact", "monte-carlo")),
    "resamples": Setting(10_000, int, low=100, high=1_000_000),
    "seed": Setting(0, int, low=0, high=2**32 - 1),
    "boundary": Setting("include", choices=("include", "exclude")),
    "margin": Setting(None, float, low=1e-12),
    # Resample by hand: how many draws of which seed give what is shown again
    "by_hand": Setting("resample", choices=("resample", "flip")),
    "draws": Setting(0, int, low=0, high=100_000),
    "draw_seed": Setting(0, int, low=0, high=2**32 - 1),
    "flips": Setting(0, int, low=0, high=100_000),
    "flip_seed": Setting(0, int, low=0, high=2**32 - 1),
    "all_flips": Setting(False, bool),
    "whole": Setting(False, bool),
    "choice": Setting(0, int, low=0, high=2**32 - 1),
    "guess": Setting(None, float, low=0, high=1),
    "revealed": Setting(False, bool),
    # Helped and hurt: the counts are those of the synthetic source
    "counted_in": Setting("items", choices=("items", "percent")),
    "helped_percent": Setting(40.0, float, low=0, high=100, when=("counted_in", "percent")),
    "hurt_percent": Setting(30.0, float, low=0, high=100, when=("counted_in", "percent")),
    "repeat_seed": Setting(0, int, low=0, high=2**32 - 1),
    "lesson": Setting(1, int, low=1, high=3),
    "lesson_seed": Setting(2, int, low=0, high=2**32 - 1),
    # The learning pages ask the primer's question first
    "primer_test": Setting("bootstrap", choices=_TESTS, parameter="test"),
    "primer_alternative": Setting("greater", choices=_ALTERNATIVES, parameter="alternative"),
    # p-value grid: lists and ranges as on the command line, in percent except the sizes
    "sizes": Setting("100,500,2000,10000"),
    "effects": Setting("0.5,1,2,3,5,10"),
    "hurts": Setting("0:20"),
    "sampled": Setting(False, bool),
    "map": Setting("hurt-effect", choices=("hurt-effect", "hurt-n", "n-effect")),
    "cells": Setting("20", choices=("20", "60", "own")),
    "map_sizes": Setting("50,100,200,500,1000,2000,5000,10000", when=("cells", "own")),
    "map_effects": Setting("0.5:10.5:0.5", when=("cells", "own")),
    "map_hurts": Setting("0:20", when=("cells", "own")),
    "at_n": Setting(500, int, low=1, high=10_000_000, when=("map", "hurt-effect")),
    "at_effect": Setting(2.0, float, low=-100, high=100, when=("map", "hurt-n")),
    "at_hurt": Setting(2.0, float, low=0, high=100, when=("map", "n-effect")),
    # Exact or sampled: the systems whose p-value is sampled, and up to how many sentences the methods are timed
    "study": Setting("taggers", choices=("taggers", "own")),
    "sentences": Setting("1000", choices=("250", "500", "1000", "2000", "4000", "8000"), when=("study", "taggers")),
    "usual_p": Setting(True, bool, when=("study", "taggers")),
    "study_seed": Setting(0, int, low=0, high=2**32 - 1),
    "timed_to": Setting("2000", choices=("2000", "4000", "8000", "10000")),
    # Why tools disagree: the data, the definition looked at, and how many swaps a sampled count has
    "data": Setting("few-changes", choices=(*LESSONS, "own")),
    "definition": Setting("bootstrap-strict", choices=tuple(DEFINITIONS)),
    "swaps": Setting("1000", choices=("20", "100", "1000", "10000")),
    # Check a claim: what was printed, as text, because its decimals count
    "items": Setting(1000, int, low=1, high=10_000_000),
    "baseline": Setting("71.2"),
    "experimental": Setting("71.7"),
    "side": Setting("usual", choices=("usual", "greater", "two-sided", "less")),
    # Plan a study: what is known, in percent or as text; the items at hand; clusters and runs
    "known": Setting("rates", choices=("rates", "accuracies", "pilot")),
    "planned_n": Setting(500, int, low=1, high=10_000_000, parameter="items"),
    "planned_helped": Setting(6.0, float, low=0, high=100, when=("known", "rates"), parameter="helped_rate"),
    "planned_hurt": Setting(4.0, float, low=0, high=100, when=("known", "rates"), parameter="hurt_rate"),
    "planned_baseline": Setting("80", when=("known", "accuracies"), parameter="baseline"),
    "planned_experimental": Setting("82", when=("known", "accuracies"), parameter="experimental"),
    "planned_agreement": Setting("90", when=("known", "accuracies"), parameter="agreement"),
    "target": Setting(0.8, float, low=0.05, high=0.9999, parameter="power"),
    "cluster_size": Setting(1.0, float, low=1, high=1_000_000),
    "cluster_correlation": Setting(0.2, float, low=0, high=1),
    "runs": Setting(1, int, low=1, high=1_000_000),
    "run_correlation": Setting(0.5, float, low=0, high=1),
}

# Where a page's scores come from. What a link misnames among these is asked for, and nothing else shown meanwhile.
_COUNTS = ("n", "helped", "hurt", "both")
_ASKED = ("source", "sample", "hand_sample", "kind", *_COUNTS)
_DATA = ("source", "sample", "kind", *_COUNTS, *(name for name in SETTINGS if name.startswith("pick_")), "swap")
_COMPARE = (
    *("metric", "test", "alternative", "alpha", "confidence_level", "interval"),
    *("method", "resamples", "seed", "boundary", "margin"),
)

# The settings of each page, by its address; the first page's address is empty.
PAGES: dict[str, tuple[str, ...]] = {
    "": (*_DATA, "baseline_name", "experimental_name", *_COMPARE),
    "resample-by-hand": (
        *(name.replace("sample", "hand_sample") for name in _DATA),
        *("by_hand", "draws", "draw_seed", "flips", "flip_seed", "all_flips", "whole", "choice", "guess", "revealed"),
    ),
    "helped-and-hurt": (
        *("n", "helped", "hurt", "counted_in", "helped_percent", "hurt_percent"),
        *("primer_test", "primer_alternative", "alpha", "repeat_seed", "lesson", "lesson_seed"),
    ),
    "pvalue-grid": (
        *("sizes", "effects", "hurts", "primer_test", "primer_alternative", "alpha", "sampled", "seed"),
        *("map", "cells", "map_sizes", "map_effects", "map_hurts", "at_n", "at_effect", "at_hurt"),
    ),
    "exact-or-sampled": (
        *("study", "sentences", "usual_p", "study_seed", "timed_to"),
        *(*_DATA, "metric"),
    ),
    "why-tools-disagree": (
        *("data", "definition", "swaps", "alpha"),
        *(*_DATA, "metric"),
    ),
    "check-a-claim": ("items", "baseline", "experimental", "side", "alpha"),
    "plan-a-study": (
        *("known", "planned_n", "planned_helped", "planned_hurt"),
        *("planned_baseline", "planned_experimental", "planned_agreement"),
        *("test", "alternative", "alpha", "target", "cluster_size", "cluster_correlation", "runs", "run_correlation"),
        *(*_DATA, "metric"),
    ),
}

# What is typed or chosen beside the settings, on more than one page.
_CARRIED = ("_paste_", "_option_")

# Longer than a browser needs to hear of a new URL; the history's button is not pressed as soon after a change.
_LATE_SECONDS = 1.5

# The settings that core.compare takes, where it calls them something else.
_COMPARE_NAMES = {"resamples": "n_resamples"}


def parse_query(names: Iterable[str], query: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values that a URL gives, and for every value that it cannot have what is wrong with it.

    Examples
    --------
    >>> parse_query(["alpha", "source"], {"alpha": "0.01", "source": "magic"})
    ({'alpha': 0.01}, {'source': 'The link says source=magic; that must be one of sample, upload, paste, synthetic'})
    """
    values: dict[str, Any] = {}
    problems = {}
    for name in names:
        parameter = SETTINGS[name].parameter or name
        if parameter not in query:
            continue
        try:
            values[name] = SETTINGS[name].parse(query[parameter])
        except ValueError as error:
            problems[name] = f"The link says {parameter}={query[parameter]}; that must be {error}"
    return values, problems


def format_query(names: Iterable[str], values: Mapping[str, Any]) -> dict[str, str]:
    """Return the URL's parameters: the settings that matter and differ from their defaults.

    Examples
    --------
    >>> format_query(["source", "n", "alpha"], {"source": "sample", "n": 9, "alpha": 0.01})
    {'alpha': '0.01'}
    >>> format_query(["n"], {"source": "sample", "n": 9})
    {'n': '9'}
    """
    query = {}
    names = tuple(names)
    for name in names:
        setting = SETTINGS[name]
        value = values.get(name, setting.default)
        matters = setting.when is None or setting.when[0] not in names or values.get(setting.when[0]) == setting.when[1]
        # The metric that the data suggest needs no mention.
        known = name == "metric" and value == values.get("_metric_first")
        if matters and value is not None and value != setting.default and not known:
            query[setting.parameter or name] = setting.format(value)
    return query


def link(page: str, values: Mapping[str, Any]) -> str:
    """Return the address of a page with these settings, from the root of the site.

    Examples
    --------
    >>> link("", {"source": "synthetic", "n": 100, "helped": 7, "hurt": 2})
    '/?source=synthetic&n=100&helped=7&hurt=2'
    """
    query = urlencode(format_query(PAGES[page], values))
    return f"/{page}" + (f"?{query}" if query else "")


def adopt(page: str) -> list[str]:
    """Take over the settings of the URL where it changed outside the page; return what could not be taken over.

    A link or the browser's history sets every setting of the page; settings that it does not name get their defaults.
    Coming from another page without any parameter keeps what was set before. Where a link misnames the data, nothing
    stands in their place: the setting is None until it is chosen.
    """
    memory = st.session_state
    names = PAGES.get(page, ())
    asks = "source" in names
    for name, setting in SETTINGS.items():
        if memory.setdefault(name, setting.default) is None and not asks:
            memory[name] = setting.default
    arrived = memory.get("_page") != page
    memory["_page"] = page
    if arrived:
        # Two pages' widgets of the same key are two widgets; what is set again is taken over by the new page's.
        for key in list(memory):
            if key in SETTINGS or str(key).startswith(_CARRIED):
                memory[key] = memory[key]
    query = st.query_params.to_dict()
    if not names or query == memory.get("_written") or _is_late(query) or (arrived and not query):
        return []
    values, problems = parse_query(names, query)
    for name in names:
        memory[name] = values.get(name, SETTINGS[name].default)
    for key in [key for key in memory if str(key).startswith("_option_")]:
        del memory[key]  # the link's columns count
    refused = {name: problem for name, problem in problems.items() if asks and name in _ASKED}
    memory.update(dict.fromkeys(refused))
    memory["_refused"] = {name: (query[SETTINGS[name].parameter or name], refused[name]) for name in refused}
    return [f"{problem}, so {_used(name)} is used." for name, problem in problems.items() if name not in refused]


def _used(name: str) -> str:
    setting = SETTINGS[name]
    return "none" if setting.default is None else setting.format(setting.default)


def refused(*names: str) -> list[str]:
    """Return what is wrong with the values that a link gave these settings, as long as none has been chosen."""
    held = st.session_state.get("_refused", {})
    return [f"{held[name][1]}." for name in names if name in held and st.session_state[name] is None]


def publish(page: str) -> None:
    """Write the page's settings to the URL; what a link misnamed stays there until it is chosen."""
    memory = st.session_state
    names = PAGES.get(page, ())
    query = format_query(names, memory)
    for name, (text, _) in memory.get("_refused", {}).items():
        if name in names and memory[name] is None:
            query[SETTINGS[name].parameter or name] = text
    if query != memory.get("_written"):
        memory["_replaced"] = [*_replaced_lately(), (memory.get("_written", {}), time.monotonic())]
        memory["_written"] = query
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def _is_late(query: dict[str, str]) -> bool:
    """Whether the browser has not heard yet that this URL was replaced, as when an arrow key is held on a slider."""
    return any(query == old for old, _ in _replaced_lately())


def _replaced_lately() -> list[tuple[dict[str, str], float]]:
    return [each for each in st.session_state.get("_replaced", ()) if time.monotonic() - each[1] < _LATE_SECONDS]


def chosen() -> dict[str, Any]:
    """Return the keyword arguments of `core.compare` that the page asks for."""
    return {_COMPARE_NAMES.get(name, name): st.session_state[name] for name in _COMPARE}
