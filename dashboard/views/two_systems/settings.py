"""The settings of *Two systems*: where the scores come from, and all that `core.compare` takes."""

from dashboard.settings import COMPARE, DATA, NAMES

SETTINGS = DATA | NAMES | COMPARE
