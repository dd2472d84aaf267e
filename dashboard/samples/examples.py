"""An example of each format's files, made from the same twelve items: four helped, one hurt."""

import io
import json
from collections.abc import Callable, Iterable
from typing import Any

from core.readers import Upload

OLD = (0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0)
NEW = (1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 0)
SYSTEMS = {"old": OLD, "new": NEW}
GOLD = tuple("yes" if i % 3 else "no" for i in range(len(OLD)))
_DATES = {"old": "2026-01-01T00-00-00.000001", "new": "2026-01-02T00-00-00.000001"}
Files = tuple[Upload, ...]
_Example = Callable[[], Files]
# The functions that return the files of each format, in the order of this file.
EXAMPLES: dict[str, _Example] = {}


def _text(name: str, lines: Iterable[str]) -> Upload:
    return Upload(name, "".join(f"{line}\n" for line in lines).encode())


def _json(name: str, value: Any) -> Upload:
    return Upload(name, json.dumps(value, indent=1).encode())


def _each(name: str, lines: Callable[[str], Iterable[str]]) -> Files:
    """Return a file for each system."""
    return tuple(_text(name.format(system), lines(system)) for system in SYSTEMS)


def _of_both(format: str) -> Callable[[_Example], _Example]:
    """Make a function the example of a format."""
    return lambda example: EXAMPLES.setdefault(format, example)


def _of_each(format: str) -> Callable[[Callable[[str], Upload]], _Example]:
    """Make the example of a format from a function that returns one system's file."""
    return lambda example: EXAMPLES.setdefault(format, lambda: tuple(map(example, SYSTEMS)))


def _answers(system: str) -> list[str]:
    """Return the labels that a system gave; where it was wrong, the other label."""
    wrong = {"yes": "no", "no": "yes"}
    return [label if right else wrong[label] for label, right in zip(GOLD, SYSTEMS[system], strict=True)]


@_of_each("scores")
def _scores(system: str) -> Upload:
    return _text(f"{system}.txt", map(str, SYSTEMS[system]))


@_of_both("table")
def _table() -> Files:
    rows = (f"q{i},{old},{new}" for i, (old, new) in enumerate(zip(OLD, NEW, strict=True), 1))
    return (_text("both.csv", ["id,old,new", *rows]),)


@_of_each("tables")
def _tables(system: str) -> Upload:
    return _text(f"{system}.csv", ["id,score", *(f"q{i},{x}" for i, x in _numbered(system))])


@_of_both("long")
def _long() -> Files:
    rows = (f"q{i},{system},{x}" for system, scores in SYSTEMS.items() for i, x in enumerate(scores, 1))
    return (_text("long.csv", ["item,system,score", *rows]),)


@_of_both("labels")
def _labels() -> Files:
    return (_text("gold.txt", GOLD), *_each("{}.txt", _answers))


@_of_both("label-table")
def _label_table() -> Files:
    rows = zip(GOLD, _answers("old"), _answers("new"), strict=True)
    return (_text("labels.csv", ["id,gold,old,new", *(f"q{i},{','.join(row)}" for i, row in enumerate(rows, 1))]),)


@_of_each("label-tables")
def _label_tables(system: str) -> Upload:
    rows = enumerate(zip(GOLD, _answers(system), strict=True), 1)
    lines = (f"q{i},{right},{label}" for i, (right, label) in rows)
    return _text(f"{system}.csv", ["id,gold,prediction", *lines])


def _tagged(*columns: Iterable[int]) -> list[str]:
    """Return a sentence of two tokens for each item, with a column of tags for each argument; 1 is an entity."""
    lines = []
    for i, rights in enumerate(zip(*columns, strict=True), 1):
        lines += [
            f"Ada{i} " + " ".join("B-PER" if right else "O" for right in rights),
            "wrote" + " O" * len(rights),
            "",
        ]
    return lines


@_of_both("entities")
def _entities() -> Files:
    return (_text("gold.bio", _tagged([1] * len(OLD))), *_each("{}.bio", lambda system: _tagged(SYSTEMS[system])))


@_of_each("conlleval")
def _conlleval(system: str) -> Upload:
    return _text(f"{system}.conll", _tagged([1] * len(OLD), SYSTEMS[system]))


@_of_each("conll")
def _conll(system: str) -> Upload:
    def counts(right: int, of: int) -> str:
        share = f"{right / of:.2%}"
        return f"Recall: ({right} / {of}) {share}\tPrecision: ({right} / {of}) {share}\tF1: {share}"

    documents = [line for i, x in _numbered(system) for line in (f"(doc{i:02}); part 000:", counts(x, 1))]
    total = f"Coreference: {counts(sum(SYSTEMS[system]), len(OLD))}"
    return _text(f"{system}.muc", ["METRIC muc:", *documents, "", "====== TOTALS =======", total])


@_of_both("segments")
def _segments() -> Files:
    """Return sentences of different lengths in which each error is one word."""

    def lines(rights: Iterable[int]) -> list[str]:
        return [
            f"On day {i} the {'cat' if right else 'dog'} sat on the mat" + " and slept" * (i % 3)
            for i, right in enumerate(rights, 1)
        ]

    return (_text("reference.txt", lines([1] * len(OLD))), *_each("{}.txt", lambda system: lines(SYSTEMS[system])))


@_of_both("lm-eval")
def _lm_eval() -> Files:
    def lines(system: str) -> list[str]:
        rows = [{"doc_id": i, "doc": {}, "target": "yes", "filtered_resps": ["yes"], "filter": "none",
                 "metrics": ["acc"], "doc_hash": f"h{i}", "acc": float(x)} for i, x in _numbered(system)]  # fmt: skip
        return list(map(json.dumps, rows))

    files: list[Upload] = []
    for system, date in _DATES.items():
        mean = {"sums": {"acc,none": sum(SYSTEMS[system]) / len(OLD)}}
        held = {"model_name": system, "configs": {}, "n-shot": {}, "results": mean,
                "higher_is_better": {"sums": {"acc": True}}}  # fmt: skip
        files += [_text(f"samples_sums_{date}.jsonl", lines(system)), _json(f"results_{date}.json", held)]
    return tuple(files)


@_of_each("inspect")
def _inspect(system: str) -> Upload:
    samples = [{"id": i, "epoch": 1, "input": f"{i}+1", "target": str(i + 1),
                "scores": {"match": {"value": "IC"[x]}}} for i, x in _numbered(system)]  # fmt: skip
    evaluated = {"model": system, "task": "sums", "config": {}}
    held = {"version": 2, "status": "success", "eval": evaluated, "plan": {}, "samples": samples}
    return _json(f"{system}.json", held)


@_of_each("trec")
def _trec(system: str) -> Upload:
    lines = (f"{'map':<22}\t{300 + i}\t{(20 + 3 * i + 40 * x) / 100:.4f}" for i, x in _numbered(system))
    return _text(f"{system}.eval", lines)


@_of_both("comet")
def _comet() -> Files:
    def segments(system: str) -> list[dict[str, Any]]:
        return [{"src": f"source {i}", "mt": f"{system} {i}", "ref": f"target {i}",
                 "COMET": (50 + 2 * i + 20 * x) / 100} for i, x in _numbered(system)]  # fmt: skip

    return (_json("comet.json", {f"{system}.txt": segments(system) for system in SYSTEMS}),)


@_of_each("sacrebleu")
def _sacrebleu(system: str) -> Upload:
    signature = "chrF2|nrefs:1|case:mixed|version:2.6.0"
    return _text(f"{system}.chrf.txt", (f"{signature} = {30 + 2 * i + 15 * x:.1f}" for i, x in _numbered(system)))


@_of_both("helm")
def _helm() -> Files:
    files: list[Upload] = []
    for number, system in zip(("", " (2)"), SYSTEMS, strict=True):
        rows = [{"instance_id": f"id{i}", "train_trial_index": 0, "stats": [
            {"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": x, "mean": x}]}
            for i, x in _numbered(system)]  # fmt: skip
        spec = {"name": f"sums,model={system}", "adapter_spec": {"model": system}, "scenario_spec": {}}
        files += [_json(f"per_instance_stats{number}.json", rows), _json(f"run_spec{number}.json", spec)]
    return tuple(files)


@_of_both("promptfoo")
def _promptfoo() -> Files:
    rows = [{"promptIdx": k, "testIdx": i, "provider": {"id": "file://provider.js", "label": system},
             "vars": {"question": f"{i}+1"}, "score": x, "success": bool(x), "namedScores": {}, "failureReason": 0,
             "prompt": {"label": "sums"}}
            for k, system in enumerate(SYSTEMS) for i, x in _numbered(system)]  # fmt: skip
    results = {"version": 3, "prompts": [], "results": rows}
    return (_json("output.json", {"evalId": "sums", "results": results, "config": {}}),)


@_of_each("every-eval-ever")
def _every_eval_ever(system: str) -> Upload:
    rows = ({"schema_version": "0.2.1", "evaluation_id": f"sums/{system}", "model_id": system,
             "evaluation_name": "sums", "sample_id": str(i), "sample_hash": f"h{i}",
             "evaluation": {"score": x, "is_correct": bool(x)}, "metadata": {}}
            for i, x in _numbered(system))  # fmt: skip
    return _lines(f"{system}_samples.jsonl", rows)


@_of_each("deepeval")
def _deepeval(system: str) -> Upload:
    cases = [{"name": f"sum {i}", "input": f"{i}+1", "expectedOutput": str(i + 1), "metricsData": [
        {"name": "Exact", "threshold": 0.5, "score": x, "success": bool(x), "evaluationModel": None}]}
        for i, x in _numbered(system)]  # fmt: skip
    return _json(f"test_run_{system}.json", {"testCases": cases, "conversationalTestCases": [], "metricsScores": []})


@_of_both("lighteval")
def _lighteval() -> Files:
    import pyarrow
    from pyarrow import parquet

    files: list[Upload] = []
    for system, date in _DATES.items():
        held = io.BytesIO()
        docs = [{"id": str(i), "query": f"{i}+1"} for i in range(1, len(OLD) + 1)]
        parquet.write_table(pyarrow.table({"doc": docs, "metric": [{"em": float(x)} for x in SYSTEMS[system]]}), held)
        results = {"config_general": {"model_name": system}, "results": {"sums": {"em": sum(SYSTEMS[system]) / 12}}}
        files += [Upload(f"details_sums_{date}.parquet", held.getvalue()), _json(f"results_{date}.json", results)]
    return tuple(files)


def _lines(name: str, rows: Iterable[Any]) -> Upload:
    return _text(name, map(json.dumps, rows))


def _runs(system: str) -> Iterable[tuple[str, list[int]]]:
    """Return the names of the items, each with two runs of the system."""
    return ((f"task-{i}", [x, x]) for i, x in _numbered(system))


@_of_each("samples")
def _samples(system: str) -> Upload:
    rows = ({"task_id": item, "passed": list(map(bool, runs))} for item, runs in _runs(system))
    return _lines(f"{system}.jsonl", rows)


@_of_each("swe-bench")
def _swe_bench(system: str) -> Upload:
    names = {right: [f"app__app-{i}" for i, x in _numbered(system) if x == right] for right in (1, 0)}
    counts = {"total_instances": 500, "submitted_instances": len(OLD), "schema_version": 2}
    lists = {"submitted_ids": [*names[1], *names[0]], "resolved_ids": names[1], "unresolved_ids": names[0]}
    return _json(f"{system}.run.json", counts | lists)


@_of_each("tau-bench")
def _tau_bench(system: str) -> Upload:
    rows = [{"task_id": i, "reward": float(x), "trial": trial, "info": {}, "traj": []}
            for trial in range(2) for i, x in _numbered(system)]  # fmt: skip
    return _json(f"{system}.json", rows)


@_of_each("terminal-bench")
def _terminal_bench(system: str) -> Upload:
    rows = [{"task_id": item, "trial_name": f"{item}.{k}-of-2", "is_resolved": bool(x)}
            for item, runs in _runs(system) for k, x in enumerate(runs, 1)]  # fmt: skip
    return _json(f"{system}.json", {"results": rows})


@_of_each("bfcl")
def _bfcl(system: str) -> Upload:
    right = sum(SYSTEMS[system])
    counts = {"accuracy": right / len(OLD), "correct_count": right, "total_count": len(OLD)}
    failed = ({"id": f"simple_{i - 1}", "valid": False, "error": ["…"]} for i, x in _numbered(system) if not x)
    return _lines(f"{system}.json", [counts, *failed])


@_of_each("evalplus")
def _evalplus(system: str) -> Upload:
    status = ("fail", "pass")
    tasks = {f"HumanEval/{i}": [{"task_id": f"HumanEval/{i}", "base_status": "pass", "plus_status": status[x]}]
             for i, x in _numbered(system)}  # fmt: skip
    return _json(f"{system}.json", {"date": "2026-01-01 12:00", "hash": "…", "eval": tasks})


@_of_each("mt-bench")
def _mt_bench(system: str) -> Upload:
    rows = ({"question_id": 80 + i, "model": system, "judge": ["gpt-4", "single-v1"], "turn": turn, "score": 5 + 4 * x}
            for i, x in _numbered(system) for turn in (1, 2))  # fmt: skip
    return _lines(f"{system}.jsonl", rows)


@_of_each("mteb")
def _mteb(system: str) -> Upload:
    rows = [{"hf_subset": f"language-{i}", "languages": [], "main_score": 0.5 + x / 4} for i, x in _numbered(system)]
    return _json(f"{system}.json", {"task_name": "Mining", "scores": {"test": rows}})


@_of_each("ifeval")
def _ifeval(system: str) -> Upload:
    rows = ({"key": i, "prompt": f"Write {i} words in capitals.", "follow_all_instructions": bool(x),
             "follow_instruction_list": [True, bool(x)], "instruction_id_list": ["length", "case"]}
            for i, x in _numbered(system))  # fmt: skip
    return _lines(f"{system}.jsonl", rows)


@_of_each("openai-evals")
def _openai_evals(system: str) -> Upload:
    rows = ({"run_id": "1", "event_id": i, "sample_id": f"sums.{i}", "type": "match", "data": {"correct": bool(x)}}
            for i, x in _numbered(system))  # fmt: skip
    spec = {"spec": {"completion_fns": [system], "eval_name": "sums"}}
    return _lines(f"{system}.jsonl", [spec, *rows, {"final_report": {"accuracy": sum(SYSTEMS[system]) / len(OLD)}}])


@_of_both("squad")
def _squad() -> Files:
    questions = [{"id": f"q{i}", "answers": [{"text": f"in {1900 + i}"}]} for i in range(1, len(OLD) + 1)]
    gold = {"version": "1.1", "data": [{"title": "Years", "paragraphs": [{"context": "…", "qas": questions}]}]}
    answers = (
        _json(f"{system}.json", {f"q{i}": f"In {1900 + i}." if x else "Never" for i, x in _numbered(system)})
        for system in SYSTEMS
    )
    return (_json("gold.json", gold), *answers)


@_of_both("conllu")
def _conllu() -> Files:
    def parses(rights: Iterable[int]) -> Iterable[str]:
        for i, right in enumerate(rights, 1):
            yield f"# sent_id = {i}"
            yield "1\tDogs\tdog\tNOUN\tNNS\t_\t2\t" + ("nsubj" if right else "obj") + "\t_\t_"
            yield "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_"
            yield ""

    return (_text("gold.conllu", parses([1] * len(OLD))), *_each("{}.conllu", lambda system: parses(SYSTEMS[system])))


@_of_each("per-utt")
def _per_utt(system: str) -> Upload:
    lines: list[str] = []
    for i, x in _numbered(system):
        words = "good night" if x else "good knight"
        lines += [f"u{i} ref  good night", f"u{i} hyp  {words}", f"u{i} op   C {'C' if x else 'S'}"]
        lines += [f"u{i} #csid {1 + x} {1 - x} 0 0"]
    return _text(f"{system}.per_utt", lines)


def _numbered(system: str) -> Iterable[tuple[int, int]]:
    return enumerate(SYSTEMS[system], 1)
