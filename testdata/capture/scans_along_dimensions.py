# The output of a scan has its steps along the dimension that is scanned, where it has as many; a scan of nothing gives what its function would.
import torch
from torch._higher_order_ops.scan import scan, _fake_scan
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.arange(24.).reshape(2, 3, 4)
start = torch.zeros(2, 4)


def step(carry, row):
    return carry + row, carry * 1


plain = lambda f: f
compiled = lambda f: torch.compile(f, backend="eager", fullgraph=True)
for how in plain, compiled:
    for dim in 1, -2:
        for reverse in False, True:
            last, rows = how(scan)(step, start, x, dim=dim, reverse=reverse)
            same, expected = _fake_scan(step, start, x, dim=dim, reverse=reverse)
            print(rows.shape, torch.equal(rows, expected), torch.equal(last, same))
    print(how(scan)(lambda c, r: (c + r, (c * r).sum()), start, x, dim=1)[1])
    print(how(scan)(lambda c, r: (c + r, (c * r).sum(0)), start, x, dim=1)[1].shape)
print(scan(step, start, torch.ones(2, 0, 4), dim=1))
print(make_fx(lambda i, x: scan(step, i, x, dim=1, reverse=True))(start, x).code)


def refused(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).split(", where")[0].split("\n  Higher")[0])


refused(lambda: scan(step, start, x, dim=3))
refused(lambda: scan(step, start, x, dim=1, reverse=1))
refused(lambda: scan(lambda c, r: (c + r[0], r[1] + 1), start, (x, x[:, :2]), dim=1))
refused(lambda: scan(lambda c, r: (c + r[0], r[1] + 1), start, (x, torch.ones(2)), dim=1))
refused(lambda: scan(lambda c, r: ((c + r)[:1], r + 1), start, x, dim=1))
refused(lambda: scan(lambda c, r: ((c + r).int(), r + 1), start, x, dim=1))
refused(lambda: scan(lambda c, r: ((c + r, c - r), r + 1), start, x, dim=1))
refused(lambda: scan(lambda c, r: (3, r + 1), start, x, dim=1))
