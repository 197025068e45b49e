import logging

import torch
from torch.compiler import precompile

logging.getLogger("torch._precompile").setLevel(logging.ERROR)


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__qualname__, str(e)[:150]


def both(fn, *args):
    for backend in ("eager", "inductor"):
        made = attempt(precompile, fn, *args, backend=backend)
        yield made if made[0] == "precompile.PrecompileError" else precompile.load(*made)


torch.manual_seed(0)
model, x = torch.nn.Linear(2, 2), torch.ones(3, 2)


def step(model, x):
    loss = model(x).pow(2).sum()
    loss.backward()
    return {"loss": loss.detach(), "sizes": [tuple(x.shape), None]}


for f in both(step, model, x):
    print(f(model, x), model.weight.grad)
    f(model, x)
    print(model.bias.grad)
    model.zero_grad()
    for call in [(model,), (3, x), (model, torch.ones(4, 2)), (model, x.int()), (torch.nn.Linear(2, 3), x), (torch.nn.Sequential(model), x)]:
        print(attempt(f, *call))
constant = torch.ones(2)
print(*both(lambda x: x + constant, x))
for f in both(lambda x: (x.add_(1), x.view(-1), x * 2)[1:], x):
    y = torch.zeros(3, 2)
    flat, doubled = f(y)
    print(y.sum(), flat._base is y, doubled.sum())
varying = torch.ones(4, 2)
torch._dynamo.decorators.mark_unbacked(varying, 0, max=8)
f = precompile.load(*precompile(lambda x: x * 2 + x.shape[0], varying))
print(f(torch.ones(7, 2)).sum(), attempt(f, torch.ones(9, 2)))
code, cache = precompile(lambda x: x + 1, x, backend="eager")
print(attempt(precompile.load, code, precompile(lambda x: x - 1, x, backend="eager")[1])[1][:40], attempt(precompile.load, "x = 3", cache)[1][:60])
print(attempt(precompile, step, model, x, tracer="dynamo"), attempt(precompile, step, model, x, backend="other"))
