"""Cache, background work, limits and sessions: the parts of the app that serve many users at the same time."""
