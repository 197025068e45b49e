"""The dispatcher written in Python."""
import contextlib

import torch

__all__ = ["enable_python_dispatcher", "no_python_dispatcher", "enable_pre_dispatch", "enable_crossref_functionalize"]


class _AsItIs(contextlib.ContextDecorator):
    """PyTorch has kernels in Python for operators whose other ones do not take symbolic sizes, and asks for them by such a context. Here all
    kernels take them."""

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


class enable_python_dispatcher(_AsItIs):
    pass


class no_python_dispatcher(_AsItIs):
    pass


class enable_pre_dispatch(_AsItIs):
    pass


@contextlib.contextmanager
def enable_crossref_functionalize():
    """Views that functionalization makes by copying must lie as the views would: an AssertionError names the first that does not."""
    before = torch._C._check_views(True)
    try:
        yield
    finally:
        torch._C._check_views(before)
