"""Decorators of functions over tensors: promotion of arguments, results that are written to what the caller gives."""
import collections
import functools
import inspect
import warnings
from collections.abc import Sequence

import torch
from torch._prims_common import Number, elementwise_dtypes, get_higher_type, number_type, type_to_dtype
from torch.utils._pytree import tree_flatten, tree_unflatten


def _maybe_convert_to_dtype(a, dtype):
    if isinstance(a, torch.Tensor):
        return a.to(dtype) if a.dtype != dtype else a
    if isinstance(a, Number):
        return torch._prims_common.dtype_to_type_ctor(dtype)(a)
    if isinstance(a, Sequence):
        return tuple(_maybe_convert_to_dtype(x, dtype) for x in a)
    if a is None:
        return None
    raise ValueError(f"Received unsupported type {type(a)}. Expected TensorLike, Number, or Sequence.")


def _maybe_convert_to_type(a, typ):
    if not isinstance(a, Number):
        raise ValueError(f"Found unknown type {type(a)} when trying to convert scalars!")
    return typ(a)


def _resize_output_check(out, shape):
    """Whether out has to be resized, which is warned of where it has elements."""
    if tuple(out.shape) == tuple(shape):
        return False
    if out.numel() != 0:
        warnings.warn(f"An output with one or more elements was resized since it had shape {str(list(out.shape))} which does not match the required output shape "
                      f"{str(list(shape))}. This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they have zero "
                      "elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with t.resize_(0).", stacklevel=2)
    return True


def _maybe_resize_out(out, shape, memory_format=None):
    return out.resize_(shape) if _resize_output_check(out, shape) else out


def check_copy_devices(*, copy_from, copy_to):
    if copy_from.device != copy_to.device:
        raise RuntimeError(f"Attempting to copy from device {copy_from.device} to device {copy_to.device}, but cross-device copies are not allowed!")


def _safe_copy_out(*, copy_from, copy_to, exact_dtype=False):
    check_copy_devices(copy_from=copy_from, copy_to=copy_to)
    if exact_dtype:
        torch._check(copy_from.dtype == copy_to.dtype, lambda: f"Expected out tensor to have dtype {copy_from.dtype} but got {copy_to.dtype} instead")
    else:
        torch._check(torch._prims_common.can_safe_cast_to(cast_from=copy_from.dtype, cast_to=copy_to.dtype),
                     lambda: f"Attempting to cast from {copy_from.dtype} to out tensor with dtype {copy_to.dtype}, but this can't be cast because it is not safe!")
    return copy_to.copy_(copy_from)


def is_cpu_scalar(x):
    return x.dim() == 0 and x.device.type == "cpu"


class elementwise_type_promotion_wrapper:
    """The named arguments are brought to the type that the function computes in, its results to their type."""

    def __init__(self, *, type_promotion_kind, type_promoting_args=None):
        self.type_promotion_kind, self.type_promoting_arg_names = type_promotion_kind, type_promoting_args

    def __call__(self, fn):
        signature = inspect.signature(fn)

        @functools.wraps(fn)
        def wrapped(*args, **kwargs):
            bound = signature.bind(*args, **kwargs)
            given = {n: bound.arguments[n] for n in self.type_promoting_arg_names or () if n in bound.arguments}
            compute, result = elementwise_dtypes(*tree_flatten(list(given.values()))[0], type_promotion_kind=self.type_promotion_kind)
            bound.arguments.update({n: _maybe_convert_to_dtype(v, compute) for n, v in given.items()})
            out = fn(**bound.arguments)
            dtype = bound.arguments.get("dtype")
            result = result if dtype is None else dtype
            leaves, spec = tree_flatten(out)
            return tree_unflatten([_maybe_convert_to_dtype(x, result) if isinstance(x, torch.Tensor) else x for x in leaves], spec)

        wrapped.__signature__ = signature
        return wrapped


def out_wrapper(*out_names, exact_dtype=False, pass_is_out=False, preserve_memory_format=False):
    """The function takes out, a tensor or one for each name, which its results are copied to."""
    names = out_names or ("out",)
    single = len(names) == 1

    def decorate(fn):
        kind = torch.Tensor if single else collections.namedtuple(f"return_types_{fn.__name__}", names)
        @functools.wraps(fn)
        def wrapped(*args, out=None, **kwargs):
            if single and names[0] in kwargs:
                out = kwargs.pop(names[0])
            if pass_is_out:
                kwargs["is_out"] = out is not None
            result = fn(*args, **kwargs)
            if out is None:
                return result if single else kind(*result)
            if single:
                torch._check_type(isinstance(out, torch.Tensor), lambda: f"argument 'out' must be Tensor, not {type(out).__name__}")
                _maybe_resize_out(out, result.shape)
                _safe_copy_out(copy_from=result, copy_to=out, exact_dtype=exact_dtype)
                return out
            if not isinstance(out, tuple):
                raise AssertionError(f"out must be tuple, got {type(out)}")
            torch._check_type(len(out) == len(names), lambda: f"expected tuple of {len(names)} elements but got {out}")
            for made, target in zip(result, out):
                _maybe_resize_out(target, made.shape)
                _safe_copy_out(copy_from=made, copy_to=target, exact_dtype=exact_dtype)
            return kind(*out)

        signature = inspect.signature(fn)
        parameters = [p for p in signature.parameters.values() if not (pass_is_out and p.name == "is_out")]
        at = next((i for i, p in enumerate(parameters) if p.kind is inspect.Parameter.VAR_KEYWORD), len(parameters))
        parameters.insert(at, inspect.Parameter(names[0] if single else "out", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=torch.Tensor if single else tuple[(torch.Tensor,) * len(names)]))
        wrapped.__signature__ = signature.replace(parameters=parameters, return_annotation=kind)
        wrapped._torch_decompositions_out_wrapper = f"This function is wrapped by {out_wrapper.__module__}.out_wrapper"
        return wrapped

    return decorate


def _maybe_remove_out_wrapper(fn):
    """The function behind out_wrapper."""
    return fn.__wrapped__ if hasattr(fn, "_torch_decompositions_out_wrapper") else fn


def backwards_not_supported(prim):
    @functools.wraps(prim)
    def wrapped(*args, **kwargs):
        if torch.is_grad_enabled() and any(isinstance(a, torch.Tensor) and a.requires_grad for a in tree_flatten((args, kwargs))[0]):
            return _NoBackward.apply(prim, args, kwargs)
        return prim(*args, **kwargs)

    return wrapped


class _NoBackward(torch.autograd.Function):
    @staticmethod
    def forward(ctx, prim, args, kwargs):
        return prim(*args, **kwargs)

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError("backwards not supported on prim")


def elementwise_unary_scalar_wrapper(fn):
    """The function of a tensor takes a number too."""
    @functools.wraps(fn)
    def wrapped(*args, **kwargs):
        if args and isinstance(args[0], Number):
            dtype = type_to_dtype(type(args[0]))
            return fn(torch.tensor(args[0], dtype=dtype), *args[1:], **kwargs).item()
        return fn(*args, **kwargs)

    return wrapped
