"""The dispatcher written in Python."""
import contextlib

__all__ = ["enable_python_dispatcher", "no_python_dispatcher", "enable_pre_dispatch"]


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
