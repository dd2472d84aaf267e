"""promptfoo: ``output.json`` of an evaluation, in which each prompt and provider is a system.

A repetition has its own test index, so items are identified by their variables and assertions, and repeated items are
further runs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import DataError
from core.readers.logs.harness import by_record, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File, text_of

# A row's failureReason: 0 none, 1 an assertion, 2 an error.
_ERROR = 2
_LONGEST_PROMPT = 60


def _of_file(file: File, _: str) -> list[Log]:
    label = file.label
    results = file.json["results"]
    rows = results["results"]
    if not rows:
        raise DataError(f"{label} holds no results: was the evaluation stopped?")
    rows = sorted(rows, key=lambda row: int(row.get("testIdx", 0)))
    names = _systems(rows)
    logs = {system: Log(label, name, lower_is_better=False) for system, name in names.items()}
    for log in logs.values():
        log.notes.append("Items are known by their variables; repetitions of one are its runs.")
    items = _items(rows)
    named = list(dict.fromkeys(name for row in rows for name in row.get("namedScores") or {}))
    for row, item in zip(rows, items, strict=True):
        log, failed = logs[_system(row)], row.get("failureReason") == _ERROR
        scores = {"score": row.get("score"), "success": row.get("success")} | {
            f"namedScores/{name}": (row.get("namedScores") or {}).get(name) for name in named
        }
        for name, value in scores.items():
            log.add(name, item, None if failed else value, None, "error" if failed else "no score")
        log.describe(item, row.get("vars"))
    for (place, _), log in logs.items():
        _state(log, results.get("prompts") or [], place)
    return list(logs.values())


def _state(log: Log, prompts: Sequence[Mapping[str, Any]], place: int) -> None:
    stated = (prompts[place].get("metrics") or {}) if place < len(prompts) else {}
    for name, key in (("score", "score"), ("success", "testPassCount")):
        held = log.measures[name]
        n = sum(map(len, held.scores.values()))
        alike = not held.missing and len(set(map(len, held.scores.values()))) == 1
        if isinstance(stated.get(key), int | float) and alike:
            held.stated = stated[key] / n


def _system(row: Mapping[str, Any]) -> tuple[Any, str]:
    provider = row.get("provider") or {}
    provider = provider if isinstance(provider, dict) else {"id": provider}
    return row.get("promptIdx", 0), str(provider.get("label") or provider.get("id") or "")


def _systems(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[Any, str], str]:
    """Return the names of the systems: their provider, and their prompt if providers are equal."""
    prompts = {_system(row): str((row.get("prompt") or {}).get("label") or "") for row in rows}
    providers = Counter(provider for _, provider in prompts)
    return {
        (place, provider): provider
        if providers[provider] == 1
        else f"{provider}, prompt {int(place) + 1}: {prompt[:_LONGEST_PROMPT]}"
        for (place, provider), prompt in prompts.items()
    }


def _items(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the name of each row's item: its variables, numbered where other assertions make it another item."""
    tests: dict[str, dict[str, int]] = {}
    names = []
    for row in rows:
        told = text_of(row.get("vars") or {})
        known = tests.setdefault(told, {})
        place = known.setdefault(text_of((row.get("testCase") or {}).get("assert")), len(known))
        names.append(f"{told} ({place + 1})" if place else told)
    return names


def _is_log(record: dict[str, Any]) -> bool:
    held = record.get("results")
    return isinstance(held, dict) and isinstance(held.get("results"), list) and "version" in held


FORMAT = log_format(
    "promptfoo",
    "Results of promptfoo",
    "What promptfoo eval writes as JSON: one file of all prompts and providers, or several.",
    logs=one_by_one(_of_file),
    sniff=by_record(_is_log, "it has the keys that promptfoo writes"),
)
