"""What assertEqual of the tests says about two values that differ."""

from collections.abc import Mapping, Sequence
from numbers import Number

import torch
from torch.testing import assert_close


def describe_difference(x, y, **how):
    """None for values that agree, else a text."""
    return _compare(x, y, "", how)


def _close(x, y, path, how):
    try:
        assert_close(x, y, **how)
    except AssertionError as e:
        return str(e) + (f"\n\nThe failure occurred for item {path}" if path else "")
    except TypeError:
        return None if x == y else f"Object comparison failed: {x!r} != {y!r}"
    return None


def _compare(x, y, path, how):
    if isinstance(x, torch.Tensor) and isinstance(y, Number) and x.numel() == 1:
        x = x.item()
        how = {**how, "check_dtype": False}
    elif isinstance(y, torch.Tensor) and isinstance(x, Number) and y.numel() == 1:
        y = y.item()
        how = {**how, "check_dtype": False}
    if isinstance(x, torch.Tensor) != isinstance(y, torch.Tensor):
        if isinstance(x, (list, tuple)) or isinstance(y, (list, tuple)):
            tensor, items = (x, y) if isinstance(x, torch.Tensor) else (y, x)
            return _close(tensor, torch.tensor(items), path, {**how, "check_dtype": False})
        return f"{type(x)} and {type(y)} cannot be compared" if not _plainly_equal(x, y) else None
    if isinstance(x, torch.Tensor):
        if x.dtype != y.dtype and not how.get("check_dtype", True):
            common = torch.promote_types(x.dtype, y.dtype)
            x, y = x.to(common), y.to(common)
        return _close(x, y, path, how)
    if isinstance(x, str) or isinstance(y, str):
        return None if x == y else f"String comparison failed: {x!r} != {y!r}" + _text_difference(x, y)
    if isinstance(x, bool) or isinstance(y, bool):
        return None if _plainly_equal(x, y) else f"Booleans mismatch: {x} is not {y}"
    if isinstance(x, Number) and isinstance(y, Number):
        return _close(x, y, path, {**how, "check_dtype": False})
    if isinstance(x, torch.Size) or isinstance(y, torch.Size):
        return None if tuple(x) == tuple(y) else f"Sizes differ: {x} != {y}"
    if isinstance(x, Mapping) and isinstance(y, Mapping):
        if set(x) != set(y):
            return f"The keys of the mappings do not match:\nMissing keys in the actual mapping: {sorted(set(y) - set(x), key=str)}\nAdditional keys in the actual mapping: {sorted(set(x) - set(y), key=str)}"
        for key in x:
            problem = _compare(x[key], y[key], f"{path}[{key!r}]", how)
            if problem is not None:
                return problem
        return None
    if isinstance(x, (set, frozenset)) and isinstance(y, (set, frozenset)):
        return None if x == y else f"Set comparison failed: {x} != {y}"
    if isinstance(x, Sequence) and isinstance(y, Sequence):
        if len(x) != len(y):
            return f"The length of the sequences mismatch: {len(x)} != {len(y)}\n{x}\n{y}"
        for i, (a, b) in enumerate(zip(x, y)):
            problem = _compare(a, b, f"{path}[{i}]", how)
            if problem is not None:
                return problem
        return None
    return None if _plainly_equal(x, y) else f"Object comparison failed: {x!r} != {y!r}"


def _plainly_equal(x, y):
    same = x == y
    return bool(same.all()) if isinstance(same, torch.Tensor) else bool(same)


def _text_difference(x, y):
    if not isinstance(x, str) or not isinstance(y, str) or "\n" not in x + y:
        return ""
    import difflib

    return "\n" + "\n".join(difflib.ndiff(x.splitlines(), y.splitlines()))
