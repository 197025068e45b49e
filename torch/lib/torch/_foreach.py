"""Functions over lists of tensors: torch._foreach_NAME is torch.NAME of each, torch._foreach_NAME_ changes each in place."""

import torch

_UNARY = """abs acos asin atan ceil cos cosh erf erfc exp expm1 floor frac lgamma log log10 log1p log2 neg reciprocal round rsqrt sigmoid sign sin sinh sqrt tan tanh
    trunc""".split()
_BINARY = "add sub mul div clamp_min clamp_max minimum maximum pow".split()
_OF_NUMBERS = {"minimum": "clamp_max", "maximum": "clamp_min"}


def _checked(tensors):
    if not isinstance(tensors, (list, tuple)):
        raise TypeError(f"_foreach functions take a tuple of Tensors, not {type(tensors).__name__}")
    if len(tensors) == 0:
        raise RuntimeError("Tensor list must have at least one tensor.")
    return tensors


def _others(tensors, other, callee=None):
    """What goes with each tensor: an item of a list of as many, or the same for all."""
    if isinstance(other, (list, tuple)):
        if len(other) != len(tensors):
            kind = "Tensor lists" if other and isinstance(other[0], torch.Tensor) else "Tensor list"
            if kind == "Tensor lists":
                raise RuntimeError(f"Tensor lists must have the same number of tensors, got {len(tensors)} and {len(other)}")
            raise RuntimeError("Tensor list must have same number of elements as scalar list.")
        return other
    if other is None or isinstance(other, str):
        raise TypeError(f"{callee or "_foreach"}() received an invalid combination of arguments - got ({type(tensors).__name__}, {type(other).__name__}), but expected one of:")
    if isinstance(other, torch.Tensor) and other.dim() > 0:
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {other.dim()} dimensions and {other.numel()} elements.")
    return [other] * len(tensors)


def _unary(name):
    function, method = getattr(torch, name), getattr(torch.Tensor, name + "_")

    def plain(self):
        return tuple(function(t) for t in _checked(self))

    def in_place(self):
        return [method(t) for t in _checked(self)]

    return plain, in_place


def _binary(name):
    def of(t, other, more):
        if name in _OF_NUMBERS and not isinstance(other, torch.Tensor):
            return getattr(torch, _OF_NUMBERS[name])(t, other)
        return getattr(torch, name)(t, other, **more)

    def plain(self, other, *, alpha=1):
        more = {"alpha": alpha} if alpha != 1 else {}
        if name == "pow" and not isinstance(self, (list, tuple)):
            return tuple(torch.pow(self, exponent) for exponent in _checked(other))
        return tuple(of(t, o, more) for t, o in zip(_checked(self), _others(self, other, f"_foreach_{name}")))

    def in_place(self, other, *, alpha=1):
        more = {"alpha": alpha} if alpha != 1 else {}
        for t, o in zip(_checked(self), _others(self, other, f"_foreach_{name}_")):
            if name in ("minimum", "maximum"):
                t.copy_(of(t, o, more))
            else:
                getattr(t, name + "_")(o, **more)
        return list(self)

    return plain, in_place


def _pointwise(name):
    def values(self, value, scalars):
        value = scalars if scalars is not None else value
        if isinstance(value, torch.Tensor):
            if value.numel() != len(self):
                raise RuntimeError(f"Expected length of scalars to match input of length {len(self)} but got {value.numel()} instead.")
            value = value.tolist()
        return _others(self, value)

    def plain(self, tensor1, tensor2, value=1, scalars=None):
        return tuple(getattr(torch, name)(t, a, b, value=v) for t, a, b, v in zip(_checked(self), _others(self, tensor1), _others(self, tensor2), values(self, value, scalars)))

    def in_place(self, tensor1, tensor2, value=1, scalars=None):
        for t, a, b, v in zip(_checked(self), _others(self, tensor1), _others(self, tensor2), values(self, value, scalars)):
            getattr(t, name + "_")(a, b, value=v)
        return list(self)

    return plain, in_place


def _enter():
    for names, make in ((_UNARY, _unary), (_BINARY, _binary), (("addcmul", "addcdiv"), _pointwise)):
        for name in names:
            for function, suffix in zip(make(name), ("", "_")):
                full = f"_foreach_{name}{suffix}"
                function.__name__ = function.__qualname__ = full
                function.__module__ = "torch"
                globals()[full] = function


_enter()


def _foreach_lerp(self, tensors1, weights=None, *, weight=None, scalars=None):
    weight = next(w for w in (weights, weight, scalars) if w is not None)
    return tuple(torch.lerp(t, a, w) for t, a, w in zip(_checked(self), _others(self, tensors1), _others(self, weight)))


def _foreach_lerp_(self, tensors1, weights=None, *, weight=None, scalars=None):
    weight = next(w for w in (weights, weight, scalars) if w is not None)
    for t, a, w in zip(_checked(self), _others(self, tensors1), _others(self, weight)):
        t.lerp_(a, w)
    return list(self)


def _foreach_zero_(self):
    return [t.zero_() for t in _checked(self)]


def _foreach_copy(self, src, non_blocking=False):
    return tuple(s.to(t.dtype).expand_as(t).clone() for t, s in zip(_checked(self), _others(self, src)))


def _foreach_copy_(self, src, non_blocking=False):
    for t, s in zip(_checked(self), _others(self, src)):
        t.copy_(s, non_blocking)
    return list(self)


def _foreach_norm(self, ord=2, dtype=None):
    return tuple(torch.linalg.vector_norm(t, ord, dtype=dtype) for t in _checked(self))


def _foreach_powsum(self, ord=2, dtype=None):
    """The sums that norms are roots of."""
    for t in _checked(self):
        kept = t if dtype is None else t.to(dtype)
        if not kept.is_floating_point() and not kept.is_complex():
            raise NotImplementedError("\"powsum_cpu\" not implemented for 'Long'")
        if torch.is_grad_enabled() and t.requires_grad:
            raise RuntimeError("derivative for aten::_foreach_powsum is not implemented")
    return tuple(_powers(t if dtype is None else t.to(dtype), ord) for t in self)


def _powers(t, ord):
    sizes = t.abs()
    wide = sizes.float() if sizes.dtype in (torch.float16, torch.bfloat16) else sizes
    return wide.pow(ord).sum().to(sizes.dtype)


def _foreach_max(self):
    return tuple(t.max() for t in _checked(self))


def _foreach_clone(self, *, memory_format=None):
    return tuple(t.clone() if memory_format is None else t.clone(memory_format=memory_format) for t in _checked(self))


def _foreach_mm(self, mat2):
    return tuple(torch.mm(a, b) for a, b in zip(_checked(self), _others(self, mat2)))


for _name, _function in list(globals().items()):
    if _name.startswith("_foreach_"):
        _function.__module__ = "torch"
