"""Helpers of function transforms."""
import contextlib

from torch.utils._exposed_in import exposed_in

__all__ = ["argnums_t", "enable_single_level_autograd_function", "exposed_in", "unwrap_dead_wrappers"]

argnums_t = int | tuple[int, ...]


@contextlib.contextmanager
def enable_single_level_autograd_function():
    """Functions of one level of the transforms may be called, as they always may here."""
    yield


def unwrap_dead_wrappers(args):
    """Arguments without the wrappers of transforms that have ended, which leave none here."""
    return tuple(args)
