"""Metrics: pure functions of summed statistics, one record each.

`METRICS` lists them; the page *Methods* and the documentation print its rows as a table.
0/0 is 0. A metric of your own is one more row, and then works in every verb, command and page that has its statistics:

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
