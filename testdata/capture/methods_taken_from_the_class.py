# Methods of tensors that PyTorch has in Python are traced when they are taken from the class; functions that are recorded whole.
import torch
import torch.nn.functional as F


def show(f, *args):
    torch._dynamo.reset()

    def backend(gm, _):
        for n in gm.graph.nodes:
            if n.op in ("call_function", "call_method"):
                print("  ", n.op, n.target if isinstance(n.target, str) else n.target.__name__, n.args, n.kwargs)
        return gm

    got = torch.compile(f, backend=backend, fullgraph=True)(*args)
    print(tuple(got) if isinstance(got, torch.Size) else tuple(got.shape))


T = torch.Tensor
x = torch.rand(4, 4)
for method in (T.__rsub__, T.__rpow__, T.__rmod__, T.__rdiv__, T.__rtruediv__, T.__rfloordiv__, T.__floordiv__, T.__pow__, T.__ipow__):
    show(lambda x: method(x + 1, 2), x)
for method in (T.__rlshift__, T.__rrshift__):
    show(lambda x: method(x.int(), 2), x)
for method in (T.__pos__, T.__neg__, T.__abs__):
    show(lambda x: method(x + 1), x)
show(lambda x: T.__rmatmul__(x, x + 1), x)
show(lambda x: x.__rpow__(2), x)
show(lambda x: torch.masked.sum(x, 1, mask=x > 0), x)
show(lambda x: torch.masked.softmax(x, dim=1), x)
show(lambda x: F.fractional_max_pool2d(x[None], 2, output_size=2), x)
show(lambda x: x.expand(torch.broadcast_shapes(x.shape, (2, 4, 1))), x)
show(lambda x: torch.broadcast_shapes(x.shape, (2, 4, 1)), x)
