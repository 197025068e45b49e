"""Methods of optimizers and schedulers that are not traced, and training loops around them."""
import torch
from torch._dynamo.testing import CompileCounter

p = torch.nn.Parameter(torch.ones(2))
p.grad = torch.ones(2)
opt = torch.optim.SGD([p], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(opt, 2)
for name, f in {
    "zero_grad": lambda x: (opt.zero_grad(), x + 1)[1],
    "state_dict": lambda x: (opt.state_dict(), x + 1)[1],
    "add_param_group": lambda x: (opt.add_param_group({"params": []}), x + 1)[1],
    "SGD": lambda x: (torch.optim.SGD([p], lr=0.1), x + 1)[1],
    "scheduler.step": lambda x: (scheduler.step(), x + 1)[1],
    "scheduler.get_last_lr": lambda x: (scheduler.get_last_lr(), x + 1)[1],
}.items():
    torch._dynamo.reset()
    try:
        print(name, torch.compile(f, backend="eager", fullgraph=True)(torch.ones(2)))
    except torch._dynamo.exc.Unsupported as e:
        lines = str(e).split("\n")
        print(name, lines[0], lines[1].split(" in file ")[0], lines[6].split(", filename")[0].split(", skip")[0], sep="\n  ")

model = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
counter = CompileCounter()


def epoch(x):
    for _ in range(3):
        opt.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        opt.step()
    return loss


def step(x):
    opt.zero_grad()
    loss = model(x).pow(2).sum()
    loss.backward()
    opt.step()
    return loss


for f in epoch, step:
    torch._dynamo.reset()
    counter.clear()
    with torch.no_grad():
        model.weight.fill_(0.5)
        model.bias.zero_()
    run = torch.compile(f, backend=counter)
    print(f.__name__, [round(run(torch.ones(4, 2)).item(), 4) for _ in range(2)], counter.frame_count)
