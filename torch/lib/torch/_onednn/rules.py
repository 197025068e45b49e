"""What operators do with tensors in the layout of MKL-DNN, by their names: those that the library has, on the dense tensors behind."""

import torch
from torch._onednn.tensor import MkldnnTensor, is_mkldnn
from torch._quantized.tensor import _missing_kernel, refusal
from torch.utils import _pytree as pytree

# Operators that give a tensor of the layout; of several results the first is one, others are about channels or places.
_COMPUTED = frozenset("""relu gelu gelu_backward threshold_backward _prelu_kernel _prelu_kernel_backward prelu max_pool2d_with_indices max_pool2d_with_indices_backward
    max_pool3d_with_indices max_pool3d_with_indices_backward avg_pool2d avg_pool2d_backward avg_pool3d avg_pool3d_backward _adaptive_avg_pool2d
    _adaptive_avg_pool2d_backward adaptive_avg_pool2d native_batch_norm _native_batch_norm_legit _native_batch_norm_legit_no_training native_batch_norm_backward _batch_norm_train_backward _batch_norm_with_update _batch_norm_no_update _native_batch_norm_legit_functional batch_norm_backward
    convolution convolution_backward linear addmm mm softmax _softmax _softmax_backward_data sigmoid sigmoid_backward tanh tanh_backward transpose t clone alias detach
    lift_fresh empty_like mul add zeros_like""".split())
_PRODUCTS = frozenset("addmm mm convolution".split())
_IN_PLACE = frozenset("relu_ sigmoid_ tanh_ zero_ mul_ add_ transpose_ detach_".split())
_FOR_ADDING = "itensor_from_mkldnn expects MKL-DNN tensor input"
_NO_SUM = ("could not create a primitive descriptor for the sum primitive. Run workload with environment variable ONEDNN_VERBOSE=all to get additional diagnostic information.")
_AS_STRIDED = frozenset("select slice unsqueeze squeeze permute expand unbind split as_strided diagonal narrow unfold".split())
_EMPTY_STRIDED = frozenset("_to_copy rand_like randn_like native_dropout bernoulli empty_strided".split())
_NAMED_OTHERWISE = {"sum": "sum.IntList_out", "_local_scalar_dense": "_local_scalar_dense"}
_UNSUPPORTED = frozenset("exp div sub eq ne lt le gt ge isclose rsub pow sqrt".split())

_bare = lambda x: x._dense if is_mkldnn(x) else x


def missing(name):
    """The error of an operator that the library does not have."""
    return refusal(name, "MkldnnCPU")


def _checked(name, args, kwargs):
    """Operands of sums and products are of the layout and of one size, or numbers."""
    a, b = args[:2]
    number = not isinstance(b, torch.Tensor) or name == "mul" and b.dim() == 0
    if number and name == "mul":
        return
    if not is_mkldnn(a) or not is_mkldnn(b):
        raise RuntimeError(_FOR_ADDING)
    if a.numel() == 0 or b.numel() == 0:
        torch.broadcast_shapes(a.size(), b.size()) if a.dim() == b.dim() == 0 else a._dense + b._dense
    elif a.size() != b.size():
        raise RuntimeError(_NO_SUM if name == "add" else "mkldnn_mul_out: currently mkldnn not support broadcasting")


def _multiplied(func, args):
    """A product; the library takes operands of different precision, and gives what the input has."""
    args = pytree.tree_map(_bare, args)
    kinds = {x.dtype for x in args if isinstance(x, torch.Tensor)}
    if len(kinds) == 1 or torch.float64 in kinds:
        return func(*args)
    given = args[1] if func.overloadpacket.__name__ == "addmm" else args[0]
    return func(*(x.float() if isinstance(x, torch.Tensor) else x for x in args)).to(given.dtype)


def _copied(target, source):
    if not (is_mkldnn(target) and is_mkldnn(source)):
        kinds = [("Mkldnntorch." if is_mkldnn(x) else "torch.") + _bare(x).type().rpartition(".")[2] for x in (target, source)]
        raise RuntimeError(f"copy_mkldnn_: between mkldnn layout and dense Tensors is not implemented! Found self type = {kinds[0]} and src type = {kinds[1]}")
    if target.size() != source.size():
        raise RuntimeError("copy_mkldnn_: only support same size tensor.")
    target._dense.copy_(source._dense)
    return target


def _wrapped(made):
    """Results in the layout: a tensor, or the first of several that is of the elements."""
    if isinstance(made, torch.Tensor):
        return MkldnnTensor(made)
    first, *rest = made
    return (MkldnnTensor(first) if first is not None else None, *rest)


def _refusal_of(func):
    name = func.overloadpacket.__name__
    if name in ("view", "_unsafe_view"):
        return RuntimeError("Currently Mkldnn tensor does not support view. Change to use reshape instead")
    if name in _UNSUPPORTED:
        return RuntimeError("unsupported tensor layout: Mkldnn")
    if name in _AS_STRIDED:
        return missing("aten::as_strided")
    if name in _EMPTY_STRIDED:
        return missing("aten::empty_strided")
    if name in ("fill", "fill_", "ones_like", "full_like"):
        return missing("aten::fill_.Scalar")
    if name in _NAMED_OTHERWISE:
        return missing("aten::" + _NAMED_OTHERWISE[name])
    return missing(_missing_kernel(func))


def run(func, args, kwargs):
    """Runs an operator with a tensor of the layout among its arguments."""
    name = func.overloadpacket.__name__
    plain = name.removesuffix("_") if name in _IN_PLACE else name
    if name == "copy_":
        return _copied(*args[:2])
    if plain in ("add", "mul"):
        _checked(plain, args, kwargs)
    if name in _IN_PLACE:
        func(*pytree.tree_map(_bare, args), **pytree.tree_map(_bare, kwargs))
        return args[0]
    if name == "new_zeros":
        return MkldnnTensor(torch.zeros(args[1], dtype=kwargs.get("dtype") or args[0].dtype))
    if name not in _COMPUTED:
        raise _refusal_of(func)
    out = kwargs.get("out")
    made = _multiplied(func, args) if name in _PRODUCTS else func(*pytree.tree_map(_bare, args), **pytree.tree_map(_bare, kwargs))
    if out is not None:
        return out
    return made if name == "convolution" and not is_mkldnn(args[0]) else _wrapped(made)


_FILLED_BY = {"ones": "fill_.Scalar", "full": "fill_.Scalar", "rand": "uniform_", "randn": "normal_"}


def made_of(name, *args, **kwargs):
    """torch.zeros and torch.empty of the layout; there are no others, since nothing fills one."""
    if name in _FILLED_BY:
        raise missing("aten::" + _FILLED_BY[name])
    return MkldnnTensor(getattr(torch, name)(*args, **kwargs))
