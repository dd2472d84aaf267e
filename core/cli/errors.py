"""Whatever goes wrong ends in one line on standard error and exit code 2."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from core.cli.terminal import say
from core.errors import ComparisonError, Stopped

__all__ = ["OneLineErrors"]

FAILED = 2


class OneLineErrors(click.Group):
    """A group of commands that reports every error as one sentence, never as a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; Ctrl-C is caught here because click would print an empty line first."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("stopped before the end; nothing was written.") from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line; with ``standalone_mode=False`` errors are raised, as click does."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            # A terminal that cannot show − or × shows ? instead of failing.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as asked:
            say(asked.format_message())
            code = 0
        except click.UsageError as error:
            hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            code = _fail(error.format_message() + hint)
        except click.ClickException as error:
            code = _fail(error.format_message())
        except ComparisonError as error:
            code = _fail(str(error))
        except BrokenPipeError:
            # Whoever reads our output (head, less) has had enough; Python would complain once more at its exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        except MemoryError:
            code = _fail("not enough memory for this comparison: use fewer resamples (--resamples).")
        except Exception as error:
            code = _fail(
                f"{type(error).__name__}: {error}: this is a defect; please report it with the command you ran."
            )
        sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> int:
    say(f"Error: {' '.join(message.split())}", err=True)
    return FAILED
