# torch.nn.parallel, SyncBatchNorm and torch.distributed on a machine of one process without devices, as scripts guard on them.
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DataParallel, DistributedDataParallel as DDP
from torch.distributed import all_reduce, get_rank, init_process_group, ReduceOp


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


net = nn.Linear(2, 3)
dp = nn.DataParallel(net)
print(dp, dp.module is net, dp.device_ids, DataParallel is nn.DataParallel, list(dp.state_dict()))
print(torch.equal(dp(torch.ones(1, 2)), net(torch.ones(1, 2))), dp.eval().module.training)
attempt(lambda: dp.weight)
attempt(lambda: DDP(net))
print(dist.is_initialized(), torch.distributed.is_nccl_available(), dist.is_torchelastic_launched())
rank = dist.get_rank() if dist.is_available() and dist.is_initialized() else 0
print(rank)
attempt(dist.get_rank)
attempt(dist.get_world_size)
attempt(lambda: all_reduce(torch.ones(1)))
attempt(lambda: dist.foo)

bn = nn.SyncBatchNorm(3)
x = torch.arange(12.0).view(2, 3, 2)
print(bn, bn(x), bn.eval()(x), bn.process_group)
attempt(lambda: bn(torch.ones(3)))
print(nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Sequential(nn.BatchNorm2d(4, affine=False)))))

print(mp.cpu_count() > 0, mp.get_start_method(), mp.get_all_start_methods(), mp.get_sharing_strategy(), mp.current_process().name)
mp.set_start_method("spawn", force=True)
mp.set_sharing_strategy("file_system")
print(mp.get_start_method(), mp.get_sharing_strategy(), mp.get_context("fork").get_start_method())
attempt(lambda: mp.set_start_method("fork"))
attempt(lambda: mp.get_context("bar"))

data = list(range(7))
for options in ({"rank": 1, "shuffle": False}, {"rank": 0, "seed": 3}, {"rank": 1, "drop_last": True}):
    sampler = torch.utils.data.DistributedSampler(data, num_replicas=2, **options)
    sampler.set_epoch(2)
    print(list(sampler), len(sampler))
attempt(lambda: torch.utils.data.distributed.DistributedSampler(data))
attempt(lambda: torch.utils.data.DistributedSampler(data, num_replicas=2, rank=2))
