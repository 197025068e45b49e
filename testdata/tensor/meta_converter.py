"""MetaConverter: tensors without data that stand for others, in autograd and in shared memory too."""
import torch
from torch._subclasses.meta_utils import MetaConverter, assert_metadata_eq, is_sparse_any, safe_grad, safe_is_leaf


def same(a, b):
    assert a == b, (a, b)


def kinds():
    yield "plain", torch.randn(4)
    yield "leaf", torch.randn(4, requires_grad=True)
    yield "no leaf", torch.randn(4, requires_grad=True).neg()
    yield "view of a leaf", torch.randn(4, requires_grad=True)[1:]
    yield "view of no leaf", torch.randn(4, requires_grad=True).neg()[1:]
    yield "view of a view", torch.randn(4, 4)[1:].t()
    yield "channels last", torch.empty(2, 3, 4, 5, memory_format=torch.channels_last)
    yield "complex", torch.randn(4, 4, dtype=torch.cfloat).T
    yield "conjugated", torch.randn(4, dtype=torch.cfloat).conj()
    yield "imaginary part", torch.randn(4, dtype=torch.cfloat).imag
    yield "negated", torch.randn(4, dtype=torch.cfloat).conj().imag
    yield "sparse", torch.eye(3).to_sparse()
    yield "parameter", torch.nn.Parameter(torch.randn(3))
    with_grad = torch.randn(3, requires_grad=True)
    with_grad.sum().backward()
    yield "with a gradient", with_grad


for name, x in kinds():
    convert = MetaConverter()
    made = convert(x)
    if not made.is_sparse:
        assert_metadata_eq(same, made, x)
    print(name, "|", made.device, tuple(made.shape), made.requires_grad, made.is_leaf, made._is_view(), made is convert(x))

x = torch.randn(6)
convert = MetaConverter()
first, second, third = convert(x[:2]), convert(x[3:]), convert(torch.randn(2))
print(first._base is second._base, first.untyped_storage()._cdata == second.untyped_storage()._cdata, second.storage_offset())
print(first.untyped_storage()._cdata == third.untyped_storage()._cdata)
print(is_sparse_any(torch.eye(2).to_sparse_csr()), is_sparse_any(x), safe_grad(x), safe_is_leaf(x))
