"""Every format that can be read, by its name, in the order of menus: a new one is one row."""

from core.readers import (
    conll_coreference,
    conlleval,
    entities,
    label_table,
    label_tables,
    labels,
    long,
    scores,
    segments,
    tables,
    wide,
)
from core.readers.format import Format
from core.readers.logs import (
    comet,
    deepeval,
    every_eval_ever,
    helm,
    inspect,
    lighteval,
    lm_eval,
    promptfoo,
    sacrebleu,
    trec,
)

__all__ = ["FORMATS"]

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        scores,
        wide,
        tables,
        long,
        labels,
        label_table,
        label_tables,
        entities,
        conlleval,
        conll_coreference,
        segments,
        lm_eval,
        inspect,
        trec,
        comet,
        sacrebleu,
        helm,
        promptfoo,
        every_eval_ever,
        deepeval,
        lighteval,
    )
}
