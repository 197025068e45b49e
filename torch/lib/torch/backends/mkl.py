"""Intel's mathematical library."""


def is_available():
    return False
