"""The parts that several pages are made of: each draws one thing from a result."""
