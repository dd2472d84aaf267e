"""Real inputs lie beside the project, never in it: without them these tests are skipped."""

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def data():
    """Return the folder of real inputs."""
    if not DATA.is_dir():
        pytest.skip("the real inputs are not there: ../shared/data beside the project")
    return DATA


@pytest.fixture(scope="session")
def recorded(data):
    """Return the statistics of the real inputs that were computed independently, by 100,000 resamples."""
    return json.loads((data / "stats.json").read_text(encoding="utf-8"))
