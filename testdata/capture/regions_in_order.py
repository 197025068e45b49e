"""Regions that are the same as calls of one graph, with and without an order of nodes that depends on what they compute; functions of backward passes that recordings leave as calls."""
import torch, sys
from torch._dynamo.testing import extract_graph, normalize_gm, EagerAndRecordGraphs
def inner_fn(x, y): x0 = x + 1; y0 = y + 2; z = x0.sum() + y0.sum(); return z
def fn(x, y): x0 = torch.sin(x); y0 = torch.cos(y); inner_fn(x0, y0); o1 = inner_fn(x0, y0); return o1
def show(**kw):
    torch._dynamo.reset()
    with torch._dynamo.config.patch(**kw):
        b = EagerAndRecordGraphs()
        torch.compile(fn, backend=b)(torch.ones(3), torch.ones(3))
        print(kw, b.graphs[0].code)
show()
show(canonicalize_output_graph_node_order=True)
show(use_graph_deduplication=True)
show(use_graph_deduplication=True, canonicalize_output_graph_node_order=True)
with torch._dynamo.config.patch(use_graph_deduplication=True):
    torch._dynamo.reset()
    print(extract_graph(fn, torch.ones(3), torch.ones(3))[1][0].code)
from torch._dynamo._trace_wrapped_higher_order_op import trace_wrapped
from torch.fx.experimental.proxy_tensor import make_fx
def _multiply(x): return x * x
def multiply_later(grad): return trace_wrapped(grad, fn=_multiply)
recorded = make_fx(multiply_later)(torch.ones(2))
print(recorded.code.strip(), recorded(torch.full((2,), 3.0)))
x = torch.tensor([0.5, 0.5], requires_grad=True)
def hooked(x): x.register_hook(multiply_later); return x * 3
torch.compile(hooked, backend="aot_eager")(x).backward(torch.tensor([2.0, 2.0]))
print(x.grad)
