# What storages, devices and generators say of calls that they do not understand, and what buffers become.
import torch


def shown(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


Ints, Typed, Untyped = torch.IntStorage, torch.TypedStorage, torch.UntypedStorage
data = b"abcdefgh"
g = torch.Generator()
for f in [
    lambda: Ints.from_buffer(data), lambda: Ints.from_buffer(data, "x"), lambda: Ints.from_buffer(data, "big", offset=11),
    lambda: Ints.from_buffer(data, "big", count=3), lambda: Ints.from_buffer(data, "big", offset=3), lambda: Ints.from_buffer(data, "big", 1, 4).tolist(),
    lambda: Ints.from_buffer(data, byte_order="little").tolist(), lambda: torch.CharStorage.from_buffer(data, offset=6).tolist(),
    lambda: torch.BoolStorage.from_buffer(bytearray([2, 0]), "native").tolist(), lambda: Typed.from_buffer(data[:2], "big", dtype=torch.int16).tolist(),
    lambda: Ints._new_shared(2).is_shared(), lambda: Ints.dtype, lambda: Ints([1]).dtype, lambda: Untyped(2).get_device(), lambda: Untyped(2).mps(),
    lambda: Ints(wrap_storage=3), lambda: Typed(3, wrap_storage=Untyped(4), dtype=torch.int), lambda: Typed(wrap_storage=Untyped(4)),
    lambda: Typed(wrap_storage=Untyped(4), dtype=torch.int, device="cpu"), lambda: Typed(dtype=3), lambda: Typed({1}), lambda: Ints(1.5),
    lambda: Ints(torch.ones(2)), lambda: Ints(3, wrap_storage=Untyped(4)), lambda: Ints(foo=1), lambda: Ints(1, 2),
    lambda: torch.device(), lambda: torch.device(True), lambda: torch.device(1.5), lambda: torch.device(None), lambda: torch.device("cpu", "1"),
    lambda: torch.device("cpu", True), lambda: torch.device("cpu", -1), lambda: torch.device(device="cpu"), lambda: torch.device(type="cuda", index=2),
    lambda: torch.Generator(0), lambda: g.manual_seed(1.5), lambda: g.manual_seed("a"), lambda: g.get_offset(), lambda: g.set_offset(3),
    lambda: g.graphsafe_get_state(), lambda: g.graphsafe_set_state(g),
]:
    shown(f)


class Tagged(torch.Tensor):
    __slots__ = ["tag"]


a, b = torch.ones(2).as_subclass(Tagged), torch.zeros(2).as_subclass(Tagged)
a.tag = "first"
torch.utils.swap_tensors(a, b)
print(a, b, b.tag, hasattr(a, "tag"))
shown(lambda: torch.utils.swap_tensors(torch.ones(1), a))
