"""Sentences of sacreBLEU, real and made."""

import pytest

import core
from core.errors import DataError
from core.readers import preview
from tests.core.readers.logs.made import REAL, needs_real_logs, text
from tests.core.test_cli import error, printed

OLD, NEW = [0.5, 0.75, 1.0], [0.75, 0.5, 1.0]


def sentences(name, scores, signature="nrefs:1|version:2.6.0", metric="chrF2", tail=""):
    return text(name, [f"{metric}|{signature} = {score}{tail}" for score in scores])


def test_sentences_are_read_with_their_note():
    files = sentences("old.chrf.txt", OLD), sentences("new.chrf.txt", NEW)
    assert preview(files[0]).kind == "sacrebleu"
    scores = core.read(*files)
    assert (scores.names, scores.decimals) == (("old.chrf", "new.chrf"), 2)
    assert "The mean of the sentences' chrF2 is not the chrF2 of the whole corpus." in scores.notes
    bleu = [sentences(name, OLD, metric="BLEU", tail=" 57.1/25.0 (BP = 1.000)") for name in ("a.txt", "b.txt")]
    assert core.read(*bleu).statistics[0, 0, :, 0].tolist() == OLD


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (sentences("b.txt", NEW, "nrefs:2|version:2.6.0"), "chrF2 was not computed in the same way for all systems"),
        (sentences("b.txt", NEW[:2]), "known by their position only, and there are 3 of a, 2 of b"),
        (sentences("b.txt", NEW, metric="TER"), "no measure in common"),
        (text("b.txt", ["chrF2|version:2 = 1.0"] * 3 + ["chrF2|ver"]), "line 4: 'chrF2.ver' is not a sentence"),
        (text("b.txt", ["chrF2|version:2 = 1.0", "chrF2|version:3 = 1.0"]), "sentences of 2 signatures"),
    ],
)
def test_sentences_that_do_not_belong_together_are_refused(other, sentence):
    with pytest.raises(DataError, match=sentence):
        core.read(sentences("a.txt", OLD), other)


@needs_real_logs
def test_real_sentences_of_sacrebleu():
    folder = REAL / "sacrebleu"
    shown = printed("compare", *(str(folder / f"sentence_chrf.{name}.txt") for name in ("base-memory", "tiny")))
    assert (shown["n_items"], shown["helped"], shown["hurt"]) == (1012, 387, 489)
    shown = printed("compare", *(str(folder / f"sentence_bleu_200.{name}.txt") for name in ("base-memory", "tiny")))
    assert shown["n_items"] == 200
    assert "sacreBLEU's scores of whole systems" in error("compare", *map(str, sorted(folder.glob("corpus.*"))))
