# A tensor is split into parts whose sizes depend on data; the sum of the sizes is known, so the last follows from the others.
import torch
import torch._dynamo

torch._dynamo.config.capture_scalar_outputs = True


def each(x, sizes):
    sizes = sizes.tolist()
    for n in sizes:
        torch._check(n >= 0)
    return [part * 2 for part in torch.split(x, sizes)]


def last(x, sizes):
    sizes = sizes.tolist()
    for n in sizes:
        torch._check(n >= 0)
    part = x.split_with_sizes(sizes)[-1]
    return part.sin().sum(), part + part, part.new_zeros(part.shape[0], 2), torch.cat([part, x])


for f in (each, last):
    for backend in ("eager", "aot_eager", "inductor"):
        torch._dynamo.reset()
        g = torch.compile(f, backend=backend, fullgraph=True)
        x = torch.arange(6.0)
        for sizes in ([1, 2, 3], [0, 2, 4], [3, 2, 1], [6, 0, 0]):
            sizes = torch.tensor(sizes)
            print(f.__name__, backend, all(torch.allclose(p, q) for p, q in zip(f(x, sizes), g(x, sizes), strict=True)))
