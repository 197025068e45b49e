# What goes wrong with tensors, and what it says.
import torch

x, m = torch.ones(2, 3), torch.ones(4, 5)
cases = {
    "add": lambda: x + m,
    "matmul": lambda: x @ m,
    "view": lambda: x.view(4),
    "reshape": lambda: x.reshape(-1, 4),
    "index": lambda: x[5],
    "too many": lambda: x[0, 0, 0],
    "cat": lambda: torch.cat([x, m]),
    "stack": lambda: torch.stack([x, m]),
    "dim": lambda: x.sum(dim=3),
    "item": lambda: x.item(),
    "bool": lambda: bool(x),
    "dtype": lambda: torch.ones(2, dtype=torch.int64).mean(),
    "inplace": lambda: torch.ones(2, dtype=torch.int64).add_(1.5),
    "grad": lambda: x.backward(),
    "leaf": lambda: torch.ones(2, requires_grad=True).add_(1),
    "attribute": lambda: x.frobnicate,
    "ragged": lambda: torch.tensor([[1, 2], [3]]),
    "broadcast": lambda: x.expand(3, 3),
    "permute": lambda: x.permute(0, 0),
    "squeeze": lambda: torch.squeeze(x, 4),
    "linear": lambda: torch.nn.functional.linear(x, m),
    "cross": lambda: torch.nn.functional.cross_entropy(x, torch.tensor([0, 1, 2])),
    "chunk": lambda: x.chunk(0),
    "gather": lambda: torch.gather(x, 1, torch.tensor([[7]])),
}
for name, case in cases.items():
    try:
        print(name, case())
    except (RuntimeError, IndexError, ValueError, AttributeError, TypeError) as e:
        print(f"{name}: {type(e).__name__}: {str(e).splitlines()[0]}")
