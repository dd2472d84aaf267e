"""Logs of evaluation harnesses: one module per harness, and shared modules.

A harness's module ends in a `log_format` of `core.readers.logs.harness`, and converts its files into `Log` records;
`core.readers.logs.joining` asks for missing choices, and pairs the systems on their items.
"""
