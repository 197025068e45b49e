# Compiled steps of optimizers with a learning rate that is a tensor or with foreach: one frame, as many as PyTorch has; foreach with Nesterov momentum adds to the gradients themselves.
import torch
from torch._dynamo.testing import CompileCounter


def gradients(n=2):
    return [torch.arange(float(k * 3)).reshape(k, 3) / 7 - 0.4 for k in range(1, n + 1)]


ways = [dict(), dict(foreach=True), dict(foreach=False), dict(maximize=True), dict(weight_decay=0.1, foreach=True)]
for name, extra in (("SGD", {}), ("SGD", dict(momentum=0.9, nesterov=True)), ("RMSprop", {}), ("RMSprop", dict(momentum=0.9, centered=True)), ("Adadelta", {}), ("Adagrad", {})):
    for way in ways:
        for capturable in (False, True) if name in ("RMSprop", "Adadelta") else (None,):
            torch._dynamo.reset()
            kw = dict(lr=torch.tensor(0.05), **extra, **way, **({} if capturable is None else dict(capturable=capturable)))
            ps, qs = ([torch.ones_like(g).requires_grad_() for g in gradients()] for _ in range(2))
            for some in (ps, qs):
                for p, g in zip(some, gradients()):
                    p.grad = g
            counter = CompileCounter()
            plain = getattr(torch.optim, name)(ps, **{**kw, "capturable": False} if capturable else kw)
            step = torch.compile(getattr(torch.optim, name)(qs, **kw).step, backend=counter)
            for _ in range(2):
                plain.step()
                step()
            print(name, *extra, *way, capturable, counter.frame_count, all(torch.allclose(p, q, atol=1e-6) for p, q in zip(ps, qs)), [round(p.sum().item(), 4) for p in ps])

for complex in (False, True):
    for way in (dict(foreach=True), dict(foreach=False), dict(foreach=True, maximize=True), dict(foreach=True, weight_decay=0.5), dict(foreach=True, nesterov=False)):
        p = torch.ones(4, dtype=torch.complex64 if complex else torch.float32, requires_grad=True)
        p.grad = torch.ones_like(p)
        given = p.grad
        opt = torch.optim.SGD([p], lr=0.5, momentum=0.5, **{"nesterov": True, **way})
        opt.step()
        opt.step()
        print(complex, way, p.grad.tolist(), given is p.grad, p.tolist())
