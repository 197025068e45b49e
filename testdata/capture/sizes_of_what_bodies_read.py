import torch
from torch._higher_order_ops import scan, while_loop
from torch._higher_order_ops.map import map as map_rows
from torch.fx.experimental.proxy_tensor import is_sym_node, make_fx


def graph(name, f, *args):
    torch._dynamo.reset()
    gm = make_fx(f, tracing_mode="symbolic")(*args)
    print(name, gm.code.strip())
    for path, body in gm.named_modules():
        if path:
            print(path, body.code.strip())
    return gm


rows, row, box = torch.ones(3, 2), torch.ones(2), torch.ones(4, 5, 2)
graph("map", lambda x, y, z: map_rows(lambda r, y, z: r + y + z.sum(), x, y, z), rows, row, box)
graph("map of two", lambda x, z: map_rows(lambda r: r[0].sin() + r[1].sum(), (x, z)), rows, torch.ones(3, 5, 7))
graph("map around", lambda x, y: map_rows(lambda r: r + y, x), rows, row)
graph("while", lambda x, z: while_loop(lambda i, x, z: i.sum() < 3, lambda i, x, z: (i + 1, x.sin(), z + 1), (torch.tensor(0), x, z)), rows, box)
graph("while around", lambda x, y: while_loop(lambda i, x: i.sum() < 3, lambda i, x: (i + 1, x.sin() + y), (torch.tensor(0), x)), rows, row)
graph("scan", lambda i, xs: scan(lambda c, x: (c + x, c * x), i, xs), row, rows)
graph("scan around", lambda i, xs, w: scan(lambda c, x: (c + x * w.sum(), (c * x, c.sin())), i, xs), row, rows, box)
graph("cond", lambda x: torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,)), box)
graph("cond of two", lambda x, y: torch.cond(x.sum() > 0, lambda x, y: x.sin() + y, lambda x, y: x.cos(), (x, y)), box, row)
graph("cond around", lambda x, y: torch.cond(x.sum() > 0, lambda: x.sin() + y.sum(), lambda: x.cos(), ()), box, torch.ones(6))

gm = graph("element", lambda x: torch.zeros(x.item()) + x.item(), torch.tensor(4))
print([is_sym_node(n) for n in gm.graph.nodes], gm.shape_env.var_to_val)
graph("branch", lambda x: x + 1 if x.item() > 2 else x - 1, torch.tensor(4))
print(make_fx(lambda x: (x.detach(), x.data * 2))(row).code.strip())
try:
    make_fx(lambda x: x, tracing_mode="none")(row)
except AssertionError as e:
    print(e)
