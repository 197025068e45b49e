"""Switches of the place where PyTorch runs, and where its files lie."""

import functools
import os
import sys
import tempfile
import warnings


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


def deprecated():
    """A decorator for functions whose names begin with an underscore: the module gets another one without it, which warns and calls the first."""

    def decorator(func):
        if not func.__name__.startswith("_") or func.__name__.startswith("__"):
            raise ValueError("@deprecate must decorate a function whose name starts with a single leading underscore (e.g. '_foo') as the api should be considered internal for deprecation.")
        name = func.__name__[1:]

        @functools.wraps(func)
        def warns(*args, **kwargs):
            warnings.warn(f"{name} is DEPRECATED, please consider using an alternative API(s). ", stacklevel=2)
            return func(*args, **kwargs)

        warns.__name__ = warns.__qualname__ = name
        setattr(sys.modules[func.__module__], name, warns)
        return func

    return decorator
