"""A screen is a function from a view to a 128 × 64 one-bit picture.

Nothing is imported here: the first picture is shown before the others are loaded.
"""
