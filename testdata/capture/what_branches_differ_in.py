import torch
from torch._higher_order_ops import scan, while_loop
from torch._higher_order_ops.map import map as map_rows
from torch.fx.experimental.proxy_tensor import make_fx


def recorded(name, f, *args):
    """The graph of f, and whether it computes what f does, for other sizes too."""
    torch._dynamo.reset()
    gm = make_fx(f, tracing_mode="symbolic")(*args)
    print(name, gm.code.strip())
    for path, body in gm.named_modules():
        if path:
            print(path, body.code.strip())
    return gm


def same(gm, f, *args):
    flat = torch.utils._pytree.tree_leaves
    print(all(torch.equal(torch.as_tensor(a), torch.as_tensor(b)) for a, b in zip(flat(gm(*args)), flat(f(*args)))))


rows, row = torch.arange(6.0).reshape(3, 2), torch.tensor([0.5, 2.0])
for name, f, first, second in (
    ("ints", lambda x: while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x.sin()), (0, x)), (rows,), (torch.ones(5, 4),)),
    ("sizes", lambda x: torch.cond(x.sum() > 9, lambda x: x + 1, lambda x: x[:2] + 2, (x,)), (rows,), (torch.ones(3, 2),)),
    ("rows", lambda x: torch.cond(x.sum() > 9, lambda x: x.reshape(-1).clone(), lambda x: x.reshape(-1)[:3].clone(), (x,)), (rows,), (torch.ones(3, 2),)),
    ("numbers", lambda x: torch.cond(x.sum() > 9, lambda x: (x + 1, 3), lambda x: (x - 1, 5), (x,)), (rows,), (-rows,)),
    ("number", lambda x: torch.cond(x.sum() > 9, lambda x: (x + 1, 3), lambda x: (x - 1, 3), (x,)), (rows,), (-rows,)),
    ("scan", lambda i, xs: scan(lambda c, x: (c + x, c * x), i, xs), (row, rows), (torch.ones(4), torch.ones(2, 4))),
    ("map", lambda xs, y: map_rows(lambda x, y: x.sin() * y, xs, y), (rows, row), (torch.ones(2, 4), torch.ones(4))),
):
    gm = recorded(name, f, *first)
    same(gm, f, *first)
    same(gm, f, *second)

x, y = rows.requires_grad_(), row.requires_grad_()
recorded("derivative", lambda x, y: torch.autograd.grad(torch.cond(x.sum() > 0, lambda x, y: x.sin() * y, lambda x, y: x.cos() + y, (x, y)).sum(), (x, y)), x, y)
try:
    recorded("size", lambda x: torch.cond(x.sum() > 0, lambda x: x.shape[0], lambda x: 4, (x,)), torch.ones(3, 2))
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[2])
