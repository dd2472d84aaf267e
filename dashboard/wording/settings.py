"""Titles, captions and help texts of the settings, names of the readers' arguments, and definitions of terms."""

from collections.abc import Sequence

from core.common.phrases import counted, first_few
from core.metrics import metric_words
from core.readers import FORMATS
from core.significance import TESTS

ALTERNATIVES = {
    "greater": "Is the new system better?",
    "less": "Is the new system worse?",
    "two-sided": "Do they differ, either way?",
}


def question_words(alternative: str, baseline: str, experimental: str) -> str:
    """Return the question about two systems of these names.

    Examples
    --------
    >>> question_words("greater", "rules", "neural")
    'Is neural better than rules?'
    """
    if alternative == "two-sided":
        return f"Do {baseline} and {experimental} differ, either way?"
    return f"Is {experimental} {'better' if alternative == 'greater' else 'worse'} than {baseline}?"


def metric_sentence(wanted: str, metrics: Sequence[str]) -> str:
    """Return a message with the metric that cannot be computed, its replacement, and the names of all metrics.

    Examples
    --------
    >>> metric_sentence("bleu", ["accuracy", "macro-f1"])
    'BLEU cannot be computed from these data, so accuracy is shown. Choose among accuracy, macro-f1.'
    """
    return (
        f"{metric_words(wanted)} cannot be computed from these data, so {metric_words(metrics[0])} is shown. "
        f"Choose among {first_few(metrics, limit=6, width=40)}."
    )


def asked_words(metric: str, test: str, alternative: str, alpha: float) -> str:
    """Return the settings in a few words, for the line that opens them.

    Examples
    --------
    >>> asked_words("accuracy", "permutation", "two-sided", 0.05)
    'accuracy · two-sided permutation'
    >>> asked_words("mean", "bootstrap", "greater", 0.01)
    'mean · one-sided bootstrap · α 0.01'
    """
    sides = "two" if alternative == "two-sided" else "one"
    level = "" if alpha == 0.05 else f" · α {alpha:g}"
    return f"{metric_words(metric)} · {sides}-sided {TESTS[test].title.lower()}{level}"


TEST_TITLES = {name: test.title for name, test in TESTS.items()}
INTERVALS = {"percentile": "percentile", "basic": "basic", "bca": "BCa (bias-corrected, accelerated)"}

METHODS = {"auto": "computed if possible", "exact": "computed, or a message why not", "monte-carlo": "always sampled"}

RUNS_ARE = {
    "mean": "not considered: each item's mean over runs is resampled",
    "nested": "trials, drawn anew for each item (samples, epochs)",
    "crossed": "seeds that all items share (models, prompts, judges)",
}

BOUNDARIES = {"include": "is counted", "exclude": "is left out"}

# Definitions of the terms on the learning pages: one sentence each, shown on hover or focus
TERMS = {
    "resample": "As many items as there are, drawn at random from the items themselves. An item can be drawn twice, or "
    "not at all.",
    "random swap": "For each item a coin decides whether the two systems swap their outputs, which flips the sign of "
    "the item's difference.",
    "bootstrap": "A test that resamples the items and counts how often experimental is not ahead.",
    "permutation": "A test that swaps the two systems' outputs at random and counts how often chance alone gives a "
    "difference as large as the one observed.",
    "tests": "The bootstrap resamples the items; the shifted bootstrap does the same around a difference of zero; the "
    "permutation test swaps the two systems' outputs.",
    "pvalue": "A number between 0 and 1. If it is small, chance alone rarely gives such a difference. If it is "
    "large, chance often does, but that does not show that the systems are equal.",
    "exact": "The p-value of all possible draws, computed without random sampling.",
    "alpha": "A p-value of at most α is called significant. 0.05 is usual.",
    "power": "The share of studies like this one that come out significant.",
    "rates": "The shares of all possible items that experimental would help and hurt.",
}

HELP = {
    "metric": "Only metrics that can be computed from these data are listed.",
    "test": "Choose before you look at the result. The page shows every test; *Methods* says which one to use when.",
    "alternative": "Choose a one-sided question before you see the scores. "
    "If a difference either way would be news, ask the two-sided question.",
    "alpha": TERMS["alpha"],
    "k": "pass@k: at least one of k tries is right; pass^k: all k are. At most the samples that every item has.",
    "margin": "In the metric's own unit: 0.02 is 2 points of accuracy. "
    "With a margin, the page tests whether the systems are equal for practical purposes.",
    "confidence_level": "0.95 gives a 95 % interval of the difference.",
    "interval": "Percentile is the usual one. BCa corrects for bias and skew.",
    "method": "Exact p-values have no sampling noise. If p cannot be computed exactly, the page samples and says why.",
    "resamples": "More resamples, less noise: 10,000 give a p-value near 0.05 to within about 0.006.",
    "seed": "The same seed draws the same resamples.",
    "boundary": "Whether a resample equal to the observed value counts. If it did not, identical systems would look "
    "different; several published tools leave it out.",
}


LAYOUTS = {
    "auto": "what is recognised",
    "wide": "a column for each system",
    "long": "a row for each item and system",
    "rows": "a row for each system, and items or tasks in columns",
}
DIRECTIONS = {"auto": "as the columns' names say", "higher": "higher", "lower": "lower"}

# The arguments of all logs
LOGS = {
    option.name: option.label
    for format in FORMATS.values() if format.takes_many
    for option in format.options if not option.hint and option.name not in ("baseline", "experimental")
}  # fmt: skip

# The arguments of `core.read_systems` on the page
COLUMNS = LOGS | {
    "columns": "Systems",
    "system": "System's name",
    "score": "Score",
    "id": "Item id",
    "runs": "Run (seed, epoch, trial)",
    "cluster": "Cluster (document, passage)",
    "strata": "Task (scores averaged over tasks)",
    "reference": "References",
    "measure": "Measure",
    "gold": "Gold labels",
}


def arranged_words(kind: str, files: int) -> str:
    """Return how the files are read.

    Examples
    --------
    >>> arranged_words("wide", 1), arranged_words("tables", 3)
    ('Read as a table with a column for each system', 'Read as 3 tables, one a system')
    """
    said = {
        "wide": "a table with a column for each system",
        "long": "a long table, a row for each item and system",
        "tables": f"{counted(files, 'table')}, one a system",
        "scores": f"{counted(files, 'score file')}, one a system",
        "labels": "labels, gold and predicted",
        "segments": f"{counted(files, 'file')} of translations and references",
        "logs": counted(files, "log"),
    }
    return f"Read as {said[kind]}"
