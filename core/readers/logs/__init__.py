"""Logs of evaluation harnesses: one module per harness, and shared modules.

A harness's module converts its files into `Log` records; `core.readers.logs.choosing` asks for missing choices, and
`core.readers.logs.joining` pairs the systems on their items.
"""
