"""Switches of the place where PyTorch runs."""


def justknobs_check(name, default=True):
    return default


def is_fb_unit_test():
    return False


def log_export_usage(**kwargs):
    pass


def signpost_event(category, name, parameters):
    pass
