"""Registry of the formats by name, in menu order; a new format is one row."""

from core.readers import coreference, segments
from core.readers.format import Format
from core.readers.labels import entities, label_tables, labels
from core.readers.logs import (
    bfcl,
    comet,
    conllu,
    deepeval,
    evalplus,
    every_eval_ever,
    helm,
    ifeval,
    inspect,
    lighteval,
    lm_eval,
    mt_bench,
    mteb,
    openai_evals,
    per_utt,
    promptfoo,
    sacrebleu,
    samples,
    squad,
    swe_bench,
    tau_bench,
    terminal_bench,
    trec,
)
from core.readers.tables import scores, tables

_MODULES = (
    coreference, segments, lm_eval, inspect, trec, comet, sacrebleu, helm, promptfoo,
    every_eval_ever, deepeval, lighteval, samples, swe_bench, tau_bench, terminal_bench, bfcl, evalplus, mt_bench, mteb,
    ifeval, openai_evals, squad, conllu, per_utt,
)  # fmt: skip
_TABLES = (scores.FORMAT, tables.WIDE, tables.TABLES, tables.LONG)
_OF_LABELS = (labels.FORMAT, label_tables.ONE, label_tables.TWO, entities.ENTITIES, entities.CONLLEVAL)
FORMATS: dict[str, Format] = {
    format.name: format for format in (*_TABLES, *_OF_LABELS, *(module.FORMAT for module in _MODULES))
}
