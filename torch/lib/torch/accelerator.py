"""The accelerator of this machine, of which there is none."""


def is_available():
    return False


def device_count():
    return 0


def current_accelerator(check_available=False):
    return None
