"""Switches of the place where PyTorch runs, and where its files lie."""

import os
import tempfile


def justknobs_check(name, default=True):
    return default


def is_fb_unit_test():
    return False


def log_export_usage(**kwargs):
    pass


def signpost_event(category, name, parameters):
    pass


def log_compilation_event(metrics):
    """Compilations are told by the logs alone."""


def get_file_path_2(*path_components):
    return os.path.join(*path_components)


def get_writable_path(path):
    """The path where it can be written, else one for the time being with the same last part."""
    return path if os.access(path, os.W_OK) else tempfile.mkdtemp(suffix=os.path.basename(path))
