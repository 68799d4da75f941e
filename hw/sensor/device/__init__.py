"""The sensor's side of the line: TDP/1 for MicroPython, and unchanged for CPython."""
