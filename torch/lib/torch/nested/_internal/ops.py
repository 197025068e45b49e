"""What functions do with nested tensors of layout torch.jagged: a rule by the name of the function, else, for functions of elements, the function on the values."""

import functools
import math

import torch
import torch.nn.functional as F
from torch.nested._internal.nested_tensor import NestedTensor, jagged_from_list

_POINTWISE = set(
    """abs absolute acos acosh add addcdiv addcmul alpha_dropout angle arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atan2 atanh bernoulli bfloat16 bitwise_and
    bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor bool byte ceil celu cfloat cdouble chalf char clamp clamp_max clamp_min clip clone conj conj_physical
    copysign cos cosh deg2rad detach digamma div divide double dropout elu eq erf erfc erfinv exp exp2 expm1 fill float float_power floor frexp fmax fmin fmod frac
    ge gelu greater greater_equal gt half hardshrink hardsigmoid hardswish hardtanh heaviside hypot i0 igamma igammac imag int isclose isfinite isinf isnan isneginf isposinf
    isreal ldexp le leaky_relu lerp less less_equal lgamma log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor logit long lt
    masked_fill maximum minimum mish mul multiply mvlgamma nan_to_num ne neg negative nextafter not_equal polygamma positive pow rad2deg real reciprocal relu relu6
    remainder round rsqrt selu sgn short sigmoid sign signbit silu sin sinc sinh softplus softshrink softsign sqrt square sub subtract tan tanh tanhshrink
    threshold to true_divide trunc type type_as where xlogy xlog1py zero zeros_like ones_like empty_like full_like rand_like randn_like randint_like copy
    entr erfcx expit i0e i1 i1e log_ndtr ndtr ndtri bessel_j0 bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1
    scaled_modified_bessel_k0 scaled_modified_bessel_k1 spherical_bessel_j0 airy_ai zeta hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l
    legendre_polynomial_p gammaln psi feature_dropout cpu requires_grad""".split()
    + [f"{kind}chebyshev_polynomial_{letter}" for kind in ("", "shifted_") for letter in "tuvw"])
_REFLECTED = {"__rsub__": "sub", "__rtruediv__": "div", "__rdiv__": "div", "__rpow__": "pow", "__rmod__": "remainder"}
_DUNDER = {"truediv": "div", "floordiv": "floor_divide", "mod": "remainder", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "invert": "bitwise_not",
           "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift"}
# Functions without a rule that arrive as other operators than the one of their name.
_REFUSED = {
    "std": "std.correction", "var": "var.correction", "std_mean": "std_mean.correction", "var_mean": "var_mean.correction", "norm": "norm.ScalarOpt_dim", "argsort": "sort.default",
    "nanmean": "nansum.default", "unique": "_unique2.default", "argwhere": "nonzero.default", "cross": "linalg_cross.default", "tile": "repeat.default", "fliplr": "flip.default",
    "isin": "isin.Tensor_Tensor", "logsigmoid": "log_sigmoid_forward.default", "log_sigmoid": "log_sigmoid_forward.default", "rrelu": "rrelu_with_noise.default",
    "rsub": "rsub.Tensor", "prelu": "_prelu_kernel.default", "rfloordiv": "floor_divide.default", "bucketize": "bucketize.Tensor", "scatter": "scatter.value",
}
_NO_CONDITION = ValueError("NestedTensor where_self(condition: jt_all, self: any, other: any): expected condition to be a jagged layout NestedTensor")
_NO_SIZES = RuntimeError("SymIntArrayRef expected to contain only concrete integers")
# Functions of elements whose derivative is refused, with the number of the operand that has to be a dense tensor for that, or None.
_WITHOUT_GRADIENT = {
    "copysign": (None, NotImplementedError("aten.masked_fill_.Scalar")), "pow": (1, _NO_CONDITION), "float_power": (1, _NO_CONDITION), "nextafter": (0, _NO_SIZES),
    "sgn": (None, RuntimeError("NestedTensor does not support directly calling torch.ops.aten.size; please use `nested_tensor.size()` instead.")),
}
_RULES = {}


def _rule(*names):
    def keep(f):
        for name in names:
            _RULES[name] = f
        return f

    return keep


def _plain_name(func):
    """The name of a function without what says whether it is a method, an operator or writes to its argument."""
    name = getattr(func, "__name__", str(func))
    inside = name.strip("_").removeprefix("special_")
    if name.startswith("__") and name.endswith("__"):
        inside = _DUNDER.get(inside, inside)
        if name not in _REFLECTED and inside[0] in "ir" and (inside[1:] in _POINTWISE or inside[1:] in _DUNDER):
            inside = _DUNDER.get(inside[1:], inside[1:])
    return inside


def jagged_torch_function(func, *args, **kwargs):
    name = _plain_name(func)
    if name == "index_put" and func.__name__.endswith("_"):
        return _copy_(args[0], _RULES[name](*args, **kwargs))
    if name in _RULES:
        return _RULES[name](*args, **kwargs)
    if name in _POINTWISE:
        return _pointwise(func, *args, **kwargs)
    if name == "get":  # an attribute that the class does not define: that of the values
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **kwargs)
    if name in ("is_floating_point", "is_complex", "is_signed", "element_size", "data_ptr", "is_inference", "is_conj", "is_neg", "get_device"):
        return func(args[0]._values)
    raise NotImplementedError(f"aten.{_REFUSED.get(name, name + '.default')}")


def _nested_of(args, kwargs):
    return next(a for a in (*args, *kwargs.values()) if isinstance(a, NestedTensor))


def _text(x):
    return str(tuple(x.shape)) if isinstance(x, NestedTensor) else str(x.shape)


def _same_pieces(a, b):
    return a.shape == b.shape or a._size[a._ragged_idx] == b._size[b._ragged_idx] and a._ragged_idx == b._ragged_idx


def _contiguous_only(nested, signature, name="self"):
    if not nested.is_contiguous():
        raise ValueError(f"NestedTensor {signature}: expected {name} to be a contiguous jagged layout NestedTensor")


def _refuse_gradient(made, error):
    """A result whose derivative is refused."""
    def refuse(g):
        raise error

    values = made._values if isinstance(made, NestedTensor) else made
    if values.requires_grad:
        values.register_hook(refuse)
    return made


_ACROSS_HOLES = "{}(): reducing across the ragged dimension is not supported for non-contiguous nested tensors with holes"


def _spread(nested, dense, name):
    """A dense tensor as the values of the nested one broadcast with it."""
    if dense.dim() == 0:
        return dense
    ragged = nested._ragged_idx
    if dense.dim() > nested.dim():
        raise RuntimeError(f"cannot call binary pointwise function {name} with inputs of shapes {_text(nested)} and {_text(dense)}")
    if nested._lengths is not None and dense.dim() == nested.dim() and dense.size(0) > 1:
        raise RuntimeError(f"cannot call binary pointwise function {name} with inputs of shapes {_text(nested)} and {_text(dense)}")
    if nested._lengths is not None and dense.requires_grad:  # whose gradient sums over the pieces
        dense = _refuse_gradient(dense * 1, RuntimeError(_ACROSS_HOLES.format("sum")))
    sizes = (1,) * (nested.dim() - dense.dim()) + tuple(dense.shape)
    dense = dense.reshape(sizes)
    if sizes[0] == 1:
        if sizes[ragged] == 1:
            return dense.squeeze(0)
        return torch.cat([dense[0].narrow(ragged - 1, 0, n) for n in nested._lengths_list()], ragged - 1)
    if sizes[0] != nested.size(0):
        raise RuntimeError(f"cannot call binary pointwise function {name} with inputs of shapes {_text(nested)} and {_text(dense)}")
    if sizes[ragged] == 1:
        rows = [row.expand(*(n if d == ragged - 1 else -1 for d in range(row.dim()))) for row, n in zip(dense.unbind(0), nested._lengths_list())]
    else:
        rows = [row.narrow(ragged - 1, 0, n) for row, n in zip(dense.unbind(0), nested._lengths_list())]
    return torch.cat(rows, ragged - 1)


def _pointwise(func, *args, **kwargs):
    nested = _nested_of(args, kwargs)
    name = _plain_name(func)

    def inner(x):
        if isinstance(x, NestedTensor):
            if not _same_pieces(nested, x):
                raise RuntimeError(f"cannot call binary pointwise function {name}.Tensor with inputs of shapes {_text(nested)} and {_text(x)}")
            return x._values
        return _spread(nested, x, f"{name}.Tensor") if isinstance(x, torch.Tensor) else x

    made = func(*map(inner, args), **{k: inner(v) for k, v in kwargs.items()})
    if isinstance(made, tuple):
        return type(made)(map(nested._with, made))
    if name in _WITHOUT_GRADIENT:
        operand, error = _WITHOUT_GRADIENT[name]
        if operand is None or isinstance(args[operand], torch.Tensor) and not isinstance(args[operand], NestedTensor):
            _refuse_gradient(made, error)
    if made is nested._values:  # it was written to, or needs no change
        return nested
    return nested._with(made) if isinstance(made, torch.Tensor) else made


def _dims(nested, dim, name):
    """Dimensions as numbers from 0, all for None."""
    n = nested.dim()
    if dim is None:
        return list(range(n))
    given = [dim] if isinstance(dim, int) else list(dim)
    for d in given:
        if not -n <= d < n:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {d})")
    return [d % n for d in given]


def _inner_dim(nested, dim, name, ragged_too=False):
    """A dimension of the values, for a dimension that is neither the batch nor the ragged one."""
    d, = _dims(nested, dim, name)
    if d == 0:
        raise RuntimeError(f"{name}(): not supported for NestedTensor on dim=0")
    if d == nested._ragged_idx and not ragged_too:
        raise RuntimeError(f"{name}(): not supported for NestedTensor on ragged dim")
    return d - 1


def _by_pieces(nested, f):
    return nested._with(torch.cat([f(t) for t in nested.unbind()], nested._ragged_idx - 1), lengths=None) if nested._lengths is None else jagged_from_list(
        [f(t) for t in nested.unbind()], None)[0]


@_rule("unbind")
def _unbind(nested, dim=0):
    return nested.unbind(dim)


@_rule("grad")
def _grad(outputs, inputs, grad_outputs=None, **kwargs):
    """torch.autograd.grad: gradients are those of values, and nested as what they are gradients of."""
    several = lambda x: list(x) if isinstance(x, (tuple, list)) else [x]
    values = lambda x: x._values if isinstance(x, NestedTensor) else x
    inputs = several(inputs)
    given = None if grad_outputs is None else list(map(values, several(grad_outputs)))
    made = torch.autograd.grad(list(map(values, several(outputs))), list(map(values, inputs)), given, **kwargs)
    return tuple(x._with(g) if isinstance(x, NestedTensor) and g is not None else g for x, g in zip(inputs, made))


@_rule("cuda")
def _cuda(nested, *args, **kwargs):
    return torch.empty(0).cuda(*args, **kwargs)


@_rule("is_same_size")
def _is_same_size(a, b):
    return a.shape == b.shape


@_rule("is_nonzero", "bool_")
def _truth(nested):
    return bool(nested._values)


@_rule("detach_")
def _detach_(nested):
    nested._values.detach_()
    return nested


@_rule("to_padded_tensor")
def _to_padded_tensor(nested, padding, output_size=None):
    return nested.to_padded_tensor(padding, output_size)


@_rule("sub", "subtract")
def _sub(a, b, **kwargs):
    return _pointwise(torch.sub, a, b, **kwargs)


def _reflected(name):
    def rule(nested, other):
        f = getattr(torch, name)
        if not isinstance(other, torch.Tensor):
            return nested._with(f(torch.as_tensor(other, dtype=nested.dtype) if isinstance(other, (int, float)) and nested.is_floating_point() else torch.as_tensor(other), nested._values))
        if name == "sub":
            raise NotImplementedError("aten.rsub.Tensor")
        return _pointwise(f, other, nested)

    return rule


for _name, _function in _REFLECTED.items():
    _RULES[_name.strip("_")] = _reflected(_function)


def _reduction(name, extremum=False):
    def reduce(nested, dim=None, keepdim=False, *, dtype=None, **kwargs):
        if not isinstance(nested, NestedTensor):
            return _pointwise(getattr(torch, name + "imum"), nested, dim)
        made = of_dims(nested, dim, keepdim, dtype, kwargs)
        if name == "sum" and dim is not None:
            return _refuse_gradient(made, NotImplementedError("aten._nested_sum_backward.default"))
        return _refuse_gradient(made, _NO_SIZES) if without_gradient(nested, made, dim, keepdim) else made

    def without_gradient(nested, made, dim, keepdim):
        """Whether the derivative of a reduction is refused."""
        if name == "prod":
            return True
        if dim is None or name not in ("mean", "amax", "amin"):
            return False
        if name == "mean":
            return not isinstance(made, NestedTensor) or nested._ragged_idx > 1
        if nested._lengths is not None:
            return not keepdim
        dims = _dims(nested, dim, name)
        return nested._ragged_idx > 1 and not (nested._ragged_idx in dims and (0 not in dims or len(dims) == nested.dim()))

    def of_dims(nested, dim, keepdim, dtype, kwargs):
        more = {**kwargs, **({} if dtype is None else {"dtype": dtype})}
        f = getattr(torch, name)
        if dim is None:
            return f(nested._values, **more)
        if isinstance(dim, torch.Tensor) and name in ("max", "min"):
            return _pointwise(getattr(torch, name + "imum"), nested, dim)
        dims = _dims(nested, dim, name)
        ragged = nested._ragged_idx
        if 0 in dims and ragged not in dims:
            raise RuntimeError(f"{name}(): reducing along the batch dimension but not the ragged dimension is not supported for nested tensors")
        if ragged in dims and 0 not in dims and len(dims) > 1:
            raise RuntimeError(f"{name}(): reducing along a ragged and non-batch dimension is not supported for nested tensors")
        if ragged in dims and nested._lengths is not None:
            raise RuntimeError(_ACROSS_HOLES.format(name))
        if 0 in dims:
            if len(dims) < nested.dim() and name in ("sum", "mean", "prod", "any", "all", "amax", "amin"):
                inner = [d - 1 for d in dims if d]
                made = f(nested._values, inner if name not in ("prod",) else inner[0], keepdim=keepdim, **more)
                return made.unsqueeze(0) if keepdim else made
            whole = f(nested._values, **more)
            return whole.reshape([1] * nested.dim()) if keepdim and isinstance(whole, torch.Tensor) else whole
        if ragged in dims:
            inner = [d - 1 for d in dims]
            results = [f(t, inner[0] if len(inner) == 1 else inner, keepdim=keepdim, **more) for t in nested.unbind()]
            if isinstance(results[0], torch.Tensor):
                return torch.stack(results)
            return type(results[0])(map(torch.stack, zip(*results)))
        inner = [d - 1 for d in dims]
        made = f(nested._values, inner[0] if len(inner) == 1 else inner, keepdim=keepdim, **more)
        gone = 0 if keepdim else sum(d < ragged for d in dims)
        again = lambda values: nested._with(values, _ragged_idx=ragged - gone)
        return again(made) if isinstance(made, torch.Tensor) else type(made)(map(again, made))

    return reduce


for _name in ("sum", "mean", "prod", "any", "all", "amax", "amin", "max", "min", "argmax", "argmin"):
    _RULES[_name] = _reduction(_name)


def _along(name):
    """A function along a dimension that keeps sizes."""
    def rule(nested, dim, *args, **kwargs):
        d, = _dims(nested, dim, name)
        if d == 0:
            raise RuntimeError(f"{name}(): not supported when reducing across the batch dimension for NestedTensor")
        f = getattr(torch, name)
        if d == nested._ragged_idx:
            if nested._lengths is not None:
                raise RuntimeError(f"{name}(): not supported where lengths is not None if reducing across the ragged dimension for NestedTensor")
            return _by_pieces(nested, lambda t: f(t, d - 1, *args, **kwargs))
        return nested._with(f(nested._values, d - 1, *args, **kwargs))

    return rule


@_rule("log_softmax")
def _log_softmax(nested, dim=None, _stacklevel=3, dtype=None):
    return _along("log_softmax")(nested, dim, dtype=dtype)


@_rule("softmax")
def _softmax(nested, dim=None, _stacklevel=3, dtype=None):
    return _along("softmax")(nested, dim, dtype=dtype)


@_rule("softmin")
def _softmin(nested, dim=None, _stacklevel=3, dtype=None):
    return _along("softmax")(-nested, dim, dtype=dtype)


@_rule("l1_loss")
def _l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    d = (input - target).abs() if weight is None else (input - target).abs() * weight
    return d if reduction == "none" else getattr(d._values, reduction)()


@_rule("kl_div")
def _kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    made = F.kl_div(input._values, target._values, reduction=reduction, log_target=log_target)
    return input._with(made) if reduction == "none" else made


@_rule("apply")
def _apply(nested, callable):
    nested._values.apply_(callable)
    return nested


@_rule("dropout")
def _dropout(nested, p=0.5, training=True, inplace=False, *, train=None):
    return nested._with(F.dropout(nested._values, p, training if train is None else train, inplace))


@_rule("native_dropout")
def _native_dropout(nested, p, train):
    out, mask = torch.native_dropout(nested._values, p, train)
    return nested._with(out), nested._with(mask)


@_rule("layer_norm", "native_layer_norm")
def _layer_norm(nested, normalized_shape, weight=None, bias=None, eps=1e-5, *args):
    if nested.dim() <= 2:
        raise RuntimeError("layer_norm(): not supported for NestedTensor objects with 2 or fewer dims")
    first = nested.dim() - len(normalized_shape)
    if first == 0:
        raise RuntimeError("layer_norm(): not supported when normalizing over the batch dimension for NestedTensor")
    if first <= nested._ragged_idx:
        if nested._lengths is not None:
            raise RuntimeError("layer_norm(): not supported where lengths is not None if operating on the ragged dimension for NestedTensor")
        return _by_pieces(nested, lambda t: F.layer_norm(t, t.shape[first - 1:], weight, bias, eps))
    return nested._with(F.layer_norm(nested._values, normalized_shape, weight, bias, eps))


@_rule("rms_norm")
def _rms_norm(nested, normalized_shape, weight=None, eps=None):
    if nested.dim() - len(normalized_shape) <= nested._ragged_idx:
        raise RuntimeError("rms_norm(): not supported when normalizing over the ragged dimension for NestedTensor")
    if nested._lengths is not None and weight is not None:
        weight = _refuse_gradient(weight * 1, RuntimeError(_ACROSS_HOLES.format("sum")))
    return nested._with(F.rms_norm(nested._values, normalized_shape, weight, eps))


@_rule("linear")
def _linear(nested, weight, bias=None):
    _contiguous_only(nested, "linear_default(input: jt, weight: t, bias: t?)", "input")
    return nested._with(F.linear(nested._values, weight, bias))


@_rule("embedding")
def _embedding(indices, weight, *args, **kwargs):
    if isinstance(indices, NestedTensor):
        return indices._with(F.embedding(indices._values, weight, *args, **kwargs))
    return weight._with(F.embedding(indices, weight._values, *args, **kwargs))


@_rule("embedding_bag")
def _embedding_bag(indices, weight, offsets=None, *args, per_sample_weights=None, **kwargs):
    each = per_sample_weights._values if isinstance(per_sample_weights, NestedTensor) else per_sample_weights
    if not isinstance(indices, NestedTensor):
        indices, weight = weight, indices
    return F.embedding_bag(indices._values, weight, indices._offsets[:-1], *args, per_sample_weights=each, **kwargs)


@_rule("matmul", "bmm", "mm_", "rmatmul")
def _matmul(a, b=None, *, other=None, mat2=None):
    b = other if other is not None else mat2 if mat2 is not None else b
    refused = RuntimeError(f"matmul(): not supported between inputs of shapes {_text(a)} and {_text(b) if not isinstance(b, NestedTensor) else b.shape}")
    if isinstance(a, NestedTensor) and not isinstance(b, NestedTensor):
        if (b.dim() == 2 or a._lengths is None and a._ragged_idx < a.dim() - 1 and b.dim() == 1) and a._ragged_idx < a.dim() - 1:
            return a._with(torch.matmul(a._values, b))
        if b.dim() == a.dim() and a._ragged_idx == 1 and b.size(0) in (1, a.size(0)):
            if a._lengths is not None:
                raise RuntimeError("to_padded_tensor(): not supported for nested tensors with holes")
            return a._with(torch.cat([x @ b[i if b.size(0) > 1 else 0] for i, x in enumerate(a.unbind())], 0))
        raise refused
    if isinstance(b, NestedTensor) and not isinstance(a, NestedTensor):
        if b._ragged_idx == b.dim() - 1 and a.dim() == 2:
            return b._with(torch.matmul(a, b._values))
        if b._ragged_idx == b.dim() - 1 and a.dim() == b.dim() and a.size(0) == b.size(0) and b._lengths is None:
            return b._with(torch.cat([x @ y for x, y in zip(a, b.unbind())], -1))
        raise refused
    ragged = a._size[a._ragged_idx]
    if a.dim() == b.dim() and a.dim() > 3 and a._ragged_idx == b._ragged_idx < a.dim() - 2 and ragged == b._size[b._ragged_idx]:
        return a._with(torch.matmul(a._values, b._values))
    if a.dim() == b.dim() and a._ragged_idx == a.dim() - 1 and b._ragged_idx == b.dim() - 2 and ragged == b._size[b._ragged_idx]:
        return torch.stack([x @ y for x, y in zip(a.unbind(), b.unbind())])
    raise refused


@_rule("transpose", "swapaxes", "swapdims")
def _transpose(nested, dim0, dim1):
    a, b = _dims(nested, (dim0, dim1), "transpose")
    if a == b:
        return nested
    if 0 in (a, b):
        raise ValueError("Transpose is not supported on the batch dimension for jagged NT")
    ragged = nested._ragged_idx
    to = b if a == ragged else a if b == ragged else ragged
    return nested._with(nested._values.transpose(a - 1, b - 1), _ragged_idx=to)


@_rule("permute")
def _permute(nested, *dims):
    dims = _dims(nested, dims[0] if len(dims) == 1 and not isinstance(dims[0], int) else dims, "permute")
    if dims[0] != 0:
        raise ValueError("Permute is not supported on the batch dimension for jagged NT")
    return nested._with(nested._values.permute(*(d - 1 for d in dims[1:])), _ragged_idx=dims.index(nested._ragged_idx))


@_rule("unsqueeze")
def _unsqueeze(nested, dim):
    d = dim % (nested.dim() + 1)
    if d == 0:
        raise RuntimeError("unsqueeze(): not supported for NestedTensor on dim=0")
    made = nested._with(nested._values.unsqueeze(d - 1), _ragged_idx=nested._ragged_idx + (d <= nested._ragged_idx))
    if made.is_contiguous():
        return made
    return _refuse_gradient(made, ValueError("NestedTensor squeeze_dim(self: jt, dim: any): expected self to be a contiguous jagged layout NestedTensor"))


@_rule("squeeze")
def _squeeze(nested, dim=None):
    if dim is None:
        raise NotImplementedError("aten.squeeze.default")
    _contiguous_only(nested, "squeeze_dim(self: jt, dim: any)")
    dims = _dims(nested, dim, "squeeze")
    if 0 in dims:
        raise RuntimeError("squeeze(): not supported for NestedTensor on dim=0")
    if nested._ragged_idx in dims:
        raise RuntimeError("squeeze(): not supported for NestedTensor on ragged dim")
    gone = sum(d < nested._ragged_idx and nested._size[d] == 1 for d in dims)
    return nested._with(nested._values.squeeze(tuple(d - 1 for d in dims)), _ragged_idx=nested._ragged_idx - gone)


@_rule("view", "reshape", "view_as_", "unsafe_view")
def _view(nested, *size, shape=None):
    if shape is not None:
        size = (shape,)
    if len(size) == 1 and isinstance(size[0], torch.dtype):
        return nested._with(nested._values.view(size[0]))
    size = list(size[0]) if len(size) == 1 and not isinstance(size[0], (int, torch.SymInt)) else list(size)
    ragged = nested._ragged_idx
    symbol = nested._size[ragged]
    if len(size) < 2 or size[0] not in (nested._size[0], -1) or ragged >= len(size) or not (isinstance(size[ragged], torch.SymInt) and size[ragged] == symbol or size[ragged] == -1):
        raise RuntimeError(f"view(): cannot view shape {_text(nested)} as {size}")
    inner = list(size[1:])
    inner[ragged - 1] = nested._values.size(ragged - 1)
    return nested._with(nested._values.reshape(inner))


@_rule("view_as", "reshape_as", "expand_as")
def _view_as(nested, other):
    return _view(nested, other.shape)


@_rule("expand")
def _expand(nested, *size):
    size = list(size[0]) if len(size) == 1 and not isinstance(size[0], int) else list(size)
    inner = size[1:]
    inner[nested._ragged_idx - 1] = -1
    return nested._with(nested._values.expand(inner))


@_rule("flatten")
def _flatten(nested, start_dim=0, end_dim=-1):
    start, end = _dims(nested, (start_dim, end_dim), "flatten")
    if start == end:
        return nested
    if start == 0:
        raise RuntimeError("flatten(): not supported for NestedTensor on dim=0")
    if start <= nested._ragged_idx <= end:
        raise RuntimeError("flatten(): not supported for NestedTensor on ragged dim")
    gone = end - start if end < nested._ragged_idx else 0
    return nested._with(nested._values.flatten(start - 1, end - 1), _ragged_idx=nested._ragged_idx - gone)


@_rule("unflatten")
def _unflatten(nested, dim, sizes):
    to = list(nested.shape)
    at, = _dims(nested, dim, "unflatten")
    to[at:at + 1] = sizes
    if nested._ragged_idx != 1:
        raise RuntimeError(f"view(): does not support ragged_idx != 1 except when inp._size == size. inp._size is ({_text(nested)}) and size is ({to})")
    if at == 0:
        raise RuntimeError(f"view(): cannot view shape {_text(nested)} as {to}")
    d = _inner_dim(nested, dim, "unflatten")
    more = len(sizes) - 1 if d + 1 < nested._ragged_idx else 0
    return nested._with(nested._values.unflatten(d, sizes), _ragged_idx=nested._ragged_idx + more)


@_rule("chunk")
def _chunk(nested, chunks, dim=0):
    _contiguous_only(nested, "chunk_default(self: jt, chunks: any, dim: any?)")
    d, = _dims(nested, dim, "chunk")
    if d == 0:
        parts = nested.unbind()
        each = math.ceil(len(parts) / chunks)
        return tuple(jagged_from_list(parts[i:i + each], None)[0] for i in range(0, len(parts), each))
    return tuple(nested._with(v) for v in nested._values.chunk(chunks, _inner_dim(nested, dim, "chunk")))


@_rule("split")
def _split(nested, split_size_or_sections, dim=0):
    if not isinstance(split_size_or_sections, int):
        return _split_with_sizes(nested, split_size_or_sections, dim)
    _contiguous_only(nested, "split_tensor(self: jt, split_size: any, dim: any?)")
    return tuple(nested._with(v) for v in nested._values.split(split_size_or_sections, _inner_dim(nested, dim, "split")))


@_rule("split_with_sizes")
def _split_with_sizes(nested, split_sizes, dim=0):
    _contiguous_only(nested, "split_with_sizes_default(self: jt, split_sizes: any, dim: any?)")
    return tuple(nested._with(v) for v in nested._values.split(split_sizes, _inner_dim(nested, dim, "split_with_sizes")))


@_rule("cat", "concat", "concatenate")
def _cat(tensors, dim=0):
    nested = next(t for t in tensors if isinstance(t, NestedTensor))
    d, = _dims(nested, dim, "cat")
    if d == 0:
        raise RuntimeError("cat(): not supported for NestedTensor on dim=0")
    if any(isinstance(t, NestedTensor) and not t._size[t._ragged_idx] == nested._size[nested._ragged_idx] for t in tensors) or d == nested._ragged_idx:
        raise RuntimeError("cat(): not supported for NestedTensor on ragged dim")
    return nested._with(torch.cat([t._values if isinstance(t, NestedTensor) else _spread(nested, t, "cat") for t in tensors], d - 1))


@_rule("stack")
def _stack(tensors, dim=0):
    nested = next(t for t in tensors if isinstance(t, NestedTensor))
    if dim % (nested.dim() + 1) == 0:
        raise RuntimeError("stack(): not supported for NestedTensor on dim=0")
    return _cat([_unsqueeze(t, dim) for t in tensors], dim)


@_rule("select")
def _select(nested, dim, index):
    d, = _dims(nested, dim, "select")
    if d == 0:
        return nested.unbind()[index]
    d = _inner_dim(nested, dim, "select")
    if nested._lengths is not None:
        raise ValueError("select(): not yet supported on dim != 0 for non-contiguous nested tensor with holes")
    made = nested._with(nested._values.select(d, index), _ragged_idx=nested._ragged_idx - (d + 1 < nested._ragged_idx))
    return _refuse_gradient(made, ValueError("NestedTensor _nested_select_backward_default(grad_output: t, self: jt_all, dim: any, index: any): "
                                             "expected grad_output to be a dense tensor"))


@_rule("narrow")
def _narrow(nested, dim, start, length):
    _contiguous_only(nested, "narrow(self: jt, dim: any, start: any, length: any)")
    made = nested._with(nested._values.narrow(_inner_dim(nested, dim, "narrow"), start, length))
    return _refuse_gradient(made, RuntimeError("derivative for aten::narrow is not implemented"))


@_rule("getitem")
def _getitem(nested, index):
    if isinstance(index, NestedTensor):
        raise NotImplementedError("aten.index.Tensor")
    index = index if isinstance(index, tuple) else (index,)
    whole = slice(None)
    if Ellipsis in [i for i in index if not isinstance(i, torch.Tensor)]:
        at = index.index(Ellipsis)
        index = index[:at] + (whole,) * (nested.dim() - len(index) + 1) + index[at + 1:]
    first, rest = index[0], index[1:]
    if isinstance(first, int):
        part = nested.unbind()[first]
        return part[rest] if rest else part
    if not isinstance(first, slice) or first != whole:
        kind = "slice" if isinstance(first, slice) else "index"
        raise RuntimeError(f"{kind}(): not supported for NestedTensor on dim=0")
    for d, i in enumerate(rest, 1):
        if d == nested._ragged_idx and i != whole:
            if isinstance(i, slice):
                raise RuntimeError("slice(): not supported for NestedTensor on ragged dim")
            raise RuntimeError("select(): not supported for NestedTensor on ragged dim")
    gone = sum(isinstance(i, int) for i in rest[:nested._ragged_idx - 1])
    return nested._with(nested._values[rest], _ragged_idx=nested._ragged_idx - gone)


@_rule("setitem")
def _setitem(nested, index, value):
    target = _getitem(nested, index)
    if isinstance(target, NestedTensor):
        target._values.copy_(value._values if isinstance(value, NestedTensor) else value)
    else:
        target.copy_(value)


@_rule("contiguous")
def _contiguous(nested, memory_format=torch.contiguous_format):
    if nested.is_contiguous():
        return nested
    if nested._lengths is not None:
        return jagged_from_list(nested.unbind(), None)[0]
    return nested._with(nested._values.contiguous())


@_rule("copy_")
def _copy_(nested, other, non_blocking=False):
    nested._values.copy_(other._values if isinstance(other, NestedTensor) else other)
    return nested


@_rule("item")
def _item(nested):
    return nested._values.item()


@_rule("scaled_dot_product_attention")
def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """Piece by piece. Operands are [batch, heads, ragged, head size]."""
    if attn_mask is not None:
        raise ValueError("attn_mask should not be set for nested tensors")
    attend = functools.partial(F.scaled_dot_product_attention, dropout_p=dropout_p, is_causal=is_causal, scale=scale, enable_gqa=enable_gqa)
    if query.dim() < 4 or not all(isinstance(t, NestedTensor) for t in (query, key, value)):
        raise ValueError("Expected query, key, and value to all be nested tensors of at least 4 dimensions")
    rows = [attend(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0)).squeeze(0) for q, k, v in zip(query.unbind(), key.unbind(), value.unbind())]
    return query._with(torch.cat(rows, query._ragged_idx - 1))


@_rule("new_empty", "new_zeros", "new_ones", "new_full")
def _new(nested, *args, **kwargs):
    raise NotImplementedError("magneto: nested tensors of given sizes cannot be made from another one")


@_rule("record_stream")
def _record_stream(nested, stream):
    return None


@_rule("register_hook")
def _register_hook(nested, hook):
    return nested._values.register_hook(lambda g: _hooked(hook(nested._with(g))))


def _hooked(g):
    return g._values if isinstance(g, NestedTensor) else g


@_rule("retain_grad")
def _retain_grad(nested):
    nested._values.retain_grad()


@_rule("where")
def _where(*args, **kwargs):
    names = ("condition", "self", "other")
    given = {**dict(zip(names, args)), **kwargs}
    if "input" in given:
        given["self"] = given.pop("input")
    if len(given) == 1:
        raise NotImplementedError("aten.nonzero.default")
    if not isinstance(given["condition"], torch.Tensor):  # a method of the first choice
        given["condition"], given["self"] = given["self"], given["condition"]
    nested = _nested_of((), given)
    if any(isinstance(t, torch.Tensor) and not isinstance(t, NestedTensor) and t.dim() >= nested.dim() for t in given.values()):
        raise ValueError("broadcast_tensors(): broadcasting nested tensors with dense tensors of equal or higher dim is not currently supported")
    if not isinstance(given["condition"], NestedTensor):
        raise _NO_CONDITION
    return _pointwise(torch.where, *(given[name] for name in names))


@_rule("median")
def _median(nested, *dim, **kwargs):
    raise NotImplementedError("aten.median.dim" if dim or kwargs else "aten.median.default")


@_rule("masked_select")
def _masked_select(nested, mask):
    if nested.dim() != 2:
        raise RuntimeError("masked_select only support 2-D selections currently")
    _contiguous_only(nested, "masked_select_default(self: jt, mask: any)")
    rows = [torch.masked_select(x, m) for x, m in zip(nested.unbind(), mask.unbind())]
    made = jagged_from_list(rows, None)[0]
    return _refuse_gradient(made, RuntimeError("NestedTensor does not support directly calling torch.ops.aten.size; please use `nested_tensor.size()` instead."))


@_rule("index_put")
def _index_put(nested, indices, values, accumulate=False):
    """Places are given for the batch, and, for tensors with holes or a later ragged dimension, at least up to the ragged one."""
    if len(indices) <= nested._ragged_idx:
        if not nested.is_contiguous():
            raise RuntimeError("index_put(): If ragged dimension is not part of indices, this only works on contiguous NJTs")
        starts, lengths = nested._offsets.tolist(), nested._lengths_list()
        rows = torch.cat([torch.arange(starts[i], starts[i] + lengths[i]) for i in indices[0].tolist()]) if indices[0].numel() else indices[0]
        return nested._with(nested._values.index_put((rows,), values, accumulate))
    rows = nested._offsets[indices[0]] + indices[nested._ragged_idx]
    places = [*indices[1:nested._ragged_idx], rows, *indices[nested._ragged_idx + 1:]]
    return nested._with(nested._values.index_put(tuple(places), values, accumulate))
