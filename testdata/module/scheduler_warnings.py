"""Warnings of schedulers of the learning rate: steps in the wrong order, a step that was replaced, an epoch, a rate asked for outside of a step."""
import copy
import warnings

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import (
    ChainedScheduler, ConstantLR, CosineAnnealingWarmRestarts, CyclicLR, ExponentialLR, ReduceLROnPlateau, SequentialLR, StepLR)


def optimizer():
    return torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)


def told(f):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        f()
    print([str(w.message)[:70] for w in found])


opt = optimizer()
s = StepLR(opt, 1)
told(s.step)
told(s.step)
opt = optimizer()
s = StepLR(opt, 1)
opt.step()
told(s.step)
told(lambda: s.step(3))
told(s.get_lr)
opt = optimizer()
s = StepLR(opt, 1)
opt.step = lambda *args: None
told(s.step)
opt = optimizer()
told(CosineAnnealingWarmRestarts(opt, 2).step)
told(lambda: ReduceLROnPlateau(optimizer()).step(1.0, epoch=2))
opt = optimizer()
s = StepLR(opt, 1)
print(hasattr(opt.step, "_wrapped_by_lr_sched"), getattr(opt, "_opt_called", None), opt.step.__name__)
opt.step()
print(opt._opt_called, copy.deepcopy(s).last_epoch, s.state_dict())
opt = optimizer()
told(SequentialLR(opt, [ConstantLR(opt, 0.1, 2), ExponentialLR(opt, 0.9)], milestones=[2]).step)
told(ChainedScheduler([ConstantLR(opt, 0.1, 2), ExponentialLR(opt, 0.9)]).step)
told(CyclicLR(optimizer(), 0.1, 0.2, cycle_momentum=False).step)
meta = nn.Transformer(4, 2, 1, 1, 8, 0.0, device="meta", dtype=torch.float64)
print({(p.device.type, p.dtype) for p in copy.deepcopy(meta).parameters()})
