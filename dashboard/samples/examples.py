"""An example of each format's files, in the folder ``formats``: the same twelve items, four helped and one hurt."""

from collections.abc import Mapping

from core.readers import Upload
from dashboard.samples import HERE

# The names of each format's files, in the order of its slots and with the baseline first.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "scores": ("old.txt", "new.txt"),
    "table": ("both.csv",),
    "tables": ("old.csv", "new.csv"),
    "long": ("long.csv",),
    "labels": ("gold.txt", "old.txt", "new.txt"),
    "label-table": ("labels.csv",),
    "label-tables": ("old.csv", "new.csv"),
    "entities": ("gold.bio", "old.bio", "new.bio"),
    "conlleval": ("old.conll", "new.conll"),
    "conll": ("old.muc", "new.muc"),
    "segments": ("reference.txt", "old.txt", "new.txt"),
    "lm-eval": (
        "samples_sums_2026-01-01T00-00-00.000001.jsonl",
        "results_2026-01-01T00-00-00.000001.json",
        "samples_sums_2026-01-02T00-00-00.000001.jsonl",
        "results_2026-01-02T00-00-00.000001.json",
    ),
    "inspect": ("old.json", "new.json"),
    "trec": ("old.eval", "new.eval"),
    "comet": ("comet.json",),
    "sacrebleu": ("old.chrf.txt", "new.chrf.txt"),
    "helm": ("per_instance_stats.json", "run_spec.json", "per_instance_stats (2).json", "run_spec (2).json"),
    "promptfoo": ("output.json",),
    "every-eval-ever": ("old_samples.jsonl", "new_samples.jsonl"),
    "deepeval": ("test_run_old.json", "test_run_new.json"),
    "lighteval": (
        "details_sums_2026-01-01T00-00-00.000001.parquet",
        "results_2026-01-01T00-00-00.000001.json",
        "details_sums_2026-01-02T00-00-00.000001.parquet",
        "results_2026-01-02T00-00-00.000001.json",
    ),
    "samples": ("old.jsonl", "new.jsonl"),
    "swe-bench": ("old.run.json", "new.run.json"),
    "tau-bench": ("old.json", "new.json"),
    "terminal-bench": ("old.json", "new.json"),
    "bfcl": ("old.json", "new.json"),
    "evalplus": ("old.json", "new.json"),
    "mt-bench": ("old.jsonl", "new.jsonl"),
    "mteb": ("old.json", "new.json"),
    "ifeval": ("old.jsonl", "new.jsonl"),
    "openai-evals": ("old.jsonl", "new.jsonl"),
    "squad": ("gold.json", "old.json", "new.json"),
    "conllu": ("gold.conllu", "old.conllu", "new.conllu"),
    "per-utt": ("old.per_utt", "new.per_utt"),
}


def example(format: str) -> tuple[Upload, ...]:
    """Return the files of a format's example."""
    return tuple(Upload(name, (HERE / "formats" / format / name).read_bytes()) for name in EXAMPLES[format])
