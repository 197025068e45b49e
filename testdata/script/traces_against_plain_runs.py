# Random functions over the sizes of their arguments: a trace taken at some sizes gives at others what a plain run gives.
import random
import warnings

import torch

warnings.simplefilter("ignore")


def size_expression(r, name):
    dims = [f"{name}.size({r.randrange(3)})", f"{name}.shape[{r.randrange(-3, 3)}]"]
    e = r.choice(dims)
    for _ in range(r.randrange(3)):
        e = r.choice([f"({e} + {r.randrange(1, 3)})", f"({e} * {r.randrange(1, 3)})", f"({r.choice(dims)} * {e})", f"(({e} + 1) // 2)", f"({e} % 3 + 1)"])
    return e


def step(r):
    s = lambda: size_expression(r, "x")
    return r.choice([
        lambda: "x = x.view(x.size(0), -1).reshape(x.shape)",
        lambda: "x = x.view(x.shape[0] * x.shape[1], x.size(-1)).sum(1).view(x.size(0), x.size(1), 1).expand(x.shape)",
        lambda: f"x = x + torch.full(({s()}, 1, 1), 0.5).sum()",
        lambda: f"x = x * {s()}",
        lambda: f"x = x - torch.arange({s()}).sum()",
        lambda: f"x = x[:, : {s()}]",
        lambda: f"x = x[-{s()} :]",
        lambda: f"x = x[{s()} % x.size(0)].unsqueeze(0)",
        lambda: f"x = torch.cat([x, x.new_ones(x.shape[0], {s()}, x.shape[2])], 1)",
        lambda: "x = x.permute(2, 0, 1)",
        lambda: "b, c, d = x.shape\nx = x.transpose(0, 1).reshape(b, c, d)",
        lambda: "x = x.flatten(1).unflatten(1, (x.size(1), x.size(2)))",
        lambda: f"x = x.repeat(1, 1, {r.randrange(1, 3)})",
        lambda: "x = x / x.numel()",
        lambda: "x = x + torch.zeros_like(x).view(x.numel())[: x.size(0)].view(-1, 1, 1)",
        lambda: "x = x.narrow(1, 0, (x.size(1) + 1) // 2)",
        lambda: "x = x.index_select(0, torch.arange(x.size(0) - 1, -1, -1))",
        lambda: "x = torch.nn.functional.pad(x, (0, x.size(0) % 3))",
        lambda: "x = inner(x)",
    ])()


def inner(x):
    return x.contiguous().view(x.size(0) * x.size(1), x.size(2)).cumsum(0).view(x.shape)


checked, skipped = 0, 0
for seed in range(300):
    r = random.Random(seed)
    body = [step(r) for _ in range(r.randrange(1, 6))]
    text = "def f(x):\n" + "\n".join("    " + line for part in body for line in part.split("\n")) + "\n    return x\n"
    space = {"torch": torch, "inner": inner, "__name__": "__main__"}
    exec(text, space)
    f = space["f"]
    example = torch.arange(24.0).view(2, 3, 4)
    try:
        traced = torch.jit.trace(f, example, check_trace=False)
    except RuntimeError as e:
        skipped += 1
        continue
    for sizes in ((2, 3, 4), (5, 2, 3), (1, 4, 2), (3, 1, 1)):
        x = torch.arange(float(sizes[0] * sizes[1] * sizes[2])).view(sizes)
        try:
            want = f(x)
        except RuntimeError:
            continue
        try:
            got = traced(x)
            same = got.shape == want.shape and torch.allclose(got, want)
        except RuntimeError as e:
            same = False
        checked += 1
        if not same:
            print(seed, sizes, text)
print(checked, "agree", skipped, "not traced")
