# States of learning rate schedules: their keys are PyTorch's, schedules of schedules hold the states of these, and objects keep their attributes.
import warnings

import torch
import torch.nn as nn
from torch.optim import SGD, Adam
from torch.optim.lr_scheduler import *

warnings.simplefilter("ignore")


class Ramp:
    def __init__(self, slope):
        self.slope = slope

    def __call__(self, epoch):
        return 1 + self.slope * epoch


def optimizer(cls=SGD, **options):
    first, second = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(3))
    return cls([{"params": [first]}, {"params": [second], "lr": 0.5}], lr=0.05, **options)


def attempt(make):
    try:
        print(type(make()).__name__)
    except Exception as e:
        print(f"{type(e).__name__}: {str(e).splitlines()[0]}")


makers = (lambda o: LambdaLR(o, Ramp(2.0)), lambda o: MultiplicativeLR(o, lambda e: 0.5), lambda o: OneCycleLR(o, [0.1, 1.0], total_steps=8),
          lambda o: CyclicLR(o, 0.01, 0.1, step_size_up=2, cycle_momentum=False), lambda o: CyclicLR(o, 0.01, 0.1, scale_fn=Ramp(1.0), cycle_momentum=False),
          lambda o: CosineAnnealingWarmRestarts(o, 2, 2), lambda o: ReduceLROnPlateau(o, min_lr=[0.01, 0.1]),
          lambda o: SequentialLR(o, [ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)], [2]), lambda o: ChainedScheduler([ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)]))
for make in makers:
    o = optimizer(momentum=0.9)
    schedule = make(o)
    for _ in range(3):
        o.step()
        schedule.step(1.0) if isinstance(schedule, ReduceLROnPlateau) else schedule.step()
    state = schedule.state_dict()
    print(type(schedule).__name__, {k: ([sorted(s) for s in v] if k == "_schedulers" else v) for k, v in sorted(state.items())})
    other = make(optimizer(momentum=0.9))
    other.load_state_dict(state)
    print([round(lr, 6) for lr in other.get_last_lr()], other.last_epoch if hasattr(other, "last_epoch") else "")

rate = torch.tensor(0.5)
o = SGD([nn.Parameter(torch.ones(2))], lr=rate)
schedule = ExponentialLR(o, 0.5)
o.step()
schedule.step()
print(o.param_groups[0]["lr"] is rate, rate, schedule.base_lrs, schedule.get_last_lr())
other = optimizer()
attempt(lambda: ChainedScheduler([StepLR(optimizer(), 1), StepLR(other, 1)]))
attempt(lambda: ReduceLROnPlateau(optimizer(), min_lr=[0.1]))
attempt(lambda: CyclicLR(optimizer(), [0.1], [1.0], cycle_momentum=False))
attempt(lambda: CosineAnnealingWarmRestarts(optimizer(), 2).step(-1))
attempt(lambda: StepLR(optimizer(), 3, last_epoch=2))
grown = optimizer()
plateau = ReduceLROnPlateau(grown, patience=0)
grown.add_param_group({"params": [nn.Parameter(torch.ones(1))]})
for loss in (1.0, 2.0):
    plateau.step(loss)
print([round(lr, 6) for lr in plateau.get_last_lr()])
torch.manual_seed(0)
for cls, options in ((Adam, dict(amsgrad=True)), (SGD, dict(momentum=0.9))):
    p = nn.Parameter(torch.tensor([1.0 + 2.0j, 0.3 - 0.5j]))
    o = cls([p], lr=0.1, **options)
    for _ in range(3):
        o.zero_grad()
        (p * p.conj()).real.sum().backward()
        o.step()
    print(cls.__name__, cls.__module__, p.detach(), [v.dtype for v in o.state[p].values()])
