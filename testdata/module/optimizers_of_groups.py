"""Optimizers whose state is divided among processes, and parameters that are averaged from time to time."""
import os
os.environ["USE_LIBUV"] = "0"
import torch, torch.distributed as dist, torch.multiprocessing as mp, torch.nn as nn
from torch.distributed.algorithms.model_averaging.averagers import PeriodicModelAverager
from torch.distributed.optim import PostLocalSGDOptimizer, ZeroRedundancyOptimizer


def model():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 4), nn.Linear(4, 2))


def train(m, optimizer, scheduler=None):
    x = torch.arange(6.).view(2, 3)
    for _ in range(3):
        optimizer.zero_grad()
        m(x).square().sum().backward()
        optimizer.step()
        if scheduler is not None:
            scheduler.step()
    return [p.sum().item() for p in m.parameters()]


def run(rank, world, port, results):
    os.environ["MASTER_ADDR"] = "localhost"
    os.environ["MASTER_PORT"] = str(port)
    dist.init_process_group("gloo", rank=rank, world_size=world)
    said = []
    for view in (False, True):
        a, b = model(), model()
        divided = ZeroRedundancyOptimizer(a.parameters(), torch.optim.Adam, lr=0.05, parameters_as_bucket_view=view)
        plain = torch.optim.Adam(b.parameters(), lr=0.05)
        found = train(a, divided, torch.optim.lr_scheduler.StepLR(divided, 2)), train(b, plain, torch.optim.lr_scheduler.StepLR(plain, 2))
        said.append(("as one does", found[0] == found[1], "of", [[tuple(p.shape) for g in part for p in g["params"]] for part in divided._partition_parameters()], len(divided.optim.state)))
        divided.consolidate_state_dict(to=1)
        try:
            state = divided.state_dict()
            other = ZeroRedundancyOptimizer(model().parameters(), torch.optim.Adam, lr=1.)
            same = all(torch.equal(state["state"][i][k], v) for i, s in plain.state_dict()["state"].items() for k, v in s.items())
            other.load_state_dict(state)
            said.append(("state", same, sorted(state["state"]), state["param_groups"][0]["lr"], len(other.optim.state)))
        except RuntimeError as e:
            said.append(str(e))
    m = model()
    with torch.no_grad():
        m[0].bias += rank
    averaged = PostLocalSGDOptimizer(torch.optim.SGD(m.parameters(), lr=0.001), PeriodicModelAverager(period=2, warmup_steps=1))
    means = []
    for _ in range(4):
        averaged.zero_grad()
        m(torch.ones(1, 3)).sum().backward()
        averaged.step()
        all_ranks = [None] * world
        dist.all_gather_object(all_ranks, m[0].bias.sum().item())
        means.append(all_ranks[0] == all_ranks[1])
    said.append(("averaged", means, averaged.state_dict()["step"]))
    dist.barrier()
    dist.destroy_process_group()
    results.put((rank, said))


def refused(what):
    try:
        return what()
    except (TypeError, ValueError) as e:
        return f"{type(e).__name__}: {e}"


if __name__ == "__main__":
    made = lambda p: lambda: ZeroRedundancyOptimizer(p, torch.optim.SGD, lr=0.1)
    sets = ([], [1], 1, torch.ones(1), [torch.ones(1), torch.ones(1, dtype=torch.double)], [torch.ones(1).to_sparse()], [{"params": [torch.ones(1)]}, 2], [{"lr": 1}])
    for p in sets:
        print(refused(made(p)))
    print(refused(lambda: PeriodicModelAverager(0)))
    context = mp.get_context("spawn")
    results = context.SimpleQueue()
    mp.spawn(run, args=(2, 29641, results), nprocs=2, join=True)
    for rank, said in sorted(results.get() for _ in range(2)):
        for line in said:
            print(rank, *line) if isinstance(line, tuple) else print(rank, line)
