"""Apple's graphics processors."""


def is_available():
    return False


is_built = is_available
