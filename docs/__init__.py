"""The documentation: its pages, what generates parts of them, and its checks."""
