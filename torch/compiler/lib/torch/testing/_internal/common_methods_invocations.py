"""op_db, the table of operators, and its parts by kind."""

import itertools
import math
from functools import partial

import torch
from torch import inf, nan
from torch.testing import make_tensor
from torch.testing._internal._switches import *
from torch.testing._internal.common_cuda import *
from torch.testing._internal.common_device_type import (
    disablecuDNN, dtypes, onlyCPU, onlyCUDA, onlyNativeDeviceTypes, ops, precisionOverride, skipCPUIfNoFFT, skipCPUIfNoLapack, skipCPUIfNoMklSparse,
    skipCUDAIf, tol, toleranceOverride)
from torch.testing._internal.common_dtype import *
from torch.testing._internal.common_dtype import _dispatch_dtypes
from torch.testing._internal.common_utils import *
from torch.testing._internal.opinfo._calls import wrapper_set_seed
from torch.testing._internal.opinfo._layersamples import *
from torch.testing._internal.opinfo.core import *
from torch.testing._internal.opinfo.core import _NOTHING, _getattr_qual, _generate_reduction_inputs, _generate_reduction_kwargs
from torch.testing._internal.opinfo.definitions import op_db, python_ref_db
from torch.testing._internal.opinfo.refs import *
from torch.testing._internal.opinfo.utils import np_unary_ufunc_integer_promotion_wrapper, prod_numpy, reference_reduction_numpy

NUM_SIZE0_TENSORS = 1000
foreach_num_tensors = [1, 20, 23]
ops_and_refs = op_db + python_ref_db


def _of_kind(kind, ops=ops_and_refs):
    return [op for op in ops if isinstance(op, kind)]


unary_ufuncs, binary_ufuncs, reduction_ops = map(_of_kind, (UnaryUfuncInfo, BinaryUfuncInfo, ReductionOpInfo))
spectral_funcs, shape_funcs = map(_of_kind, (SpectralFuncInfo, ShapeFuncInfo))
binary_ufuncs_and_refs = binary_ufuncs
sparse_unary_ufuncs, sparse_csr_unary_ufuncs = ([op for op in _of_kind(UnaryUfuncInfo, op_db) if getattr(op, f"supports_sparse{csr}")] for csr in ("", "_csr"))
sparse_reduction_ops = [op for op in _of_kind(ReductionOpInfo, op_db) if op.supports_sparse]
sparse_masked_reduction_ops = [op for op in sparse_reduction_ops if op.name.startswith("masked.")]
reference_filtered_ops = [op for op in reduction_ops if op.ref is not None]
reference_masked_ops = [op for op in reference_filtered_ops if op.name.startswith("masked.")]
_FOREACH = {
    "unary": "exp acos asin atan cos cosh log log10 log2 tan tanh sin sinh neg sqrt rsqrt ceil erf erfc expm1 floor log1p round frac reciprocal sigmoid trunc abs zero sign lgamma clone",
    "binary": "add sub mul div clamp_min clamp_max minimum maximum pow copy", "pointwise": "addcmul addcdiv", "reduce": "max norm", "other": "lerp mm",
}


_FOREACH_RESULTS = "exp tan tanh sqrt rsqrt expm1 reciprocal sigmoid pow".split()  # what the derivative looks at


def _foreach(kind):
    found = []
    for name in _FOREACH[kind].split():
        if hasattr(torch, "_foreach_" + name) or hasattr(torch, f"_foreach_{name}_"):
            copies = name == "copy"
            found.append(ForeachFuncInfo(name, supports_alpha_param=name in ("add", "sub"), supports_scalar_self_arg=name == "pow", has_no_in_place=name in ("max", "norm", "clone", "mm"),
                                         backward_requires_result=name in _FOREACH_RESULTS, supports_out=not copies, supports_autograd=not copies, supports_forward_ad=not copies,
                                         supports_inplace_autograd=name not in ("minimum", "maximum", "copy")))
    return found


foreach_unary_op_db, foreach_binary_op_db, foreach_pointwise_op_db, foreach_reduce_op_db, foreach_other_op_db = map(_foreach, _FOREACH)


def mask_not_all_zeros(shape):
    assert len(shape) > 0
    while True:
        result = torch.randn(shape).gt(0)
        if result.sum() > 0:
            return result


def get_independent_tensor(tensor):
    return tensor.clone().requires_grad_(tensor.requires_grad)


def close_to_int(x, eps=0.1):
    if x.is_complex():
        y = torch.abs(torch.view_as_complex(torch.frac(torch.view_as_real(x))))
    else:
        y = torch.abs(torch.frac(x))
    return (y < eps) | (y > (1 - eps))


def index_variable(shape, max_indices, device=torch.device("cpu")):
    shape = shape if isinstance(shape, tuple) else (shape,)
    return torch.testing.make_tensor(*shape, dtype=torch.long, device=device, low=0, high=max_indices)


def gather_variable(shape, index_dim, max_indices, duplicate=False, device=torch.device("cpu")):
    assert len(shape) == 2 and index_dim < 2
    other, made = 1 - index_dim, torch.zeros(*shape, dtype=torch.long, device=device)
    for lane in made.unbind(index_dim):
        lane.copy_(torch.randperm(max_indices, device=device)[:shape[other]])
    if duplicate:
        first, second, *_ = made.unbind(other)
        first.copy_(second)
    return made


def bernoulli_scalar():
    return torch.tensor(0, dtype=torch.bool).bernoulli_()


def sample_inputs_linspace(op, device, dtype, requires_grad, **kwargs):
    for start, end, steps in itertools.product((-3, 0, 1.2, 4), (-2, 0, 3), (0, 1, 3, 50)):
        if not dtype.is_floating_point and not dtype.is_complex:
            start, end = int(start), int(end)
        if dtype == torch.uint8 and (start < 0 or end < 0):
            continue
        yield SampleInput(start, args=(end, steps), kwargs={"dtype": dtype, "device": device})


def sample_inputs_like_fns(self, device, dtype, requires_grad, **kwargs):
    for shape, more in (((), {}), ((0, 5, 0), {}), ((S,), {"dtype": dtype, "device": device})):
        yield SampleInput(make_tensor(shape, dtype=dtype, device=device, low=None, high=None, requires_grad=requires_grad), **more)


def generate_std_var_kwargs(t, **kwargs):
    yield (), {"unbiased": True}
    yield (), {"unbiased": False}
    for correction in (0, 1, 2.5):
        yield (), {"correction": correction}


def np_sinc_with_fp16_as_fp32(x):
    import numpy as np

    return np.sinc(x.astype(np.float32) if x.dtype == np.float16 else x)


def reference_sign(x):
    import numpy as np

    return np.sign(x, dtype=np.uint8).astype(np.bool_) if x.dtype == np.bool_ else np.sign(x)


def reference_softplus(input, beta=1, threshold=20):
    import numpy as np

    out = np.copy(input)
    below = input * beta <= threshold
    out[below] = np.log(1 + np.exp(beta * input[below])) / beta
    return out


def loss_reference_reduction_wrapper(fn):
    def wrapper(input, target, *, reduction="mean", **kwargs):
        out = fn(input, target, **kwargs)
        return out if reduction == "none" else getattr(out, reduction)()

    return wrapper
