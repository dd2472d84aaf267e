"""The texts of *Many systems*: its settings as a sentence, and the captions of its charts."""

from core.common.phrases import counted
from core.metrics import METRICS, metric_words
from core.ranking.corrections import CORRECTIONS
from core.ranking.ranked import RankedPair, Ranking
from core.report.numbers import POINTS, Unit
from core.report.ranking import pair_words
from core.significance import TESTS

INTRODUCTION = (
    "Any number of systems on the same items: which of them differ, after correction for the number of pairs, and "
    "which do not differ significantly from the best?"
)


def asked_sentence(metric: str, test: str, alternative: str, alpha: float, correction: str, against: str | None) -> str:
    """Return the settings as one line.

    Examples
    --------
    >>> asked_sentence("accuracy", "permutation", "two-sided", 0.05, "holm", None)
    "Every pair: two-sided permutation test of accuracy, α 0.05, Holm's correction"
    >>> asked_sentence("mean", "bootstrap", "greater", 0.01, "holm", "old")
    "All against old: one-sided bootstrap test of the mean: is it better? α 0.01, Holm's correction"
    """
    who = "Every pair" if against is None else f"All against {against}"
    sides = "two" if alternative == "two-sided" else "one"
    nameless = metric in METRICS and METRICS[metric].words is None
    what = f"the {metric}" if nameless else metric_words(metric)
    asked = {"greater": ": is it better? ", "less": ": is it worse? "}.get(alternative, ", ")
    corrected = CORRECTIONS[correction].words.removeprefix("the ")
    return f"{who}: {sides}-sided {TESTS[test].title.lower()} test of {what}{asked}α {alpha:g}, {corrected}"


def scores_axis(ranking: Ranking, unit: Unit) -> str:
    better = "" if ranking.higher_is_better else ", lower is better"
    return f"{metric_words(ranking.metric)}{' (%)' if unit == POINTS else ''}{better}"


def scores_caption(ranking: Ranking, letters: int) -> str:
    level = f"{100 * ranking.confidence_level:g} %"
    said = f"Dots are scores, bars their {level} intervals."
    if ranking.baseline is not None:
        return f"{said} Blue systems do not differ significantly from {ranking.baseline}."
    joined = " Systems on one of the lines at the right do not differ significantly; each letter has a line."
    return f"{said} Blue systems do not differ significantly from the best.{joined if letters else ''}"


def matrix_caption(ranking: Ranking, unit: Unit) -> str:
    corrected = "p-value" if ranking.correction == "none" else "adjusted p-value"
    found = sum(pair.significant for pair in ranking.pairs)
    scale = " in points" if unit == POINTS else ""
    return (
        f"Above the diagonal the {corrected} of each pair, below it the difference{scale}, row minus column; the "
        f"colour is that of the {corrected}: {found:,} of {counted(len(ranking.pairs), 'pair')} "
        f"{'is' if found == 1 else 'are'} at or below α = {ranking.alpha:g}. A click on a cell opens its two systems."
    )


def pair_sentence(pair: RankedPair, ranking: Ranking, unit: Unit) -> str:
    """Return the result of one pair.

    Examples
    --------
    >>> from core import rank
    >>> from core.report.numbers import POINTS
    >>> ranking = rank({"old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3})
    >>> pair_sentence(ranking.pairs[0], ranking, POINTS)
    'new − old = +17.5: p = 0.0156, adjusted 0.0156, so they differ.'
    """
    difference, p, adjusted = pair_words(pair, ranking, unit)
    raw = f"p {p}" if p[0] in "<>" else f"p = {p}"
    verdict = "so they differ" if pair.significant else "so they do not differ significantly"
    return f"{pair.first} − {pair.second} = {difference}: {raw}, adjusted {adjusted}, {verdict}."
