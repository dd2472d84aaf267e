"""The parts that several pages share: each draws one aspect of a result."""
