"""``gate`` and ``compare --by``: exit codes, files for builds, groups in every format."""

import pytest

from tests.core.test_cli import error, printed, run


@pytest.fixture
def tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, right, cost):
        lines = [f"q{i},{right(i)},{cost + i % 7},{'de' if i % 2 else 'en'}" for i in range(400)]
        (tmp_path / name).write_text("\n".join(["question,correct,cost,lang", *lines]) + "\n")

    write("base.csv", lambda i: int(i % 5 != 0), 10)
    write("same.csv", lambda i: int(i % 5 != 0 or i % 100 == 0) - int(i % 100 == 1), 9)
    write("worse.csv", lambda i: int(i % 5 != 0 and i % 3 != 0), 12)
    return tmp_path


GATE = ("gate", "base.csv")
OPTIONS = ("--margin", "0.02", "--columns", "correct")


@pytest.mark.parametrize(
    ("head", "more", "code"),
    [
        ("same.csv", (), 0),
        ("worse.csv", (), 1),
        ("same.csv", ("--margin", "0.001"), 3),
        ("same.csv", ("--margin", "0.001", "--on-inconclusive", "pass"), 0),
        ("same.csv", ("--margin", "0.001", "--on-inconclusive", "fail"), 1),
        ("same.csv", ("--also", "cost:lower"), 0),
        ("same.csv", ("--also", "cost:higher"), 1),
    ],
)
def test_the_exit_code_is_the_outcome(tables, head, more, code):
    assert run(*GATE, head, *OPTIONS, *more).exit_code == code


def test_builds_get_files(tables):
    run(*GATE, "same.csv", *OPTIONS, "--junit", "gate.xml", "--summary", "summary.md")
    assert "<testcase" in (tables / "gate.xml").read_text()
    assert "**Pass" in (tables / "summary.md").read_text()
    said = printed(*GATE, "same.csv", *OPTIONS)
    assert said["outcome"] == "pass"


def test_groups_stand_beside_the_comparison(tables):
    compare = ("compare", "base.csv", "worse.csv", "--columns", "correct", "--by", "lang")
    said = printed(*compare)
    assert {group["name"]: group["n_items"] for group in said["groups"]} == {"de": 200, "en": 200}
    assert said["n_items"] == 400
    assert "strata" not in said
    assert "lang" in run(*compare).stdout
    assert "## Groups" in run(*compare, "--format", "markdown").stdout
    assert "tab:groups" in run(*compare, "--format", "latex").stdout
    assert "--by" in error(*compare, "--strata", "lang")


def test_measures_stand_beside_the_comparison(tables):
    for name in ("old", "new"):
        lines = [
            f"q{i},{measure},{value}"
            for i in range(30)
            for measure, value in (
                ("exact", i % 2 or int(name == "new")),
                ("wer", 0.1 * (1 + i % 3) * (1 - 0.5 * (name == "new"))),
            )
        ]
        (tables / f"{name}.csv").write_text("\n".join(["question,measure,score", *lines]) + "\n")
    said = printed("compare", "old.csv", "new.csv", "--by", "measure")
    assert [group["name"] for group in said["groups"]] == ["exact", "wer"]
    assert said["heterogeneity"] is None
    for more, measure in (((), "exact"), (("--measure", "wer"), "wer")):
        text = run("compare", "old.csv", "new.csv", "--by", "measure", *more).stdout
        assert f"Note: This is the result in {measure!r} (--measure names another)" in text
        assert "Not used" not in text
    assert "measures of each" in error("compare", "base.csv", "same.csv", "--columns", "correct", "--by", "measure")
