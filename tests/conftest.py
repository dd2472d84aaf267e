"""Settings of all tests."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# The workers share the cores with the apps that they start; several threads in a worker would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A busy machine must not fail a test: tests of growth compare the amount of work and use no clock.
# Fifty examples a run instead of a hundred, because every change is followed by a run with other examples.
settings.register_profile("no clock", deadline=None, max_examples=50)
settings.load_profile("no clock")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Spare the garbage collector the thousands of tests, which all stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests marked ``long``, so that no worker still has one when the other is done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
