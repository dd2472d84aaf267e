"""Metrics: pure functions of summed statistics, one record each.

`METRICS` lists them; the page *Methods* and the documentation print its rows as a table.
0/0 is 0. To add a metric, add a row; it then works in every function, command and page that has its statistics. A file
gives them as columns of a table, with these names or named by ``columns``:

>>> from core.metrics import METRICS, Metric
>>> wer = Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), words="WER", higher_is_better=False)
>>> METRICS[wer.name] = wer  # doctest: +SKIP
"""

from core.metrics.fitting import fitting_metrics, metric_words, resolve_metric
from core.metrics.record import Metric, divide
from core.metrics.rows import METRICS, counts_columns

__all__ = ["METRICS", "Metric", "counts_columns", "divide", "fitting_metrics", "metric_words", "resolve_metric"]
