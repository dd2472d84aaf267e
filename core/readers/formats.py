"""Registry of the formats by name, in menu order; a new format's module is named here."""

from importlib import import_module

from core.readers.format import Format
from core.readers.labels import entities, label_tables, labels
from core.readers.tables import scores, tables

# The modules in `core.readers` that hold one format, FORMAT.
_MODULES = (
    "coreference", "segments", "logs.lm_eval", "logs.inspect", "logs.trec", "logs.comet", "logs.sacrebleu", "logs.helm",
    "logs.promptfoo", "logs.every_eval_ever", "logs.deepeval", "logs.lighteval", "logs.samples", "logs.swe_bench",
    "logs.tau_bench", "logs.terminal_bench", "logs.bfcl", "logs.evalplus", "logs.mt_bench", "logs.mteb", "logs.ifeval",
    "logs.openai_evals", "logs.squad", "logs.conllu", "logs.per_utt",
)  # fmt: skip
_TABLES = (scores.FORMAT, tables.WIDE, tables.TABLES, tables.LONG)
_OF_LABELS = (labels.FORMAT, label_tables.ONE, label_tables.TWO, entities.ENTITIES, entities.CONLLEVAL)
_OTHERS = (import_module(f"core.readers.{name}").FORMAT for name in _MODULES)
FORMATS: dict[str, Format] = {format.name: format for format in (*_TABLES, *_OF_LABELS, *_OTHERS)}
