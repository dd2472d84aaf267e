"""NumPy arrays: scores, columns and fields are read, and objects are never unpickled."""

import io
import zipfile

import numpy as np
import pytest

import core
from core.errors import DataError
from core.readers import Upload, preview, read_scores
from tests.core.readers.packed.made import array, arrays, text


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ([0.1, 0.25, float("nan")], "0.1\n0.25\nnan"),
        (np.array([0.1, 1, 1 / 3], dtype=np.float32), "0.1\n1\n0.33333334"),
        (np.array([0.1, 1], dtype=np.float16), "0.1\n1"),
        (np.array([0.5, 1], dtype=">f8"), "0.5\n1"),
        (np.array([0, 255], dtype=np.uint8), "0\n255"),
        ([True, False], "True\nFalse"),
        (["yes", "no"], "yes\nno"),
        ([b"yes", b"no"], "yes\nno"),
        ([[1], [0]], "1\n0"),
    ],
)
def test_an_array_is_a_line_for_each_item(values, lines):
    assert text(array(np.asarray(values))) == lines


def test_two_arrays_are_compared():
    pair = core.read(array(np.array([0.0, 1, 1]), "old.npy"), array(np.array([True, True, True]), "new.npy"))
    assert (pair.baseline_name, pair.experimental_name) == ("old", "new")
    assert core.compare(pair).helped == 1
    assert read_scores(array([0, 1], "a.npy"), Upload("b.txt", b"1\n1\n")).experimental[:, 0].tolist() == [1, 1]


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_row_for_each_item_and_a_column_for_each_system(order):
    upload = array(np.array([[0, 1], [1, 1], [0.5, 0.25]], order=order))
    assert preview(upload).kind == "table"
    pair = core.read(upload)
    assert pair.experimental[:, 0].tolist() == [1, 1, 0.25]
    assert "2 columns of numbers: values 1, values 2" in pair.notes[0]


def test_arrays_of_several_lengths_are_asked_about_and_named():
    upload = arrays(old=np.arange(3), weights=np.ones((2, 2)), new=np.arange(3))
    with pytest.raises(DataError, match=r"a\.npz holds 3 arrays that .*, 'old' of shape 3, 'weights' of shape 2 × 2,"):
        preview(upload)
    pair = core.read(upload._replace(name="a.npz#old"), upload._replace(name="a.npz#new"))
    assert (pair.baseline_name, pair.experimental_name, len(pair)) == ("old", "new", 3)
    with pytest.raises(DataError, match="no array is called 'newer': choose among 'old', 'weights', 'new'"):
        preview(upload._replace(name="a.npz#newer"))


class Opened:
    """An object that unpickling would create."""

    def __reduce__(self):
        return (pytest.fail, ("it was unpickled",))


def test_objects_are_never_unpickled():
    for upload in (array(np.array([Opened(), 1], dtype=object)), arrays(a=np.array([Opened()], dtype=object))):
        with pytest.raises(DataError, match="holds Python objects, which only a pickle can load"):
            preview(upload)
    rows = np.array([(1, None)], dtype=[("a", "i4"), ("b", "O")])
    with pytest.raises(DataError, match="holds Python objects"):
        preview(array(rows))


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (np.zeros((2, 3, 4)), "of shape 2 × 3 × 4: save one score for each item"),
        (np.array(0.5), "of a single value: save one score for each item"),
        (np.zeros(0), "of shape 0: save one"),
        (np.zeros((3, 0)), "of shape 3 × 0: save one"),
        (np.zeros(3, dtype=complex), "holds values of type complex128: save numbers"),
        (np.zeros(2, dtype=[("a", "f8", (2,))]), "a field of its rows is an array itself"),
        (np.zeros((2, 24)), r"more columns than rows: .* \(array.T\)"),
        (np.zeros((2, 6_000)), "6,000 columns, and at most 5,000 are read"),
    ],
)
def test_other_shapes_and_types_are_refused(values, why):
    with pytest.raises(DataError, match=why):
        preview(array(values))


def test_cut_arrays_are_refused():
    data = array(np.arange(100.0)).data
    for cut in (data[:7], data[:40], data[:-1], data + b"x"):
        with pytest.raises(DataError, match="is not a whole NumPy array"):
            preview(Upload("a.npy", cut))
    packed = arrays(a=np.arange(100)).data
    for cut in (packed[:60] + b"\0" * 20 + packed[80:], packed[:-40]):
        with pytest.raises(DataError):
            preview(Upload("a.npz", cut))


def test_a_header_that_lies_reserves_nothing():
    data = array(np.arange(3.0)).data.replace(b"(3,), }" + b" " * 12, b"(9999999999999,), }")
    assert b"9999999999999" in data
    with pytest.raises(DataError, match="is not a whole NumPy array"):
        preview(Upload("a.npy", data))


@pytest.mark.thorough
def test_a_bomb_is_not_unpacked():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.npy", "w") as member:
        for _ in range(17):
            member.write(bytes(10_000_000))
    with pytest.raises(DataError, match=r"a\.npz holds 21,250,000 cells or more, and at most 2,000,000 are read"):
        preview(Upload("a.npz", held.getvalue()))
