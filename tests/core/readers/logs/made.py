"""Small logs in the form of each harness, and the paths of the real ones."""

import json
from pathlib import Path

import pytest

from core.readers import Upload
from core.readers.logs.log import Log

REAL = Path(__file__).parents[5] / "shared" / "data" / "eval_logs"
needs_real_logs = pytest.mark.skipif(not REAL.is_dir(), reason="no logs beside the project (../shared/data/eval_logs)")


def lines(name, rows):
    """Return a file with a JSON object on each line."""
    return Upload(name, "\n".join(map(json.dumps, rows)).encode())


def whole(name, value):
    """Return a file that is one JSON value."""
    return Upload(name, json.dumps(value).encode())


def text(name, rows):
    """Return a file of lines."""
    return Upload(name, "\n".join(rows).encode())


def scores_of(scores, name):
    """Return a system's score of each item, averaged over its runs."""
    once = scores.mean_over_runs()
    return dict(zip(once.ids, once.statistics[once.system(name), 0, :, 0].tolist(), strict=True))


def made_log(system, scores, **fields):
    """Return a log of ``acc`` on a task, of scores by item."""
    log = Log(f"{system}.log", system, "sums", **fields)
    for item, score in scores.items():
        log.add("acc", item, score)
    return log
