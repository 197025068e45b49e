# Compiled steps of optimizers: the values of plain ones, in few graphs.
import torch
from torch._dynamo.testing import CompileCounter
for name, kw in (("SGD", dict(momentum=0.9)), ("Adam", {}), ("AdamW", {}), ("NAdam", {}), ("Adamax", {}), ("Adagrad", {}), ("Adadelta", {}), ("RMSprop", {}), ("Rprop", {}), ("Adam", dict(amsgrad=True, weight_decay=0.1, maximize=True)), ("Adam", dict(lr=torch.tensor(0.01)))):
    torch._dynamo.reset()
    ps = [torch.ones(n, 2, requires_grad=True) for n in (2, 3)]; qs = [p.detach().clone().requires_grad_() for p in ps]
    a = getattr(torch.optim, name)(ps, **kw); b = getattr(torch.optim, name)(qs, **kw)
    c = CompileCounter(); step = torch.compile(b.step, backend=c)
    frames = []
    for i in range(4):
        for p, q in zip(ps, qs): p.grad = torch.full_like(p, 0.5 + i); q.grad = p.grad.clone()
        a.step(); step(); frames.append(c.frame_count)
    print(name, list(kw), all(torch.allclose(p, q, atol=1e-5) for p, q in zip(ps, qs)), frames[-1] <= 2, frames[-1] == frames[1])
