"""Small functions about modes."""

import contextlib

import torch
from torch.utils._python_dispatch import _disable_current_modes


def all_same_mode(modes):
    return all(mode is modes[0] for mode in modes)


@contextlib.contextmanager
def no_dispatch():
    """Neither modes nor subclasses see operators inside."""
    with _disable_current_modes(), torch._C._DisableTorchDispatch():
        yield
