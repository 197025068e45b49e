# Sizes, element types and devices propagate over graphs: known and unknown sizes, branches, products.
import re

import torch


def show(f, *types, propagate=torch._C._jit_pass_propagate_shapes_on_graph):
    graph = torch.jit.script(f).graph
    torch._C._jit_pass_inline(graph)
    for value, (sizes, dtype, device) in zip(graph.inputs(), types):
        t = value.type().with_sizes(sizes)
        if dtype is not None:
            t = t.with_dtype(dtype)
        if device is not None:
            t = t.with_device(torch.device(device))
        value.setType(t)
    print(propagate(graph))
    print(re.sub(" # .*", "", str(graph)))


def of(*sizes):
    return (list(sizes), None, None)


def product(x, y):
    return x * y


def product_of_types(x, y):
    return x * y


def product_on_devices(x, y):
    return x * y


print("== D21")
show(product, of(None, 3), of(2, 3))
show(product, of(8, 1), of(1, 5))
show(product, of(None), of(4, 4))


def steps(x):
    y = x.relu().mul(2).t()
    return y, x.sum(1), x.mean([0], keepdim=True), torch.cat([x, x], 1), x[0], x.unsqueeze(-1), x.permute(1, 0)


show(steps, of(None, 6))
show(steps, of(4, 6))


def sizes(x):
    return x.view(x.size(0), -1), x.size(), x[:, 1:]


show(sizes, of(4, 6))


def branches(x, b: bool):
    if b:
        y = x + x
    else:
        y = x + 1
    return y * 2


def apart(x, b: bool):
    if b:
        y = x.unsqueeze(0)
    else:
        y = x + 1
    return y * 2


show(branches, of(2, 3))
show(apart, of(2, 3))


def linear(x, w, b):
    return torch._C._nn.linear(x, w, b), torch.matmul(x, w.t())


show(linear, of(None, 4), of(5, 4), of(5))


def made(x):
    return x + 1, torch.zeros(2, 3), torch.arange(4)


show(made, of(2))
show(product_of_types, ([None, 2], torch.float32, None), ([2], torch.int64, None), propagate=torch._C._jit_pass_propagate_dtype)
show(product_on_devices, ([2], None, "cpu"), ([2], None, "cpu"), propagate=torch._C._jit_pass_propagate_device)


def moved(x):
    return x.to("cuda"), torch.zeros(2), x.cpu(), x.view(-1), torch.zeros(2, device="cpu"), x.sum(), x.relu()


show(moved, ([2], None, "cpu"), propagate=torch._C._jit_pass_propagate_device)
