"""The coreference scorer's output, in the forms that its versions print."""

import random

import numpy as np
import pytest

import core
from core.metrics import METRICS
from core.readers import Upload, coreference_metrics, parse_conll_coreference, read_conll_coreference
from tests.core.readers.parts import refusal
from tests.oracles import enumeration

RULE = "-" * 74
DOCUMENTS = {
    "(bc/a); part 000": ("1", "2", "1", "3"),
    "(bc/a); part 001": ("0", "0", "0", "0"),
    "(bc/b); part 000": ("2.5", "4", "1.66666666666667", "3"),
}


def counts_line(counts):
    recall, precision = f"({counts[0]} / {counts[1]})", f"({counts[2]} / {counts[3]})"
    return f"Recall: {recall} 50%\tPrecision: {precision} 33.33%\tF1: 40%\n{RULE}"


def scored(documents=DOCUMENTS, *, order=None, arrow="====> ", extra=(), totals=None, verbose=True):
    """Write what the scorer prints for one metric."""
    lines = []
    for name in order or documents:
        if verbose:
            lines += [f"{arrow}{name}:", f"File {name}:", "Entity 0: (0,0) (2,2)", "Entity 1:"] * 2
        lines += [f"{name}:", "Repeated mention in the response: 3, 4 12", "Total key mentions: 3", *extra]
        lines += ["Strictly correct identified mentions: 3", "Invented: 0", counts_line(documents[name])]
    if totals is None:
        totals = [f"{sum(map(float, column)):.15g}" for column in zip(*documents.values(), strict=True)]
    lines += ["", "====== TOTALS =======", "Identification of Mentions: " + counts_line(("9", "9", "9", "9"))]
    return "\n".join([*lines, "Coreference: " + counts_line(totals)]) + "\n"


def upload(text, name="old.muc"):
    return Upload(name, ("version: 8.01 scorer/lib/CorScorer.pm\n" + text).encode())


def parse(text, metric=None):
    return parse_conll_coreference(upload(text), metric)


@pytest.mark.parametrize(
    "text",
    [
        scored(),
        scored(arrow="====>   "),
        scored(verbose=False),
        scored({"  " + name: counts for name, counts in DOCUMENTS.items()}),
        scored(order=random.Random(1).sample(list(DOCUMENTS), 3)),
        scored().replace("\n", "\r\n"),
    ],
)
def test_counts_of_every_document_and_part(text):
    counts = parse(text)
    assert counts.documents == ("bc/a; part 000", "bc/a; part 001", "bc/b; part 000")
    assert counts.printed == tuple(DOCUMENTS.values())
    assert counts.values.tolist()[2] == [2.5, 4, 1.66666666666667, 3]
    assert counts.metric is None


ALL = "".join(f"\nMETRIC {metric}:\n" + scored() for metric in ("muc", "bcub"))
BLANC = (
    "(bc/a); part 000:\nTotal key mentions: 3\nCoreference links: " + counts_line("1212")
    + "\nNon-coreference links: " + counts_line("1212") + "\n\n====== TOTALS =======\nIdentification of Mentions: "
    + counts_line("3333") + "\n\nCoreference:\nCoreference links: " + counts_line("1212")
    + "\nNon-coreference links: " + counts_line("1212") + "\nBLANC: " + counts_line("1111")
)  # fmt: skip


def test_outputs_put_together_by_hand_are_not_mixed_up():
    better = scored({name: ("0", *counts[1:]) for name, counts in DOCUMENTS.items()})
    text = scored() + better
    assert "holds 2 metrics (1: unnamed from line 1, 2: unnamed from line 53): choose one" in refusal(parse, text)
    assert "metric == 'muc', but old.muc holds 1: unnamed from line 1, 2: unnamed" in refusal(parse, text, "muc")
    assert [parse(text, each).values[:, 0].sum() for each in "12"] == [3.5, 0]
    assert coreference_metrics(upload(text)) == ("1", "2")
    twice = ALL + "\nMETRIC muc:\n" + better
    assert coreference_metrics(upload(twice)) == ("1", "bcub", "3")
    assert parse(twice, "3").values[:, 0].sum() == 0


def test_blanc_and_none_have_no_counts_of_documents():
    assert "blanc has no counts of one document" in refusal(parse, BLANC)
    only_totals = scored().partition("\n\n")[2]
    assert "it holds totals only" in refusal(parse, only_totals)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (scored(totals=("4", "6", "2.67", "6")), "the documents sum to recall 3.5 / 6 and precision 2.66666666667 / 6"),
        (scored(totals=("3.501", "6", "2.66666666667", "6")), "TOTALS are 3.501 / 6"),
        (scored().partition("\n\n")[0], "ends without TOTALS: it was cut off"),
        (scored().replace("2.5 /", "2.5.1 /"), "2.5.1, 4, 1.66666666666667, 3 should be four numbers"),
        (
            scored().replace("(0 / 0) 50%", "(nan / 0) 50%"),
            "document 'bc/a; part 001': nan, 0, 0, 0 should be four numbers",
        ),
        (scored().replace("(0 / 0) 50%", "(-nan / 0) 50%"), "old.muc, line 30, document 'bc/a; part 001': -nan, 0, 0"),
        (scored().replace("part 001", "part 000"), "document 'bc/a; part 000' is scored twice"),
        (counts_line("1111"), "old.muc, line 2: counts without a document's name above them"),
        ("0.5\n1\n", "old.muc is not an output of the CoNLL coreference scorer"),
    ],
)
def test_refusals(text, expected):
    assert expected in refusal(parse, text)


def test_two_systems_are_matched_by_document_and_part():
    better = {name: ("0" if counts[1] == "0" else "2", *counts[1:]) for name, counts in DOCUMENTS.items()}
    shuffled = scored(better, order=random.Random(2).sample(list(DOCUMENTS), 3))
    pair = read_conll_coreference(upload(scored()), upload(shuffled, "new.muc"))
    assert pair.ids == ("bc/a; part 000", "bc/a; part 001", "bc/b; part 000")
    assert pair.experimental[:, 0].tolist() == [2, 0, 2]
    assert pair.columns[0] == "recall_numerator"
    assert pair.decimals == 14
    assert (pair.baseline_name, pair.experimental_name) == ("old", "new")


def test_two_systems_must_fit():
    fewer = dict(list(DOCUMENTS.items())[:2])
    message = refusal(read_conll_coreference, upload(scored()), upload(scored(fewer), "new.muc"))
    assert "1 id of old.muc is not in new.muc ('bc/b; part 000')" in message
    muc, bcub = (f"\nMETRIC {metric}:\n" + scored() for metric in ("muc", "bcub"))
    message = refusal(read_conll_coreference, upload(muc), upload(bcub, "new.muc"))
    assert "old.muc holds muc and new.muc bcub" in message


def test_another_key_is_refused():
    other = DOCUMENTS | {"(bc/b); part 000": ("2", "5", "1", "3")}
    message = refusal(read_conll_coreference, upload(scored()), upload(scored(other), "new.muc"))
    assert "old.muc and new.muc count different gold for 1 of 3 items (id 'bc/b; part 000': 4 and 5)" in message


def of_all(shift):
    """Write the output of `scorer.pl all`; ``shift`` changes the correct links, and the documents have any order."""
    parts = []
    for i, name in enumerate(("muc", "bcub", "ceafm", "ceafe")):
        counts = {f"(d{j}); part 000": (str((j + i + shift) % 4), "4", str((j + i) % 4), "5") for j in range(6)}
        order = random.Random(i).sample(list(counts), 6)
        parts.append(f"METRIC {name}:\n{scored(counts, order=order)}")
    return "\n".join(parts)


def test_the_conll_average_is_the_mean_of_three():
    files = upload(of_all(0)), upload(of_all(1), "new.muc")
    pair = read_conll_coreference(*files, metric="conll")
    assert pair.columns[::4] == ("muc:recall_numerator", "bcub:recall_numerator", "ceafe:recall_numerator")
    result = core.compare(pair, metric="conll")
    alone = [
        core.compare(read_conll_coreference(*files, metric=name), metric="f1") for name in ("muc", "bcub", "ceafe")
    ]
    assert core.metrics.fitting_metrics(pair) == ["conll"]
    assert result.baseline == pytest.approx(sum(each.baseline for each in alone) / 3, rel=1e-15, abs=0)
    assert result.statistic == pytest.approx(sum(each.statistic for each in alone) / 3, rel=1e-12, abs=0)
    score = METRICS["conll"].score
    swapped = enumeration.swapped(
        pair.baseline, pair.experimental, lambda sums: float(score(np.array(sums, dtype=float)))
    )
    expected = sum(mass for difference, mass in swapped.items() if abs(difference) >= abs(result.statistic) - 1e-12)
    assert result.computed
    assert result.pvalue == pytest.approx(float(expected), rel=1e-12, abs=0)
