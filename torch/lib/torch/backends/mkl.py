"""Intel's mathematical library."""


def is_available():
    return False


VERBOSE_OFF, VERBOSE_ON = 0, 1


class verbose:
    """A block in which the library would tell what it does; nothing here calls it."""

    def __init__(self, enable):
        self.enable = enable

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        return False
