"""Small data sets made for this project, each loaded by its key.

`CLASSIFIERS` is the table of *Many systems*: ten classifiers on the sentences of ``stdlib_modules``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
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

    title: str
    description: str  # one sentence about what it teaches
    format: str = ""
    paths: tuple[Path, ...] = ()  # its files, baseline first
    options: Mapping[str, str] = field(default_factory=dict)  # the reader's arguments besides the files
    counts: tuple[int, ...] | None = None  # n, helped, hurt and both correct
    baseline_name: str = "baseline"
    experimental_name: str = "experimental"


_COLUMNS = {"baseline": "baseline", "experimental": "experimental"}
# Those called real were made with scikit-learn by examples/classifiers.py; the ten questions and the 500 items are
# those of the primer on bootstrap resampling that this project grew from. The keys are the names in links.
SAMPLES: Mapping[str, Sample] = {
    "clear_gain": Sample(
        "Two text classifiers, a clear gain (real)",
        "Which module does a docstring sentence come from? A linear SVM against logistic regression.",
        "table",
        (CLASSIFIERS,),
        {"baseline": "logistic regression", "experimental": "linear SVM", "id": "id"},
        baseline_name="logistic regression",
        experimental_name="linear SVM",
    ),
    "stdlib_modules": Sample(
        "Two text classifiers, close together (real)",
        "Which module does a docstring sentence come from? A linear SVM against naive Bayes.",
        "label-table",
        (HERE / "stdlib_modules" / "predictions.csv",),
        {"gold": "gold"} | _COLUMNS | {"id": "id"},
        baseline_name="naive Bayes",
        experimental_name="linear SVM",
    ),
    "ten_questions": Sample(
        "Ten questions (made up)",
        "Ten points more on ten questions: four helped, three hurt, and no evidence at all.",
        "table",
        (HERE / "ten_questions" / "questions.csv",),
        _COLUMNS | {"id": "question"},
    ),
    "artificial_500": Sample(
        "500 items, 10 helped, 7 hurt (made up)",
        "A gain of 0.6 points on 500 items, which chance alone would often give.",
        "scores",
        (HERE / "artificial_500" / "baseline.txt", HERE / "artificial_500" / "experimental.txt"),
    ),
    "few_changes": Sample(
        "50 items, 6 helped, 1 hurt",
        "With few changed items the bootstrap's p is too small: here it is below 5 %, the permutation test's is not.",
        counts=(50, 6, 1, 25),
    ),
    "disagreement": Sample(
        "500 items, 17 helped, 7 hurt",
        "Two-sided, the bootstrap is just below 5 % and the other tests just above: neither answer is certain.",
        counts=(500, 17, 7, 300),
    ),
    "simpler_model": Sample(
        "2,000 items, 64 helped, 56 hurt (a simpler model)",
        "Not significant, which does not show the two equal; the test against a margin of two points does.",
        counts=(2000, 64, 56, 1500),
    ),
    "identical": Sample(
        "Two identical systems",
        "Nothing changed on 100 items, so every two-sided p-value must be 1.",
        counts=(100, 0, 0, 70),
    ),
}


def load(key: str) -> PairedScores:
    """Read or generate the sample of that key.

    Examples
    --------
    >>> len(load("ten_questions"))
    10
    """
    sample = SAMPLES[key]
    if sample.counts is not None:
        pair: PairedScores = helped_hurt(*sample.counts)
    else:
        format = FORMATS[sample.format]
        pair = paired(format.read(format.placed(sample.paths), sample.options), format)
    return pair.named(sample.baseline_name, sample.experimental_name)
