# Steps that no device captures, sums rounded once, states of complex parameters, learning rates that are tensors.
import torch


def refused(name, **settings):
    p = torch.nn.Parameter(torch.ones(2))
    p.grad = torch.ones(2)
    try:
        getattr(torch.optim, name)([p], capturable=True, **settings).step()
    except AssertionError as e:
        print(name, settings, e)


for name in ("Adadelta", "Adam", "ASGD", "NAdam", "Rprop"):
    refused(name)
    refused(name, foreach=True)

a, b = torch.linspace(0.1, 1.7, 9), torch.linspace(-3.3, 2.1, 9)
print(torch.add(a, b, alpha=0.3).view(torch.int32).tolist(), torch.sub(a, b, alpha=0.7).view(torch.int32).tolist())
print(torch.addcmul(a, b, b, value=0.3).view(torch.int32).tolist())

p = torch.nn.Parameter(torch.ones(2, dtype=torch.complex64))
p.grad = torch.full_like(p, 1 + 2j)
opt = torch.optim.SGD([p])
opt.step()
print(opt.state_dict()["state"])
opt = torch.optim.Adagrad([p], initial_accumulator_value=0.1)
print(opt.state_dict()["state"][0]["sum"])

p = torch.nn.Parameter(torch.ones(2, dtype=torch.float64))
opt = torch.optim.ASGD([p], lr=0.01)
for i in range(3):
    p.grad = torch.full_like(p, 0.3)
    opt.step()
    opt.load_state_dict(opt.state_dict())
print(opt.state[p]["eta"].item(), p.tolist())
p.grad = torch.full_like(p, 0.3).to_sparse()
torch.optim.SparseAdam([p], lr=torch.tensor(0.01)).step()
print(p.tolist())

q = torch.nn.Parameter(torch.ones(3, 4).t())


def closure():
    q.grad = torch.ones(3, 4).t()
    return q.sum()


try:
    torch.optim.LBFGS([q]).step(closure)
except RuntimeError as e:
    print(e)
