"""Settings of all tests."""

import os

from hypothesis import settings

# The workers share the cores with the apps that they start; several threads in a worker would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A busy machine must not fail a test: tests of growth compare the amount of work and use no clock.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
