# What __torch_dispatch__ returns in the place of tensors, wrapper classes on other devices, versions, and dispatch keys.
import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.testing._internal.logging_tensor import LoggingTensor
from torch.utils._python_dispatch import TorchDispatchMode


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, str(e).split("(#define")[0])


def answering(result):
    class Answer(torch.Tensor):
        @staticmethod
        def __new__(cls, elem):
            return torch.Tensor._make_subclass(cls, elem)

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return result

    return Answer(torch.zeros(2))


for result in ("arf", 3, None):
    a = answering(result)
    for f in (a.neg, lambda: a.split(1), a.detach):
        show(f)
    if result is None:
        show(lambda: a.max(0))
    show(lambda: bool(a))


class ByClass(TorchDispatchMode):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return func(*args)


def call():
    with ByClass():
        return torch.ones(2) + 1


show(call)


class Foo(torch.Tensor):
    pass


logged = LoggingTensor(torch.zeros(2))
show(lambda: logged.as_subclass(Foo))
show(lambda: torch.Tensor._make_subclass(Foo, logged))
show(lambda: type(logged.as_subclass(torch.Tensor)).__name__)
show(logged.numpy)
show(logged.tolist)
show(lambda: torch.ones(1).as_subclass(int))


class OnMeta(torch.Tensor):
    @staticmethod
    def __new__(cls, elem):
        return torch.Tensor._make_wrapper_subclass(cls, elem.size(), dtype=elem.dtype, device="meta")

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


print(OnMeta(torch.ones(2)).device)
x = LoggingTensor(torch.ones(2))
versions = [x._version]
for f in (lambda: x.detach().add_(2), lambda: x.data.add_(2), lambda: x.add_(1), lambda: x.view(2).add_(1), lambda: x[0:1].mul_(2)):
    f()
    versions.append(x._version)
print(versions)
for t in (torch.ones(2), torch.ones(2, device="meta"), torch.ones(2, dtype=torch.complex64).conj(), logged):
    print(torch._C._dispatch_keys(t))
op = torch.ops.aten.add.Tensor
print(op.tags, op.is_view, op._can_decompose(), torch.ops.aten.dropout.default._can_decompose(), torch.ops.aten.dropout.default.has_kernel_for_dispatch_key("CompositeImplicitAutograd"))
print(torch._C._parse_dispatch_key("CPU"), torch._C._to_functionality_key(torch._C.DispatchKey.AutogradCPU), repr(torch.ops.aten.add))
a, b = torch.ones(2), torch.nn.Parameter(torch.zeros(3))
torch.utils.swap_tensors(a, b)
print(type(a).__name__, type(b).__name__, a.shape, b.shape)
t = torch.ones(2)
weak = StorageWeakRef(t.untyped_storage())
print(weak.expired(), weak == StorageWeakRef(t.untyped_storage()))
y = torch._lazy_clone(t)
print(torch._C._is_cow_tensor(t), torch._C._is_cow_tensor(y), y.add_(1), torch._C._is_cow_tensor(y), torch._C._is_cow_tensor(t), t)
