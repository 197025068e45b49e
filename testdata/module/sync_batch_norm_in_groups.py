"""Batch normalisation over processes, which is refused here in training once there is a group."""
import os; os.environ["USE_LIBUV"] = "0"
import torch, torch.distributed as dist
b = torch.nn.SyncBatchNorm(2)
print(b(torch.ones(2, 2)).shape)
dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29793", rank=0, world_size=1)
def t(f):
    try: print(f().shape)
    except Exception as e: print(type(e).__name__, e)
t(lambda: b(torch.ones(2, 2))); b.eval(); t(lambda: b(torch.ones(2, 2)))
b = torch.nn.SyncBatchNorm(2, track_running_stats=False).eval(); t(lambda: b(torch.ones(2, 2)))
