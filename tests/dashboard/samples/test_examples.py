"""Every format has an example, which its reader reads as the same twelve items."""

import pytest

import core
from core.metrics import fitting_metrics
from core.readers import FORMATS, suggest
from core.readers.reading import paired
from dashboard.samples.examples import EXAMPLES, example

# The choices that a visitor has to make, because the files hold several possibilities.
CHOSEN = {
    "promptfoo": {"measure": "score"}, "ifeval": {"measure": "prompts"}, "squad": {"measure": "exact_match"},
    "conllu": {"measure": "LAS"}, "evalplus": {"measure": "plus"},
}  # fmt: skip


def slots_of(name):
    """Return the files named first, and the files with a flag, by argument."""
    files, format = example(name), FORMATS[name]
    flagged = [slot.name for slot in format.slots if slot.flag]
    return files[len(flagged) :], dict(zip(flagged, files, strict=False))


def test_every_format_has_an_example():
    assert set(EXAMPLES) == set(FORMATS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_recognised_and_read(name):
    files, gold = slots_of(name)
    found = suggest(*files, gold=next(iter(gold.values()), None))
    assert (found.kind, set(found.open)) == (name, set(CHOSEN.get(name, {})))
    scores = core.read(*files, format=name, **gold, **found.options, **CHOSEN.get(name, {}))
    pair = paired(scores, FORMATS[name])
    result = core.compare(pair, metric=fitting_metrics(pair)[0])
    assert (result.n_items, result.statistic > 0) == (12, result.higher_is_better)
    if result.helped is not None:
        assert (result.helped, result.hurt) == (4, 1)
    elif pair.signatures:
        assert result.changed == 5
    else:
        assert pair.experimental[:, 0].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 0]
    assert paired(core.read(*files, **gold, **CHOSEN.get(name, {})), FORMATS[name]).digest == pair.digest
