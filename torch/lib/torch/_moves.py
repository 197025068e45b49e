"""What the arguments of to() mean, of tensors and of modules."""
import torch

_REST = "bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None"
_FORMS = {
    f"(torch.device device = None, torch.dtype dtype = None, {_REST})": ("device", "dtype"),
    f"(torch.dtype dtype, {_REST})": ("dtype",),
    f"(Tensor tensor, {_REST})": ("tensor",),
}
_KINDS = {"device": (torch.device, str, int), "dtype": torch.dtype, "tensor": torch.Tensor, "non_blocking": bool, "copy": bool, "memory_format": torch.memory_format}
_OPTIONAL = ("device", "dtype", "memory_format")


def _bind(names, args, kwargs):
    """The arguments by name, or None where they are not of this form."""
    names = (*names, "non_blocking", "copy")
    if len(args) > len(names):
        return None
    given = dict(zip(names, args))
    if given.keys() & kwargs.keys() or not kwargs.keys() <= {*names, "memory_format"}:
        return None
    given.update(kwargs)
    if len(names) == 3 and names[0] not in given:
        return None
    for name, value in given.items():
        if value is None and name in _OPTIONAL and (len(names) > 3 or name != "dtype"):
            continue
        if not isinstance(value, _KINDS[name]) or name == "device" and isinstance(value, bool):
            return None
    return given


def _name(value):
    if isinstance(value, (torch.device, torch.dtype, torch.memory_format)):
        return f"torch.{type(value).__name__}"
    return type(value).__name__


def _parse_to(*args, **kwargs):
    """(device, dtype, non_blocking, memory_format)."""
    for names in _FORMS.values():
        given = _bind(names, args, kwargs)
        if given is not None:
            break
    else:
        got = ", ".join([*map(_name, args), *(f"{name}={_name(value)}" for name, value in kwargs.items())])
        raise TypeError(f"to() received an invalid combination of arguments - got ({got}), but expected one of:\n" + "".join(f" * {form}\n" for form in _FORMS))
    if "copy" in given:
        raise RuntimeError(".to() does not accept copy argument")
    device, dtype, like = given.get("device"), given.get("dtype"), given.get("tensor")
    if like is not None:
        device, dtype = like.device, like.dtype
    elif device is not None:
        device = torch.device(device)
    return device, dtype, given.get("non_blocking", False), given.get("memory_format")
