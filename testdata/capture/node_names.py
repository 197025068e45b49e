# Names of nodes: the local that a value is stored in first, else the operation; suffixes count per base name.
import torch

graphs = []


def backend(gm, example_inputs):
    graphs.append(gm)
    return gm.forward


def helper(t, k):
    scaled = t * k
    return scaled + 1


@torch.compile(backend=backend)
def fn(x, y):
    total = x + y
    total = total.sum()
    for i in range(3):
        total = helper(total, i + 1)
    list = x.max()
    a, b = x.split(2)
    return total - list, a @ b, -x[0], torch.cat([a, b]).relu()


x, y = torch.tensor([1.0, -2.0, 3.0, 4.0]), torch.ones(4)
for out in fn(x, y):
    print(out)
print(graphs[0].graph)
print(graphs[0].code)
