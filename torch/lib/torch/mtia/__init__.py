"""MTIA devices: there are none."""


def is_available():
    return False


def device_count():
    return 0


def synchronize(device=None):
    raise AssertionError("Torch not compiled with MTIA enabled")
