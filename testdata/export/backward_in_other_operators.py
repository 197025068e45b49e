"""Derivatives that are operators of their own, taken apart: what they become, and that the numbers stay."""
import torch
from torch._decomp import core_aten_decompositions, get_decompositions
from torch.fx.experimental.proxy_tensor import make_fx

aten = torch.ops.aten
torch.manual_seed(0)
x, y, g = torch.randn(2, 4), torch.randn(2, 4), torch.randn(2, 4)
p, t = torch.rand(2, 4) * 0.8 + 0.1, torch.rand(2, 4)
cases = [
    (aten.sigmoid_backward.default, (g, p)), (aten.tanh_backward.default, (g, y)), (aten.threshold_backward.default, (g, x, 0)), (aten.silu_backward.default, (g, x)),
    (aten.gelu_backward.default, (g, x)),
    (aten.hardtanh_backward.default, (g, x, -1.0, 1.0)), 
    (aten.leaky_relu_backward.default, (g, x, 0.1, False)), (aten.softplus_backward.default, (g, x, 1.0, 20.0)),
    (aten.mse_loss_backward.default, (g, x, y, 1)), (aten.smooth_l1_loss_backward.default, (g, x, y, 1, 1.0)),
    (aten.huber_loss_backward.default, (g, x, y, 0, 1.0)), 
    (aten._softmax_backward_data.default, (g, torch.softmax(x, 1), 1, torch.float32)), (aten._log_softmax_backward_data.default, (g, torch.log_softmax(x, 1), 1, torch.float32)),
    (aten.select_backward.default, (g[0], [2, 4], 0, 1)),
    (aten.slice_backward.default, (g[:1], [2, 4], 0, 0, 1, 1)), (aten.diagonal_backward.default, (g[0, :2], [2, 4], 0, 0, 1)),
    (aten.native_layer_norm_backward.default, (g, x, [4], x.mean(1, True), x.var(1, keepdim=True).rsqrt(), torch.ones(4), torch.zeros(4), [True, True, True])),
]
for op, args in cases:
    graph = make_fx(lambda *a: op(*a), decomposition_table=get_decompositions([op]))(*args)
    print(op, [n.target.__name__ for n in graph.graph.nodes if n.op == "call_function"])
    want, got = op(*args), graph(*args)
    same = torch.utils._pytree.tree_map(lambda a, b: torch.allclose(a, b, atol=1e-6), want, got)
    print(same, op in core_aten_decompositions())

from functorch.compile import aot_function, default_decompositions, get_aot_graph_name, make_boxed_func, memory_efficient_fusion, minifier, nop, ts_compile  # noqa: E402
from torch._functorch.compile_utils import fx_graph_cse  # noqa: E402


def named(gm, inputs):
    print(get_aot_graph_name(), isinstance(gm, torch.fx.GraphModule), gm.graph.owning_module is gm)
    return make_boxed_func(gm.forward)


def f(x, y):
    return (x * y).sin().sum(), x + y


x, y = torch.ones(2, requires_grad=True), torch.ones(2)
for kwargs in ({}, {"decompositions": default_decompositions}):
    out = aot_function(f, named, **kwargs)(x, y)
    out[0].backward()
    print(type(out).__name__, x.grad)
print(memory_efficient_fusion(lambda x: x.sin().cos())(torch.ones(2)), aot_function(f, ts_compile)(x.detach(), y)[1], aot_function(lambda x: {"a": x + 1}, nop)(y))


def repeated(x):
    a, b = x.cos(), x.cos()
    return a + a + (b + b) + torch.rand_like(x) + torch.rand_like(x)


graph = make_fx(repeated)(y).graph
print(len(graph.nodes), len(fx_graph_cse(graph).nodes))


def worked(x, y):
    y = y / 3
    x = (x + 3) * y
    return x + y


small, inputs = minifier(make_fx(worked)(y, y), [y, y], lambda gm, _: any(n.target is aten.mul.Tensor for n in gm.graph.nodes), dump_state=lambda *args: None)
print([n.name for n in small.graph.nodes], len(inputs))
