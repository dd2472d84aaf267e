"""The package with only NumPy, SciPy and click, and without the modules that Windows lacks."""

import os
import subprocess
import sys
from pathlib import Path

EXTRAS = (
    "streamlit", "pandas", "altair", "vl_convert", "pyarrow", "segno", "uvloop", "sacrebleu", "openpyxl", "duckdb",
)  # fmt: skip
POSIX = ("resource", "fcntl", "pwd", "grp", "termios")
RUN = """
import sys
sys.modules.update(dict.fromkeys({blocked!r}))
from click.testing import CliRunner
from core.cli import main
for words in {commands!r}:
    main(words, standalone_mode=False)
    print("done")
for words in {refused!r}:
    print(CliRunner().invoke(main, words).stderr)
"""


def test_the_commands_need_no_extra_and_what_needs_one_names_it(tmp_path):
    """In one process, because to start it takes longer than all commands; its terminal has only ASCII."""
    old, new, votes, table, text = (
        str(tmp_path / name) for name in ("old.txt", "new.txt", "votes.csv", "scores.parquet", "hypotheses.txt")
    )
    Path(old).write_text("0\n1\n0\n1\n0\n")
    Path(new).write_text("1\n1\n0\n1\n1\n")
    Path(votes).write_text("item,model_a,model_b,winner\nq1,a,b,model_a\nq2,a,b,tie\n")
    Path(table).write_bytes(b"PAR1" + bytes(60) + b"PAR1")
    Path(text).write_text("a b c\n")
    commands = [
        ["compare", old, new],
        ["rank", old, new],
        ["plan", "--n", "500", "--helped", "6", "--hurt", "4"],
        ["claim", "--n", "1000", "--baseline", "71.2", "--experimental", "71.7"],
        ["prefer", votes],
    ]
    refused = [["compare", table, table], ["compare", "--reference", text, text, text]]
    code = RUN.format(blocked=EXTRAS + POSIX, commands=commands, refused=refused)
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.count("done\n") == len(commands)
    assert "items         5" in done.stdout
    assert "pip install 'helped-hurt[files]'" in done.stdout
    assert "pip install 'helped-hurt[text]'" in done.stdout
