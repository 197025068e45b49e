# RAdam and ASGD count their steps in tensors: traced code computes with these, so that no graph ends at a number.
import torch
from torch import optim


def run(make, compiled):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    p = torch.linspace(-1, 1, 6).reshape(3, 2).requires_grad_()
    o = make([p])

    def step():
        o.step()

    if compiled:
        step = torch.compile(step, backend="eager")
    for i in range(9):  # RAdam is rectified from the sixth on
        p.grad = p.detach() * (i + 1)
        step()
    breaks = [reason for reason in torch._dynamo.utils.counters["graph_break"] if "item" in reason]
    print([round(v, 5) for v in p.flatten().tolist()], {k: round(v.flatten()[0].item(), 5) for k, v in sorted(o.state[p].items())}, len(breaks))


for make in (
    lambda p: optim.RAdam(p, lr=0.1),
    lambda p: optim.RAdam(p, lr=0.1, weight_decay=0.1, decoupled_weight_decay=True, maximize=True),
    lambda p: optim.ASGD(p, lr=0.1),
    lambda p: optim.ASGD(p, lr=0.1, lambd=0.1, t0=3, weight_decay=0.1),
):
    run(make, False)
    run(make, True)
