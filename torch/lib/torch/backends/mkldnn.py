"""Intel's library of neural network primitives."""
import contextlib

enabled = True
deterministic = allow_tf32 = False


def is_available():
    return True


@contextlib.contextmanager
def flags(enabled=False, deterministic=False, allow_tf32=True, fp32_precision="none"):
    """Settings inside of the context; they change nothing on the processors that there are."""
    given = globals()
    before = {name: given[name] for name in ("enabled", "deterministic", "allow_tf32")}
    given.update(enabled=enabled, deterministic=deterministic, allow_tf32=allow_tf32)
    try:
        yield
    finally:
        given.update(before)


VERBOSE_OFF, VERBOSE_ON, VERBOSE_ON_CREATION = 0, 1, 2


class verbose:
    """A block in which the library would tell what it does; nothing here calls it."""

    def __init__(self, level):
        self.level = level

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        return False
