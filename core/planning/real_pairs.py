"""How many items real pairs of systems hurt: four counts of each, from which a claim's realistic range is taken.

Systems err on the same hard items, so the better of two hurts fewer items than independent errors would, b·(n − e)/n.
Of that number the pairs below hurt from a quarter to nearly all; the share carries over to other accuracies, which the
plain number of items hurt does not.
"""

from fractions import Fraction
from typing import NamedTuple

__all__ = ["REAL_PAIRS", "RealPair", "overlap_range"]


class RealPair(NamedTuple):
    """Two systems on the same n items, the better one as experimental.

    ``right`` counts the items that each has right, baseline first; ``hurt`` those that only the baseline has right.
    """

    data: str
    baseline: str
    experimental: str
    n: int
    right: tuple[int, int]
    hurt: int

    @property
    def share_of_independent(self) -> Fraction:
        """The items hurt as a share of those that two systems with independent errors expect.

        Examples
        --------
        >>> round(float(REAL_PAIRS[0].share_of_independent), 3)
        0.367
        """
        baseline, experimental = self.right
        return Fraction(self.hurt * self.n, baseline * (self.n - experimental))


_MODULES = "docstring sentences"

# Counted from the published predictions of each data set's systems: openai/grade-school-math (GSM8K), ExplainaBoard's
# system outputs (Fig-QA, SST-2), and this project's own experiment, dashboard/samples/stdlib_modules.
REAL_PAIRS = (
    RealPair("GSM8K", "6b_finetuning", "6b_verification", 1_319, (286, 515), 64),
    RealPair("GSM8K", "6b_finetuning", "175b_finetuning", 1_319, (286, 458), 88),
    RealPair("GSM8K", "6b_finetuning", "175b_verification", 1_319, (286, 742), 43),
    RealPair("GSM8K", "175b_finetuning", "6b_verification", 1_319, (458, 515), 152),
    RealPair("GSM8K", "6b_verification", "175b_verification", 1_319, (515, 742), 79),
    RealPair("GSM8K", "175b_finetuning", "175b_verification", 1_319, (458, 742), 76),
    RealPair("Fig-QA", "gpt2", "bert", 1_094, (594, 915), 93),
    RealPair("Fig-QA", "gpt3", "bert", 1_094, (712, 915), 116),
    RealPair("Fig-QA", "gptneo", "bert", 1_094, (626, 915), 89),
    RealPair("Fig-QA", "bert", "roberta", 1_094, (915, 979), 47),
    RealPair("Fig-QA", "gpt2", "gpt3", 1_094, (594, 712), 189),
    RealPair("Fig-QA", "gpt2", "gptneo", 1_094, (594, 626), 58),
    RealPair("Fig-QA", "gpt2", "roberta", 1_094, (594, 979), 55),
    RealPair("Fig-QA", "gptneo", "gpt3", 1_094, (626, 712), 204),
    RealPair("Fig-QA", "gpt3", "roberta", 1_094, (712, 979), 73),
    RealPair("Fig-QA", "gptneo", "roberta", 1_094, (626, 979), 52),
    RealPair("SST-2", "cnn", "lstm", 1_821, (1_561, 1_603), 59),
    RealPair(_MODULES, "linear support vector machine", "complement naive Bayes", 1_953, (1_139, 1_164), 109),
)


def overlap_range() -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest share of independent errors among the real pairs.

    Examples
    --------
    >>> [round(float(share), 2) for share in overlap_range()]
    [0.23, 1.0]
    """
    shares = [pair.share_of_independent for pair in REAL_PAIRS]
    return min(shares), max(shares)
