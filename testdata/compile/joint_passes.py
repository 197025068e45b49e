"""Passes of the configuration over joint graphs, patterns over graphs with open sizes, and the table of the inductor."""
import operator

import torch
from torch._inductor import config
from torch._inductor.decomposition import decompositions, register_decomposition
from torch._inductor.pattern_matcher import Arg, CallFunction, PatternMatcherPass, fwd_only, register_replacement
from torch.fx.experimental.proxy_tensor import make_fx

aten = torch.ops.aten
seen = []


def count(graph):
    seen.append(sum(n.op == "call_function" for n in graph.nodes))


def turn(graph):
    for n in graph.nodes:
        if n.target is aten.sin.default:
            n.target = aten.cos.default


with config.patch(joint_custom_pre_pass=count, joint_custom_post_pass=turn):
    x = torch.ones(2, requires_grad=True)
    y = torch.compile(lambda x: x.sin() * 2)(x)
    y.sum().backward()
    print(y, x.grad, seen)

patterns, asked = PatternMatcherPass(), []


def check(match):
    asked.append(sorted(match.kwargs))
    return match.kwargs["x"].meta["val"].shape[0] == 3


register_replacement(lambda x, y: (x + y).relu(), lambda x, y: x - y, [torch.ones(2), torch.ones(2)], fwd_only, patterns, extra_check=check)
with config.patch(post_grad_custom_post_pass=patterns.apply):
    f = torch.compile(lambda x, y: (x + y).relu())
    print([f(torch.ones(n), torch.ones(n)) for n in (2, 3)], asked)
print(repr(CallFunction(operator.mul, Arg())), repr(CallFunction(aten.add.Tensor, Arg())))

lib = torch.library.Library("spy2", "DEF")
lib.define("inc(Tensor x) -> Tensor")
lib.impl("inc", lambda x: x + 1, "CompositeExplicitAutograd")
register_decomposition([torch.ops.spy2.inc.default])(lambda x: x * 5)
gm = make_fx(lambda x: torch.nn.functional.gelu(torch.ops.spy2.inc(x)), decompositions)(torch.ones(2))
print([str(n.target) for n in gm.graph.nodes if n.op == "call_function"])
print(aten.addcmul.default in decompositions, aten.mm.default in decompositions, aten.native_layer_norm.default in decompositions)
