"""What all tests share."""

from hypothesis import settings

# A busy machine is no failure: what grows too fast is found by comparing work, not by a clock.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
