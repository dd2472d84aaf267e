"""The text of the methods page."""

from core.readers import FORMATS

_FORMATS = "\n".join(f"| {format.title} | {format.explanation} |" for format in FORMATS.values())

SECTIONS = {
    "What is compared": r"""
Two systems are scored on the same **items**: questions, sentences, documents. The **baseline** is the old system, the
**experimental** one is the new. The **difference** is always experimental minus baseline.

An item is **helped** if experimental does better on it, **hurt** if it does worse, and **tied** otherwise. Two systems
can differ on many items and still score the same; the p-value depends on what changed, not only on the totals.
Under F1 or precision of one label a new false positive hurts, and one that is gone helps.

Each item has a few numbers that can be added up, and a **metric** is a function of their sums:

| metric | numbers for each item | score of their sums |
|---|---|---|
| mean (accuracy is the mean of 0 and 1) | score | sum of scores / number of items |
| ratio (precision, recall, token accuracy) | numerator, denominator | sum of numerators / sum of denominators |
| F1, recall, precision | numerator and denominator of recall and of precision | 2PR / (P + R), or R or P alone |
| F1 from errors | true positives, errors | tp / (tp + ½ errors) |
| accuracy, macro-F1, micro-F1, MCC, per-label scores | of each label: right, predicted, gold | usual; 0/0 counts as 0 |
| perplexity | negative log-likelihood, words or bytes | exp(sum / sum); lower is better |
| CoNLL F1 | the same four of MUC, B³ and CEAFe | mean of the three F1 |
| BLEU, chrF, chrF++, TER | what sacreBLEU counts of a segment: n-grams, lengths, edits | sacreBLEU's own |

Shares are shown in percentage points, everything else in the metric's own unit. Where items belong to documents or
passages, name that column as the **cluster**: the systems' errors within one document go together, so whole documents
are resampled. The standard error by clusters stands beside the naive one, as if items were independent; the square of
their ratio is the **design effect**. With fewer than about 30 clusters neither can be trusted.

Where items belong to several **tasks**, name that column as the task: the score is then the **macro average**, in which
every task counts the same, and the bootstrap draws as many items of each task as it has (strata). Swaps are within
items as ever. With clusters too, whole documents are drawn within each task.
""",
    "The three tests": r"""
Write $\delta$ for the observed difference, $\delta^*$ for the difference on a bootstrap resample ($n$ items drawn with
replacement, both systems' outputs kept together), and $\delta'$ for the difference after each item's two outputs are
swapped with probability ½.

| test | p, experimental is better | p, two-sided |
|---|---|---|
| bootstrap | $P(\delta^* \le 0)$ | twice the smaller of $P(\delta^* \le 0)$ and $P(\delta^* \ge 0)$, at most 1 |
| shifted bootstrap | $P(\delta^* \ge 2\delta)$ | $P(\lvert\delta^* - \delta\rvert \ge \lvert\delta\rvert)$ |
| permutation | $P(\delta' \ge \delta)$ | $P(\lvert\delta'\rvert \ge \lvert\delta\rvert)$ |

*Experimental is worse* is the mirror image. Values exactly on the boundary count; several published tools leave them
out, and so call two identical systems significantly different.

**Bootstrap**: if the test set were drawn again, how often would the new system not come out ahead?
**Shifted bootstrap**: with the same resamples, shifted so that neither system is ahead, how often is the gap as large
as the observed one? **Permutation** (called approximate randomization where it is sampled): if it made no difference
which system produced which output, how often would the gap be as large?
""",
    "Which test when": r"""
- **In doubt, the two-sided permutation test.** It assumes least, gives no more false alarms than α at any
  number of items, and for right-or-wrong items it is the exact McNemar (sign) test.
- **The bootstrap** is about new test sets and gives the interval of the difference. Where fewer than 10 items changed
  it calls too many differences significant: use the permutation test.
- **The shifted bootstrap** is for comparing with papers that used it.
- **One-sided or two-sided?** One-sided only if you fixed the direction before looking and would treat the opposite
  result as no result. Otherwise two-sided.
- **Choose before you look.** The smallest of several p-values means nothing.
""",
    "Exact or sampled": r"""
Most tools draw a few thousand resamples, so their p-value changes from run to run. Here the distribution of *all*
resamples is computed wherever possible, by Fourier transforms: for means of scores on a grid (0 and 1, halves,
hundredths), for ratios with common denominators, for F1 by permutation, and for most real-valued scores with a
certified error bound. Such a p-value is called **exact**: no random sampling was used.

Elsewhere p is **sampled**, and the page says why. A sampled p-value comes with its own 99 % interval (Clopper and
Pearson), and a warning where that interval contains α. The sampled permutation test gives $(k+1)/(R+1)$ for $k$ of $R$
relabelings, so that it is never 0. A sampled count of 0 is shown as *p < upper limit*, never as 0.
""",
    "Many systems": r"""
With $m$ questions, chance alone finds more. **Holm** multiplies the smallest p-value by $m$, the next by $m - 1$ and so
on, and holds the chance of any false finding at α; **Hochberg** does nearly the same for tests that go together.
**maxT** (Westfall & Young) compares each difference with the largest that chance gives in any pair, from resamples of
all systems together, and so gains where systems resemble each other. **Benjamini-Hochberg** holds the share of false
findings among those found.

Systems that share a **letter** are not told apart; that does not show that they are equal. A **rank** has an interval
too: the ranks that the system takes when the items are drawn again, for all systems together. Where items have several
**runs** (seeds, epochs) either their means are resampled, or the runs within each item too; the best of several runs is
never taken.
""",
    "Preferences": r"""
A judgment says that one of two answers is better, or that they tie. All judgments of an item (both orders, all judges)
are one unit: its **wins minus losses** keep their size and change their sign in the permutation test, which is exact,
and go together in the bootstrap. Without repeats this is the sign test of wins against losses. The **win rate** counts
a tie as half a win.

*A judge that prefers the first answer.* Suppose that neither system is better, and that the judge names the first
answer in 70 % of cases. If one system is always shown first, it wins 70 % of the judgments, and any test calls that
significant. If every item is judged in both orders, the preference cancels within each item: the verdicts that change
with the order sum to 0. Counting the two judgments of an item as two items would claim more evidence than there is.
So judge in both orders, report how many verdicts **flip** and how often the first answer wins, and count items.

Of many systems **Bradley and Terry** (1952) estimate strengths $\theta$ with
$P(i \text{ beats } j) = 1/(1 + e^{\theta_j - \theta_i})$, shown as win rates against the system of average $\theta$;
intervals and ranks come from resamples of items, never of single judgments. A system that never wins or never loses,
or that no chain of wins and losses connects with the others, has no strength: it is named and not ranked. Letters come
from tests of each pair's own judgments.
""",
    "Interval, equality and evidence": r"""
The **confidence interval** of the difference comes from the bootstrap: *percentile* takes its quantiles, *basic*
reflects them about the observed difference, *BCa* corrects for bias and skew.

**Not significant does not mean equal.** To show that two systems are equal for practical purposes, choose beforehand a
**margin** $m$: the largest difference that does not matter. Experimental is *not worse by the margin* with
$p = P(\delta^* \le -m)$, the baseline with $p = P(\delta^* \ge m)$, and the two are *equivalent* with the larger of
both. To keep a simpler baseline, report the second.

The **bands of evidence** follow Muff et al. (2022): p up to 0.001 very strong, 0.01 strong, 0.05 moderate, 0.1 weak,
above that none. They say how surprising the data would be if there were no difference, not how large the difference is.
""",
    "Common misreadings": r"""
- *"p = 0.03, so there is a 3 % chance that the result is due to chance."* No: if there were no difference, a gap this
  large would come up in 3 % of cases. That says nothing about how likely it is that there is none.
- *"p = 0.2, so the systems are the same."* No: these items cannot tell. Look at the interval, or test for equivalence.
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
What files are is told from what they hold; *Two systems* shows what it made of them, where it can be corrected, and has
example files of each format.

| format | what the files hold |
|---|---|
{_FORMATS}

Tables and scores may also be Excel workbooks (`.xlsx`), Parquet files or NumPy arrays (`.npy`, `.npz`).
""",
    "References": r"""
- Benjamini & Hochberg (1995). *Controlling the false discovery rate.* Journal of the Royal Statistical Society B 57.
- Berg-Kirkpatrick, Burkett & Klein (2012). *An empirical investigation of statistical significance in NLP.* EMNLP.
- Card, Henderson, Khandelwal, Jia, Mahowald & Jurafsky (2020). *With little power comes great responsibility.* EMNLP.
- Clopper & Pearson (1934). *The use of confidence or fiducial limits illustrated in the case of the binomial.*
  Biometrika 26.
- Dror, Baumer, Shlomov & Reichart (2018). *The hitchhiker's guide to testing statistical significance in NLP.* ACL.
- Efron & Tibshirani (1993). *An introduction to the bootstrap.* Chapman & Hall.
- Holm (1979). *A simple sequentially rejective multiple test procedure.* Scandinavian Journal of Statistics 6.
- Koehn (2004). *Statistical significance tests for machine translation evaluation.* EMNLP.
- Miller (2024). *Adding error bars to evals: a statistical approach to language model evaluations.* arXiv:2411.00640.
- Muff, Nilsen, O'Hara & Nater (2022). *Rewriting results sections in the language of evidence.* Trends in Ecology &
  Evolution 37.
- Noreen (1989). *Computer-intensive methods for testing hypotheses.* Wiley.
- Phipson & Smyth (2010). *Permutation p-values should never be zero.* Statistical Applications in Genetics and
  Molecular Biology 9.
- Schuirmann (1987). *A comparison of the two one-sided tests procedure and the power approach.* Journal of
  Pharmacokinetics and Biopharmaceutics 15.
- Vaaler (1985). *Some extremal functions in Fourier analysis.* Bulletin of the American Mathematical Society 12.
- Westfall & Young (1993). *Resampling-based multiple testing.* Wiley.
- Zmigrod, Vieira & Cotterell (2022). *Exact paired-permutation testing for structured test statistics.* NAACL.
""",
    "Privacy": r"""
Files and pasted scores stay in the memory of the server that runs this page. When the page is closed, what was computed
from them is dropped at once, and they themselves a minute later, so that a moment without a network loses nothing.

Nothing is written to disk or sent on, and no account is needed. A link holds settings only, never scores or items; the
names of a chosen column, of a chosen system and of a label whose F1 is asked for are settings. The server answers this
machine only, unless whoever started it said otherwise (`--server.address`). The page asks nothing of the internet: no
fonts, no scripts, no counters.

A room of *In class* holds numbers without names, in memory, until its teacher ends it and for two hours at most.
""",
}
