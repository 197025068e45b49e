"""Collectives of three processes, and a model that two train together."""
import os
os.environ["USE_LIBUV"] = "0"
import torch, torch.distributed as dist, torch.multiprocessing as mp, torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import TensorDataset, DataLoader
from torch.utils.data.distributed import DistributedSampler
def setup(rank, world, port):
    os.environ["MASTER_ADDR"] = "localhost"; os.environ["MASTER_PORT"] = str(port)
    dist.init_process_group("gloo", rank=rank, world_size=world)
def coll(rank, world, port, q):
    setup(rank, world, port)
    out = []
    def say(*a): out.append(" ".join(str(x) for x in a))
    x = torch.arange(2.) + rank
    dist.all_reduce(x); say("ar", x)
    y = torch.full((2,), rank); dist.broadcast(y, src=1); say("bc", y)
    l = [torch.zeros(2, dtype=torch.long) for _ in range(world)]; dist.all_gather(l, torch.full((2,), rank)); say("ag", l)
    t = torch.zeros(2 * world); dist.all_gather_into_tensor(t, torch.full((2,), float(rank))); say("agi", t)
    r = torch.ones(1) * (rank + 1); dist.reduce(r, 0, op=dist.ReduceOp.PRODUCT); say("red", r if rank == 0 else "")
    s = torch.zeros(1); dist.scatter(s, [torch.ones(1) * i for i in range(world)] if rank == 0 else None, src=0); say("sc", s)
    g = [torch.zeros(1) for _ in range(world)] if rank == 0 else None; dist.gather(torch.ones(1) * rank, g, dst=0); say("g", g)
    rs = torch.zeros(2); dist.reduce_scatter(rs, [torch.full((2,), float(rank + i)) for i in range(world)]); say("rs", rs)
    a = torch.arange(world * 2) + 10 * rank; b = torch.zeros(world * 2, dtype=torch.long); dist.all_to_all_single(b, a); say("a2a", b)
    if rank == 0: dist.send(torch.tensor([7.]), 1); z = torch.zeros(1); dist.recv(z, 1); say("p2p", z)
    elif rank == 1: z = torch.zeros(1); src = dist.recv(z); say("p2p", z, src); dist.send(z * 2, 0)
    w = dist.isend(torch.ones(1) * rank, (rank + 1) % world); v = torch.zeros(1); dist.irecv(v, (rank - 1) % world).wait(); w.wait(); say("ring", v)
    o = [None] * world; dist.all_gather_object(o, {"r": rank}); say("ago", o)
    bl = [rank, "a"] ; dist.broadcast_object_list(bl, src=0); say("bol", bl)
    w = dist.all_reduce(x, async_op=True); w.wait(); say("async", x)
    grp = dist.new_group([0, 1]); 
    if rank < 2:
        u = torch.ones(1) * (rank + 1); dist.all_reduce(u, group=grp, op=dist.ReduceOp.MAX); say("grp", u, dist.get_rank(grp), dist.get_world_size(grp))
    dist.barrier(); dist.destroy_process_group()
    q.put((rank, out))
class M(nn.Module):
    def __init__(self):
        super().__init__(); self.a = nn.Linear(4, 8); self.bn = nn.BatchNorm1d(8); self.b = nn.Linear(8, 2); self.un = nn.Linear(2, 2)
    def forward(self, x): return self.b(torch.relu(self.bn(self.a(x))))
def train(rank, world, port, q, unused):
    setup(rank, world, port)
    torch.manual_seed(rank)
    m = DDP(M(), find_unused_parameters=unused)
    g = torch.Generator().manual_seed(0)
    ds = TensorDataset(torch.randn(20, 4, generator=g), torch.randint(0, 2, (20,), generator=g))
    sampler = DistributedSampler(ds, num_replicas=world, rank=rank, shuffle=True)
    dl = DataLoader(ds, batch_size=5, sampler=sampler)
    opt = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)
    out = []
    try:
        for ep in range(2):
            sampler.set_epoch(ep)
            for x, y in dl:
                opt.zero_grad(); loss = nn.functional.cross_entropy(m(x), y); loss.backward(); opt.step()
                out.append(round(loss.item(), 4))
        with m.no_sync(): m(x).sum().backward()
        m(x).sum().backward()
        out.append([round(p.grad.abs().sum().item(), 3) if p.grad is not None else None for p in m.parameters()])
        out.append(round(sum(p.sum().item() for p in m.module.parameters() if p is not m.module.un.weight), 4)); out.append(round(m.module.bn.running_mean.sum().item(), 4))
    except RuntimeError as e: out.append(str(e)[:100])
    q.put((rank, out))
    dist.barrier()
    dist.destroy_process_group()
if __name__ == "__main__":
    ctx = mp.get_context("spawn")
    for k, world in enumerate((3,)):
        q = ctx.Queue()
        c = mp.spawn(coll, args=(world, 29611 + k, q), nprocs=world, join=False)
        for rank, out in sorted(q.get() for _ in range(world)):
            for line in out: print(rank, line)
        c.join()
    for k, unused in enumerate((True, False)):
        q = ctx.Queue()
        c = mp.spawn(train, args=(2, 29621 + k, q, unused), nprocs=2, join=False)
        for r in sorted(q.get() for _ in range(2)): print(r)
        while not c.join(): pass
