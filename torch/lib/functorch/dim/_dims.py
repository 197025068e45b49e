"""Dimensions as objects, lists of them, and the tensors that have them."""

import math

import torch
from torch.utils._pytree import tree_flatten, tree_map_only, tree_unflatten

__all__ = ["Dim", "DimList", "DimensionBindError", "DimensionMismatchError", "Tensor", "_Tensor", "mapped", "parts", "place", "with_dims"]


class DimensionBindError(Exception):
    """Sizes that do not fit the dimensions that they are bound to."""


class DimensionMismatchError(Exception):
    """Dimensions that do not fit each other."""


def parts(x):
    """The plain tensor behind a value, whose first dimensions are the second result."""
    if isinstance(x, Dim):
        return torch.arange(x.size), (x,)
    if isinstance(x, Tensor):
        return x._raw, x._dims
    return x, ()


def place(dims, d):
    """Where a dimension is among dims; None if it is not. == compares elements."""
    return next((i for i, x in enumerate(dims) if x is d), None)


def _union(groups):
    out = []
    for dims in groups:
        out += [d for d in dims if place(out, d) is None]
    return tuple(out)


def with_dims(raw, dims):
    return Tensor(raw, tuple(dims)) if dims else raw


def mapped(function, *args, **kwargs):
    """A call for each element along the dimensions of its arguments, which those of the results are, too."""
    leaves, spec = tree_flatten((args, kwargs))
    values = [parts(x) for x in leaves]
    dims = _union(dims for _, dims in values)

    def call(rest, values):
        if not rest:
            args, kwargs = tree_unflatten([v for v, _ in values], spec)
            return function(*args, **kwargs)
        d, places = rest[0], [place(dims, rest[0]) for _, dims in values]

        def inner(*given):
            given = iter(given)
            return call(rest[1:], [(v, dims) if p is None else (next(given), dims[:p] + dims[p + 1:]) for (v, dims), p in zip(values, places)])

        return torch.vmap(inner, tuple(p for p in places if p is not None), randomness="different")(*[v for (v, _), p in zip(values, places) if p is not None])

    out = call(dims, values)
    return tree_map_only(torch.Tensor, lambda t: with_dims(t, dims), out) if dims else out


# functions that take dimensions, where the argument is; the second ones give as many dimensions as they get
_REDUCTIONS = {**dict.fromkeys("sum mean amax amin aminmax logsumexp std var std_mean var_mean prod any all argmax argmin max min median mode nanmedian nansum nanmean unbind".split(), 1), "norm": 2, "kthvalue": 2}
_SHAPED = {**dict.fromkeys("cummax cummin cumprod cumsum logcumsumexp sort argsort softmax log_softmax flip".split(), 1), "renorm": 2}


def dispatch(function, args, kwargs):
    """A call of a function of torch with what has dimensions among its arguments."""
    name = getattr(function, "__name__", "")
    at = _REDUCTIONS.get(name, _SHAPED.get(name))
    if at is None or not args or not isinstance(args[0], _Tensor):
        return mapped(function, *args, **kwargs)
    args, kwargs = list(args), dict(kwargs)
    holder, key = (args, at) if len(args) > at else (kwargs, "dim")
    given = holder[key] if holder is args or key in kwargs else None
    several = isinstance(given, (tuple, list))
    listed = list(given) if several else [given]
    chosen = tuple(d for d in listed if isinstance(d, Dim))
    if not chosen:
        return mapped(function, *args, **kwargs)
    raw, dims = parts(args[0])
    for d in chosen:
        if place(dims, d) is None:
            levels = [str(x) for x in dims] + [str(k) for k in range(len(dims) - raw.dim(), 0)]
            raise ValueError(f"Tensor with dimensions {levels} does not contain {d}")
    kept = [d for d in dims if place(chosen, d) is None]
    args[0] = with_dims(_moved(raw, dims, [*kept, *chosen]), kept)
    new = [place(chosen, d) if isinstance(d, Dim) else d + len(chosen) if d >= 0 else d for d in listed]
    holder[key] = tuple(new) if several else new[0]
    out = mapped(function, *args, **kwargs)
    if name in _REDUCTIONS:
        return out
    return tree_map_only((torch.Tensor, Tensor), lambda t: with_dims(parts(t)[0], parts(t)[1] + chosen), out)


def _moved(raw, dims, front):
    """The tensor with its dimensions in another order; the others stay behind them."""
    return raw.permute([place(dims, d) for d in front] + list(range(len(dims), raw.dim())))


class _Tensor:
    """What has dimensions and is used as a tensor."""

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function is torch.Tensor.__getitem__:
            return args[0][args[1]]
        if function is torch.Tensor.__setitem__:
            args[0][args[1]] = args[2]
            return None
        return dispatch(function, args, kwargs or {})

    @property
    def dims(self):
        return parts(self)[1]

    @property
    def shape(self):
        raw, dims = parts(self)
        return tuple(raw.shape[len(dims):])

    @property
    def ndim(self):
        return len(self.shape)

    def dim(self):
        return len(self.shape)

    def numel(self):
        return math.prod(self.shape)

    def __hash__(self):
        return id(self)

    def __repr__(self):
        raw, dims = parts(self)
        levels = [str(d) for d in dims] + [str(k) for k in range(raw.dim() - len(dims))]
        return f"{raw!r}\nwith dims=({', '.join(levels)}{',' if len(levels) == 1 else ''}) sizes={tuple(raw.shape)}"

    def order(self, *dims):
        """The tensor with the dimensions that are named as plain ones, in this order, in front of the others; those in brackets become one."""
        raw, own = parts(self)
        groups = [list(d) if isinstance(d, (tuple, list, DimList)) else [d] for d in dims]
        positional = raw.dim() - len(own)
        seen, moved = [], []
        for d in (d for group in groups for d in group):
            at = place(own, d) if isinstance(d, Dim) else len(own) + (d + positional if d < 0 else d)
            if at is None or at in seen:
                raise ValueError(f"tensor does not contain dim {d} or it was specified twice")
            seen.append(at)
            moved.append(at)
        kept = [i for i in range(len(own)) if i not in seen]
        rest = [i for i in range(len(own), raw.dim()) if i not in seen]
        out = raw.permute([*kept, *moved, *rest])
        if any(len(group) != 1 for group in groups):
            sizes, k = list(out.shape[:len(kept)]), len(kept)
            for group in groups:
                sizes.append(math.prod(out.shape[k:k + len(group)]))
                k += len(group)
            out = out.reshape(sizes + list(out.shape[k:]))
        return with_dims(out, [own[i] for i in kept])

    def index(self, dims, positions):
        """The tensor with positions in the place of dimensions, one or several."""
        if not (isinstance(dims, (tuple, list)) and isinstance(positions, (tuple, list)) and len(dims) == len(positions)):
            dims, positions = [dims], [positions]
        moved = _Tensor.order(self, *dims)
        return moved[tuple(positions)]

    def expand(self, *sizes):
        """The tensor with further dimensions, along which it repeats."""
        new = [d for d in sizes if isinstance(d, Dim)]
        if not new:
            return mapped(_plain["expand"], self, *sizes)
        raw, own = parts(self)
        for d in new:
            if place(own, d) is not None:
                raise DimensionBindError(f"expanding dimension {d} already exists in tensor with dims")
        out = with_dims(_plain["expand"](raw, *[d.size for d in new], *raw.shape), (*new, *own))
        others = [d for d in sizes if not isinstance(d, Dim)]
        return out.expand(*others) if others else out

    def split(self, sizes, dim=0):
        """The parts of the tensor along a dimension, where the sizes are dimensions, along each of these."""
        listed = list(sizes) if isinstance(sizes, (tuple, list)) else [sizes]
        given = [d for d in listed if isinstance(d, Dim)]
        if not given and not isinstance(dim, Dim):
            return mapped(_plain["split"], self, sizes, dim)
        if given and len(given) != len(listed):
            raise TypeError("split list must be ints or dims but got a mix")
        if not given:
            raise TypeError("when dim is specified as a Dim object, split sizes must also be dimensions.")
        raw, own = parts(self)
        at = place(own, dim) if isinstance(dim, Dim) else len(own) + dim if dim >= 0 else raw.dim() + dim
        if at is None:
            raise TypeError(f"Dimension {dim} does not exist in inputs")
        left = raw.shape[at] - sum(d.size for d in given if d.is_bound)
        unbound = [d for d in given if not d.is_bound]
        if left < 0 or left > 0 and not unbound:
            raise DimensionBindError(f"sizes of target dimensions add up to {raw.shape[at] - left} but source dim is {raw.shape[at]}")
        chunk = -(-left // max(len(unbound), 1))
        for d in unbound:
            d.size = min(chunk, left)
            left -= d.size
        rest = [d for d in own if d is not dim]
        plain = _plain["split"](raw, [d.size for d in given], at)
        return tuple(with_dims(t.movedim(at, len(rest)), [*rest, d]) for t, d in zip(plain, given))

    def __getitem__(self, item):
        from ._index import getitem

        return getitem(self, item)

    def __setitem__(self, item, value):
        from ._index import setitem

        setitem(self, item, value)


class Dim(_Tensor):
    """A dimension, which is bound to a size; as a tensor it is its indices."""

    def __init__(self, name, size=None):
        self._name, self._size = name, None
        if size is not None:
            self.size = size

    @property
    def size(self):
        if self._size is None:
            raise ValueError(f"dimension {self._name} is unbound")
        return self._size

    @size.setter
    def size(self, size):
        if self._size is None:
            self._size = size
        elif self._size != size:
            raise DimensionBindError(f"Dim '{self._name}' previously bound to a dimension of size {self._size} cannot bind to a dimension of size {size}")

    @property
    def is_bound(self):
        return self._size is not None

    def __repr__(self):
        return self._name

    __str__ = __repr__


class Tensor(_Tensor):
    """A tensor with dimensions: of the plain tensor behind it they are the first ones."""

    def __init__(self, raw, dims):
        self._raw, self._dims = raw, dims

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]


class DimList:
    """A list of dimensions, whose number may not be known yet."""

    def __init__(self, dims=None, name=None):
        self._name, self._dims = name, None
        if isinstance(dims, int):
            self.bind_len(dims)
        elif dims is not None:
            self._dims = [d if isinstance(d, Dim) else Dim(f"{name or 'dim'}{k}", d) for k, d in enumerate(dims)]

    @property
    def is_bound(self):
        return self._dims is not None

    def bind_len(self, n):
        if self._dims is None:
            self._dims = [Dim(f"{self._name or 'dim'}{k}") for k in range(n)]
        elif len(self._dims) != n:
            raise DimensionBindError(f"Dimlist has size {len(self._dims)} but it is being bound to size {n}")

    def bind(self, sizes):
        self.bind_len(len(sizes))
        for d, size in zip(self._dims, sizes):
            d.size = size

    def _bound(self):
        if self._dims is None:
            raise DimensionBindError("DimList not bound")
        return self._dims

    @property
    def size(self):
        return len(self._bound())

    def __len__(self):
        return len(self._bound())

    def __getitem__(self, item):
        bound = self._bound()
        if isinstance(item, slice):
            return tuple(bound[item])
        if not -len(bound) <= item < len(bound):
            raise IndexError("index out of bounds")
        return bound[item]

    def __iter__(self):
        return iter(self._bound())

    def __repr__(self):
        if self._dims is None:
            return f"*{self._name}" if self._name else "<unbound_dimlist>"
        return f"({', '.join(map(str, self._dims))})"


_plain = {"expand": torch.Tensor.expand, "split": torch.Tensor.split, "getitem": torch.Tensor.__getitem__, "setitem": torch.Tensor.__setitem__}
_VIEWS = "T mT H mH real imag data grad".split()
_FIELDS = "device dtype layout requires_grad grad_fn is_leaf is_cuda is_sparse is_quantized is_meta".split()
_OPERATORS = ("add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul neg pos abs invert and rand or ror xor rxor lshift rshift rlshift rrshift "
              "eq ne lt le gt ge iadd isub imul itruediv bool int float index").split()


def _fill():
    """_Tensor has the methods of tensors, and their attributes."""

    def method(function):
        return lambda self, *args, **kwargs: dispatch(function, (self, *args), kwargs)

    for name in [*(f"__{operator}__" for operator in _OPERATORS), *dir(torch.Tensor)]:
        function = getattr(torch.Tensor, name, None)
        special = name.startswith("__") and name[2:-2] not in _OPERATORS
        if callable(function) and not special and name not in _Tensor.__dict__:
            setattr(_Tensor, name, method(function))
    for name in _VIEWS:
        setattr(_Tensor, name, property(lambda self, name=name: mapped(lambda t: getattr(t, name), self)))
    for name in _FIELDS:
        setattr(_Tensor, name, property(lambda self, name=name: getattr(parts(self)[0], name)))


_fill()
for _class in (DimensionBindError, DimensionMismatchError, _Tensor, Dim, Tensor, DimList):
    _class.__module__ = "functorch.dim"
