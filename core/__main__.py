"""``python -m core``: the command ``helped-hurt`` where its script is not installed."""

from core.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    main(prog_name="helped-hurt")
