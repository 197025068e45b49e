"""Tensors without data: what comptime functions see of tensors."""

import torch


class UnsupportedFakeTensorException(RuntimeError):
    def __init__(self, reason=""):
        self.reason = reason
        super().__init__(reason)


class DynamicOutputShapeException(RuntimeError):
    def __init__(self, func=None):
        self.func = func
        super().__init__(func)


class DataDependentOutputException(RuntimeError):
    def __init__(self, func=None):
        self.func = func
        super().__init__(func)


class UnsupportedOperatorException(RuntimeError):
    pass


class FakeTensor(torch.Tensor):
    """A tensor of which sizes, strides and dtype are known, and nothing else."""


class FakeTensorMode:
    """A block in which operators make tensors without data."""

    def __init__(self, *, allow_fallback_kernels=True, allow_non_fake_inputs=False, shape_env=None, static_shapes=None, export=False):
        self.shape_env = shape_env
        self.allow_non_fake_inputs = allow_non_fake_inputs
        self.static_shapes = static_shapes if static_shapes is not None else shape_env is None

    def __enter__(self):
        raise NotImplementedError("FakeTensorMode: magneto makes tensors without data only while it traces")

    def __exit__(self, *exc_info):
        return None

    def from_tensor(self, tensor, **kwargs):
        self.__enter__()


def is_fake(x):
    return isinstance(x, FakeTensor)


def unset_fake_temporarily():
    import contextlib

    return contextlib.nullcontext()
