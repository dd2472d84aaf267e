"""Fixtures of the tests that use the app without a browser."""

from tests.dashboard.steps import many, visit

__all__ = ["many", "visit"]
