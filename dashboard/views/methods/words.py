"""The text of the methods page, and the registries as Markdown tables, which the documentation prints too."""

from collections.abc import Iterable, Sequence

from core.metrics import METRICS
from core.metrics.samples import FORMULAS
from core.ranking.corrections import CORRECTIONS
from core.readers import FORMATS
from core.significance import TESTS

_NEEDS = {"numbers": "numbers", "labels": "gold labels and predictions", "text": "text and references"}
_SYMBOLS = {"δ": r"\delta", "*": r"^{\ast}", "≤": r"\le", "≥": r"\ge", "−": "-", "·": r"\cdot ", "min": r"\min"}

_PRECISIONS = (
    ("exact", "all outcomes were counted or summed; only rounding remains", "at most $10^{-6}$ of p"),
    ("numerical", "Fourier inversion between two proven bounds", "at most 0.2 % of p"),
    ("monte-carlo", "resamples were drawn, plainly or by importance sampling", "a 99 % interval, always shown"),
    ("approximate", "a named approximation: Student's t, or Tango's score test", "named in the sentence"),
)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a table in Markdown.

    Examples
    --------
    >>> table(("a", "b"), [["1", "x|y"]])
    '| a | b |\n| --- | --- |\n| 1 | x\\|y |\n'
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines) + "\n"


def metrics_table() -> str:
    """Return the metrics: name, input of each item, score, and whether higher is better."""
    rows = [
        [f"`{row.name}`", _NEEDS[row.needs], row.formula, "higher" if row.higher_is_better else "lower"]
        for row in METRICS.values()
    ]
    sampled = [[f"`{name}`", "right ones c of n samples", formula, "higher"] for name, formula in FORMULAS.items()]
    return table(("metric", "needs of each item", "score", "better"), rows + sampled)


def tests_table() -> str:
    """Return the significance tests: name, p-values, and the question that they answer."""
    rows = (
        [f"`{row.name}`", *(f"${tex(row.formula[side])}$" for side in ("greater", "two-sided")), row.caption]
        for row in TESTS.values()
    )
    return table(("test", "p, experimental is better", "p, two-sided", "question"), rows)


def tex(formula: str) -> str:
    r"""Return the formula of a test in TeX.

    Examples
    --------
    >>> tex("P(|δ'| ≥ |δ|)")
    "P(\\lvert \\delta'\\rvert  \\ge \\lvert \\delta\\rvert )"
    """
    for symbol, written in _SYMBOLS.items():
        formula = formula.replace(symbol, written)
    parts = formula.split("|")
    bars = (r"\lvert ", r"\rvert ")
    return "".join(part + bars[i % 2] for i, part in enumerate(parts[:-1])) + parts[-1]


def corrections_table() -> str:
    """Return the corrections for multiple comparisons: name, controlled error rate, formula, source."""
    rows = ([f"`{name}`", row.holds, row.formula, row.source] for name, row in CORRECTIONS.items())
    return table(("correction", "holds", "adjusted p", "source"), rows)


def precision_table() -> str:
    """Return the words for the precision of a p-value: how it was computed, and its error."""
    return table(("word", "how p was computed", "its error"), ([f"`{word}`", *rest] for word, *rest in _PRECISIONS))


_FORMATS = table(("format", "what the files hold"), ([each.title, each.explanation] for each in FORMATS.values()))
_METRICS, _TESTS, _CORRECTIONS, _PRECISION = metrics_table(), tests_table(), corrections_table(), precision_table()

SECTIONS = {
    "What is compared": f"""
Two systems are scored on the same **items**: questions, sentences, documents. The **baseline** is the old system, the
**experimental** one is the new. The **difference** is always experimental minus baseline.

An item is **helped** if experimental does better on it, **hurt** if it does worse, and **tied** otherwise. Two systems
can differ on many items and still score the same; the p-value depends on what changed, not only on the totals.
Under F1 or precision of one label, a new false positive counts as hurt and a removed one as helped.

Each item has a few numbers that can be added up, and a **metric** is a function of their sums:

{_METRICS}
Shares are shown in percentage points, everything else in the metric's own unit. Where items belong to documents or
passages, name that column as the **cluster**: the systems' errors within one document go together, so whole documents
are resampled. The standard error by clusters stands beside the naive one, as if items were independent; the square of
their ratio is the **design effect**. With fewer than about 30 clusters neither can be trusted.

Where items belong to several **tasks**, name that column as the task: the score is then the **macro average**, in which
every task counts the same, and the bootstrap draws as many items of each task as it has (strata). The permutation test
still swaps the two outputs of an item. With clusters too, whole documents are drawn within each task.
""",
    "The three tests": rf"""
Write $\delta$ for the observed difference, $\delta^*$ for the difference on a bootstrap resample ($n$ items drawn with
replacement, both systems' outputs kept together), and $\delta'$ for the difference after each item's two outputs are
swapped with probability ½.

{_TESTS}
*Experimental is worse* is the mirror image. Values exactly on the boundary count; several published tools leave them
out, and so call two identical systems significantly different.

**Bootstrap**: if the test set were drawn again, how often would the new system not come out ahead?
**Shifted bootstrap**: with the same resamples, shifted so that neither system is ahead, how often is the gap as large
as the observed one? **Permutation** (called approximate randomization where it is sampled): if it made no difference
which system produced which output, how often would the gap be as large?
""",
    "Rules for every test": r"""
- **In doubt, the two-sided permutation test.** It assumes least, gives no more false alarms than α at any
  number of items, and for right-or-wrong items it is the exact McNemar (sign) test.
- **The bootstrap** is about new test sets and gives the interval of the difference. With fewer than 10 changed items
  it calls too many differences significant: use the permutation test.
- **The shifted bootstrap** is for comparing with papers that used it.
- **One-sided or two-sided?** One-sided only if you fixed the direction before looking and would treat the opposite
  result as no result. Otherwise two-sided.
- **Choose before you look.** The smallest of several p-values means nothing.
""",
    "Exact, numerical, sampled": rf"""
Most tools draw a few thousand resamples, so their p-value changes from run to run. Here the distribution of *all*
resamples is computed if possible, and every p-value says how.

{_PRECISION}
If p is sampled, the page says why, and warns if the interval of p contains α. The sampled permutation test gives
$(k+1)/(R+1)$ for $k$ of $R$ random swaps, so that it is never 0. A sampled count of 0 is shown as *p < upper limit*.
""",
    "Many systems": f"""
With $m$ questions, chance alone finds more. A correction adjusts the $m$ p-values for their number; below,
$p_{{(1)}}$ is the smallest of them.

{_CORRECTIONS}
Systems that share a **letter** do not differ significantly; that does not show that they are equal. **Rank intervals**
come from the same corrected pairs: from 1 + the number of systems significantly better, to $m$ − the number
significantly worse (Mogstad et al. 2024).
""",
    "Runs": r"""
If items have several **runs**, say what the runs are: the files do not show it. *Trials* (epochs, repeats, temperature
samples) are drawn separately for each item. They are **nested** and are resampled within items. *Seeds* (a trained
model, a prompt, a judge) are shared by all items. They are **crossed** with items, and more items do not average out a
lucky seed. Then p comes from Student's t, with the variance of the seeds in the standard error. By default runs are
averaged, items are resampled, and the spread between runs is shown. The best of several runs is never taken.
""",
    "Preferences": r"""
A judgment is a win, a tie or a loss. All judgments of an item, in both orders and by all judges, are one item, and the
permutation test swaps the two systems within it. Many systems get strengths by the model of Bradley and Terry (1952),
with a tie as half a win each, and intervals from resamples of items. A system that never wins or never loses has no
finite strength: it is named, and the others are ranked.

*A judge that prefers the first answer.* Neither system is better, and the judge names the first answer in 70 % of
cases. If one system is always shown first, it wins 70 % of the judgments, and any test calls that significant. If
every item is judged in both orders, the preference cancels within each item. Count items, not judgments: when three
judges in both orders were counted as six items, 24 % of 2,000 simulated studies of equal systems were significant at α
= 0.05 (4.8 % with items). Report how many verdicts change with the order, and how often the first answer wins.
""",
    "Several tries of an item": r"""
An item with $c$ right samples of $n$ scores $1-\binom{n-c}{k}/\binom{n}{k}$ (**pass@k**: at least one of $k$ tries is
right; Chen et al. 2021) or $\binom{c}{k}/\binom{n}{k}$ (**pass^k**: all $k$ are; Yao et al. 2024). Both are unbiased;
$k$ is at most the number of samples of every item. Items are resampled, not samples.

*pass@10 goes up with noise.* Two systems are right in 20 % of their tries. The first always solves the same 20 % of the
items: its pass@10 is 20 %. The second is right on every item in one try of five: its pass@10 is 89 %, and its pass^10
is about 0. The second only varies more from try to try. Report pass@k if a check picks the right try out of $k$. If a
person gets one try, report pass@1, with pass^k for how reliable it is.
""",
    "Groups of items": r"""
Each group (task, category, language) is a comparison of its own, with p-values adjusted for the number of groups and
intervals that hold together. *Is the gain the same everywhere?* permutes the groups' labels (Cochran's $Q$). *Does it
help some and hurt others?* is the test of Gail and Simon (1985). *In how many groups is it better at least?* is the
partial conjunction of Benjamini and Heller (2008).

*Five subgroups, one is significant by chance.* Two equal systems are compared in five groups at α = 0.05: the chance
that at least one group is significant is up to $1-0.95^5$ = 23 %, and with twenty groups up to 64 %. After Holm's
correction it is at most 5 % again. And a gain that is significant in one group and not in another does not show that
the two gains differ: the first of the three questions asks that.
""",
    "Interval, equality and evidence": r"""
The **confidence interval** of the difference comes from the bootstrap: *percentile* takes its quantiles, *basic*
reflects them about the observed difference, *BCa* corrects for bias and skew.

**Not significant does not mean equal.** To show that two systems are equal for practical purposes, choose beforehand a
**margin** $m$: the largest difference that does not matter. Experimental is *not worse by the margin* with
$p = P(\delta^* \le -m)$, the baseline with $p = P(\delta^* \ge m)$, and the two are *equivalent* with the larger of
both. To keep a simpler baseline, report the second. Right-or-wrong items use Tango's score test (1998), which holds α
where few items changed.

The **bands of evidence** follow Muff et al. (2022): p up to 0.001 very strong, 0.01 strong, 0.05 moderate, 0.1 weak,
above that none. They say how surprising the data would be if there were no difference, not how large the difference is.
""",
    "Common misreadings": r"""
- *"p = 0.03, so there is a 3 % chance that the result is due to chance."* No: if there were no difference, a gap this
  large would come up in 3 % of cases. That says nothing about how likely it is that there is none.
- *"p = 0.2, so the systems are the same."* No: these items show neither a difference nor equality. Look at the
  interval, or test for equivalence.
- *"p = 0.08 is trending towards significance."* With no real difference, 8 % of comparisons look like this or better.
- *"A small p means a big improvement."* With many items a tiny gain has a tiny p. Read the effect first.
- *"Significant here, so better everywhere."* The p-value is about items like these. It says nothing about another
  domain, another random seed in training, or leaked test data.
- *"We compared ten systems and one was significant."* At α = 0.05 chance alone does that in four of ten such
  papers. Correct for the number of comparisons.
- *"We have 10,000 items: every question in ten paraphrases."* Those are 1,000 items. Near-duplicates, and items of one
  document, are not independent.
""",
    "Files that are read": f"""
The page recognizes the format of a file by its contents. *Two systems* shows how it reads your files, lets you correct
it, and has example files of each format.

{_FORMATS}
Tables and scores may also be Excel workbooks (`.xlsx`), Parquet files or NumPy arrays (`.npy`, `.npz`).
""",
    "References": r"""
- Benjamini & Heller (2008). *Screening for partial conjunction hypotheses.* Biometrics 64.
- Benjamini & Hochberg (1995). *Controlling the false discovery rate.* Journal of the Royal Statistical Society B 57.
- Berg-Kirkpatrick, Burkett & Klein (2012). *An empirical investigation of statistical significance in NLP.* EMNLP.
- Bradley & Terry (1952). *Rank analysis of incomplete block designs.* Biometrika 39.
- Card, Henderson, Khandelwal, Jia, Mahowald & Jurafsky (2020). *With little power comes great responsibility.* EMNLP.
- Chen et al. (2021). *Evaluating large language models trained on code.* arXiv:2107.03374.
- Clopper & Pearson (1934). *The use of confidence or fiducial limits illustrated in the case of the binomial.*
  Biometrika 26.
- Dror, Baumer, Shlomov & Reichart (2018). *The hitchhiker's guide to testing statistical significance in NLP.* ACL.
- Efron & Tibshirani (1993). *An introduction to the bootstrap.* Chapman & Hall.
- Gail & Simon (1985). *Testing for qualitative interactions between treatment effects and patient subsets.* Biometrics
  41.
- Holm (1979). *A simple sequentially rejective multiple test procedure.* Scandinavian Journal of Statistics 6.
- Koehn (2004). *Statistical significance tests for machine translation evaluation.* EMNLP.
- Miller (2024). *Adding error bars to evals: a statistical approach to language model evaluations.* arXiv:2411.00640.
- Mogstad, Romano, Shaikh & Wilhelm (2024). *Inference for ranks.* Review of Economic Studies 91.
- Muff, Nilsen, O'Hara & Nater (2022). *Rewriting results sections in the language of evidence.* Trends in Ecology &
  Evolution 37.
- Noreen (1989). *Computer-intensive methods for testing hypotheses.* Wiley.
- Phipson & Smyth (2010). *Permutation p-values should never be zero.* Statistical Applications in Genetics and
  Molecular Biology 9.
- Schuirmann (1987). *A comparison of the two one-sided tests procedure and the power approach.* Journal of
  Pharmacokinetics and Biopharmaceutics 15.
- Tango (1998). *Equivalence test and confidence interval for the difference in proportions for the paired-sample
  design.* Statistics in Medicine 17.
- Vaaler (1985). *Some extremal functions in Fourier analysis.* Bulletin of the American Mathematical Society 12.
- Westfall & Young (1993). *Resampling-based multiple testing.* Wiley.
- Yao, Shinn, Razavi & Narasimhan (2024). *τ-bench: a benchmark for tool-agent-user interaction in real-world domains.*
  arXiv:2406.12045.
- Zmigrod, Vieira & Cotterell (2022). *Exact paired-permutation testing for structured test statistics.* NAACL.
""",
    "Privacy": r"""
Files and pasted scores stay in the memory of the server that runs this page. When you close the page, the server
deletes the results at once and the files a minute later, so that a short loss of the network loses nothing.

Nothing is written to disk or sent on, and no account is needed. A link holds settings, never scores or items. Settings
include the names of a chosen column, system or label. The server answers only the machine it runs on, unless it was
started with another `--server.address`. The page loads nothing from the internet: no fonts, no scripts, no counters.

A room of *In class* holds numbers without names, in memory, until its teacher ends it and for two hours at most.
The teacher's browser keeps its key for as long, in a cookie.
""",
}
