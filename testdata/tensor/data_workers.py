# Data loaders with workers: copies of the data set, seeds, order, errors; and schedules that cycle rates and momenta.
import random
import torch
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR, ReduceLROnPlateau
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info

fork = {"multiprocessing_context": "fork"}


class Numbers(Dataset):
    def __init__(self, n):
        self.n, self.calls = n, 0

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        self.calls += 1
        info = get_worker_info()
        return i, self.calls, -1 if info is None else info.id


class Stream(IterableDataset):
    def __iter__(self):
        info = get_worker_info()
        first, step = (0, 1) if info is None else (info.id, info.num_workers)
        return iter(range(first, 7, step))


class Draws(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return torch.rand(1).item(), random.random()


data = Numbers(5)
for batch in DataLoader(data, batch_size=2, num_workers=2, **fork):
    print(batch)
print(data.calls, list(DataLoader(data, batch_size=3)), data.calls)
print(list(DataLoader(Stream(), batch_size=2)), list(DataLoader(Stream(), batch_size=2, num_workers=2, **fork)), list(DataLoader(Stream(), batch_size=2, num_workers=3, drop_last=True, **fork)))
torch.manual_seed(0)
before = torch.get_rng_state()
loaded = list(DataLoader(Draws(), batch_size=None, num_workers=2, **fork, generator=torch.Generator().manual_seed(3)))
print(loaded, torch.equal(before, torch.get_rng_state()))
started = []
list(DataLoader(Numbers(3), num_workers=1, worker_init_fn=started.append, **fork))
print(list(DataLoader([("x", 1), ("y", 2)], batch_size=2)), len(iter(DataLoader(range(5), batch_size=2))))


class Broken(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        raise KeyError("no such sample")


for workers in (0, 2):
    try:
        list(DataLoader(Broken(), num_workers=workers, **(fork if workers else {})))
    except KeyError as e:
        print(str(e).splitlines()[0])
for options in (dict(timeout=-1), dict(prefetch_factor=2), dict(persistent_workers=True), dict(batch_size=None, drop_last=True)):
    try:
        DataLoader(data, **options)
    except ValueError as e:
        print(e)
try:
    list(DataLoader(data, timeout=1))
except AssertionError as e:
    print(e)
print(torch.optim.Adam([torch.ones(1)], betas=(torch.tensor([0.9]), torch.tensor([[0.99]]))).defaults["betas"])

weight = torch.nn.Parameter(torch.ones(1))


def trace(make, steps, momentum=0.9, step=lambda s, k: s.step()):
    optimizer = torch.optim.SGD([weight], lr=0.1, momentum=momentum)
    schedule = make(optimizer)
    for k in range(steps):
        group = optimizer.param_groups[0]
        print(f"{group['lr']:.6f}/{group['momentum']:.6f}", end=" ")
        optimizer.step()
        step(schedule, k)
    print()


trace(lambda o: CyclicLR(o, 0.1, 1.0, step_size_up=2), 6)
trace(lambda o: CyclicLR(o, 0.1, 1.0, step_size_up=2, step_size_down=3, mode="triangular2"), 8)
trace(lambda o: CyclicLR(o, 0.1, 1.0, step_size_up=2, mode="exp_range", gamma=0.9, cycle_momentum=False), 6)
trace(lambda o: CyclicLR(o, 0.1, 1.0, step_size_up=2, scale_fn=lambda x: 0.5**x, scale_mode="iterations"), 5)
trace(lambda o: OneCycleLR(o, 1.0, total_steps=6), 6)
trace(lambda o: OneCycleLR(o, 1.0, epochs=2, steps_per_epoch=3, anneal_strategy="linear", three_phase=True), 6)
trace(lambda o: CosineAnnealingWarmRestarts(o, 2, T_mult=2), 7)
trace(lambda o: ReduceLROnPlateau(o, patience=1, factor=0.5, cooldown=1), 8, step=lambda s, k: s.step(1.0))
