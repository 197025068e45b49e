"""What is asked of tensors (sizes, strides, layout) as operators, which classes that answer such questions themselves are called with."""

import math

import torch
from torch._library.operator import Operator
from torch.library import Library

_aten = Library("aten", "FRAGMENT")


def _strides_like(x, memory_format):
    return memory_format is not torch.contiguous_format and x.is_contiguous(memory_format=memory_format)


def _dense(x):
    expected = 1
    for stride, size in sorted((stride, size) for size, stride in zip(x.size(), x.stride()) if size != 1):
        if stride != expected:
            return False
        expected *= size
    return True


for _schema, _answer in (
    ("size(Tensor self) -> int[]", lambda x: list(x.size())),
    ("size.int(Tensor self, int dim) -> int", lambda x, dim: x.size(dim)),
    ("stride(Tensor self) -> int[]", lambda x: list(x.stride())),
    ("stride.int(Tensor self, int dim) -> int", lambda x, dim: x.stride(dim)),
    ("dim(Tensor self) -> int", lambda x: x.dim()),
    ("numel(Tensor self) -> int", lambda x: x.numel()),
    ("storage_offset(Tensor self) -> int", lambda x: x.storage_offset()),
    ("element_size(Tensor self) -> int", lambda x: x.element_size()),
    ("is_complex(Tensor self) -> bool", lambda x: x.is_complex()),
    ("is_floating_point(Tensor self) -> bool", lambda x: x.is_floating_point()),
    ("is_contiguous(Tensor self) -> bool", lambda x: x.is_contiguous()),
    ("is_contiguous.memory_format(Tensor self, MemoryFormat memory_format) -> bool", lambda x, memory_format: x.is_contiguous(memory_format=memory_format)),
    ("is_strides_like_format(Tensor self, MemoryFormat memory_format) -> bool", _strides_like),
    ("is_non_overlapping_and_dense(Tensor self) -> bool", _dense),
    ("_foobar(Tensor self, bool arg1=True, bool arg2=True, *, bool arg3=True) -> Tensor", lambda x, arg1=True, arg2=True, *, arg3=True: x),
):
    _aten.define(_schema)
    _aten.impl(_schema.partition("(")[0], _answer, "CompositeExplicitAutograd")
for _schema, _answer in (("prim::layout(Tensor a) -> Layout", lambda x: x.layout), ("prim::device(Tensor a) -> Device", lambda x: x.device)):
    Operator(_schema, ()).register_kernel("CompositeExplicitAutograd", _answer)


def _ask(x, operator, *args):
    cls = type(x)
    answer = cls.__torch_dispatch__(operator, (cls,), (x, *args), {})
    if answer is NotImplemented:
        raise TypeError(f"Multiple dispatch failed for 'torch.ops.{operator.overloadpacket}'; all __torch_dispatch__ handlers returned NotImplemented:\n\n"
                        f"  - tensor subclass {cls}\n\nFor more information, try re-running with TORCH_LOGS=not_implemented")
    return answer


def _asked(operator, default, kinds):
    """The answer of the class, or what the tensor has where the class gives None."""
    name = operator.overloadpacket.__name__

    def ask(x):
        answer = _ask(x, operator)
        if answer is None and default is not None:
            return default(x)
        if not isinstance(answer, kinds):
            raise RuntimeError(f"{name} returned invalid type {type(answer).__name__}, expected {getattr(kinds, '__name__', 'int')}")
        return answer

    return ask


def install(cls, policy, device, layout):
    """Lets the objects of a class answer what its policy names."""
    aten, tensor, made = torch.ops.aten, torch.Tensor, {}
    numbers = (int, torch.SymInt)
    lists = (list, tuple)
    strides = _asked(aten.sym_stride.default, tensor.stride, lists)
    if policy is not None:

        def stride(self, dim=None):
            found = tuple(strides(self))
            return found if dim is None else found[dim]

        def is_contiguous(self, memory_format=torch.contiguous_format):
            if memory_format is torch.contiguous_format:
                answer = _ask(self, aten.is_contiguous.default)
            else:
                answer = _ask(self, aten.is_contiguous.memory_format, memory_format)
            return tensor.is_contiguous(self, memory_format=memory_format) if answer is None else answer

        made.update(stride=stride, is_contiguous=is_contiguous)
    if policy == "sizes":
        dims = _asked(aten.dim.default, None, int)
        sizes = _asked(aten.sym_size.default, tensor.size, lists)
        count = _asked(aten.sym_numel.default, tensor.numel, numbers)

        def size(self, dim=None):
            if dim is None:
                return torch.Size(sizes(self))
            dims(self)
            return sizes(self)[dim]

        made.update(size=size, dim=dims, numel=count, nelement=count, shape=property(size), ndim=property(dims), ndimension=dims,
                    storage_offset=_asked(aten.sym_storage_offset.default, tensor.storage_offset, numbers), __len__=lambda self: size(self, 0),
                    nbytes=property(lambda self: _ask(self, aten.numel.default) * self.element_size()))
    if device:
        place = _asked(torch.ops.prim.device.default, None, torch.device)
        made["device"] = property(place)
        for kind in ("cpu", "cuda", "meta", "xpu", "mps"):
            made["is_" + kind] = property(lambda self, kind=kind: place(self).type == kind)
    if layout:
        kept = _asked(torch.ops.prim.layout.default, None, torch.layout)
        made["layout"] = property(kept)
        for kind in ("sparse", "sparse_csr"):
            made["is_" + kind] = property(lambda self, kind=kind: kept(self) is (torch.sparse_coo if kind == "sparse" else torch.sparse_csr))
    for name, value in made.items():
        if name not in cls.__dict__:
            setattr(cls, name, value)


_symbolic = None  # made when it is first needed: the sizes, strides and offset of tensors that were made with symbolic numbers


def hinted(size, strides, offset):
    """Sizes, strides and offset with the numbers that symbolic ones stand for now; ones of which nothing is known are two."""
    if strides is None:
        strides, step = [], 1
        for n in reversed(size):
            strides.insert(0, step)
            step = step * n
    known = tuple((*size,)), tuple(strides), 0 if offset is None else offset

    def value(number):
        return number if isinstance(number, int) else number.node.hint if number.node.has_hint() else 2

    return known, tuple(map(value, known[0])), tuple(map(value, known[1])), value(known[2])


def keep(x, known):
    """Has a tensor answer with symbolic sizes, strides and offset."""
    global _symbolic
    if _symbolic is None:
        from torch.utils.weak import WeakIdKeyDictionary

        _symbolic = WeakIdKeyDictionary()
    _symbolic[x] = known
    cls, tensor = type(x), torch.Tensor
    if "_symbolic_geometry" in cls.__dict__:
        return

    def asked(name, index, answer):
        plain = getattr(tensor, name)

        def ask(self, *args, **kwargs):
            known = _symbolic.get(self)
            return plain(self, *args, **kwargs) if known is None else answer(known[index], *args, **kwargs)

        return ask

    def item(values, dim=None):
        if dim is None:
            return values
        if not -len(values) <= dim < len(values):
            raise IndexError(f"Dimension out of range (expected to be in range of [{-len(values)}, {len(values) - 1}], but got {dim})")
        return values[dim]

    def size(values, dim=None):
        return torch.Size(values) if dim is None else item(values, dim)

    sizes, count = asked("size", 0, size), asked("numel", 0, lambda values: math.prod(values[1:], start=values[0]) if values else 1)
    made = dict(size=sizes, shape=property(sizes), stride=asked("stride", 1, item), storage_offset=asked("storage_offset", 2, lambda value: value), numel=count, nelement=count,
                __len__=lambda self: int(sizes(self, 0)), _symbolic_geometry=True)
    for name, value in made.items():
        if name not in cls.__dict__:
            setattr(cls, name, value)
