"""Subscripts in which dimensions stand for what a tensor has at their place."""

import math

import torch

from ._dims import Dim, DimensionBindError, DimList, Tensor, _plain, _Tensor, mapped, parts, place, with_dims

__all__ = ["getitem", "setitem"]


def _listed(item):
    """A subscript as the list of its parts."""
    if isinstance(item, tuple) or isinstance(item, list) and any(isinstance(x, (_Tensor, DimList)) for x in item):
        return list(item)
    return [item]


def _is_pack(x):
    return isinstance(x, (tuple, list)) and any(isinstance(d, Dim) for d in x)


def _consumes(x):
    """How many dimensions a part of a subscript stands for."""
    if x is None:
        return 0
    if isinstance(x, torch.Tensor) and x.dtype in (torch.bool, torch.uint8):
        return x.dim()
    return 1


def _complete(items, count):
    """The parts of a subscript for all dimensions: lists of dimensions with what is in them, and slices for the dots."""
    out = []
    for x in items:
        out += list(x) if isinstance(x, DimList) and x.is_bound else [x]
    open_ = [k for k, x in enumerate(out) if x is Ellipsis or isinstance(x, DimList)]
    if len(open_) > 1:
        raise DimensionBindError(f"at most one ... or unbound dimension list can exist in indexing list but found {len(open_)} at offsets {' and '.join(map(str, open_))}")
    missing = count - sum(_consumes(x) for k, x in enumerate(out) if k not in open_)
    if missing < 0:
        raise ValueError(f"at least {count - missing} indices were supplied but the tensor only has {count} dimensions")
    if not open_:
        return out + [slice(None)] * missing
    k, filled = open_[0], [slice(None)] * missing
    if isinstance(out[k], DimList):
        out[k].bind_len(missing)
        filled = list(out[k])
    return out[:k] + filled + out[k + 1:]


def _bind_pack(pack, size):
    """Bind the dimensions that split one of a size."""
    unbound = [d for d in pack if not d.is_bound]
    known = math.prod(d.size for d in pack if d.is_bound)
    if len(unbound) > 1:
        raise DimensionBindError(f"cannot infer the sizes of {len(unbound)} dimensions at once ({', '.join(map(str, unbound))})")
    if unbound:
        if size % known:
            raise DimensionBindError(f"inferred dimension does not evenly fit into larger dimension: {size} vs ({', '.join('?' if not d.is_bound else str(d.size) for d in pack)})")
        unbound[0].size = size // known
    elif known != size:
        raise DimensionBindError(f"Dimension sizes to do not match ({size} != {known}) when matching dimension pack ({', '.join(map(str, pack))})")


def _unpacked(raw, front, items):
    """The tensor in which packs have a dimension for each of theirs, and the parts of the subscript."""
    out, at = [], front
    for x in items:
        if _is_pack(x):
            pack = list(x)
            _bind_pack(pack, raw.shape[at])
            raw = raw.unflatten(at, [d.size for d in pack])
            out += pack
            at += len(pack)
        else:
            if isinstance(x, Dim) and not (x.is_bound and sum(y is x for y in items) > 1):  # one that stands at several places is an index there
                x.size = raw.shape[at]
            out.append(x)
            at += _consumes(x)
    return raw, out


def _is_plain(items, own):
    """Whether each dimension of a subscript stands for one of the tensor, so that the result is a view."""
    dims = [x for x in items if isinstance(x, Dim)]
    if any(isinstance(x, (torch.Tensor, Tensor, list)) for x in items):
        return False
    return all(place(dims[k + 1:], d) is None and place(own, d) is None for k, d in enumerate(dims))


def getitem(x, item):
    items = _listed(item)
    raw, own = parts(x)
    if not own and not any(isinstance(i, (_Tensor, DimList)) or _is_pack(i) for i in items):
        return _plain["getitem"](raw, item)
    items = _complete(items, raw.dim() - len(own))
    raw, items = _unpacked(raw, len(own), items)
    if not _is_plain(items, own):
        return mapped(_plain["getitem"], with_dims(raw, own), tuple(items))
    view = _plain["getitem"](raw, (slice(None),) * len(own) + tuple(slice(None) if isinstance(i, Dim) else i for i in items))
    at, new, places = len(own), [], []
    for i in items:
        if isinstance(i, Dim):
            new.append(i)
            places.append(at)
        at += not isinstance(i, int) or isinstance(i, bool)
    rest = [k for k in range(len(own), view.dim()) if k not in places]
    return with_dims(view.permute([*range(len(own)), *places, *rest]), (*own, *new))


def setitem(x, item, value):
    items = _listed(item)
    raw, own = parts(x)
    given, dims = parts(value)
    if not own and not dims and not any(isinstance(i, (_Tensor, DimList)) or _is_pack(i) for i in items):
        _plain["setitem"](raw, item, value)
        return
    target, targets = parts(getitem(x, item))
    if target.untyped_storage()._cdata != raw.untyped_storage()._cdata:
        raise NotImplementedError("magneto: assignment to a subscript by tensors that have dimensions")
    for d in dims:
        if place(targets, d) is None:
            raise DimensionBindError(f"dimension {d} of the value is not one of the tensor that it is assigned to")
    if isinstance(given, torch.Tensor):
        given = given.permute([place(dims, d) for d in targets if place(dims, d) is not None] + list(range(len(dims), given.dim())))
        sizes = [d.size if place(dims, d) is not None else 1 for d in targets]
        behind = list(given.shape[len(dims):])
        given = given.reshape(sizes + [1] * (target.dim() - len(targets) - len(behind)) + behind)
    target.copy_(given) if isinstance(given, torch.Tensor) else target.fill_(given)
