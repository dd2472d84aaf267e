"""Metrics: pure functions of summed statistics, one record each.

===============  =============================================  ==========================================
name             statistics of an item                          score of their sums S
===============  =============================================  ==========================================
mean             score, 1                                       S0 / S1
ratio            numerator, denominator                         S0 / S1
f1               recall num., den., precision num., den.        2PR / (P + R), P = S2 / S3, R = S0 / S1
recall           as f1                                          S0 / S1
precision        as f1                                          S2 / S3
f1-errors        true positives, errors (fp + fn)               S0 / (S0 + ½·S1)
perplexity       negative log-likelihood, words or bytes        exp(S0 / S1), lower is better
conll            as f1, of MUC, B³ and CEAFe                    mean of their three f1
accuracy         per label: tp, predicted, gold                 Σ tp / Σ gold
micro-f1         per label: tp, predicted, gold                 2·Σ tp / (Σ predicted + Σ gold)
macro-f1         per label: tp, predicted, gold                 mean over the labels of 2·tp / (pred. + gold)
mcc              per label: tp, predicted, gold                 correlation of predicted and gold labels
f1:LABEL         per label: tp, predicted, gold                 2·tp / (predicted + gold) of LABEL
precision:LABEL  per label: tp, predicted, gold                 tp / predicted of LABEL
recall:LABEL     per label: tp, predicted, gold                 tp / gold of LABEL
bleu             sacreBLEU's, as the reader of segments has     sacreBLEU's
chrf, chrf++     them counted
ter              edits, reference's length                      100·S0 / S1, lower is better
===============  =============================================  ==========================================

0/0 is 0. A metric of your own is one more row, and then works in every verb, command and page:

===========  ======================================================================
module       what is in it
===========  ======================================================================
averaging    the macro average of a metric over strata
bounds       between what a score lies, whatever items are drawn
edge         of which items every draw consists that reaches no further than a threshold
fitting      which metrics fit the statistics at hand, and a metric fitted to them
labels       metrics counted from gold labels and predictions
record       what a metric is: one record that says all of itself
rows         the registry of metrics: the first that fits the data is the usual one
translation  BLEU, chrF, chrF++ and TER as sacreBLEU computes them
===========  ======================================================================

>>> from core.metrics import METRICS, Metric
>>> wer = Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), words="WER", higher_is_better=False)
>>> METRICS[wer.name] = wer  # doctest: +SKIP
"""

from core.metrics.fitting import fitting_metrics, metric_words, resolve_metric
from core.metrics.record import Metric, divide
from core.metrics.rows import METRICS

__all__ = ["METRICS", "Metric", "divide", "fitting_metrics", "metric_words", "resolve_metric"]
