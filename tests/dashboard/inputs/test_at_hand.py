"""Translations on the page *Many systems*: references are recognised by their file name, or the page asks for them."""

import pytest

import core
from tests.dashboard.steps import drop, printed, query_of, result, told


def translations():
    wrong = {"ref": 99, "old": 2, "new": 7, "best": 40}
    lines = {
        name: [f"on day {i} {'she' if i % n else 'nobody'} sat on the mat" + " and slept" * (i % 3) for i in range(30)]
        for name, n in wrong.items()
    }
    return {f"{name}_txt": "\n".join(each).encode() for name, each in lines.items()}


@pytest.mark.thorough
def test_translations_are_ranked_beside_their_references(many):
    files, metric = translations(), "chrf"
    app = drop(many(many="upload", metric=metric, resamples="300"), **files)
    uploads = {name: core.Upload(name.replace("_", "."), data) for name, data in files.items()}
    scores = core.read_systems(
        *(uploads[f"{name}_txt"] for name in ("old", "new", "best")), reference=uploads["ref_txt"]
    )
    assert result(app) == core.rank(scores, metric=metric, n_resamples=300).to_dict()
    assert [each["name"] for each in result(app)["systems"]] == ["best", "new", "old"]
    command = printed(app, "helped-hurt rank")
    assert command.startswith("helped-hurt rank old.txt new.txt best.txt --reference ref.txt --metric")
    assert 'core.read_systems("old.txt", "new.txt", "best.txt", reference=["ref.txt"])' in printed(app, "import core")


def test_references_are_asked_for_where_no_name_tells_them(many):
    files = translations()
    app = drop(many(many="upload"), right_txt=files["ref_txt"], old_txt=files["old_txt"], new_txt=files["new_txt"])
    assert "**Still to choose:** References." in told(app)
    assert not app.code
    app.multiselect[0].set_value(["right.txt"]).run()
    assert [each["name"] for each in result(app)["systems"]] == ["new", "old"]
    assert query_of(app) == {"many": "upload", "many_reference": "right.txt"}
    app.multiselect[0].set_value(["right.txt", "old.txt"]).run()
    assert "**More files:** the translations of two systems or more." in told(app)
    assert not app.code
