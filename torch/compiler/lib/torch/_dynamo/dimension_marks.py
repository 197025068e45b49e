"""What a program says of sizes of its tensors: that they vary, may vary, stay, or depend on data. It is said by attributes of the tensors, which the tracer reads."""

import typing

import torch


class _DimRange(typing.NamedTuple):
    """The bounds of a size that varies, None for none."""

    dim: int
    min: int | None
    max: int | None


def _inner(t):
    """The tensors inside of one of a class that is made of others."""
    from torch.utils._python_dispatch import is_traceable_wrapper_subclass

    if not is_traceable_wrapper_subclass(t):
        return []
    return [getattr(t, name) for name in t.__tensor_flatten__()[0]]


def _each(mark, t, index, **options):
    """Marks the dimensions of a list one by one; whether there was one."""
    if isinstance(index, int):
        return False
    if not isinstance(index, (list, tuple)):
        raise AssertionError(f"Expected index to be int, list, or tuple, got {type(index)}")
    for i in index:
        mark(t, i, **options)
    return True


def _add(t, attribute, item):
    if not hasattr(t, attribute):
        setattr(t, attribute, set())
    getattr(t, attribute).add(item)
    t._has_dynamo_dim_marking = True


def _note(t, attribute, index, value):
    if not hasattr(t, attribute):
        setattr(t, attribute, {})
    if value is not None:
        getattr(t, attribute)[index] = value


def mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None):
    """Compiles dimension(s) index of t with a symbolic size from the first call on; that it turns out to be one number is an error."""
    options = {"hint_override": hint_override, "min": min, "max": max, "specialize_on": specialize_on}
    for inner in _inner(t):
        mark_dynamic(inner, index, **options)
    if _each(mark_dynamic, t, index, **options):
        return
    _add(t, "_dynamo_dynamic_indices", index)
    _add(t, "_dynamo_dynamic_range", _DimRange(index, min, max))
    _note(t, "_dynamo_hint_overrides", index, hint_override)
    _note(t, "_specialize_on", index, specialize_on or [])


def maybe_mark_dynamic(t, index):
    """The same, where the size may turn out to be one number."""
    for inner in _inner(t):
        maybe_mark_dynamic(inner, index)
    if not _each(maybe_mark_dynamic, t, index):
        _add(t, "_dynamo_weak_dynamic_indices", index)


def mark_unbacked(t, index, hint_override=None, strict=False, specialize_on=None, shape_id=None, min=None, max=None):
    """Compiles dimension(s) index of t with a size of which nothing is known but its bounds; sizes of one shape_id are equal. Calls check both."""
    if _inner(t):
        raise AssertionError("not implemented yet")
    options = {"hint_override": hint_override, "strict": strict, "specialize_on": specialize_on, "shape_id": shape_id, "min": min, "max": max}
    if _each(mark_unbacked, t, index, **options):
        return
    if strict:
        _add(t, "_dynamo_strict_unbacked_indices", index)
        return
    _note(t, "_specialize_on", index, specialize_on or [])
    _add(t, "_dynamo_unbacked_indices", index)
    _note(t, "_dynamo_hint_overrides", index, hint_override)
    if min is not None or max is not None:
        _note(t, "_dynamo_unbacked_bounds", index, (min, max))
    if shape_id is not None:
        _note(t, "_dynamo_shape_ids", index, shape_id)


def mark_static(t, index=None):
    """Compiles dimension(s) index of t, or all of them, with the numbers that they are. Of a class of modules: those of its instances are constants, as they are by default."""
    if not isinstance(t, torch.Tensor):
        if not issubclass(t, torch.nn.Module):
            raise TypeError(f"mark_static expects a tensor/nn.Module class but received {type(t)}")
        t._dynamo_marked_static = True
        return t
    for inner in _inner(t):
        mark_static(inner, index)
    if index is None:
        for i in range(t.dim()):
            mark_static(t, i)
    elif not _each(mark_static, t, index):
        _add(t, "_dynamo_static_indices", index)
    return None


mark_dynamic._dynamo_forbidden = True  # in traced code
maybe_mark_dynamic._dynamo_forbidden = True


def mark_static_address(t, guard=False):
    """Says that the memory of t stays where it is."""
    if not isinstance(t, torch.Tensor):
        raise TypeError(f"mark_static_address expects a tensor but received {type(t)}")
    t._dynamo_static_input_type = "guarded" if guard else "unguarded"
