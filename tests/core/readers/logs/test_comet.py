"""Segments of COMET, real and made."""

import pytest

import core
from core.errors import DataError
from core.readers import preview, suggest
from tests.core.readers.logs.made import REAL, needs_real_logs, text, whole
from tests.core.test_cli import printed

OLD, NEW = [0.5, 0.75, 1.0], [0.75, 0.5, 1.0]


def segments(scores, source="one"):
    return [{"src": f"{source} {i}", "mt": "x", "ref": "y", "COMET": score} for i, score in enumerate(scores)]


def compared(model="wmt22", **systems):
    held = {"model": model, "statistical_results": [{}], "source": ["a", "b", "c"], "reference": ["a", "b", "c"]}
    return held | {"translations": [{"name": name, "mt": ["x"] * 3, "scores": held} for name, held in systems.items()]}


def comet_lines(*scores):
    rows = [f"s{k}.txt\tSegment {i}\tscore: {each[i]:.4f}" for i in range(3) for k, each in enumerate(scores)]
    return rows + [f"s{k}.txt\tscore: {sum(each) / 3:.4f}" for k, each in enumerate(scores)]


@pytest.mark.parametrize(
    "file",
    [
        whole("a.json", {"s0.txt": segments(OLD), "s1.txt": segments(NEW)}),
        whole("a.json", compared(**{"s0.txt": OLD, "s1.txt": NEW})),
        text("a.txt", comet_lines(OLD, NEW)),
    ],
)
def test_all_forms_of_comet_hold_both_systems(file):
    assert preview(file).kind == "comet"
    assert suggest(file).options == {"measure": "COMET", "baseline": "s0.txt", "experimental": "s1.txt"}
    result = core.compare(core.read(file))
    assert (result.baseline, result.experimental, result.helped, result.hurt) == (0.75, 0.75, 1, 1)


def test_a_file_for_each_system_is_joined_by_position_and_source():
    files = [whole(f"{name}.json", {f"{name}.txt": segments(held)}) for name, held in (("a", OLD), ("b", NEW))]
    assert core.read(*files).ids == ("0", "1", "2")
    with pytest.raises(DataError, match="asked different things in 3 of 3 items"):
        core.read(files[0], whole("b.json", {"b.txt": segments(NEW, "other")}))
    with pytest.raises(DataError, match=r"known by their position only, and there are 3 of a.txt, 2 of b.txt"):
        core.read(files[0], whole("b.json", {"b.txt": segments(NEW[:2])}))
    same = [file._replace(data=file.data.replace(b"b.txt", b"a.txt")) for file in files]
    assert core.read(*same).names == ("a.txt (a.json)", "a.txt (b.json)")


def test_three_systems_in_a_file_ask_which():
    file = whole("a.json", {name: segments(OLD) for name in ("a", "b", "c")})
    assert suggest(file).open == ("baseline", "experimental")


@pytest.mark.parametrize(
    "held",
    [
        {"a": segments(OLD), "b": [{"src": "", "mt": ""}]},
        {"a": segments(OLD), "b": [{"src": "", "mt": "", "COMET": "high"}]},
        {"model": 1, "statistical_results": [], "translations": [1]},
        {"statistical_results": [], "translations": [{"name": "a", "scores": [1]}], "source": ["a", "b"]},
    ],
)
def test_files_of_another_build_are_refused_in_a_sentence(held):
    with pytest.raises(DataError, match=r"a.json"):
        core.read(whole("a.json", held))


def test_printed_lines_that_do_not_fit_are_refused():
    rows = comet_lines(OLD, NEW)
    with pytest.raises(DataError, match="line 7: 'good' is neither a segment nor a system of comet-score"):
        core.read(text("a.txt", [*rows[:6], "good"]))
    with pytest.raises(DataError, match=r"a.txt states 0.9 in COMET, and the mean of its 3 items is 0.75"):
        core.read(text("a.txt", [*rows[:6], "s0.txt\tscore: 0.9000"]))
    with pytest.raises(DataError, match="item '0' has two scores of COMET"):
        core.read(text("a.txt", rows * 2))


@needs_real_logs
def test_files_in_the_shape_of_comet():
    for name in ("comet_score.to_json", "comet_compare.to_json", "comet_score.stdout"):
        [file] = (REAL / "comet").glob(f"{name}.*")
        shown = printed("compare", str(file))
        assert (shown["helped"], shown["hurt"], shown["n_items"]) == (23, 17, 40)
        digits = 5e-5 if "stdout" in name else 1e-15
        assert shown["baseline"] == pytest.approx(0.6549226702151875, abs=digits)
