"""lerp takes a weight of another type only where it is a single number."""
import torch

f = torch.ones(2)
half = torch.tensor(0.5, dtype=torch.float64)
for call in [lambda: torch.lerp(f, f + 1, half), lambda: torch.lerp(f, f + 1, half.expand(2)), lambda: torch.lerp(f, f + 1, torch.tensor([1, 0])), lambda: f.clone().lerp_(f, half),
             lambda: torch.lerp(f.half(), f.half(), f), lambda: torch.lerp(f, f.double(), f), lambda: torch.lerp(f, f + 2, f / 4), lambda: torch.quantile(torch.tensor([1.0, 2, 4]), 0.3)]:
    try:
        print(call())
    except RuntimeError as e:
        print(e)
