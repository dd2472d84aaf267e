"""Metrics: pure functions of summed statistics, one record each.

`METRICS` lists them; the page *Methods* and the documentation print its rows as a table.
0/0 is 0. To add a metric, add a row; it then works in every function, command and page that has its statistics:

===============  =======================================================================
module           contents
===============  =======================================================================
averaging        the macro average of a metric over strata
bounds           lower and upper bounds of a score over all resamples
edge             the items in resamples whose difference is at or below a threshold
fitting          the metrics that fit given statistics, and a metric fitted to them
labels           metrics counted from gold labels and predictions
record           the record that defines a metric
rows             the registry of metrics; the first that fits the data is the default
samples          pass@k and pass^k of items with several samples
stratified_rows  items in strata, each with its stratum: the rows behind a macro average
translation      BLEU, chrF, chrF++ and TER as sacreBLEU computes them
===============  =======================================================================

>>> from core.metrics import METRICS, Metric
>>> wer = Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), words="WER", higher_is_better=False)
>>> METRICS[wer.name] = wer  # doctest: +SKIP
"""

from core.metrics.fitting import fitting_metrics, metric_words, resolve_metric
from core.metrics.record import Metric, divide
from core.metrics.rows import METRICS

__all__ = ["METRICS", "Metric", "divide", "fitting_metrics", "metric_words", "resolve_metric"]
