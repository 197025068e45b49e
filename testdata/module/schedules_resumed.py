# Schedules that go on from a later epoch, sequences with milestones in front, and what they refuse.
import warnings

import torch
from torch import optim
from torch.optim import lr_scheduler as S


def groups():
    first = {"params": [torch.zeros(1, requires_grad=True)], "lr": 0.5}
    return optim.SGD([first, {"params": [torch.zeros(1, requires_grad=True)]}], lr=1.0, momentum=0.9)


def told(label, f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            r = f()
        except Exception as e:
            r = (type(e).__name__, str(e)[:200])
    print(label, r, [str(w.message)[:60] for w in seen])


KINDS = {
    "MultiplicativeLR": dict(lr_lambda=lambda e: 0.5), "LinearLR": {}, "ConstantLR": {}, "StepLR": dict(step_size=2), "PolynomialLR": {},
    "ExponentialLR": dict(gamma=0.5), "CosineAnnealingLR": dict(T_max=4), "CosineAnnealingWarmRestarts": dict(T_0=2, T_mult=2),
}


def resumed(kind, last_epoch):
    o = groups()
    for g in o.param_groups:
        g["initial_lr"] = g["lr"]
    s = getattr(S, kind)(o, last_epoch=last_epoch, **KINDS[kind])
    rates = [s.get_last_lr()]
    for _ in range(2):
        o.step()
        s.step()
        rates.append([round(r, 6) for r in s.get_last_lr()])
    return rates, s.last_epoch


for kind in KINDS:
    for last_epoch in (-1, 0, 1, 4, 5):
        told((kind, last_epoch), lambda: resumed(kind, last_epoch))

constant, falling = (lambda o: S.ConstantLR(o, 0.1, 2)), (lambda o: S.ExponentialLR(o, 0.9))


def sequence(milestones):
    o = groups()
    s = S.SequentialLR(o, [constant(o), falling(o), S.LinearLR(o)][: len(milestones) + 1], milestones=milestones)
    rates = [s.get_last_lr()]
    for _ in range(4):
        o.step()
        s.step()
        rates.append(([round(r, 6) for r in s.get_last_lr()], [x.last_epoch for x in s._schedulers]))
    return rates


for milestones in ([0], [1], [0, 0], [1, 3], [3, 1], [0, 2]):
    told(milestones, lambda: sequence(milestones))

told("plateau", lambda: S.ChainedScheduler([S.ReduceLROnPlateau(groups())]))
told("number", lambda: S.ChainedScheduler([falling(groups()), 3]))
for kind, args in (("CyclicLR", (0.1, 1.0)), ("OneCycleLR", (1.0, 5)), ("LambdaLR", ()), ("MultiplicativeLR", ())):
    told(kind, lambda: getattr(S, kind)(3, *args))
cycles = S.CyclicLR(groups(), 0.1, 1.0, mode="exp_range", gamma=0.9, step_size_up=2)
print(sorted(cycles.state_dict()), cycles._scale_fn_ref(2), cycles.scale_mode)
told("rate", lambda: optim.Adam([torch.zeros(1, requires_grad=True)], lr="x"))
