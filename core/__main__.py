"""``python -m core``."""

from core.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    main(prog_name="python -m core")
