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
RUN = "import sys; sys.modules.update(dict.fromkeys({blocked!r})); from core.cli import main; main({arguments!r})"


def command(*arguments, blocked=EXTRAS + POSIX):
    code = RUN.format(blocked=blocked, arguments=list(map(str, arguments)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def files(tmp_path):
    (tmp_path / "old.txt").write_text("0\n1\n0\n1\n0\n")
    (tmp_path / "new.txt").write_text("1\n1\n0\n1\n1\n")
    (tmp_path / "votes.csv").write_text("item,model_a,model_b,winner\nq1,a,b,model_a\nq2,a,b,tie\n")
    return tmp_path / "old.txt", tmp_path / "new.txt"


def test_the_commands_need_no_extra(files):
    for arguments in (
        ("compare", *files),
        ("rank", *files),
        ("plan", "--n", "500", "--helped", "6", "--hurt", "4"),
        ("claim", "--n", "1000", "--baseline", "71.2", "--experimental", "71.7"),
        ("prefer", files[0].with_name("votes.csv")),
    ):
        done = command(*arguments)
        assert done.returncode == 0, done.stderr
        assert done.stdout


@pytest.mark.parametrize(
    ("name", "content", "extra"),
    [("scores.parquet", b"PAR1" + bytes(60) + b"PAR1", "files"), ("hypotheses.txt", b"a b c\n", "text")],
)
def test_what_needs_an_extra_names_it(tmp_path, name, content, extra):
    path = tmp_path / name
    path.write_bytes(content)
    reference = ("--reference", path) if extra == "text" else ()
    done = command("compare", *reference, path, path)
    assert done.returncode == 2
    assert f"pip install 'helped-hurt[{extra}]'" in done.stderr
