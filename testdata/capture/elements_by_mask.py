# Elements that a mask names are set in the graph: nobody needs to know how many there are.
import torch


def backend(gm, inputs):
    print(gm.code.strip())
    return gm


def show(fn, *args, dynamic=None):
    torch._dynamo.reset()
    try:
        print(torch.compile(fn, backend=backend, fullgraph=True, dynamic=dynamic)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split(": got ")[-1].split("\n")[0])


def numbers(x):
    y = x.clone()
    y[y > 3] = 1
    y[~(y > 0)] = True
    y[torch.isnan(y)] = 0.5
    y[y > 0] = torch.tensor(4.0)
    return y


def rows(z):
    y = z.clone()
    y[y[:, 0] > 0] = 7
    y[y[:, 0] > 0, 1] = 8
    y[:, y[0] > 0] = torch.ones(4)
    return y


def given(z, mask, values):
    y = z.clone()
    y[mask] = values
    return y


def of_input(x):
    x[x > 0] = 2
    return x


x, z = torch.ones(3), torch.ones(3, 4)
show(numbers, x)
show(numbers, x, dynamic=True)
show(rows, z)
show(given, z, z > 0, torch.arange(12.0))
show(given, z, torch.tensor([True, False, True]), torch.zeros(2, 4))
show(given, z, torch.tensor([True, False]), torch.zeros(2, 4))
show(of_input, torch.ones(3))
for name in ("aot_eager", "inductor"):
    torch._dynamo.reset()
    print(torch.compile(of_input, backend=name, fullgraph=True)(torch.tensor([1.0, -1.0])))
    print(torch.compile(given, backend=name, fullgraph=True)(z, z > 0, torch.arange(12.0)))
