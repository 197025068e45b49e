# draft_export goes on where export would refuse: numbers that depend on data are what they were for the arguments, operators without fake kernels what they gave.
import re

import torch
from torch._export.passes.insert_custom_op_guards import get_op_profiles
from torch._library.fake_profile import unsafe_generate_fake_kernels
from torch.export import draft_export, export
from torch.fx.experimental.proxy_tensor import make_fx

lib = torch.library.Library("drafts", "FRAGMENT")


def module(name, schema, real, fake=None):
    torch.library.define("drafts::" + name, schema, lib=lib)
    torch.library.impl("drafts::" + name, "cpu", lib=lib)(real)
    if fake is not None:
        torch.library.register_fake("drafts::" + name, lib=lib)(fake)
    operator = getattr(torch.ops.drafts, name)

    class Calls(torch.nn.Module):
        def forward(self, *args):
            return operator(*args)

    return Calls()


class Conditions(torch.nn.Module):
    def forward(self, x, y):
        u, v = x.item(), y.item()
        if u * 2 > 5:
            x = x + 1
        if u > v:
            x = x * v
        n = y.reshape(1).nonzero()
        if n.shape[0] == 1:
            return x
        return x - 1


def show(ep):
    report = ep._report
    for f in report.failures:
        print(f.failure_type, f.xfail, {k: v for k, v in f.data.items() if k in ("op", "reason", "expr", "result", "occurrences")})
    for name, profiles in report.op_profiles.items():
        print(name, *profiles)
    print(re.sub(r"File .*/(\w+\.py)", r"File \1", str(report)) if len(report.failures) == 1 else report.successful())


conditions = draft_export(Conditions(), (torch.tensor(3), torch.tensor(2)))
print([(f.failure_type.name, f.data["expr"], f.data["result"]) for f in conditions._report.failures], len(conditions._report.expressions_created) > 0)
print(conditions.module()(torch.tensor(5), torch.tensor(4)))
try:
    conditions.module()(torch.tensor(1), torch.tensor(0))
except RuntimeError as e:
    print("an assertion fails:", "Runtime assertion failed" in str(e))
show(draft_export(module("plain", "(Tensor a) -> Tensor", lambda a: a + 1, torch.empty_like), (torch.ones(3),)))
missing = module("missing", "(Tensor a, Tensor b) -> Tensor", lambda a, b: a + b)
ep = draft_export(missing, (torch.ones(3, 3), torch.ones(3, 3)))
show(ep)
print(ep.graph)
print(ep.range_constraints, get_op_profiles(ep.graph_module, {"drafts.missing.default"}) == dict(ep._report.op_profiles))
print(ep.module()(torch.ones(3, 3), torch.ones(3, 3)).sum())
with unsafe_generate_fake_kernels(ep._report.op_profiles):
    print(len(list(export(missing, (torch.ones(4, 1), torch.ones(4, 1))).graph.nodes)))
show(draft_export(module("other_type", "(Tensor a) -> Tensor", lambda a: a.double() + 1, torch.empty_like), (torch.ones(3),)))
show(draft_export(module("longer", "(Tensor a) -> Tensor", lambda a: torch.cat([a, a]), torch.empty_like), (torch.ones(3),)))
for name, schema, real in [("apart", "(Tensor a) -> Tensor", lambda a: (a * 2)[:, :-1]), ("number", "(Tensor a) -> int", lambda a: 3)]:
    try:
        draft_export(module(name, schema, real), (torch.ones(3, 3),))
    except RuntimeError as e:
        print(e)


def conditions_as_written(x):
    s, t = x.shape
    print(s * 2 > 5, s + 3 > 4, 5 - s > 0, s * 2 == 6, 2 * s + 4 * t > 6, 0 < s - t, s * 4 <= t * 2, t + 1 == s, s * 3 >= 6)
    return s * 2 > 5, s + t > 2 * t


print(make_fx(conditions_as_written, tracing_mode="symbolic")(torch.ones(7, 9)).print_readable(print_output=False))
