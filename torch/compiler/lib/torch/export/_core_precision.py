"""Decompositions that compute in single precision what half types come to, as the kernels of the operators do."""

import functools

import torch
from torch.utils._pytree import tree_map

# Those that also take integers, as real numbers, and those that sum integers and give the type they were given.
_OF_REALS = "rad2deg.default deg2rad.default sinc.default logsumexp.default special_xlog1py.default xlogy.Tensor xlogy.Scalar_Self xlogy.Scalar_Other special_entr.default special_log_ndtr.default"
_OF_INTEGERS = "mv.default dot.default heaviside.default"
_IN_SINGLE = f"""{_OF_REALS} {_OF_INTEGERS} silu.default hardswish.default hardsigmoid.default softplus.default mish.default celu.default glu.default threshold.default
    log_sigmoid.default log_sigmoid_forward.default addr.default addcmul.default addcdiv.default baddbmm.default frac.default huber_loss.default smooth_l1_loss.default soft_margin_loss.default
    mse_loss.default binary_cross_entropy.default std.correction isposinf.default isneginf.default _softmax_backward_data.default
    _log_softmax_backward_data.default""".split()


def in_single(name, f):
    """f, a decomposition of the operator with a name, with half types computed in single precision."""
    if name not in _IN_SINGLE:
        return f
    real, whole = name in _OF_REALS.split(), name in _OF_INTEGERS.split()
    to = torch.ops.aten._to_copy.default

    @functools.wraps(f)
    def computed(*args, **kwargs):
        kinds = []

        def lifted(x):
            if not isinstance(x, torch.Tensor):
                return x
            kinds.append(x.dtype)
            if x.dtype in (torch.bfloat16, torch.float16):
                return to(x, dtype=torch.float32)
            return to(x, dtype=torch.get_default_dtype()) if real and not (x.is_floating_point() or x.is_complex()) else x

        def given(x):
            if not isinstance(x, torch.Tensor) or x.dtype == kind:
                return x
            back = kind in (torch.bfloat16, torch.float16) and x.dtype == torch.float32 or whole and not kind.is_floating_point and x.dtype == torch.int64
            return to(x, dtype=kind) if back else x

        args, kwargs = tree_map(lifted, (args, kwargs))
        kind = functools.reduce(torch.promote_types, kinds)
        return tree_map(given, f(*args, **kwargs))

    return computed
