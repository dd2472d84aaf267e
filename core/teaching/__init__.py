"""Computations behind the learning pages: draws by hand, p-value grids, sampling error, definitions of p in use."""
