"""Small functions for references of operators in numpy."""

import functools

import torch
from torch.testing._internal._switches import TEST_CUDA
from torch.testing._internal.common_dtype import *
from torch.testing._internal.common_dtype import _dispatch_dtypes
from torch.testing._internal.common_utils import numpy_to_torch_dtype_dict, torch_to_numpy_dtype_dict

COMPLETE_DTYPES_DISPATCH = (all_types, all_types_and_complex, all_types_and_half, floating_types, floating_and_complex_types, floating_types_and_half, integral_types,
                            complex_types)
EXTENSIBLE_DTYPE_DISPATCH = (all_types_and_complex_and, floating_types_and, floating_and_complex_types_and, integral_types_and, all_types_and)
DEVICES = ["cpu", "cuda"]


class _dynamic_dispatch_dtypes(_dispatch_dtypes):
    pass


def get_supported_dtypes(op, sample_inputs_fn, device_type):
    """The dtypes for which no sample raises."""
    found = set()
    for dtype in all_types_and_complex_and(torch.bool, torch.bfloat16, torch.half):
        try:
            for sample in sample_inputs_fn(op, device_type, dtype, False):
                op(sample.input, *sample.args, **sample.kwargs)
        except Exception:
            continue
        found.add(dtype)
    return found


def dtypes_dispatch_hint(dtypes):
    return None, str(set(dtypes))


def is_dynamic_dtype_set(op):
    return isinstance(op.dtypes, _dynamic_dispatch_dtypes)


def str_format_dynamic_dtype(op):
    return f"OpInfo(name={op.name}, dtypes={op.dtypes})"


def np_unary_ufunc_integer_promotion_wrapper(fn):
    """fn of floats where numpy would compute with small integers."""
    import numpy as np

    @functools.wraps(fn)
    def wrapped(x):
        return fn(x.astype(np.float32)) if x.dtype.kind in "biu" else fn(x)

    return wrapped


def reference_reduction_numpy(f, supports_keepdims=True):
    """A reduction of numpy with the arguments of torch: dim, keepdim, mask."""

    @functools.wraps(f)
    def wrapper(x, *args, **kwargs):
        keys = set(kwargs)
        dim, keepdim = kwargs.pop("dim", None), kwargs.pop("keepdim", False)
        if "dim" in keys:
            dim = tuple(dim) if isinstance(dim, (list, tuple)) else dim
            if not (x.ndim == 0 and dim in {0, -1, (0,), (-1,)}):
                kwargs["axis"] = dim
        if "keepdim" in keys and supports_keepdims:
            kwargs["keepdims"] = keepdim
        result = f(x, *args, **kwargs)
        return result

    return wrapper


def prod_numpy(a, *args, **kwargs):
    import numpy as np

    if a.dtype.kind in "bi" and "dtype" not in kwargs:
        kwargs["dtype"] = np.int64
    return reference_reduction_numpy(np.prod)(a, *args, **kwargs)
