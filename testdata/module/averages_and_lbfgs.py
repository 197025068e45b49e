# torch.optim.LBFGS with and without its line search, the averaged models of torch.optim.swa_utils, and trusted classes.
import torch
import torch.serialization as S
from torch import nn
from torch.optim.swa_utils import AveragedModel, SWALR, get_ema_avg_fn, get_ema_multi_avg_fn, get_swa_avg_fn, get_swa_multi_avg_fn, update_bn


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for options in ({}, {"line_search_fn": "strong_wolfe"}, {"lr": 0.1, "max_iter": 5, "history_size": 2}, {"line_search_fn": "strong_wolfe", "max_eval": 7}):
    p = torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True)
    opt = torch.optim.LBFGS([p], **options)

    def closure():
        opt.zero_grad()
        loss = (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2
        loss.backward()
        return loss

    for i in range(3):
        print(options, i, f"{opt.step(closure).item():.5f}", p.detach())
    state = opt.state_dict()
    print(state["state"][0]["func_evals"], state["state"][0]["n_iter"], sorted(state["state"][0]), state["param_groups"])
print(opt)
attempt(lambda: torch.optim.LBFGS([{"params": [p]}, {"params": [torch.ones(1, requires_grad=True)]}]))
attempt(lambda: torch.optim.LBFGS([p], lr=-1))
attempt(lambda: torch.optim.LBFGS([p]).step())

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Linear(2, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
averages = [AveragedModel(net), AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True),
            AveragedModel(net, avg_fn=get_ema_avg_fn(0.9)), AveragedModel(net, multi_avg_fn=get_swa_multi_avg_fn()),
            AveragedModel(net, avg_fn=get_swa_avg_fn()), AveragedModel(net, avg_fn=lambda average, current, n: 0.5 * average + 0.5 * current)]
print(averages[0], list(averages[0].state_dict()), averages[0].n_averaged)
schedule = SWALR(opt, swa_lr=0.05, anneal_epochs=3, anneal_strategy="linear")
X = torch.randn(8, 2)
for i in range(4):
    opt.zero_grad()
    (net(X) - X.sum(1, keepdim=True)).pow(2).mean().backward()
    opt.step()
    schedule.step()
    for a in averages:
        a.update_parameters(net)
    print(i, [round(lr, 6) for lr in schedule.get_last_lr()], averages[0].n_averaged)
for a in averages:
    print(a.module[2].weight, a.module[1].running_mean)
update_bn([torch.randn(4, 2) for _ in range(3)], averages[0])
bn = averages[0].module[1]
print(bn.running_mean, bn.running_var, bn.momentum, bn.num_batches_tracked, averages[0].training)

opt = torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=1.0)
schedule, rates = SWALR(opt, swa_lr=[0.1], anneal_epochs=4), []
for i in range(6):
    opt.step()
    rates.append(round(opt.param_groups[0]["lr"], 6))
    schedule.step()
print(rates)
attempt(lambda: SWALR(opt, swa_lr=0.1, anneal_strategy="x"))
attempt(lambda: SWALR(opt, swa_lr=[0.1, 0.2]))
attempt(lambda: get_ema_multi_avg_fn(2))
attempt(lambda: AveragedModel(net, avg_fn=lambda *a: 0, multi_avg_fn=lambda *a: 0))


class A:
    pass


S.clear_safe_globals()
S.add_safe_globals([A])
print(S.get_safe_globals())
with S.safe_globals([dict]):
    print(len(S.get_safe_globals()))
print(S.get_safe_globals(), S.clear_safe_globals(), S.get_safe_globals())
S.add_safe_globals([(A, "x.A")])
print(S.get_safe_globals())
