# Tensors without dimensions stand for the numbers that operators multiply by, and fill tensors.
import torch

x = torch.ones(2, 3)
a = torch.full((2, 3), 2.)
b = torch.full((2, 3), 3.)
s = torch.tensor(.5)
i = torch.tensor(2)


class Shown:
    def __call__(self, gm, example):
        print(gm.code.strip())
        return gm


def show(f):
    torch._dynamo.reset()
    try:
        print(torch.compile(f, backend=Shown(), fullgraph=True)(x.clone()))
    except Exception as e:
        print(type(e).__name__, [line.split(": ")[-1] for line in str(e).split("\n") if "must be Number" in line][:1])


show(lambda x: torch.add(x, a, alpha=s))
show(lambda x: x.add(a, alpha=i))
show(lambda x: x.clone().sub_(a, alpha=s))
show(lambda x: torch.addcmul(x, a, b, value=s))
show(lambda x: torch.addcdiv(x, a, b, value=s))
show(lambda x: torch.full((2,), s))
show(lambda x: torch.full((2,), x.sum(), dtype=torch.float64))
show(lambda x: torch.full((2,), 3))
show(lambda x: torch.add(x, a, alpha=x))
for backend in ("eager", "aot_eager"):
    print(torch.compile(lambda x: torch.add(x, a, alpha=s) * 2, backend=backend)(x))
    print(torch.compile(lambda x: torch.full((2,), x.sum()) + 1, backend=backend)(x))
