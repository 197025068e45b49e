"""Classes of a C++ library of tests: they are there once the library is loaded."""

from pathlib import Path

import torch

_TORCHBIND_IMPLS_INITIALIZED = False
_TENSOR_QUEUE_GLOBAL_TEST = None


def init_torchbind_implementations():
    """Loads the library, once, with the behaviour of its classes and operators on tensors without data."""
    global _TORCHBIND_IMPLS_INITIALIZED, _TENSOR_QUEUE_GLOBAL_TEST
    if _TORCHBIND_IMPLS_INITIALIZED:
        return
    load_torchbind_test_lib()
    register_fake_operators()
    register_fake_classes()
    _TENSOR_QUEUE_GLOBAL_TEST = _empty_tensor_queue()
    _TORCHBIND_IMPLS_INITIALIZED = True


def _empty_tensor_queue():
    return torch.classes._TorchScriptTesting._TensorQueue(torch.empty(0).fill_(-1))


def register_fake_operators():
    """Operators that take objects of the library need it."""
    load_torchbind_test_lib()


def register_fake_classes():
    """Classes of the library need it."""
    load_torchbind_test_lib()


def load_torchbind_test_lib():
    """Loads the library from where PyTorch's build puts it."""
    from torch.testing._internal.common_utils import find_library_location

    torch.ops.load_library(str(Path(find_library_location("libtorchbind_test.so"))))
