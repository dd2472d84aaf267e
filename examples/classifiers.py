"""Make the sample ``stdlib_modules``: which standard-library module does a docstring sentence come from?

With scikit-learn installed (``pip install -e '.[samples]'``) this takes half a minute and writes the sample's folder::

    python examples/classifiers.py

Rennie et al. (2003) say that complement naive Bayes nearly matches a support vector machine on text. Here is
their question on other text: the same TF-IDF words, scikit-learn's default settings for both, one split.
"""

import ast
import csv
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

# The modules in pure Python with the most docstring sentences that every installation carries.
MODULES = (
    "asyncio", "codecs", "concurrent", "configparser", "difflib", "doctest", "email", "http", "imaplib",
    "importlib", "inspect", "ipaddress", "logging", "mailbox", "multiprocessing", "smtplib", "statistics",
    "tarfile", "threading", "typing", "unittest", "urllib", "wsgiref", "xml",
)  # fmt: skip

# Two sentences are near-duplicates when they share this much of their words (Jaccard index).
NEAR_DUPLICATE = 0.6
FEWEST_WORDS = 5
FOLDS = 3

# What scikit-learn has for sparse words, each with its default settings.
CLASSIFIERS = {
    "complement naive Bayes": ComplementNB(),
    "multinomial naive Bayes": MultinomialNB(),
    "linear SVM": LinearSVC(random_state=0),
    "logistic regression": LogisticRegression(random_state=0),
    "ridge": RidgeClassifier(random_state=0),
    "SGD": SGDClassifier(random_state=0),
    "nearest centroid": NearestCentroid(),
    "5 nearest neighbours": KNeighborsClassifier(),
    "random forest": RandomForestClassifier(random_state=0),
    "decision tree": DecisionTreeClassifier(random_state=0),
}

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Sentence(NamedTuple):
    """A docstring sentence: its id, the class or function it documents, the module it comes from."""

    id: str
    document: str
    gold: str
    text: str


def sentences() -> list[Sentence]:
    """Return the sentences of the modules' docstrings, without near-duplicates of an earlier one."""
    library = Path(sysconfig.get_path("stdlib"))
    found = []
    for module in MODULES:
        package = library / module
        files = sorted(package.rglob("*.py")) if package.is_dir() else [package.with_suffix(".py")]
        for file in files:
            name = ".".join(file.relative_to(library).with_suffix("").parts).removesuffix(".__init__")
            numbers: dict[str, int] = {}
            for path, document, text in _of_node(ast.parse(file.read_text(encoding="utf-8")), name, name, top=True):
                numbers[path] = numbers.get(path, -1) + 1
                found.append(Sentence(f"{path}#{numbers[path]}", document, module, text))
    return [sentence for sentence, repeated in zip(found, _near_duplicates(found), strict=True) if not repeated]


def _of_node(node: ast.AST, path: str, document: str, top: bool) -> Iterator[tuple[str, str, str]]:
    """Yield path, document and text of each sentence; what is inside a class belongs to the class."""
    if isinstance(node, DOCUMENTED):
        for paragraph in re.split(r"\n\s*\n", ast.get_docstring(node) or ""):
            if ">>>" in paragraph:
                continue
            for text in re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(paragraph.split())):
                if len(re.findall(r"[A-Za-z]{2,}", text)) >= FEWEST_WORDS:
                    yield path, document, text
    for child in ast.iter_child_nodes(node):
        if isinstance(child, DOCUMENTED):
            inner = f"{path}.{child.name}"
            yield from _of_node(child, inner, inner if top else document, top=False)
        elif isinstance(child, ast.stmt):
            yield from _of_node(child, path, document, top)


def _near_duplicates(found: list[Sentence]) -> np.ndarray:
    """Mark each sentence that shares most of its words with an earlier one."""
    words = CountVectorizer(binary=True, token_pattern="[a-z]+", dtype=np.float32)
    occurs = words.fit_transform(sentence.text for sentence in found)
    size = np.asarray(occurs.sum(axis=1)).ravel()
    shared = (occurs @ occurs.T).tocoo()
    union = size[shared.row] + size[shared.col] - shared.data
    repeated = np.zeros(len(found), dtype=bool)
    repeated[shared.row[(shared.col < shared.row) & (shared.data >= NEAR_DUPLICATE * union)]] = True
    return repeated


def _learned(found: list[Sentence], classifiers: dict[str, Any]) -> tuple[list[Sentence], list[list[str]]]:
    """Return the test sentences, and what each classifier says of them.

    No class or function has sentences in both train and test, and the modules' names are not among the words.
    """
    texts = np.array([sentence.text for sentence in found], dtype=object)
    gold = np.array([sentence.gold for sentence in found])
    documents = [sentence.document for sentence in found]
    train, test = next(StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0).split(texts, gold, documents))
    words = TfidfVectorizer(stop_words=list(MODULES))
    seen, unseen = words.fit_transform(texts[train]), words.transform(texts[test])
    said = [classifier.fit(seen, gold[train]).predict(unseen) for classifier in classifiers.values()]
    return [found[i] for i in test], [[str(label) for label in labels] for labels in said]


def predict(found: list[Sentence]) -> list[tuple[str, str, str, str, str]]:
    """Return ``(id, document, gold, baseline, experimental)`` of each test sentence."""
    two = {name: CLASSIFIERS[name] for name in ("complement naive Bayes", "linear SVM")}
    tested, said = _learned(found, two)
    return [(each.id, each.document, each.gold, a, e) for each, a, e in zip(tested, *said, strict=True)]


def predict_all(found: list[Sentence]) -> list[tuple[str | int, ...]]:
    """Return ``(id, document, …)`` of each test sentence, with 1 for each classifier that is right and 0 elsewhere."""
    tested, said = _learned(found, CLASSIFIERS)
    rights = [[int(label == each.gold) for label, each in zip(labels, tested, strict=True)] for labels in said]
    return [(each.id, each.document, *right) for each, *right in zip(tested, *rights, strict=True)]


def write(rows: list[tuple[str, str, str, str, str]], folder: Path) -> None:
    """Write ``predictions.csv`` and the 0/1 scores of both systems."""
    with (folder / "predictions.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("id", "document", "gold", "baseline", "experimental"))
        table.writerows(rows)
    for name, column in (("baseline", 3), ("experimental", 4)):
        scores = "".join(f"{int(row[column] == row[2])}\n" for row in rows)
        (folder / f"{name}.txt").write_text(scores, encoding="utf-8")


def write_all(rows: list[tuple[str | int, ...]], folder: Path) -> None:
    """Write ``classifiers.csv``, a column for each classifier."""
    with (folder / "classifiers.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("id", "document", *CLASSIFIERS))
        table.writerows(rows)


def make(folder: Path) -> None:
    """Make the sample's four files in ``folder``."""
    found = sentences()
    write(predict(found), folder)
    write_all(predict_all(found), folder)


if __name__ == "__main__":
    make(Path(__file__).parents[1] / "dashboard" / "samples" / "stdlib_modules")
