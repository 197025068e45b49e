"""torch._foreach_powsum: sums of powers of sizes, one for each tensor of a list; zeros count for the power 0."""
import torch


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


given = [torch.tensor([1.0, -2.0]), torch.tensor([[3.0]])]
for ord in (0, 1, 2, 3, -1, 0.5, float("inf")):
    show(f"power {ord}", lambda: torch._foreach_powsum(given, ord))
show("two unless told", lambda: torch._foreach_powsum(given))
show("other type", lambda: torch._foreach_powsum(given, 2, dtype=torch.float64))
show("zeros", lambda: torch._foreach_powsum([torch.tensor([0.0, 1.0, float("nan")])], 0))
show("none", lambda: torch._foreach_powsum([torch.ones(0)], 2))
show("too large", lambda: torch._foreach_powsum([torch.ones(3000).half() * 10], 2))
show("short", lambda: torch._foreach_powsum([torch.ones(3).bfloat16()], 2))
show("complex", lambda: torch._foreach_powsum([torch.tensor([3 + 4j])], 2))
show("whole", lambda: torch._foreach_powsum([torch.tensor([1, 2])], 2))
show("no tensors", lambda: torch._foreach_powsum([], 2))
leaf = torch.ones(2, requires_grad=True)
show("gradient", lambda: torch.autograd.grad(torch._foreach_powsum([leaf], 2)[0], leaf))
with torch.no_grad():
    show("without gradients", lambda: torch._foreach_powsum([leaf], 2))
