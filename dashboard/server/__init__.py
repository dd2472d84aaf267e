"""Cache, background work, limits and sessions: the parts of the app that serve many people at once."""
