"""Parallel loops."""


def is_available():
    return True
