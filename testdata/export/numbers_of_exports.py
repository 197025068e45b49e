# Ints among the inputs, what exports know of numbers that depend on data, tensors made of sizes, marks of tensors, and what is asserted instead of guarded.
import io
import warnings

import torch
from torch.export import Dim, export
from torch.testing._internal.custom_tensor import CustomTensorPlainOut
from torch.testing._internal.two_tensor import TwoTensor

warnings.simplefilter("ignore")


def made(f):
    class M(torch.nn.Module):
        def forward(self, *args):
            return f(*args)

    return M()


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n\n")[0])


class Times(torch.nn.Module):
    def forward(self, x, y):
        return x * y


class Three(torch.nn.Module):
    def forward(self, x, y):
        assert x == 3
        return x * y


for shape in (Dim.DYNAMIC, Dim.AUTO, Dim.DYNAMIC(min=4), Dim.AUTO(min=3, max=7), Dim.STATIC):
    ep = export(Times(), (3, torch.ones(2)), dynamic_shapes=(shape, None))
    print(shape, ep.range_constraints)
    for n in (2, 5, 8):
        show(n, lambda: ep.module()(n, torch.ones(2)))
    show("three", lambda: export(Three(), (3, torch.ones(2)), dynamic_shapes=(shape, None)).module()(4, torch.ones(2)))

ep = export(made(lambda x, n: (x * n + n, n, n + 1)), (torch.ones(2), 3), dynamic_shapes=(({0: Dim("d")}, Dim.DYNAMIC(max=9)),))
f = io.BytesIO()
torch.export.save(ep, f)
f.seek(0)
ep = torch.export.load(f)
print(ep.range_constraints, ep.module()(torch.ones(3), 5))
show("load", lambda: ep.module()(torch.ones(3), 15))

x = torch.ones(3, 4)
for shape in (None, {0: Dim("a", max=6), 1: Dim("b", max=5)}, {0: Dim("a")}):
    for f in (lambda x: x.nonzero(), lambda x: x[x > 0], lambda x: x.unique(), lambda x: torch.unique(x, dim=0), lambda x: torch.bincount(x.long()[0], minlength=7)):
        ep = export(made(f), (x,), dynamic_shapes=((shape,),) if shape else None)
        print(ep.range_constraints, [str(n.args[1]) for n in ep.graph.nodes if "_assert_scalar" in str(n.target)])

for f in (lambda x: torch.tensor(x.shape[0]), lambda x: torch.tensor(x.shape[0], dtype=torch.float32), lambda x: torch.tensor([[x.shape[0]], [1]], dtype=torch.int32), lambda x: torch.tensor(x.shape[0] / 2),
          lambda x: torch.tensor(x.nonzero().shape[0] > 2), lambda x: torch.tensor(x.sum().item())):
    ep = export(made(f), (x,), dynamic_shapes=(({0: Dim("d")},),))
    print(ep.graph_module.code, ep.module()(torch.ones(5, 4)))

ep = export(made(lambda x: (x[: round(x.shape[0] / 2.0)], torch.zeros(round(x.shape[0] * 1.5)))), (torch.ones(8),), dynamic_shapes=(({0: Dim("n", min=5, max=10)},),))
print(ep.graph_module.code, [t.shape for t in ep.module()(torch.ones(7))])

marked = torch.ones(4, 8)
torch._dynamo.mark_dynamic(marked, 0)
ep = export(Times(), (marked, torch.ones(8)))
print(ep.range_constraints, ep.module()(torch.ones(6, 8), torch.ones(8)).shape)

for deferred in (False, True):
    ep = export(made(lambda x, y: x.sum() + y if x.shape[0] * y.shape[0] > 20 else y), (torch.ones(6), torch.ones(5)), dynamic_shapes=(({0: Dim("a")}, {0: Dim("b")}),), prefer_deferred_runtime_asserts_over_guards=deferred)
    print(len(ep._guards_code), ep.module()(torch.ones(7), torch.ones(4)), sum("_assert_scalar" in str(n.target) for n in ep.graph.nodes))
    try:
        ep.module()(torch.ones(2), torch.ones(3))
    except Exception as e:
        print(type(e).__name__)


def between(x, y):
    a, b = x.item(), y.item()
    torch._check(a >= 2)
    torch._check(b >= a)
    torch._check(b <= 10)
    return x + a + b


ep = export(made(between), (torch.tensor(3), torch.tensor(9)))
print(ep.range_constraints, ep.graph_module.code)


class Constants(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.ones(2)
        self.learnt = torch.ones(2, requires_grad=True)

    def forward(self, x):
        self.t.add_(x)
        return self.t + self.learnt


ep = export(Constants(), (torch.ones(2),))
show("constant", lambda: ep.run_decompositions({}))
print(ep.module().learnt.requires_grad)


class Quiet(torch.nn.Module):
    def forward(self, x, y):
        s = y.sin().sum()
        with torch.no_grad():
            a = x.item()
            torch._check(a > 2)
            torch._check(a < 6)
            part = torch.ones(a, 4)
        return y + s + part.sum()


ep = export(Quiet(), (torch.tensor(4), torch.ones(5)))
print(ep.graph_module.code)


class Held(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.Parameter(CustomTensorPlainOut(torch.ones(2), torch.full((2,), 2.0)))
        self.register_buffer("b", TwoTensor(torch.ones(2), torch.zeros(2)))

    def forward(self, x):
        return x * self.p + self.b


for strict in (False, True):
    m = Held()
    ep = export(m, (torch.ones(2),), strict=strict)
    print(ep.module()(torch.ones(2)), m.p.elem1)
    ep = ep.run_decompositions({})
    print(ep.graph_module.code, ep.graph_signature, list(ep.state_dict))

with torch.device("meta"):
    m = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.LayerNorm(3))
    ep = export(m, (torch.ones(5, 2),))
print([str(n.meta["val"].device) for n in ep.graph.nodes if "val" in n.meta])
