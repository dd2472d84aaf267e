"""What all tests share."""

import os

from hypothesis import settings

# The workers share the cores, and so do the apps they start: threads of a worker's own wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A busy machine is no failure: what grows too fast is found by comparing work, not by a clock.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
