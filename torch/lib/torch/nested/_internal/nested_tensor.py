"""Nested tensors of layout torch.jagged: values in one tensor, in which the ragged dimension of all pieces is one, and the offsets at which they begin.

The object is a shell: functions are met in __torch_function__ and work on the values, whose history in autograd is that of the nested tensor."""

import itertools

import torch

_numbers = itertools.count(1)  # of nested ints


def get_tensor_symint(tensor, *, coeff=1):
    """The size of the ragged dimension of all nested tensors with the same offsets (or lengths), which know their number."""
    number = tensor.__dict__.get("_ragged_number")
    if number is None:
        number = tensor._ragged_number = next(_numbers)
    return torch._C._nested_int(number) * coeff


class NestedTensor(torch.Tensor):
    """[batch, ragged, sizes...]; the ragged dimension may be another one, but not the first."""

    @staticmethod
    def __new__(cls, values, offsets, *, lengths=None, **kwargs):
        rank = values.dim() + 1
        return torch.Tensor._make_wrapper_subclass(cls, (1,) * rank, dtype=values.dtype, device=values.device)

    def __init__(self, values, offsets, *, lengths=None, _ragged_idx=1, _metadata_cache=None, **kwargs):
        self._values, self._offsets, self._lengths, self._ragged_idx = values, offsets, lengths, _ragged_idx
        self._metadata_cache = dict(_metadata_cache or {})
        size = list(values.shape)
        size[_ragged_idx - 1] = get_tensor_symint(offsets if lengths is None else lengths)
        self._size = torch.Size([offsets.shape[0] - 1, *size])

    layout = property(lambda self: torch.jagged)
    is_nested = property(lambda self: True)
    shape = property(lambda self: self._size)
    ndim = property(lambda self: len(self._size))
    requires_grad = property(lambda self: self._values.requires_grad, lambda self, on: setattr(self._values, "requires_grad", on))
    grad_fn = property(lambda self: self._values.grad_fn)
    is_leaf = property(lambda self: self._values.is_leaf)
    data = property(lambda self: self._with(self._values.data))
    T = property(lambda self: self.permute(*reversed(range(self.dim()))))
    mT = property(lambda self: self.transpose(-1, -2))

    @property
    def grad(self):
        return None if self._values.grad is None else self._with(self._values.grad)

    @grad.setter
    def grad(self, value):
        self._values.grad = value._values if isinstance(value, NestedTensor) else value

    def _with(self, values, **changed):
        """Other values with the same pieces."""
        given = {"lengths": self._lengths, "_ragged_idx": self._ragged_idx, "_metadata_cache": self._metadata_cache, **changed}
        return NestedTensor(values, self._offsets, **given)

    def values(self):
        return self._values

    def offsets(self):
        return self._offsets

    def lengths(self):
        return self._lengths

    def _lengths_list(self):
        return (self._offsets.diff() if self._lengths is None else self._lengths).tolist()

    def _get_max_seqlen(self):
        if "max_seqlen" not in self._metadata_cache:
            self._metadata_cache["max_seqlen"] = max(self._lengths_list(), default=0)
        return self._metadata_cache["max_seqlen"]

    def _get_min_seqlen(self):
        if "min_seqlen" not in self._metadata_cache:
            self._metadata_cache["min_seqlen"] = min(self._lengths_list(), default=0)
        return self._metadata_cache["min_seqlen"]

    _max_seqlen = property(_get_max_seqlen)
    _min_seqlen = property(_get_min_seqlen)
    _maybe_max_seqlen = property(lambda self: self._metadata_cache.get("max_seqlen"))
    _maybe_min_seqlen = property(lambda self: self._metadata_cache.get("min_seqlen"))

    def dim(self):
        return len(self._size)

    ndimension = dim

    def size(self, dim=None):
        return self._size if dim is None else self._size[dim]

    def numel(self):
        return self._values.numel() if self._lengths is None else sum(t.numel() for t in self.unbind())

    nelement = numel

    def stride(self, dim=None):
        inner = self._values.stride()
        strides = (self._size[self._ragged_idx] * inner[self._ragged_idx - 1], *inner) if self._ragged_idx == 1 else (_product(self._size[1:]), *inner)
        return strides if dim is None else strides[dim]

    def storage_offset(self):
        return self._values.storage_offset()

    @property
    def nbytes(self):
        return self.numel() * self.element_size()

    def untyped_storage(self):
        return self._values.untyped_storage()

    def is_contiguous(self, memory_format=torch.contiguous_format):
        return self._lengths is None and self._values.is_contiguous() and self._ragged_idx == 1

    def __len__(self):
        return self._size[0]

    def __iter__(self):
        return iter(self.unbind())

    def tolist(self):
        raise RuntimeError(".tolist() is not supported for tensor subclasses, got NestedTensor")

    def numpy(self, *, force=False):
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")

    def unbind(self, dim=0):
        if dim not in (0, -self.dim()):
            raise RuntimeError("unbind(): only supported for NestedTensor on dim=0")
        ragged = self._ragged_idx - 1
        starts = self._offsets.tolist()
        lengths = self._lengths_list()
        if self._lengths is None:
            return torch.split(self._values, lengths, dim=ragged) if lengths else ()
        return tuple(self._values.narrow(ragged, start, length) for start, length in zip(starts, lengths))

    def to_padded_tensor(self, padding, output_size=None):
        if self._lengths is not None:
            raise RuntimeError("to_padded_tensor(): not supported for nested tensors with holes")
        ragged = self._ragged_idx - 1
        longest = self._get_max_seqlen() if output_size is None else output_size[self._ragged_idx]
        rows = []
        for part in self.unbind():
            n = part.size(ragged)
            if n > longest:
                part = part.narrow(ragged, 0, longest)
            elif n < longest:
                sizes = list(part.shape)
                sizes[ragged] = longest - n
                part = torch.cat([part, part.new_full(sizes, padding)], ragged)
            rows.append(part)
        from torch.nested._internal.strided import _Padded

        return _Padded.apply(torch.stack(rows))

    def requires_grad_(self, requires_grad=True):
        self._values.requires_grad_(requires_grad)
        return self

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        self._values.backward(gradient._values if isinstance(gradient, NestedTensor) else gradient, retain_graph, create_graph, inputs)

    def retain_grad(self):
        self._values.retain_grad()

    def __repr__(self, *, tensor_contents=None):
        tail = ", requires_grad=True" if self.requires_grad and self.grad_fn is None else f", grad_fn={self.grad_fn}" if self.grad_fn is not None else ""
        return f"NestedTensor(size={tuple(self._size)}, offsets={self._offsets}{tail}, contiguous={self.is_contiguous()})".replace("'", "")

    __str__ = __repr__

    def __deepcopy__(self, memo):
        lengths = None if self._lengths is None else self._lengths.clone()
        made = NestedTensor(self._values.detach().clone(), self._offsets.clone(), lengths=lengths, _ragged_idx=self._ragged_idx, _metadata_cache=dict(self._metadata_cache))
        return made.requires_grad_(self.requires_grad)

    def __reduce_ex__(self, protocol):
        return _rebuild_njt, (self._values, self._offsets, self._lengths, self._ragged_idx)

    def __tensor_flatten__(self):
        inner = ["_values", "_offsets"] + ["_lengths"] * (self._lengths is not None)
        return inner, {"requires_grad": self.requires_grad, "ragged_idx": self._ragged_idx}

    @staticmethod
    def __tensor_unflatten__(inner_tensors, meta, outer_size, outer_stride):
        return NestedTensor(inner_tensors["_values"], inner_tensors["_offsets"], lengths=inner_tensors.get("_lengths"), _ragged_idx=meta["ragged_idx"])

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        raise NotImplementedError(str(func))

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        from torch.nested._internal.ops import jagged_torch_function

        return jagged_torch_function(func, *args, **(kwargs or {}))


NestedTensor.__module__ = "torch.nested._internal.nested_tensor"


def _rebuild_njt(values, offsets, lengths, ragged_idx):
    return NestedTensor(values, offsets, lengths=lengths, _ragged_idx=ragged_idx)


def _product(sizes):
    made = 1
    for s in sizes:
        made = s * made
    return made


def nested_view_from_values_offsets(values, offsets, ragged_idx=1, min_seqlen=None, max_seqlen=None):
    return nested_view_from_values_offsets_lengths(values, offsets, None, ragged_idx, min_seqlen, max_seqlen)


def nested_view_from_values_offsets_lengths(values, offsets, lengths, ragged_idx=1, min_seqlen=None, max_seqlen=None):
    known = {name: int(n) for name, n in (("min_seqlen", min_seqlen), ("max_seqlen", max_seqlen)) if n is not None}
    return NestedTensor(values, offsets, lengths=lengths, _ragged_idx=ragged_idx, _metadata_cache=known)


def jagged_from_list(tensors, offsets, dtype=None, device=None):
    """The nested tensor of a list, and its offsets; offsets of another nested tensor give it the same ragged size."""
    if len(tensors) == 0:
        raise RuntimeError("Cannot construct a nested tensor from an empty tensor list")
    if len({t.dtype for t in tensors}) != 1:
        raise RuntimeError("When constructing a nested tensor, all tensors in list must have the same dtype")
    if len({t.device for t in tensors}) != 1:
        raise RuntimeError("When constructing a nested tensor, all tensors in list must be on the same device")
    if len({t.dim() for t in tensors}) != 1:
        raise RuntimeError("When constructing a nested tensor, all tensors in list must have the same dim")
    if tensors[0].dim() == 0:
        raise RuntimeError("Cannot construct a nested tensor from a list of zero-dim tensors")
    ragged = _ragged_place([tuple(t.shape) for t in tensors])
    values = torch.cat(list(tensors), dim=ragged).to(dtype=dtype or tensors[0].dtype, device=device or tensors[0].device)
    lengths = [t.shape[ragged] for t in tensors]
    if offsets is None:
        offsets = torch.cat([torch.zeros(1, dtype=torch.int64), torch.tensor(lengths, dtype=torch.int64).cumsum(0)]).to(values.device)
    made = nested_view_from_values_offsets(values, offsets, ragged_idx=ragged + 1, min_seqlen=min(lengths), max_seqlen=max(lengths))
    return made, offsets


def _ragged_place(shapes):
    """The only dimension in which sizes differ, the first if none does."""
    different = [d for d in range(len(shapes[0])) if len({s[d] for s in shapes}) > 1]
    if len(different) > 1:
        raise RuntimeError("Cannot represent given tensor list as a nested tensor with the jagged layout. Note that the jagged layout only allows for a single ragged "
                           "dimension. For example: (B, *, D_0, D_1, ..., D_N), with ragged * dim.")
    return different[0] if different else 0


def jagged_from_tensor_and_lengths(tensor, starts, lengths):
    """Parts of the rows of a dense tensor [batch, sequence, ...], without a copy."""
    batch = tensor.shape[0]
    if isinstance(starts, int):
        starts = torch.full((batch,), starts, dtype=torch.int64)
    if isinstance(lengths, int):
        lengths = torch.full((batch,), lengths, dtype=torch.int64)
    width = tensor.shape[1]
    offsets = torch.cat([starts + torch.arange(batch) * width, (torch.tensor([batch * width]))])
    offsets[-1] = (starts[-1] + lengths[-1] + (batch - 1) * width) if batch else 0
    values = tensor.reshape(batch * width, *tensor.shape[2:])
    return nested_view_from_values_offsets_lengths(values, offsets, lengths, min_seqlen=int(lengths.min()), max_seqlen=int(lengths.max()))


def nested_from_padded(padded, offsets, ragged_idx=1, min_seqlen=None, max_seqlen=None, sum_S=None):
    """The pieces of a padded dense tensor [batch, longest, ...]."""
    parts = [row.narrow(ragged_idx - 1, 0, n) for row, n in zip(padded.unbind(0), offsets.diff().tolist())]
    return nested_view_from_values_offsets(torch.cat(parts, ragged_idx - 1), offsets, ragged_idx, min_seqlen, max_seqlen)


class ViewBufferFromNested(torch.autograd.Function):
    """The values of a nested tensor; a step of its own in the graph."""

    @staticmethod
    def forward(ctx, values):
        return values.view_as(values)

    @staticmethod
    def backward(ctx, grad):
        return grad


class ViewNestedFromBuffer(ViewBufferFromNested):
    """A nested tensor over values, made of the parts that apply is given."""

    @classmethod
    def apply(cls, values, offsets, metadata_cache=None, dummy=None):
        return NestedTensor(super().apply(values), offsets, _metadata_cache=metadata_cache)


def buffer_from_jagged(jagged):
    return ViewBufferFromNested.apply(jagged._values)


def nested_from_jagged_like(values, like):
    return like._with(values)
