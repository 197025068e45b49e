# Control flow that a program calls plainly where nothing is compiled: its functions run.
import torch
from functorch.experimental.control_flow import map as rows
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
x = torch.ones(2, 2)
def go():
    print(torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,)), rows(lambda r: r + 1, x), scan(lambda c, r: (c + r, c * 1), x[0], x), while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * 2), (torch.tensor(0), x)))
torch.compiler.set_stance("force_eager"); go(); torch.compiler.set_stance("default"); go()
@torch.compiler.disable
def f(): go()
f()
with torch._dynamo.config.patch(disable=True): go()
with torch.compiler.set_stance("eager_on_recompile"): go()
with torch._dynamo.config.patch(suppress_errors=True): go()
def br(x): torch._dynamo.graph_break(); go(); return x + 1
torch.compile(br, backend="eager")(x)
