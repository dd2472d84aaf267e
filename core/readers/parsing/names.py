"""What the name of a column says about its role, for columns whose values do not decide."""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from core.readers.parsing.table import ID_NAMES

GOLD = frozenset((
    "gold", "gold_label", "gold_labels", "goldlabel", "target", "targets", "true", "truth", "ground_truth", "y_true",
    "reference", "ref", "answer", "expected", "correct_label", "true_label", "actual", "gt",
))  # fmt: skip
PREDICTION = frozenset((
    "pred", "preds", "predicted", "prediction", "predictions", "predicted_label", "pred_label", "y_pred", "hyp",
    "hypothesis", "output", "system_label", "got",
))  # fmt: skip
LABEL = frozenset((
    "label", "labels", "class", "tag", "category", "sentiment", "polarity", "stance", "emotion", "intent", "entailment",
))  # fmt: skip
# What a system answered: no scores, if the column holds numbers
_ANSWERS = frozenset((
    "response", "completion", "choice", "guess", "parsed", "generated", "generation", "selected", "argmax", "output",
    "option", "decoded", "extracted", "yhat", "decision",
))  # fmt: skip
# Words that mark labels anywhere in a name: "gold_standard", "human_label", "bert_prediction", "model_label".
_GOLD_WORDS = frozenset(("gold", "golden", "truth", "groundtruth"))
_RIGHT_WORDS = frozenset((
    "true", "actual", "human", "reference", "ref", "majority", "correct", "expected", "target", "y", "annotated",
))  # fmt: skip
_PREDICTION_WORDS = frozenset(("pred", "preds", "predicted", "prediction", "predictions"))
_CLASS_WORDS = frozenset(("label", "labels", "class", "answer", "answers"))
SYSTEM = (
    "system", "sys", "model", "model_name", "system_name", "model_id", "system_id", "team", "team_name", "run",
    "method", "approach", "classifier", "checkpoint", "submission", "variant", "algorithm", "name",
)  # fmt: skip
# Usual names of a leaderboard's first column
_RANKED = frozenset((
    "llm", "mt_system", "engine", "parser", "encoder", "architecture", "backbone", "modell", "modelo", "modèle",
    "modele", "système", "systeme", "sistema", "retriever", "ranker", "agent", "setup", "entry",
))  # fmt: skip
ITEM = frozenset((
    "task", "dataset", "benchmark", "problem", "utt", "utterance", "prompt", "case", "passage", "instance", "article",
    "input", "source", "name",
))  # fmt: skip
SCORE = frozenset((
    "score", "correct", "is_correct", "acc", "accuracy", "exact_match", "em", "f1", "value", "metric", "result",
    "passed", "rating", "match", "is_match", "success", "solved", "reward", "grade", "quality", "pass", "resolved",
    "similarity", "punkte", "punktzahl", "bewertung", "puntuación",
))  # fmt: skip
# One item has several rows, numbered or named by a column of such a name.
_SAMPLE = frozenset((
    "sample", "trial", "epoch", "seed", "run", "turn", "attempt", "rep", "repeat", "repetition", "replicate", "replica",
    "iteration", "try", "round", "generation", "completion", "annotator", "rater", "judge", "coder", "worker",
    "assessor", "evaluator", "reviewer", "draw", "rollout", "listener", "participant", "grader", "expert", "respondent",
))  # fmt: skip
# A column with one of these words holds scores, numbers or names of answers, not answers.
_NO_ANSWER = (SCORE | {"scores", "id", "ids", "n", "number", "count", "length", "len"}) - {"result"}
_NUMBERED = frozenset(("id", "idx", "index", "no", "nr", "num", "number", "name"))
_LOWER = frozenset((
    "wer", "cer", "ter", "mer", "per", "der", "wil", "eer", "loss", "losses", "perplexity", "ppl", "nll", "bpb", "bpc",
    "error", "errors", "err", "errs", "mae", "mse", "rmse", "mape", "smape", "brier", "ece", "fpr", "fnr", "latency",
    "runtime", "duration", "seconds", "secs", "sec", "ms", "milliseconds", "minutes", "time", "cost", "costs", "price",
    "edit", "edits", "levenshtein", "distance", "mistakes", "regret", "fid", "rtf", "hter", "crossentropy", "toxicity",
    "violations", "failures", "hallucination", "hallucinations", "↓", "wrong", "incorrect", "failed", "fail", "failure",
    "miss", "misses", "missed", "invalid", "violation", "hallucinated", "toxic", "unsafe", "harmful", "jailbroken",
    "timeouts", "omission", "omissions", "entropy", "surprisal", "divergence", "hamming", "jer", "mcd", "penalty", "fp",
    "fehler", "fehlerrate", "erreur", "erreurs", "logloss", "falsepositives", "falsealarm", "alarms", "elapsed",
    "delay", "kl", "kld", "jsd", "xent", "rmsle", "nmse", "mindcf", "lpips", "fad", "errorrate", "halluc", "rank",
    "bitsper", "ser", "insertions", "deletions", "substitutions", "falsepositive", "falsenegative", "falsenegatives",
    "attacksuccess", "jailbreak", "jailbreaks", "bce", "crps", "tlx", "workload", "keystrokes", "bugs", "defects",
    "crashes", "frr", "ttft", "lag", "lagging", "laal", "medr", "zeit", "dauer", "kosten", "latenz", "temps",
    "perplexité", "perplexite", "perplexität", "verlust", "coût", "metricx", "exit", "returncode", "retries", "memory",
    "flops", "gflops", "fertility", "steps", "ranking", "place", "placement", "wortfehlerrate", "zeichenfehlerrate",
    "errores", "erro", "erros", "ошибки", "错误率", "字错误率", "词错误率", "错误数", "困惑度", "损失",
    "エラー率", "誤り率", "fehleranzahl", "fehlerquote", "perte", "pérdida", "distanz", "wder", "cpwer", "ber", "tdcf",
    "nrmse", "wape", "typos", "contradictions", "warnings", "untranslated", "disfluencies", "vulnerabilities", "noise",
    "bias", "typo", "misclassified", "inaccuracy", "harm", "harmfulness", "inconsistencies", "unsupported",
    "complaints", "repetition", "repetitions", "distortion", "leakage", "stereotype", "misinformation", "wers",
    "perplexities", "severity", "fdr", "dcf", "infidelity", "disfluency", "hesitations", "joules", "co2", "exceptions",
    "fails", "unresolved", "sycophancy", "tpot", "chamfer", "kid",
    "mistake", "bug", "crashed", "biased", "offensive", "tcpwer", "tser", "logppl", "deviation", "contradiction",
))  # fmt: skip
# Quantities that are not only 0 and 1; beside such scores their words are parts of the systems' names.
_GRADED = frozenset((
    "loss", "losses", "perplexity", "ppl", "nll", "latency", "runtime", "duration", "seconds", "secs", "sec", "ms",
    "milliseconds", "minutes", "time", "cost", "costs", "price", "rank", "entropy", "surprisal", "divergence", "kl",
    "mae", "mse", "rmse", "memory", "steps", "distance", "delay",
))  # fmt: skip
_NEGATIVE = frozenset(("neg", "negative", "negated", "minus"))
# Words that turn the direction of the word behind them
_NOT = frozenset(("not", "non", "without"))
_TURNED = frozenset((
    "reduction", "improvement", "free", "inverse", "gain", "saved", "no", "accuracy", "acc", "f1", "precision",
    "recall", "detected", "corrected", "saving", "savings", "fixed", "found", "similarity", "sim", "reciprocal",
    "recip", "correction", "correlation", "biased", "overlap", "rejected", "recovery", "inv", "anti",
    "robustness", "awareness", "resistance", "detection", "auc", "auroc", "pass", "aware", "agnostic", "based", "tuned",
    "sensitive", "robust", "guided", "trained", "augmented", "aug", "mitigation",
))  # fmt: skip
_LIKELIHOODS = frozenset(("lik", "likelihood", "loglik", "loglikelihood", "logprob", "logprobs", "logp"))
_LENGTHS = frozenset(("length", "len", "tokens", "words", "characters", "chars", "bytes", "sentences", "lines"))
_NO_MEASURES = _LENGTHS | frozenset((
    "logprob", "loglikelihood", "probability", "prob", "confidence", "count", "total", "n", "year", "age", "size",
    "rank", "weight", "numerator", "denominator", "num", "den", "tp", "fp", "fn", "tn",
))  # fmt: skip
# Quantities in column names: columns of different quantities are not two systems.
_QUANTITIES = SCORE | (_LOWER - {"per", "edit", "error"}) | frozenset((
    "precision", "recall", "p", "r", "f", "bleu", "chrf", "meteor", "rouge", "comet", "bertscore", "bleurt", "map",
    "mrr", "ndcg", "uas", "las",
    "spearman", "pearson", "kendall", "rougel", "rougelsum", "fluency", "adequacy", "coherence",
    "relevance", "relevancy", "informativeness", "faithfulness", "groundedness", "helpfulness", "correctness", "hits",
    "chrf++", "mos",
)) | _NO_MEASURES  # fmt: skip
# Measures that come with a number: ROUGE-2 and ROUGE-L, nDCG@10, top-5.
_OF_NUMBER = re.compile(
    r"\b(?:(rouge|bleu|ndcg|hits?)[-_ @]?|(p|r|f1|em|map|mrr|pass|acc|accuracy|success|precision|recall)@)([0-9]+)\b"
    r"|\b(top)[-_ @]?([135])\b"
)
# Columns of properties of the items, which do not depend on a system.
_OF_ITEMS = frozenset((
    "is", "has", "was", "contains", "needs", "requires", "difficulty", "age", "frequency", "freq", "position",
    "readability", "popularity", "lat", "lon", "latitude", "longitude",
))  # fmt: skip
# Units within a document
_UNITS = frozenset(("seg", "segment", "sentence", "sent", "line", "part", "question", "paragraph", "passage"))
_NO_SYSTEM = _SAMPLE | _LENGTHS | _UNITS | frozenset((
    "year", "month", "day", "date", "timestamp", "tstamp", "size", "count", "position", "pos", "order", "rank", "doc",
    "fold", "row", "index", "idx", "id", "page", "age", "split", "shard", "batch", "step", "steps", "number", "no",
    "nr", "hour", "frequency", "freq", "offset", "start", "end", "difficulty", "level", "shots", "document",
    "chapter", "group", "domain", "subject", "section", "speaker", "cluster", "template", "gpu", "version",
    "annotators", "language", "lang", "locale", "tie", "ties", "tied", "draws",
))  # fmt: skip
# Properties of items: 1 where an item has it
_FLAGS = frozenset((
    "answerable", "unanswerable", "multihop", "ambiguous", "hard", "easy", "adversarial", "negated", "negation", "seen",
    "unseen", "ood", "male", "female", "flagged", "rare",
))  # fmt: skip
# Parameters of models: one value for all items
_PARAMETERS = frozenset((
    "temperature", "temp", "lr", "learning", "dropout", "decay", "conf", "confidence", "threshold", "beta", "alpha",
    "lambda", "shots", "k", "top", "batch", "epochs", "warmup", "beam", "beams", "penalty", "max", "rank", "seed",
))  # fmt: skip
# Measures of spread
_SPREAD = frozenset(("stderr", "std", "stdev", "sd", "se", "sem", "ci", "lo", "hi", "lcl", "ucl"))
# Words beside the name of a task, in the name of the column with its spread or its size
_BESIDE = _SPREAD | frozenset((
    "of", "95", "95ci", "ci95", "norm", "low", "high", "dev", "stddev", "err", "error", "var", "variance", "moe", "n",
    "σ", "sigma",
))  # fmt: skip
# A column with one of these words is computed from the others, or belongs to the one beside it.
_DERIVED = _SPREAD | frozenset((
    "lower", "upper", "low", "high", "max", "min", "mean", "avg",
    "average", "median", "diff", "difference", "delta", "δ", "gain", "improvement", "possible", "norm", "normalized",
    "cum", "cumulative", "weighted", "best", "oracle", "both", "either", "points",
))  # fmt: skip
# What evaluation scripts print of one system.
_TOTALS = _QUANTITIES | frozenset((
    "eval", "test", "train", "epoch", "samples", "second", "runtime", "mcc", "auc", "auroc", "map50", "iou", "dice",
    "spearman", "pearson", "kappa", "hits", "macro", "micro", "weighted", "avg", "average", "overall", "ndcg10",
    "perplexity", "rouge1", "rouge2", "rougel", "rougelsum", "sacrebleu", "global", "genauigkeit", "präzision",
    "trefferquote", "précision", "exactitude", "rappel", "precisión", "exactitud",
)) - frozenset((
    "p", "r", "f", "n", "map", "rank", "name", "time", "words", "result", "count", "lines", "sec",
))  # fmt: skip
_ID = re.compile(
    r"(?:^|[ _.:-])(?:id|ids|idx|index|key|hash|uuid|guid|uid|no|nr|question|query|topic|item|example|instance|segment"
    r"|sentence|sample|prompt|line|row)$|unnamed: 0|column 1",
    re.IGNORECASE,
)

_RUN = re.compile(
    r"(.*?)(?:^|[ _.:/-])(?:(?:s|seed|r|run|rep|trial|try|fold|epoch|rater|judge|annotator|coder)[ _.:=-]?(?=[0-9])"
    r"|(?:rater|judge|annotator|coder)[ _.:=-](?=[a-z](?:[ _.:/-]|$)))([0-9]{1,9}|[a-z])"
    r"([ _.:/-].*)?",
    re.IGNORECASE,
)
_GIVEN = _GOLD_WORDS | {
    "human", "expert", "reference", "ref", "annotator", "manual", "true", "actual", "target", "expected",
}  # fmt: skip
_RUNNING = frozenset(("running", "moving", "rolling", "cum", "cumulative", "cumulated"))
_MEANS = SCORE | {"avg", "mean", "average", "loss", "precision", "recall", "wer", "bleu"}
_BASELINE = frozenset(("baseline", "old", "before", "control"))
_PARTS = frozenset(("train", "training", "dev", "development", "val", "valid", "validation", "eval", "test"))


def words_of(name: str) -> list[str]:
    """Return the words of a name in small letters.

    Examples
    --------
    >>> words_of("evalLoss"), words_of("F1 (macro)"), words_of("n_tokens")
    (['eval', 'loss'], ['f1', 'macro'], ['n', 'tokens'])
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip()[:100])
    return [word for word in re.split(r"[\W_]+", spaced.casefold()) if word] or [""]


def _known(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def looks_like_id(name: str) -> bool:
    """Return whether a column of this name, or of none, may well name the items.

    Examples
    --------
    >>> [looks_like_id(name) for name in ("task_id", "pairID", "HITId", "hash", "", "score", "liquid")]
    [True, True, True, True, True, False, False]
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=Id$)", "_", name.strip()[:100])
    return not spaced or spaced.casefold() in ID_NAMES or bool(_ID.search(spaced))


def text_role(name: str) -> str | None:
    """Return "gold", "prediction" or "label" where a column is called so.

    Examples
    --------
    >>> text_role("y_true"), text_role("Prediction"), text_role("label"), text_role("text")
    ('gold', 'prediction', 'label', None)
    >>> text_role("human_label"), text_role("bert_label"), text_role("gold_standard"), text_role("prediction_score")
    ('gold', 'prediction', 'gold', None)
    """
    named = {"gold": GOLD, "prediction": PREDICTION, "label": LABEL}
    words = words_of(name)
    found = next((role for role, names in named.items() if _known(name) in names), None)
    if found is not None or not _NO_ANSWER.isdisjoint(words):
        return found
    is_class = len(words) > 1 and words[-1] in _CLASS_WORDS
    if not _GOLD_WORDS.isdisjoint(words) or (is_class and words[0] in _RIGHT_WORDS) or _known(name) == "y_test":
        return "gold"
    return "prediction" if is_class or not _PREDICTION_WORDS.isdisjoint(words) else None


def is_answer(name: str) -> bool:
    """Return whether a column of this name holds what was answered, or is right, and not how good an answer is.

    Examples
    --------
    >>> [is_answer(name) for name in ("label", "model_output", "response", "response_score", "output_bleu", "value")]
    [True, True, True, False, False, False]
    """
    words = words_of(name)
    is_called = not _ANSWERS.isdisjoint(words) and _NO_ANSWER.isdisjoint(words) and not quantities(name)
    return text_role(name) is not None or is_called


def is_known_name(name: str) -> bool:
    """Return whether this is a usual name of columns, and rarely of items.

    Examples
    --------
    >>> [is_known_name(name) for name in ("seg_id", "y_true", "model_name", "score", "q1", "true")]
    [True, True, True, True, False, False]
    """
    lower = name.strip().casefold()
    if lower in ("true", "name", "run", "class", "actual", "em", "no", "answer", "correct", "variant", "passed"):
        return False
    known = lower in ID_NAMES or _known(name) in SYSTEM or is_called_score(name) or text_role(name) is not None
    return known or ("_" in lower and looks_like_id(name))


def is_called_score(name: str) -> bool:
    """Return whether a column is called a score."""
    return _known(name) in SCORE


def is_system(name: str) -> bool:
    """Return whether a column of this name says which system a row is of.

    Examples
    --------
    >>> [is_system(name) for name in ("Model Name", "variant_no", "run_no")]
    [True, True, False]
    """
    return _of_system(name) in SYSTEM


def _of_system(name: str) -> str:
    known, (*words, last) = _known(name), words_of(name)
    return known if known in SYSTEM or last not in _NUMBERED or words == ["run"] else "_".join(words)


def names_items(name: str) -> bool:
    """Return whether a column has the name of a column of items."""
    return looks_like_id(name) or _known(name) in ITEM


def likelier_system(name: str) -> int:
    """Return the place of a system's column among the names of such columns, the likeliest first."""
    return SYSTEM.index(_of_system(name))


def rows_are_systems(name: str) -> bool:
    """Return whether the first column of a leaderboard is called so.

    Examples
    --------
    >>> rows_are_systems("Model"), rows_are_systems("name")
    (True, False)
    """
    return is_system(name) and _known(name) not in ("name", "run", "variant")


def may_rank(name: str) -> bool:
    """Return whether the first column of a leaderboard may be called so, or have no name."""
    return name in ("", "column 1") or is_system(name) or _known(name) in _RANKED


def _counted_word(name: str) -> str:
    """Return the last word of a name that does not say that it is a number or a name."""
    words = words_of(name)
    while len(words) > 1 and words[-1] in _NUMBERED:
        words.pop()
    return words[-1]


def is_sample(name: str) -> bool:
    """Return whether a column of this name distinguishes the rows of one item: samples, seeds, turns, annotators.

    Examples
    --------
    >>> [is_sample(name) for name in ("seed", "sample_id", "Trial No", "annotator", "segment", "id")]
    [True, True, True, True, False, False]
    """
    return _counted_word(name) in _SAMPLE


def repeated_by(name: str) -> str | None:
    """Return what each row is if a column of this name names the rows of a test that was repeated as a whole.

    Examples
    --------
    >>> [repeated_by(name) for name in ("seed", "fold_id", "sample", "seed_question")]
    ['seed', 'fold', None, None]
    """
    word = _counted_word(name)
    return word if word in ("seed", "fold", "run") else None


def no_system(name: str) -> bool:
    """Return whether a column of whole numbers of this name holds no system's scores.

    Examples
    --------
    >>> [no_system(name) for name in ("n_tokens", "len_hyp", "year", "answerable", "old", "seed_1")]
    [True, True, True, True, False, False]
    """
    words = words_of(name)
    if words[-1] in _NO_SYSTEM or words[0] in ("num", "n", "nr", "len", "length") or _known(name) in _FLAGS:
        return True
    return is_sample(name) or looks_like_id(name) or _known(name) in ITEM or is_system(name)


def _with_one_of(words: Collection[str]) -> Callable[[str], bool]:
    """Return a function that says whether one of these words is in the name of a column.

    Examples
    --------
    >>> [is_effort(name) for name in ("latency_ms", "exec time", "probability", "wer", "score")]
    [True, True, True, False, False]
    >>> [of_whole_system(name) for name in ("#Params (B)", "Release year", "GSM8K", "Sizes of animals")]
    [True, True, False, False]
    >>> [is_total(name) for name in ("total", "n_words", "weight")]
    [True, True, False]
    >>> is_unit("seg"), is_unit("sentence_number"), is_unit("doc")
    (True, True, False)
    """
    known = frozenset(words)
    return lambda name: not known.isdisjoint(words_of(name))


def _ending_in(words: Collection[str]) -> Callable[[str], bool]:
    """Return a function that says whether the last word in the name of a column is one of these.

    Examples
    --------
    >>> is_time("timestamp"), is_time("Date"), is_time("time_id")
    (True, True, False)
    >>> [is_input(name) for name in ("question", "source", "source_id", "answer")]
    [True, True, False, False]
    """
    known = frozenset(words)
    return lambda name: words_of(name)[-1] in known


_OF_INPUT = frozenset(("question", "reference", "source", "premise", "passage"))
# Whether a column names resamples of the items
names_resamples = _with_one_of((
    "bootstrap", "bootstraps", "boot", "resample", "resamples", "resampling", "jackknife", "subsample", "permutation",
    "simulation",
))  # fmt: skip
# Whether a column says when a row was written
is_time = _ending_in(("time", "timestamp", "tstamp", "ts", "date", "datetime", "created", "started", "finished"))
# Whether a column holds what an answer took, or how sure it was, and not how good it was
is_effort = _with_one_of((
    "latency", "time", "duration", "dur", "elapsed", "seconds", "sec", "secs", "ms", "runtime", "cost", "price",
    "tokens", "probability", "prob", "confidence", "conf", "steps", "turns", "calls", "retries", "memory", "logprob",
    "rtf", "dauer", "zeit", "durée", "temps", "tiempo", "duración", "kosten", "coût",
))  # fmt: skip
# Whether a column holds answers of a system, or their names: tools name each answer
is_of_answer = _with_one_of((
    "trace", "request", "span", "response", "run", "call", "generation", "completion", "message", "uuid", "guid", "log",
    "job", "session", "conversation", "output",
))  # fmt: skip
# Whether a column of a leaderboard describes each system, instead of holding its scores on a task
of_whole_system = _with_one_of((
    "params", "parameters", "param", "size", "rank", "votes", "likes", "downloads", "context", "tokens", "dimensions",
    "memory", "cost", "price", "latency", "speed", "co2", "co₂", "year", "date", "elo", "hub",
))  # fmt: skip
# Whether a column has the name of what a count is divided by: a total, or a length
is_total = _with_one_of(_LENGTHS | {"total", "count", "n", "denominator", "den", "items", "samples"})
# Whether a column is called after a unit within documents: a segment, a sentence, a part
is_unit = _with_one_of(_UNITS)
# Whether a column is called a prediction, if perhaps one of scores, as in ``predicted_score``
is_predicted = _with_one_of(_PREDICTION_WORDS)
# Whether a column has the name of a parameter of models: a temperature, a learning rate, a threshold
is_parameter = _with_one_of(_PARAMETERS)
# Whether a column holds the inputs of items or what their outputs are compared with
is_input = _ending_in(_OF_INPUT)
# Columns that say of what data, or in what measure, the scores are
_OF_DATA = frozenset((
    "split", "subset", "dataset", "task", "benchmark", "corpus", "testset", "language", "lang", "locale", "metric",
    "measure",
))  # fmt: skip
# Texts of items, where no column names these
_OF_TEXT = _OF_INPUT | frozenset((
    "tweet", "review", "post", "title", "abstract", "claim", "headline", "context", "dialogue", "instruction", "src",
    "sentence", "word", "document",
))  # fmt: skip


def says_what_data(name: str) -> bool:
    """Return whether a column names the data of a row, or the measure of its score, which no system changes.

    Examples
    --------
    >>> [says_what_data(name) for name in ("split", "metric_name", "question", "answer")]
    [True, True, False, False]
    """
    words = [word for word in words_of(name) if word != "name"]
    return bool(words) and (words[-1] in _OF_DATA or words[-2:] == ["lang", "pair"])


def tells_items(name: str) -> bool:
    """Return whether a column holds the names or the texts of items, and not the names of answers.

    Examples
    --------
    >>> [tells_items(name) for name in ("utt", "source_text", "tweet", "trace_id", "output")]
    [True, False, True, False, False]
    """
    return (names_items(name) or words_of(name)[-1] in _OF_TEXT) and not is_of_answer(name)


def lower_word(name: str) -> str | None:
    """Return the word of a name that says that lower is better, None if there is none.

    Examples
    --------
    >>> lower_word("dev WER"), lower_word("eval_loss"), lower_word("neg_loss"), lower_word("bleu")
    ('wer', 'loss', None, None)
    >>> lower_word("metricx_old"), lower_word("exit_code"), lower_word("old (s)"), lower_word("n_steps")
    ('metricx', 'exit', 'sec', 'steps')
    >>> lower_word("neg_log_lik"), lower_word("log_lik"), lower_word("gain in negative log-likelihood")
    ('neg', None, None)
    >>> lower_word("1 - accuracy"), lower_word("old_1-WER"), lower_word("1-shot error"), lower_word("error ↑")
    ('1 −', None, 'error', None)
    """
    if "↑" in name:
        return None
    if complement := re.search(r"(?:^|[\W_])1(?:00)?\s*[-–−]\s*", name):
        rest = _known(name[complement.end() :])
        if rest in SCORE or rest in _LOWER:
            return "1 −" if rest in SCORE else None
    words = [
        *words_of(name),
        *(["sec"] if name.strip().endswith("(s)") else []),
        *(["↓"] if "↓" in name or "lower is better" in name.casefold() else []),
    ]
    if not _TURNED.isdisjoint(words):
        return None
    negative = next((word for word in words if word in _NEGATIVE), None)
    if not _LIKELIHOODS.isdisjoint(words):
        return negative
    if negative:
        return None
    denied = {second for first, second in pairwise(words) if first in _NOT}  # "not hallucinated"
    denied |= {first for first, second in pairwise(words) if first in _PARAMETERS and second.isdecimal()}  # "penalty 1"
    words += map("".join, [*pairwise(words)])  # "false positives"
    found = (word for word in words if word in _LOWER - denied and (word != "per" or len(words) == 1))
    return None if name.strip().startswith("-") else next(found, None)


def is_graded(word: str) -> bool:
    """Return whether a word names a quantity that is not only 0 and 1, such as a loss or a time."""
    return word in _GRADED


def quantities(name: str) -> set[str]:
    """Return what a column measures by its name; a letter beside other words is the name of a system.

    Examples
    --------
    >>> quantities("BLEU old"), quantities("f"), quantities("model f"), quantities("has_image")
    ({'bleu'}, {'f'}, set(), {'has'})
    >>> quantities("rouge1"), sorted(quantities("MAP@5")), quantities("top-5 old")
    ({'rouge@1'}, ['map', 'map@5'], {'top@5'})
    """
    lower = name.strip().casefold()[:100]
    numbered = {"@".join(filter(None, parts)) for parts in _OF_NUMBER.findall(lower)}
    words = re.findall(r"[a-zδ]+[0-9]*\+*", lower)
    return numbered | {word for word in words if len(word) > 1 or [word] == words} & (
        _QUANTITIES | _DERIVED | _OF_ITEMS
    )


def is_measure(name: str) -> bool:
    """Return whether a column of this name holds values of a measure of systems.

    Examples
    --------
    >>> [is_measure(name) for name in ("COMET", "wer", "score", "confidence", "n_tokens", "scores.Tone")]
    [True, True, True, False, False, True]
    """
    return words_of(name)[0] == "scores" or not quantities(name) <= _NO_MEASURES | _DERIVED | _OF_ITEMS


def systems_of_runs(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the systems whose runs have these names, with the names, if each has the same runs.

    Runs have numbers, or any name if there are two systems and one is called a baseline.

    Examples
    --------
    >>> systems_of_runs(["old_s1", "old_s2", "new_s1", "new_s2"]), systems_of_runs(["gpt-3", "gpt-4"])
    ({'old': ['old_s1', 'old_s2'], 'new': ['new_s1', 'new_s2']}, {})
    >>> list(systems_of_runs(["old/seed1/acc", "old/seed2/acc", "new/seed1/acc", "new/seed2/acc"]))
    ['old', 'new']
    >>> list(systems_of_runs(["run1_old", "run2_old", "run1_new", "run2_new"]))
    ['old', 'new']
    >>> systems_of_runs(["Anna (old)", "Anna (new)", "Ben (old)", "Ben (new)"])
    {'old': ['Anna (old)', 'Ben (old)'], 'new': ['Anna (new)', 'Ben (new)']}
    """
    parts = [_RUN.fullmatch(name.strip()) for name in names]
    if not all(parts):
        return _of_two_systems(names)
    runs: dict[tuple[str, str], dict[str, str]] = {}
    for name, part in zip(names, filter(None, parts), strict=True):
        runs.setdefault((part[1], part[3] or ""), {})[part[2]] = name
    numbers = [set(each) for each in runs.values()]
    if not numbers or len(numbers[0]) < 2 or any(each != numbers[0] for each in numbers):
        return {}
    of_one_file = len({below for _, below in runs}) == 1
    return {
        above if above and of_one_file else f"{above}{below}".strip(" _.:/-"): list(each.values())
        for (above, below), each in runs.items()
    }


def _of_two_systems(names: Sequence[str]) -> dict[str, list[str]]:
    """Return a baseline and another system, with the names that hold the word of one and are otherwise equal."""
    words = {name: words_of(name) for name in names}
    old = [name for name in names if not _BASELINE.isdisjoint(words[name])]
    new = [name for name in names if name not in old]
    shared = set[str]().union(*(words[name] for name in old)) & _BASELINE
    if len(old) < 2 or len(old) != len(new) or len(shared) != 1:
        return {}
    [baseline] = shared
    without = {name: [word for word in words[name] if word != baseline] for name in names}
    for system in sorted(set.intersection(*(set(words[name]) for name in new))):
        rest = {tuple(word for word in without[name] if word != system) for name in new}
        are_runs = not any(quantities(" ".join(each)) for each in rest)  # not measures, such as fluency
        if are_runs and len(rest) == len(new) and rest == {tuple(without[name]) for name in old} and () not in rest:
            return {baseline: old, system: new}
    return {}


def is_given_score(name: str) -> bool:
    """Return whether a column of this name may hold what the scores of a metric or a model should agree with.

    Examples
    --------
    >>> [is_given_score(name) for name in ("human_score", "Reference rating", "human", "human_old", "model_score")]
    [True, True, False, False, False]
    """
    *words, last = words_of(name)
    return last in ("score", "scores", "rating", "ratings") and not _GIVEN.isdisjoint(words)


def is_given_class(name: str) -> bool:
    """Return whether a column of this name may hold the classes that systems should predict.

    Examples
    --------
    >>> [is_given_class(name) for name in ("human", "expert label", "is_toxic", "gpt-4", "correct")]
    [True, True, True, False, False]
    """
    words = words_of(name)
    return not _GIVEN.isdisjoint(words) or (len(words) > 1 and words[0] in ("is", "has"))


def is_running_mean(name: str) -> bool:
    """Return whether a column of this name holds means over all rows so far.

    Examples
    --------
    >>> [is_running_mean(name) for name in ("running_acc", "Avg so far", "running time", "cumulative gain", "rolling")]
    [True, True, False, False, False]
    """
    first, *others = words_of(name)
    return others[-2:] == ["so", "far"] or (first in _RUNNING and not _MEANS.isdisjoint(others))


def is_spread(name: str, names: Sequence[str]) -> bool:
    """Return whether a column holds how uncertain or how spread the scores are of another one of these names.

    Examples
    --------
    >>> [is_spread(name, ["ARC", "MMLU"]) for name in ("ARC_stderr", "std of MMLU", "ARC ±", "sd", "ARC 95% CI")]
    [True, True, True, False, True]
    """
    words = [word for word in words_of(name) if word not in _BESIDE]
    return (bool(words) and words != words_of(name) and words in map(words_of, names)) or "±" in name


def baseline_first(names: Sequence[str]) -> tuple[list[str], bool]:
    """Return the names with the second of two first if only that is called a baseline, and whether it is.

    Examples
    --------
    >>> baseline_first(["f1", "f1_baseline"]), baseline_first(["new", "ours"])
    ((['f1_baseline', 'f1'], True), (['new', 'ours'], False))
    """
    are_so = [not _BASELINE.isdisjoint(words_of(name)) or name.casefold() == "base" for name in names]
    return (list(names[::-1]), True) if are_so == [False, True] else (list(names), False)


def are_parts(names: Sequence[str]) -> bool:
    """Return whether these are names of parts of the data, such as dev and test, rather than of systems.

    Examples
    --------
    >>> are_parts(["dev", "test"]), are_parts(["test_score", "train_score"]), are_parts(["test_login", "test_logout"])
    (True, True, False)
    """
    parts = [[word for word in words_of(name) if word not in _QUANTITIES] for name in names]
    return all(len(words) == 1 and words[0] in _PARTS for words in parts)


_MOST_WORDS = 6  # in the name of a measure


def are_measures(names: Sequence[str]) -> bool:
    """Return whether these are names of measures, such as a training script prints of one system, not of items.

    Examples
    --------
    >>> are_measures(["epoch", "eval_accuracy", "eval_runtime"]), are_measures(["speed", "accuracy"])
    (True, False)
    >>> are_measures([f"test_{i}" for i in range(8)]), are_measures(["P_5", "P_10", "P_15", "P_20", "P_30"])
    (False, True)
    >>> are_measures(["The highest score in the history of the league", "What is the cost of ten apples?"])
    False
    >>> are_measures(["test_login", "test_logout"]), are_measures(["test_loss", "test_accuracy"])
    (False, True)
    """
    if not 2 <= len(names) <= 60 or _are_numbered(names):
        return False
    words = [set(words_of(name)) for name in names]
    shared = set.intersection(*words) - _QUANTITIES  # "test" of test_login and test_logout
    told = [
        each - shared if any(map(str.isalpha, each - shared)) else each for each in words if len(each) <= _MOST_WORDS
    ]
    return sum(not _TOTALS.isdisjoint(each) for each in told) >= 0.7 * len(names)


def _are_numbered(names: Sequence[str]) -> bool:
    """Return whether the names are one word and running numbers, as those of items; BLEU-1 to BLEU-4 are measures."""
    parts = [re.fullmatch(r"(.*?)([0-9]{1,9})", name.strip()) for name in names]
    if len(parts) <= 4 or not all(parts) or len({part[1] for part in parts if part}) > 1:
        return False
    numbers = sorted(int(part[2]) for part in parts if part)
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
