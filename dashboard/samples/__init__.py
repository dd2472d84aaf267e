"""Small data sets made for this project, each loaded by its key.

`CLASSIFIERS` is the table of *Many systems*: ten classifiers on the sentences of ``stdlib_modules``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from core.errors import OptionError
from core.readers import FORMATS
from core.readers.reading import paired

HERE = Path(__file__).parent
# The example of *Many systems*
CLASSIFIERS = HERE / "stdlib_modules" / "classifiers.csv"
OF_CLASSIFIERS = (
    "Ten text classifiers on 1,953 sentences (real): which module does a docstring sentence come from? Right is 1. The "
    "sentences of one class or function are a document."
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A bundled data set; a synthetic one has counts instead of a format and files."""

    key: str  # its name in links and in `load`
    title: str
    description: str  # one sentence about what it teaches
    format: str
    paths: tuple[Path, ...] = ()  # its files, baseline first
    options: Mapping[str, str] = field(default_factory=dict)  # the reader's arguments besides the files
    counts: tuple[int, ...] | None = None  # n, helped, hurt and both correct
    baseline_name: str = "baseline"
    experimental_name: str = "experimental"


def _synthetic(key: str, title: str, description: str, *counts: int) -> Sample:
    return Sample(key, title, description, "", counts=counts)


_COLUMNS = {"baseline": "baseline", "experimental": "experimental"}
# Those called real were made with scikit-learn by examples/classifiers.py; the ten questions and the 500 items are
# those of the primer on bootstrap resampling that this project grew from.
_ROWS = (
    Sample(
        "clear_gain",
        "Two text classifiers, a clear gain (real)",
        "Which module does a docstring sentence come from? A linear SVM against logistic regression.",
        "table",
        (CLASSIFIERS,),
        {"baseline": "logistic regression", "experimental": "linear SVM", "id": "id"},
        baseline_name="logistic regression",
        experimental_name="linear SVM",
    ),
    Sample(
        "stdlib_modules",
        "Two text classifiers, close together (real)",
        "Which module does a docstring sentence come from? A linear SVM against naive Bayes.",
        "label-table",
        (HERE / "stdlib_modules" / "predictions.csv",),
        {"gold": "gold"} | _COLUMNS | {"id": "id"},
        baseline_name="naive Bayes",
        experimental_name="linear SVM",
    ),
    Sample(
        "ten_questions",
        "Ten questions (made up)",
        "Ten points more on ten questions: four helped, three hurt, and no evidence at all.",
        "table",
        (HERE / "ten_questions" / "questions.csv",),
        _COLUMNS | {"id": "question"},
    ),
    Sample(
        "artificial_500",
        "500 items, 10 helped, 7 hurt (made up)",
        "A gain of 0.6 points on 500 items, which chance alone would often give.",
        "scores",
        (HERE / "artificial_500" / "baseline.txt", HERE / "artificial_500" / "experimental.txt"),
    ),
    _synthetic(
        "few_changes",
        "50 items, 6 helped, 1 hurt",
        "With few changed items the bootstrap's p is too small: here it is below 5 %, the permutation test's is not.",
        *(50, 6, 1, 25),
    ),
    _synthetic(
        "disagreement",
        "500 items, 17 helped, 7 hurt",
        "Two-sided, the bootstrap is just below 5 % and the other tests just above: neither answer is certain.",
        *(500, 17, 7, 300),
    ),
    _synthetic(
        "simpler_model",
        "2,000 items, 64 helped, 56 hurt (a simpler model)",
        "Not significant, which does not show the two equal; the test against a margin of two points does.",
        *(2000, 64, 56, 1500),
    ),
    _synthetic(
        "identical",
        "Two identical systems",
        "Nothing changed on 100 items, so every two-sided p-value must be 1.",
        *(100, 0, 0, 70),
    ),
)

SAMPLES: Mapping[str, Sample] = MappingProxyType({sample.key: sample for sample in _ROWS})


def load(key: str) -> PairedScores:
    """Read or generate the sample of that key.

    Raises
    ------
    OptionError
        If there is no such sample.

    Examples
    --------
    >>> len(load("ten_questions"))
    10
    """
    if key not in SAMPLES:
        raise OptionError(f"sample == {key!r}, must be one of {', '.join(SAMPLES)}.")
    sample = SAMPLES[key]
    if sample.counts is not None:
        pair: PairedScores = helped_hurt(*sample.counts)
    else:
        format = FORMATS[sample.format]
        pair = paired(format.read(format.placed(sample.paths), sample.options), format)
    return pair.named(sample.baseline_name, sample.experimental_name)
