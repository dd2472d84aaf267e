"""The package with only NumPy, SciPy and click, and without the modules that Windows lacks."""

import subprocess
import sys

import pytest

EXTRAS = (
    "streamlit",
    "pandas",
    "altair",
    "vl_convert",
    "pyarrow",
    "segno",
    "uvloop",
    "sacrebleu",
    "openpyxl",
    "duckdb",
)
POSIX = ("resource", "fcntl", "pwd", "grp", "termios")
RUN = "import sys; sys.modules.update(dict.fromkeys({blocked!r})); from core.cli import main; {run}"


def run(code):
    code = RUN.format(blocked=EXTRAS + POSIX, run=code)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def files(tmp_path):
    (tmp_path / "old.txt").write_text("0\n1\n0\n1\n0\n")
    (tmp_path / "new.txt").write_text("1\n1\n0\n1\n1\n")
    (tmp_path / "votes.csv").write_text("item,model_a,model_b,winner\nq1,a,b,model_a\nq2,a,b,tie\n")
    return str(tmp_path / "old.txt"), str(tmp_path / "new.txt")


def test_the_commands_need_no_extra(files, tmp_path):
    commands = [
        ["compare", *files],
        ["rank", *files],
        ["plan", "--n", "500", "--helped", "6", "--hurt", "4"],
        ["claim", "--n", "1000", "--baseline", "71.2", "--experimental", "71.7"],
        ["prefer", str(tmp_path / "votes.csv")],
    ]
    done = run(f"[main(each, standalone_mode=False) or print('done') for each in {commands}]")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("done\n") == len(commands)


def test_what_needs_an_extra_names_it(tmp_path):
    table, text = str(tmp_path / "scores.parquet"), str(tmp_path / "hypotheses.txt")
    (tmp_path / "scores.parquet").write_bytes(b"PAR1" + bytes(60) + b"PAR1")
    (tmp_path / "hypotheses.txt").write_text("a b c\n")
    asked = [["compare", table, table], ["compare", "--reference", text, text, text]]
    done = run(
        f"from click.testing import CliRunner; [print(CliRunner().invoke(main, each).stderr) for each in {asked}]"
    )
    assert "pip install 'helped-hurt[files]'" in done.stdout
    assert "pip install 'helped-hurt[text]'" in done.stdout
