"""What vmap does with random operators: errors, one draw for all, or a draw for each element."""
import torch
import torch.nn.functional as F
from torch.func import vmap

calls = {
    "rand": lambda x: torch.rand(3), "randn": lambda x: torch.randn(3), "randint_like": lambda x: torch.randint_like(x, 100), "randn_like": torch.randn_like,
    "normal_": lambda x: x.clone().normal_(), "not mapped": lambda x: torch.zeros(3).normal_() + x, "bernoulli": lambda x: torch.bernoulli(x / 2),
    "bernoulli_ of mapped": lambda x: torch.zeros(3).bernoulli_(x / 2), "multinomial": lambda x: torch.multinomial(x, 2), "dropout": F.dropout,
    "dropout of what is not mapped": lambda x: F.dropout(torch.ones(3)) + x, "alpha_dropout": lambda x: F.alpha_dropout(x, 0.5, True),
    "native_dropout": lambda x: torch.native_dropout(x, 0.5, True)[0],
}
x = torch.ones(4, 3)
for name, f in calls.items():
    for randomness in ("error", "same", "different"):
        torch.manual_seed(0)
        try:
            out = vmap(f, randomness=randomness)(x)
            print(name, randomness, "equal:", all(torch.equal(out[0], row) for row in out), out[1].tolist())
        except RuntimeError as e:
            print(name, randomness, e)
nested = vmap(vmap(lambda x: torch.randn(3), randomness="different"), randomness="different")
torch.manual_seed(0)
print(nested(torch.ones(2, 4, 3)))
