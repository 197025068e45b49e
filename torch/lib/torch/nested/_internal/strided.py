"""Nested tensors of layout torch.strided: a list of pieces whose sizes may differ in every dimension."""

import itertools

import torch

_NO_SIZES = "Internal error: NestedTensorImpl doesn't support sizes. Please file an issue."
_NO_STRIDES = "Internal error: NestedTensorImpl doesn't support strides. Please file an issue."


class StridedNestedTensor(torch.Tensor):
    """[batch, ...]. The pieces carry the history of autograd."""

    @staticmethod
    def __new__(cls, parts, rank, dtype):
        torch._C._warn_once("The PyTorch API of nested tensors is in prototype stage and will change in the near future. We recommend specifying "
                            "layout=torch.jagged when constructing a nested tensor, as this layout receives active development, has better operator coverage, "
                            "and works with torch.compile.")
        return torch.Tensor._make_wrapper_subclass(cls, (len(parts),) + (1,) * rank, dtype=dtype)

    def __init__(self, parts, rank, dtype):
        self._parts, self._rank = list(parts), rank

    layout = property(lambda self: torch.strided)
    is_nested = property(lambda self: True)
    ndim = property(lambda self: self._rank + 1)
    grad_fn = property(lambda self: self._parts[0].grad_fn if self._parts else None)
    is_leaf = property(lambda self: all(t.is_leaf for t in self._parts))
    requires_grad = property(lambda self: any(t.requires_grad for t in self._parts))
    shape = property(lambda self: self.size())

    @property
    def grad(self):
        if all(t.grad is None for t in self._parts):
            return None
        return _made([torch.zeros_like(t) if t.grad is None else t.grad for t in self._parts], self)

    def dim(self):
        return self._rank + 1

    ndimension = dim

    def size(self, dim=None):
        if dim is None:
            raise RuntimeError(_NO_SIZES)
        d = _dim(self, dim)
        if d == 0:
            return len(self._parts)
        sizes = {t.size(d - 1) for t in self._parts}
        if len(sizes) > 1:
            raise RuntimeError(f"Given dimension {d} is irregular and does not have a size.")
        return sizes.pop() if sizes else 0

    def stride(self, dim=None):
        raise RuntimeError(_NO_STRIDES)

    def tolist(self):
        raise RuntimeError(_NO_STRIDES)

    def __len__(self):
        raise RuntimeError(_NO_SIZES)

    def __iter__(self):
        return iter(self.unbind())

    def numel(self):
        return sum(t.numel() for t in self._parts)

    nelement = numel

    def is_contiguous(self, memory_format=torch.contiguous_format):
        return all(t.is_contiguous() for t in self._parts)

    def storage_offset(self):
        return 0

    @property
    def data(self):
        return self.detach()

    @property
    def nbytes(self):
        return self.numel() * self.element_size()

    def untyped_storage(self):
        return self.values().untyped_storage()

    def values(self):
        return torch.cat([t.reshape(-1) for t in self._parts]) if self._parts else torch.empty(0)

    def _nested_tensor_size(self):
        return torch.tensor([list(t.shape) for t in self._parts], dtype=torch.int64)

    def _nested_tensor_strides(self):
        return torch.tensor([list(t.stride()) for t in self._parts], dtype=torch.int64)

    def _nested_tensor_storage_offsets(self):
        return torch.tensor([t.storage_offset() for t in self._parts], dtype=torch.int64)

    def unbind(self, dim=0):
        if _dim(self, dim) != 0:
            raise RuntimeError(f"NestedTensor can only be unbound along dimension 0 got dimension {dim} instead.")
        return tuple(_seen(t, "UnbindBackwardAutogradNestedTensor0") for t in self._parts)

    def to_padded_tensor(self, padding, output_size=None):
        if not self._parts:
            raise RuntimeError("at least one constituent tensor should have non-zero numel")
        if not self.is_contiguous():
            raise RuntimeError("for now to_padded_tensor only supports contiguous nested tensor")
        longest = [max(t.size(d) for t in self._parts) for d in range(self._rank)]
        if output_size is not None:
            if len(output_size) != self.dim():
                raise RuntimeError("Length of output_size does not match NestedTensor dims. Broadcasting is not supported.")
            if any(wanted < needed for wanted, needed in zip(output_size, [len(self._parts), *longest])):
                raise RuntimeError("Value in output_size is less than NestedTensor padded size. Truncation is not supported.")
            longest = list(output_size[1:])
        rows = []
        for t in self._parts:
            pad = [n for d in reversed(range(self._rank)) for n in (0, longest[d] - t.size(d))]
            rows.append(torch.nn.functional.pad(t, pad, value=padding) if any(pad) else t)
        made = torch.stack(rows)
        if output_size is not None and output_size[0] > len(rows):
            made = torch.cat([made, made.new_full((output_size[0] - len(rows), *longest), padding)])
        return _Padded.apply(made)

    def requires_grad_(self, requires_grad=True):
        for t in self._parts:
            t.requires_grad_(requires_grad)
        return self

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        torch.autograd.backward(self._parts, None if gradient is None else gradient._parts, retain_graph, create_graph, inputs)

    def __repr__(self, *, tensor_contents=None):
        inside = ",\n".join("  " + str(t.detach().requires_grad_(self.requires_grad)).replace("\n", "\n  ") for t in self._parts)
        tail = ", requires_grad=True" if self.requires_grad and self.grad_fn is None else f", grad_fn=<{self.grad_fn.name()}>" if self.grad_fn is not None else ""
        return f"nested_tensor([\n{inside}\n]{tail})"

    __str__ = __repr__

    def __deepcopy__(self, memo):
        return _made([t.detach().clone() for t in self._parts], self).requires_grad_(self.requires_grad)

    def __reduce_ex__(self, protocol):
        parts = [t.detach().contiguous() for t in self._parts]
        starts = [0, *itertools.accumulate(t.numel() for t in parts)]
        buffer = torch.cat([t.reshape(-1) for t in parts]) if parts else torch.empty(0)
        table = lambda rows: torch.tensor(rows, dtype=torch.int64)
        return torch._utils._rebuild_nested_tensor, (buffer, table([t.size() for t in parts]), table([t.stride() for t in parts]), table(starts[:-1]))

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        raise _unknown(func)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        from torch.nested._internal.stridedops import strided_torch_function

        return strided_torch_function(func, *args, **(kwargs or {}))


class _Piece(torch.autograd.Function):
    """A piece that the program sees, as a step of its own."""

    @staticmethod
    def forward(ctx, piece, name):
        ctx._node_name = name
        return piece.view_as(piece)

    @staticmethod
    def backward(ctx, grad):
        return grad, None


def _seen(piece, name):
    return _Piece.apply(piece, name) if piece.requires_grad and torch.is_grad_enabled() else piece


class _Padded(torch.autograd.Function):
    """The history of a padded tensor, as one step that the program sees by PyTorch's name."""

    @staticmethod
    def forward(ctx, padded):
        ctx._node_name = "ToPaddedTensorBackward0"
        return padded.view_as(padded)

    @staticmethod
    def backward(ctx, grad):
        return grad


def _unknown(name):
    return NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'NestedTensorCPU' backend. This could be because the operator doesn't exist for this "
                               "backend, or was omitted during the selective/custom build process (if using custom build).")


def _dim(nested, dim):
    n = nested.dim()
    if not -n <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    return dim % n


def _made(parts, like=None):
    """The nested tensor of some pieces, as many as those of another one."""
    rank = parts[0].dim() if parts else like._rank
    return StridedNestedTensor(parts, rank, parts[0].dtype if parts else like.dtype)


def from_list(tensors):
    """The nested tensor of a list, which is copied into memory of its own."""
    if not tensors:
        return StridedNestedTensor([], 0, torch.get_default_dtype())
    if len({t.dim() for t in tensors}) != 1:
        raise RuntimeError("All Tensors given to nested_tensor must have the same dimension. "
                           f"Found dimension {tensors[-1].dim()} for Tensor at index {len(tensors) - 1} and "
                           f"dimension {tensors[0].dim()} for Tensor at index 0.")
    dtype = tensors[0].dtype
    buffer = torch.cat([t.to(dtype).reshape(-1) for t in tensors])
    pieces = buffer.split([t.numel() for t in tensors])
    return _made([p.view(t.shape) for p, t in zip(pieces, tensors)])
