"""Truths that depend on data where operators take numbers, where they take flags, and turned round."""
import torch


def shown(gm, inputs):
    print(gm.code.strip().split("\n", 1)[1])
    return gm


def attempt(name, g):
    torch._dynamo.reset()
    f = torch.compile(lambda x, y: g(x.item(), y), backend=shown, fullgraph=True)
    try:
        print(name, f(torch.tensor(True), torch.ones(2)), f(torch.tensor(False), torch.ones(2)))
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:150])


with torch._dynamo.config.patch(capture_scalar_outputs=True):
    attempt("full", lambda u, y: torch.full((2,), u))
    attempt("full of floats", lambda u, y: torch.full((2,), u, dtype=torch.float32))
    attempt("where", lambda u, y: torch.where(y > 0, u, False))
    attempt("masked_fill", lambda u, y: y.masked_fill(y > 0, u))
    attempt("clamp", lambda u, y: torch.clamp(y, min=u))
    attempt("sym_not", lambda u, y: torch.sym_not(u))
    attempt("keepdim", lambda u, y: torch.sum(y, 0, keepdim=u))

    @torch.compile(fullgraph=True, backend="eager")
    def checked(x):
        u = x.item()
        torch._check(u > 3, lambda: f"bad {u}")
        return torch.ones(u)

    try:
        checked(torch.tensor(4))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
