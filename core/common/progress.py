"""A progress bar by tqdm: for ``progress=True``, and in a notebook for ``progress=None``."""

from collections.abc import Callable

# A bar appears for longer work only.
_PATIENCE_SECONDS = 1.0


def progress_bar() -> Callable[[int, int], None]:
    """Return a function of (done, total) that draws a bar, as a widget in a notebook and as text in a terminal.

    Examples
    --------
    >>> draw = progress_bar()
    >>> draw(1, 2)
    >>> draw(2, 2)
    """
    # Imported late, because it looks for the notebook's widgets.
    from tqdm.auto import tqdm

    bar = tqdm(delay=_PATIENCE_SECONDS, leave=False)

    def draw(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return draw
