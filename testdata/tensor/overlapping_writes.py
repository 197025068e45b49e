# Writes to tensors of which several elements lie at one place, or which share memory with what is read.
import torch


def report(name, f):
    try:
        result = f()
        print(name, result.tolist() if isinstance(result, torch.Tensor) else result)
    except RuntimeError as e:
        print(name, str(e).split(".")[0])


def twice():
    return torch.tensor([[1.0], [2.0]]).expand(2, 3)


def assign(x, at, value):
    x[at] = value
    return x


full, numbers = torch.ones(2, 3), torch.arange(9.0).view(3, 3)
report("copy_", lambda: twice().copy_(full))
for name, same in (("itself", lambda x: x), ("a view", lambda x: x.view(2, 3)), ("detached", lambda x: x.detach())):
    report(f"copy_ of {name}", lambda: (lambda x: x.copy_(same(x)))(twice()))
report("its transpose", lambda: (lambda x: x.copy_(x.t()))(numbers.clone()))
for name in ("fill_", "add_", "mul_", "masked_fill_"):
    arguments = {"masked_fill_": (full > 0, 3)}.get(name, (3,))
    report(name, lambda: getattr(twice(), name)(*arguments))
for at in (0, slice(None), ..., None, (0, slice(None)), (0, 1), (..., 0), (slice(None), slice(0, 1)), full > 0, torch.tensor([0])):
    for value in (5.0, torch.tensor(5.0)):
        report(f"[{at}] = {value}", lambda: assign(twice(), at, value))
report("[:] = itself", lambda: (lambda x: assign(x, slice(None), x))(twice()))
for name, size in (("zeros", (2, 3)), ("ones", (2, 3)), ("eye", (2, 3)), ("empty", (2, 3)), ("rand", (2, 3))):
    report(f"{name}(out=)", lambda: getattr(torch, name)(*size, out=twice()).shape)
report("full(out=)", lambda: torch.full((2, 3), 2.0, out=twice()))
report("add(out=)", lambda: torch.add(full, 1, out=twice()))
report("mm(out=)", lambda: torch.mm(full, torch.ones(3, 3), out=twice()))
report("a row over all", lambda: (lambda x: x.add_(x[0]))(numbers.clone()))
report("every second", lambda: (lambda x: x[::2].add_(x[1::2]))(torch.arange(6.0)))
