"""Nested tensors: batches of tensors whose sizes differ in one dimension (layout torch.jagged) or in any (layout torch.strided)."""

import torch
from torch.nested._internal import nested_tensor as _jagged
from torch.nested._internal import strided as _strided

__all__ = ["to_padded_tensor", "as_nested_tensor", "nested_tensor", "nested_tensor_from_jagged", "narrow", "masked_select"]


def _refused(name, layout):
    return RuntimeError(f"Specified layout is unsupported for nested tensors: {layout}" if name is None else f"{name}(): layout {layout} is not supported")


def as_nested_tensor(ts, dtype=None, device=None, layout=None):
    """A nested tensor of tensors, through which gradients flow back to them."""
    if not isinstance(ts, (torch.Tensor, list, tuple)) or isinstance(ts, (list, tuple)) and not all(isinstance(t, torch.Tensor) for t in ts):
        raise TypeError("as_nested_tensor(): Expected first argument to be a tensor or a list / tuple of tensors ")
    if isinstance(ts, torch.Tensor) and ts.dim() <= 1:
        raise RuntimeError("as_nested_tensor(): Expected tensor argument to have dim() > 1 ")
    if isinstance(ts, torch.Tensor) and ts.is_nested:
        if (torch.strided if layout is None else layout) != ts.layout:
            raise RuntimeError("as_nested_tensor(): Converting between nested tensor layouts is not supported")
        return ts if dtype is None else ts.to(dtype)
    layout = torch.strided if layout is None else layout
    parts = list(ts.unbind(0)) if isinstance(ts, torch.Tensor) else list(ts)
    parts = [t.to(dtype=dtype, device=device) if dtype is not None or device is not None else t for t in parts]
    if layout is torch.strided:
        return _strided.from_list(parts)
    if layout is torch.jagged:
        return _jagged.jagged_from_list(parts, None)[0]
    raise _refused(None, layout)


def nested_tensor(tensor_list, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A nested tensor that is a leaf of autograd, with copies of what it is made of."""
    layout = torch.strided if layout is None else layout
    if layout not in (torch.strided, torch.jagged):
        raise _refused(None, layout)
    if layout is torch.strided and not isinstance(tensor_list, list):
        raise TypeError("Only lists (List[Tensor] and List[List...[Scalar]]) are accepted in nested_tensor")
    parts = [t.detach() if isinstance(t, torch.Tensor) else torch.as_tensor(t) for t in tensor_list]
    parts = [t.to(dtype=dtype, device=device) if dtype is not None or device is not None else t for t in parts]
    with torch.no_grad():
        made = _strided.from_list(parts) if layout is torch.strided else _jagged.jagged_from_list(parts, None)[0]
    return made.requires_grad_(requires_grad)


def nested_tensor_from_jagged(values, offsets=None, lengths=None, jagged_dim=None, min_seqlen=None, max_seqlen=None):
    """The nested tensor of layout torch.jagged that values are cut into, at offsets or into pieces of some lengths."""
    if torch.fx._symbolic_trace.is_fx_tracing():
        raise RuntimeError("torch.nested.nested_tensor_from_jagged does not support tracing with fx.symbolic_trace. Use fx.wrap to wrap the function that calls "
                           "nested_tensor_from_jagged.")
    if offsets is None:
        if lengths is None:
            raise RuntimeError("nested_tensor_from_jagged(): At least one of offsets or lengths is required.")
        offsets, lengths = torch.nn.functional.pad(lengths.cumsum(0), (1, 0)), None
    return _jagged.nested_view_from_values_offsets_lengths(values, offsets, lengths, ragged_idx=1 if jagged_dim is None else jagged_dim, min_seqlen=min_seqlen,
                                                           max_seqlen=max_seqlen)


def to_padded_tensor(input, padding, output_size=None, out=None):
    """A dense tensor with padding where the pieces end."""
    if not getattr(input, "is_nested", False):
        raise RuntimeError("to_padded_tensor: input must be nested")
    return input.to_padded_tensor(padding, output_size)


def narrow(tensor, dim, start, length, layout=torch.strided):
    """The nested tensor of parts of the rows of a dense tensor, each from its start on."""
    if not isinstance(start, (int, torch.SymInt, torch.Tensor)):
        raise RuntimeError("start must be an integer or a tensor")
    if not isinstance(length, (int, torch.SymInt, torch.Tensor)):
        raise RuntimeError("length must be an integer or a tensor")
    if layout is torch.strided:
        if isinstance(start, torch.Tensor) or isinstance(length, torch.Tensor):
            raise RuntimeError("start and length must be integers for the strided layout NT impl")
        return as_nested_tensor([t.narrow(dim, start, length) for t in tensor.unbind()], layout=torch.strided)
    if layout is torch.jagged:
        if dim != 1:
            raise RuntimeError("jagged layout only supports dim=1")
        return _jagged.jagged_from_tensor_and_lengths(tensor, start, length)
    raise RuntimeError(f"Specified layout is unsupported for nested narrow: {layout}")


def masked_select(tensor, mask):
    """The nested tensor of the elements of each row that a mask picks."""
    if tensor.layout is not torch.strided:
        raise RuntimeError(f"torch.nested.masked_select requires a strided tensor, given {tensor.layout}")
    if mask.layout is not torch.strided:
        raise RuntimeError(f"torch.nested.masked_select requires a strided mask, given: {mask.layout}")
    lengths = mask.expand(tensor.shape).sum(dim=tensor.dim() - 1)
    offsets = torch.nn.functional.pad(lengths.reshape(-1).cumsum(0), (1, 0))
    return _jagged.nested_view_from_values_offsets(torch.masked_select(tensor, mask), offsets)
