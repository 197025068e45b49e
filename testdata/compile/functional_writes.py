"""Operators of scripts that write to arguments are functional calls in graphs captured ahead of time; notes of scripts are shown in code."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm


def graph(f, *args):
    backend = AotEagerAndRecordGraphs()
    result = torch.compile(f, backend=backend, fullgraph=True)(*args)
    print(normalize_gm(backend.fw_graphs[0].print_readable(print_output=False)))
    print(result, args)


with torch.library._scoped_library("spy", "FRAGMENT") as lib:
    torch.library.define("spy::add_both", "(Tensor(a!) x, Tensor[] y, Tensor(b!)? z, SymInt w=1) -> Tensor", lib=lib)
    torch.library.define("spy::sines", "(Tensor(a!)[] xs) -> ()", lib=lib)

    def add_both(x, y, z, w=1):
        x.add_(y[0] * w)
        if z is not None:
            z.sub_(y[1])
        return y[0] + y[1]

    def sines(xs):
        for x in xs:
            x.sin_()

    for name, f in (("add_both", add_both), ("sines", sines)):
        torch.library.impl(f"spy::{name}", "cpu", f, lib=lib)
        torch.library.register_fake(f"spy::{name}", f, lib=lib)

    def whole(x, y, z):
        return torch.ops.spy.add_both(x, y, z, 2) + x

    def parts(x, y):
        a, b = x[0], x[1:]
        torch.ops.spy.add_both(a, [y, y], b)
        torch.ops.spy.add_both(a, [y, y], None)
        return a + b

    def lists(x, y):
        torch.ops.spy.sines([x, y])
        return x.sum() + y

    graph(whole, torch.ones(2), [torch.ones(2), torch.ones(2)], torch.ones(2))
    graph(parts, torch.ones(2, 3), torch.ones(3))
    for v2 in (True, False):
        torch._dynamo.reset()
        with torch._inductor.config.patch(enable_auto_functionalized_v2=v2):
            graph(lists, torch.ones(2, 2), torch.ones(2))

gm = torch.fx.symbolic_trace(lambda x: x.sin() + 1)
for node in gm.graph.nodes:
    node.meta["val"] = torch.ones(2, 3)
    node.meta["stack_trace"] = '  File "a.py", line 3, in f\n    return x.sin() + 1\n'
print(gm.print_readable(print_output=False, include_stride=True))
