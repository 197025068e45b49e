"""Compiled code draws random numbers from a stream for each operator, by seeds that a call takes from the generator; other backends draw as plain code does."""
import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.compile
def draws(x):
    return (F.dropout(x, 0.3, True), torch.rand(4, 3), torch.randn_like(x), torch.randint(0, 10, (5,)), torch.bernoulli(torch.sigmoid(x)), torch.randperm(5),
            F.dropout(x.half(), 0.5, True), torch.empty(3).uniform_(1., 2.), torch.empty(3).normal_(1., 2.), torch.rand(3, dtype=torch.float64), torch.randn(3, dtype=torch.bfloat16),
            torch.multinomial(torch.sigmoid(x[0]), 2), torch.empty(3).exponential_(1.), torch.rand_like(x.t()), torch.normal(x, 1.0))


torch.manual_seed(0)
x = torch.arange(12.).reshape(3, 4)
for v in draws(x):
    print(v, v.stride())
print(torch.rand(1))

sized = torch.compile(lambda x, n: torch.rand(n) + x.sum(), dynamic=True)
print([sized(x, n) for n in (3, 4)])

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 1))
for backend in ("inductor", "aot_eager", "eager"):
    torch.manual_seed(3)
    torch._dynamo.reset()
    model.zero_grad()
    loss = torch.compile(model, backend=backend)(torch.ones(5, 4)).sum()
    loss.backward()
    print(backend, loss, model[2].weight.grad[0, :3])
q = torch.arange(24.).reshape(1, 2, 3, 4) / 24
print(torch.compile(lambda q: F.scaled_dot_product_attention(q, q, q, dropout_p=0.5))(q))

torch._dynamo.reset()
torch.manual_seed(0)
plain = F.dropout(x, 0.3, True), torch.rand(3)
torch.manual_seed(0)
with torch._inductor.config.patch(fallback_random=True):
    same = torch.compile(lambda x: (F.dropout(x, 0.3, True), torch.rand(3)))(x)
print([torch.allclose(a, b) for a, b in zip(plain, same)])
