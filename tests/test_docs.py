"""The README and the documentation: commands exist, console blocks print the text shown, links have targets."""

import re
import shlex
import subprocess
import sys
from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from core.cli import main
from dashboard.pages import PAGES
from dashboard.samples.examples import EXAMPLES, example
from dashboard.state import parse_query
from dashboard.wording.chooser import QUESTIONS, advise
from docs import console, generated, links

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted(
    path for path in (ROOT / "docs").rglob("*.md") if not {"_build", "_generated", "api.md"} & {*path.parts}
)
TEXTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "deploy" / "README.md", *CHAPTERS]
}
BLOCKS = [block for text in TEXTS.values() for block in re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)]
COMMANDS = {
    line.strip() for block in BLOCKS for line in block.splitlines() if re.match(r"(\.venv/bin/)?helped-hurt ", line)
}


def understood(line: str) -> bool:
    """Return whether click accepts the command with its options."""
    command, words = main, shlex.split(line.partition(" > ")[0], comments=True)[1:]
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    return command.make_context("helped-hurt", words) is not None


@pytest.mark.parametrize("line", sorted(COMMANDS))
def test_a_command_is_understood(line):
    assert understood(line)


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if "```console" in text])
def test_a_console_block_shows_what_is_printed(name):
    # python docs/console.py FILE updates it.
    assert console.updated(TEXTS[name]) == TEXTS[name]


@pytest.mark.parametrize("name", TEXTS)
def test_a_link_leads_to_a_file(name):
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", TEXTS[name]) + re.findall(
        r"(?:src|srcset)=\"(?!http)([^\"]+)", TEXTS[name]
    ):
        assert (ROOT / name).parent.joinpath(link).exists(), link


@pytest.mark.parametrize("name", TEXTS)
def test_a_path_that_is_named_exists(name):
    # What is built has none yet.
    for path in re.findall(r"`((?:core|dashboard|tests|docs|examples|benchmarks|deploy)/[\w/.-]+)`", TEXTS[name]):
        assert path.startswith("docs/_build") or (ROOT / path).exists(), path


@pytest.mark.parametrize("name", TEXTS)
def test_a_link_into_the_app_has_settings_that_its_page_takes(name):
    for address, query in re.findall(r"`/([a-z-]*)\?([^`]+)`", TEXTS[name]):
        given = dict(parse_qsl(query))
        values, problems = parse_query(PAGES[address].settings, given)
        assert (len(values), problems) == (len(given), {})


@pytest.mark.thorough
def test_every_command_of_the_chooser_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        f"q{i},{system},{run},{(i * run + len(system)) % 3 % 2},d{i // 3},t{i % 2}"
        for i, system, run in product(range(30), ("old", "new", "newest"), (1, 2, 3))
    ]
    Path("scores.csv").write_text("\n".join(["item,system,run,score,document,task", *rows]))
    votes = [f"q{i},new,old,{'model_a' if i % 3 else 'model_b'}" for i in range(20)]
    Path("votes.csv").write_text("\n".join(["question,model_a,model_b,winner", *votes]))
    answers = product(*(question.answers for question in QUESTIONS.values()))
    for command in sorted({advise(dict(zip(QUESTIONS, each, strict=True))).command for each in answers}):
        # The nested bootstrap, which is sampled, takes a second and a half with the usual number of resamples.
        fewer = ["--resamples", "100"] if "--nested" in command else []
        main([*shlex.split(command)[1:], *fewer], standalone_mode=False)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_command_beside_an_example_reads_it(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for file in example(name):
        Path(file.name).write_bytes(file.data)
    main(shlex.split(generated.example_command(name))[1:], standalone_mode=False)
    assert "12 items" in capsys.readouterr().out


def test_a_broken_link_is_found(tmp_path):
    page = '<a href="other.html">a</a><a href="#here">b</a><h1 id="there">c</h1><script src="https://cdn.example"></script>'
    (tmp_path / "index.html").write_text(page)
    assert len(list(links.problems(tmp_path))) == 3


@pytest.mark.long
@pytest.mark.thorough
def test_the_site_builds_without_a_warning_and_every_link_resolves(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "docs", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=300)
    assert list(links.problems(tmp_path)) == []
