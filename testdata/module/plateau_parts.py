# The parts of ReduceLROnPlateau that callers reach into: the order of its state, its beginning anew, and a step down of their own.
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], 0.1)
scheduler = ReduceLROnPlateau(optimizer, patience=1)
print(scheduler.state_dict())
for loss in (1.0, 2.0, 3.0, 4.0):
    scheduler.step(loss)
print(scheduler.best, scheduler.num_bad_epochs, optimizer.param_groups[0]["lr"])
scheduler._reset()
print(scheduler.best, scheduler.num_bad_epochs, scheduler.cooldown_counter)

seen = []
scheduler._reduce_lr = seen.append
for loss in (1.0, 2.0, 3.0, 4.0, 5.0):
    scheduler.step(loss)
print(seen)
for mode, threshold_mode in (("least", "rel"), ("min", "far")):
    try:
        ReduceLROnPlateau(optimizer, mode, threshold_mode=threshold_mode)
    except ValueError as e:
        print(e)
