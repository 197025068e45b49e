# Control flow that a plain program calls: Dynamo captures it whole, and refuses functions that change what they get, give it back or give something of another kind.
import torch
from functorch.experimental.control_flow import map as rows
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop


def run(name, call, *args):
    try:
        print(name, call(*args))
    except Exception as e:
        lines = [line for line in str(e).split("\n") if line.startswith(("Encountered", "Expected", "Expect", "Dimension", "Leading"))]
        print(name, type(e).__name__, [line.split(" but found")[0] for line in lines[:1]])


def numbers():
    return torch.arange(4.) + 1


positive = torch.tensor(True)
x = numbers()
run("branch", torch.cond, positive, lambda x: x + 1, lambda x: x - 1, (x,))
run("other branch", torch.cond, ~positive, lambda x: x + 1, lambda x: x - 1, (x,))
run("no tensor", torch.cond, True, lambda x: x + 1, lambda x: x - 1, (x,))
run("operand itself", torch.cond, positive, lambda x: x, lambda x: x + 1, (x,))
run("view", torch.cond, positive, lambda x: x.view(2, 2), lambda x: (x + 1).view(2, 2), (x,))
run("change", torch.cond, positive, lambda x: x.add_(1), lambda x: x + 1, (x,))
run("text", torch.cond, positive, lambda x, s: x + 1, lambda x, s: x - 1, (x, "a"))
run("no function", torch.cond, positive, 1, lambda x: x - 1, (x,))
run("numbers", torch.cond, positive, lambda x: 1, lambda x: 2, (x,))
print(x)

for scale in range(12):  # each call has functions of its own
    last = torch.cond(positive, lambda x: x * scale, lambda x: x, (x.sin(),)) if scale > 12 else torch.cond(positive, lambda x: x * scale, lambda x: x - scale, (x,))
print(last)
x.requires_grad_()
torch.cond(x.sum() > 0, lambda x: x.sin() * 2, lambda x: x.cos(), (x,)).sum().backward()
print(x.grad == 2 * x.detach().cos())

x = numbers()
run("loop", while_loop, lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (torch.tensor(0), x))
run("loop with a number", while_loop, lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (0, x))
run("carried itself", while_loop, lambda i, x: i < 3, lambda i, x: (i + 1, x), (torch.tensor(0), x))
run("change of carried", while_loop, lambda i, x: i < 3, lambda i, x: (i.add_(1), x + 1), (torch.tensor(0), x))

run("scan", scan, lambda c, y: (c + y, c * y), torch.tensor(0.), x)
run("scan reversed", lambda: scan(lambda c, y: (c + y, c * y), torch.tensor(0.), x, reverse=True))
run("scan gives the row", scan, lambda c, y: (c + y, y), torch.tensor(0.), x)
run("scan changes", scan, lambda c, y: (c.add_(y), y + 1), torch.tensor(0.), x)
run("carry of another type", scan, lambda c, y: ((c + y).double(), y + 1), torch.tensor(0.), x)
run("no such dimension", lambda: scan(lambda c, y: (c + y, c * y), torch.tensor(0.), x, dim=3))

run("rows", rows, lambda row, y: row + y, torch.ones(2, 4), x)
run("row itself", rows, lambda row: row, torch.ones(2, 4))
run("change of rows", rows, lambda row: row.add_(1), torch.ones(2, 4))
run("no rows", rows, lambda row: row + 1, torch.ones(0, 2))
