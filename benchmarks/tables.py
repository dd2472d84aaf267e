"""Write tables in all common forms, read them and compare: the same scores, or a message whose remedies work.

From the project's root; 20,000 cases take a few minutes::

    python -m benchmarks.tables [--cases 20000] [--seed 0]

A case is one table, or a table for each system: columns in any order and with any name, repeated items, other columns
of numbers and words, and scores that may be lower-is-better. The command prints the files and exits with status 1 if
the scores read differ from those written, if an error other than DataError or OptionError is raised, or if a remedy in
a message leads to the same message again.
"""

import argparse
import json
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

import core
from core.data.scores import Scores
from core.errors import ComparisonError
from core.readers import Upload, read_systems

__all__ = ["Case", "followed", "main", "outcome", "remedies", "written"]

ITEMS = (
    "id", "item", "task_id", "query_id", "sample_id", "prompt_id", "utt", "utt_id", "idx", "task", "dataset",
    "question",
    "pairID", "hash", "key", "problem", "name", "Unnamed: 0", "example", "doc_id", "segment", "benchmark", "case",
)  # fmt: skip
SYSTEMS = ("system", "model", "Model", "system_name", "method", "approach", "team", "variant", "engine", "arm")
SCORES = {
    "binary": ("correct", "acc", "passed", "is_correct", "em", "score", "solved"),
    "share": ("f1", "score", "bleu", "comet", "rouge", "value", "quality"),
    "percent": ("accuracy", "score", "bleu", "chrf", "result"),
    "rating": ("rating", "score", "stars", "quality"),
    "lower": ("wer", "WER", "loss", "eval_loss", "ppl", "cer", "latency", "errors"),
}
CALLED = ("old", "new", "base", "rules", "large", "small", "gpt-4", "llama 2", "A", "B", "ours", "system1", "system2")
SAMPLES = ("seed", "sample", "trial", "epoch", "run", "turn", "attempt", "rep", "fold", "annotator", "rater", "Judge")
EXTRA = (
    "row",
    "year",
    "length",
    "n_tokens",
    "seed",
    "turn",
    "fold",
    "text",
    "category",
    "constant",
    "position",
    "date",
)


@dataclass(frozen=True)
class Case:
    """The files, the options to read them, each system's scores by item, and their direction."""

    files: tuple[Upload, ...]
    options: dict[str, Any]
    scores: dict[str, dict[str, list[float]]]
    lower: bool
    layout: str
    order: list[str] = field(default_factory=list)

    def read(self, **options: Any) -> Scores:
        """Read the files as `rank` does."""
        return read_systems(*self.files, **(self.options | options))

    def is_right(self, read: Scores) -> bool:
        """Return whether the scores, systems and items are as written."""
        if set(read.names) != set(self.scores) or read.lower_is_better != self.lower:
            return False
        held = read.statistics[[read.names.index(name) for name in self.scores], :, :, 0]
        found = [[sorted(runs[~np.isnan(runs)].tolist()) for runs in item] for item in np.moveaxis(held, 2, 0)]
        wanted = {item: [sorted(of[item]) for of in self.scores.values()] for item in self.order}
        # The items may have other names, but each has the scores that were written for all systems.
        return sorted(found) == sorted(wanted.values())


def written(random: Random) -> Case:
    """Write a case."""
    n, kind = random.randint(2, 14), random.choice(list(SCORES))
    systems = random.sample(CALLED, random.choice([2, 2, 2, 3, 4]))
    layout = random.choice(["wide", "long", "tables"])
    repeats = random.choice([1, 1, 1, 2, 3])
    unequal = repeats > 1 and random.random() < 0.3
    items = _items(random, n)
    counts = {item: random.randint(1, repeats) if unequal else repeats for item in items}
    drawn = {
        system: {item: [_score(random, kind) for _ in range(counts[item])] for item in items} for system in systems
    }
    item_name = random.choice(ITEMS)
    sample_name = random.choice([*SAMPLES, None]) if repeats > 1 else None
    score_name = random.choice(SCORES[kind])
    lower = kind == "lower" and layout != "wide"
    if layout == "wide" and kind == "lower" and random.random() < 0.5:
        # One column for each system, named by metric and system.
        drawn = {f"{score_name} {system}": scores for system, scores in drawn.items()}
        systems, lower = list(drawn), True
    rows: list[dict[str, str]] = []
    extra = random.sample(EXTRA, random.choice([0, 0, 1, 2, 3]))
    extra = [name for name in extra if name not in (item_name, sample_name)]
    facts = {item: {name: _fact(random, name, i) for name in extra} for i, item in enumerate(items)}
    for item in items:
        for sample in range(counts[item]):
            beside = {sample_name: f"ann{sample}" if sample_name in ("annotator", "rater") else str(sample + 1)}
            shared = {item_name: item, **(beside if sample_name else {}), **facts[item]}
            if layout == "wide":
                rows.append(shared | {system: drawn[system][item][sample] for system in systems})
            else:
                rows += [
                    shared | {"": system, score_name: drawn[system][item][sample]} for system in systems
                ]  # the system's name goes to its column or file
    if random.random() < 0.6:
        random.shuffle(rows)
    files = _files(random, layout, rows, systems, extra)
    order = list(dict.fromkeys(row[item_name] for row in rows)) if layout == "wide" else items
    truth = {
        system: {item: [float(score) for score in scores] for item, scores in of.items()}
        for system, of in drawn.items()
    }
    options: dict[str, Any] = {}
    if random.random() < 0.2:
        options["id"] = item_name
    return Case(tuple(files), options, truth, lower, layout, order)


def _items(random: Random, n: int) -> list[str]:
    names = {
        "number": [str(i) for i in range(n)],
        "name": [f"q{i}" for i in range(n)],
        "hash": [f"{(i + 1) * 2654435761 % 2**32:08x}" for i in range(n)],
        "far": [str(4711 + 3 * i) for i in range(n)],
        "words": [f"What is {i} plus one" for i in range(n)],
        "letters": ["abcdefghijklmnopqrstuvwxyz"[i] for i in range(n)],
    }
    return names[random.choice(list(names))]


def _score(random: Random, kind: str) -> str:
    return {
        "binary": lambda: str(random.randint(0, 1)),
        "share": lambda: f"{random.random():.3f}",
        "percent": lambda: f"{random.uniform(20, 95):.1f}",
        "rating": lambda: str(random.randint(1, 5)),
        "lower": lambda: f"{random.random():.3f}",
    }[kind]()


def _fact(random: Random, name: str, i: int) -> str:
    """Return the value of another column for the i-th item."""
    return {
        "row": str(i), "year": str(random.randint(1990, 2024)), "length": str(random.randint(3, 60)),
        "n_tokens": str(random.randint(50, 900)), "seed": "42", "turn": "1", "fold": str(random.randint(1, 5)),
        "text": random.choice(["the cat", "a dog", "some text of more words", f"text {i}"]),
        "category": random.choice(["news", "law"]), "constant": "x", "position": str(i % 3),
        "date": f"2024-01-{i + 1:02d}",
    }[name]  # fmt: skip


def _files(
    random: Random, layout: str, rows: Sequence[dict[str, str]], systems: Sequence[str], extra: Sequence[str]
) -> Iterator[Upload]:
    ending = random.choice(["csv", "csv", "tsv", "jsonl"])
    columns = list(rows[0])
    random.shuffle(columns)
    if "row" in extra:
        # Rows are numbered in the order of the file.
        rows = [row | {"row": str(i)} for i, row in enumerate(rows)]
    if layout != "tables":
        called = random.choice(SYSTEMS)
        names = {"": called if called not in columns else "system"}
        yield _file("all", ending, rows, columns, names)
        return
    for system in systems:
        own = [row for row in rows if row[""] == system]
        if random.random() < 0.5:
            random.shuffle(own)
        yield _file(system, ending, own, [name for name in columns if name], {})


def _file(
    name: str, ending: str, rows: Sequence[dict[str, str]], columns: Sequence[str], names: dict[str, str]
) -> Upload:
    heads = [names.get(column, column) for column in columns]
    if ending == "jsonl":
        lines = [json.dumps(dict(zip(heads, (row[column] for column in columns), strict=True))) for row in rows]
    else:
        mark = {"csv": ",", "tsv": "\t"}[ending]
        lines = [mark.join(heads), *(mark.join(row[column] for column in columns) for row in rows)]
    return Upload(f"{name}.{ending}", ("\n".join(lines) + "\n").encode())


_REMEDY = re.compile(r"\(\w+=[^()]*?, (--[^()]*)\)")
_NAMES = {"system_column": "system", "score_column": "score"}
_FLAGS = ("transpose",)


def remedies(message: str) -> list[dict[str, Any]]:
    """Return the remedies of a message, as arguments of `core.readers.read_systems`.

    Examples
    --------
    >>> remedies("Say whether (id='a b', --id 'a b'), or (cluster='c', --cluster c).")
    [{'id': 'a b'}, {'cluster': 'c'}]
    """
    found = []
    for flags in _REMEDY.findall(message):
        words, options = shlex.split(flags), {}
        for place, word in enumerate(words):
            name = word[2:].replace("-", "_") if word.startswith("--") else ""
            if name:
                value = words[place + 1] if place + 1 < len(words) and not words[place + 1].startswith("--") else None
                options[_NAMES.get(name, name)] = True if name in _FLAGS else value
        if options and None not in options.values():
            found.append(options)
    return found


def followed(case: Case, message: str, given: dict[str, Any], depth: int = 3) -> tuple[bool, str | None]:
    """Follow every remedy of a message; return whether one leads to the scores written, and one that leads nowhere."""
    reached = False
    for options in remedies(message):
        try:
            reached |= case.is_right(case.read(**(given | options)))
        except ComparisonError as error:
            if str(error) == message:
                return reached, f"{options} ends in the same message: {message}"
            if depth:
                more, fault = followed(case, str(error), given | options, depth - 1)
                reached |= more
                if fault is not None:
                    return reached, fault
    return reached, None


def outcome(case: Case) -> str:
    """Return "read" or "refused", or raise an AssertionError that shows the files."""
    try:
        read = case.read()
    except ComparisonError as error:
        reached, fault = followed(case, str(error), {})
        assert fault is None, f"{_shown(case)}\n{fault}"
        return "refused" if reached else f"refused without a remedy that leads to it: {str(error)[:60]}"
    if not case.is_right(read):
        wrong = f"read {read.names}, ids {read.ids}, {read.statistics[..., 0].tolist()}, lower {read.lower_is_better}"
        raise AssertionError(f"{_shown(case)}\n{wrong}\n{read.notes}")
    if len(case.scores) == 2 and not case.options:
        pair = core.read(*case.files)
        assert isinstance(pair, core.PairedScores)
        both = read.pair(pair.baseline_name, pair.experimental_name)
        # The means of several runs are summed in another order if the baseline is not the first system.
        same = np.allclose(np.sort(both.baseline[:, 0]), np.sort(pair.baseline[:, 0]), rtol=1e-12, atol=0)
        assert same, f"{_shown(case)}\ncore.read differs: {pair.baseline.tolist()}"
    return "read"


def _shown(case: Case) -> str:
    files = "\n".join(f"--- {file.name}\n{file.data.decode()}" for file in case.files)
    return f"{files}\noptions {case.options}, layout {case.layout}, written {case.scores}, lower {case.lower}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the cases, and print the numbers of files read and refused."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=20_000, help="how many cases (default: 20,000)")
    parser.add_argument("--seed", type=int, default=0, help="where the random cases begin (default: 0)")
    parser.add_argument("--keep-going", type=int, default=1, help="how many wrong cases to print (default: 1)")
    chosen = parser.parse_args(arguments)
    tally: Counter[str] = Counter()
    wrong = 0
    for number in range(chosen.cases):
        case = written(Random(f"{chosen.seed} {number}"))
        try:
            tally[f"{case.layout}: {outcome(case)}"] += 1
        except Exception as error:
            print(f"case {number}: {type(error).__name__}: {error}\n", flush=True)
            wrong += 1
            if wrong >= chosen.keep_going:
                break
    for what, times in tally.most_common():
        print(f"{times:7,} {what}")
    print(f"{tally.total():,} cases as they should be, {wrong} not")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
