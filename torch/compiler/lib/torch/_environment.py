"""Where this runs."""


def is_fbcode():
    return False
