# Where torch.tensor, asarray, as_tensor, new_tensor and fftfreq put what they make; when asarray shares memory and history.
import torch


def report(name, f):
    try:
        result = f()
        if isinstance(result, torch.Tensor):
            result = tuple(result.shape), result.dtype, result.device.type, result.requires_grad, result.is_leaf
        print(name, result)
    except Exception as e:
        print(name, type(e).__name__, e)


x = torch.ones(2)
for device in ("cpu", "meta"):
    for name in ("tensor", "asarray", "as_tensor"):
        report(name, lambda: getattr(torch, name)([1, 2], device=device, dtype=torch.float64))
    for name in ("asarray", "as_tensor"):
        report(f"{name} of a tensor", lambda: getattr(torch, name)(x, device=device))
        report(f"{name} of a tensor", lambda: getattr(torch, name)(x.to("meta"), device=device))
    report("new_tensor", lambda: x.new_tensor([1, 2], device=device, requires_grad=True))
    report("fftfreq", lambda: torch.fft.fftfreq(5, 0.5, device=device))
    report("rfftfreq", lambda: torch.fft.rfftfreq(5, dtype=torch.float64, device=device))
report("new_tensor of meta", lambda: x.to("meta").new_tensor(torch.ones(3)))
with torch.device("meta"):
    for f in (torch.tensor, torch.asarray, torch.as_tensor):
        report(f.__name__, lambda: f([1.0]))
    report("fftfreq", lambda: torch.fft.fftfreq(3))
    report("new_tensor", lambda: x.new_tensor([3]))

makers = {"leaf": lambda: torch.ones(2, requires_grad=True), "computed": lambda: torch.ones(2, requires_grad=True) * 2, "plain": lambda: torch.ones(2)}
for name, make in makers.items():
    for kwargs in ({}, {"requires_grad": False}, {"requires_grad": True}, {"copy": True}, {"copy": False, "requires_grad": False}):
        def shared():
            a = make()
            b = torch.asarray(a, **kwargs)
            return b is a, a.requires_grad, b.requires_grad, b.is_leaf
        report(f"asarray of {name}, {kwargs}:", shared)
report("not shared", lambda: torch.asarray([1.0], copy=False))
report("not shared", lambda: torch.asarray(x, dtype=torch.int32, copy=False))
report("not shared", lambda: torch.asarray(x, device="meta", copy=False))
report("as_tensor", lambda: torch.as_tensor(x, copy=True))
report("fftfreq", lambda: torch.fft.fftfreq(3, dtype=torch.int64))
report("fftfreq", lambda: torch.fft.fftfreq(-1))
report("rfftfreq", lambda: torch.fft.rfftfreq(-3))
for f in (lambda: torch.tensor([1], requires_grad=True), lambda: torch.ones(2, dtype=torch.int64, requires_grad=True), lambda: torch.asarray([1], requires_grad=True),
          lambda: x.new_tensor([1], dtype=torch.int64, requires_grad=True), lambda: torch.nn.Parameter(torch.tensor([1])), lambda: torch.tensor([1]).requires_grad_()):
    report("integers", f)

# the hash of a tensor is its identity
p = torch.nn.Parameter(x)
print(hash(x) == id(x), hash(p) == id(p), p in {p}, x in {p: 1})
