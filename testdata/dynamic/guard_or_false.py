# Conditions on numbers that depend on data, where the program says what becomes of them.
import torch
from torch.fx.experimental.symbolic_shapes import guard_or_false, guard_or_true, guard_size_oblivious, statically_known_false, statically_known_true

torch._dynamo.config.capture_scalar_outputs = True
conditions = {"== 0": lambda n: n == 0, ">= 2": lambda n: n >= 2, "< 0": lambda n: n < 0}

for ask in (guard_size_oblivious, guard_or_false, guard_or_true, statically_known_true, statically_known_false):
    for text, condition in conditions.items():
        def f(x):
            n = x.item()
            torch._check_is_size(n)
            return torch.ones(1) if ask(condition(n)) else torch.zeros(n)

        torch._dynamo.reset()
        print(ask.__name__, text, torch.compile(f, backend="eager", fullgraph=True)(torch.tensor([3])))


def of_size(x):
    return x + 1 if guard_or_false(x.shape[0] > 3) else x * 5


x = torch.ones(5)
torch._dynamo.decorators.mark_unbacked(x, 0)
print(torch.compile(of_size, backend="eager", fullgraph=True)(x))
torch._dynamo.reset()
print(torch.compile(of_size, backend="eager", fullgraph=True, dynamic=True)(torch.ones(5)))
