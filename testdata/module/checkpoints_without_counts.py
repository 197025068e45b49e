"""Checkpoints that lack the number of batches of batch norms load."""
import torch, torch.nn as nn
for m in (nn.BatchNorm2d(2), nn.InstanceNorm1d(2, track_running_stats=True), nn.SyncBatchNorm(2), nn.BatchNorm1d(2, track_running_stats=False)):
    m.train()
    sd = m.state_dict(); plain = {k: v + 1 for k, v in sd.items() if "num_batches" not in k}
    print(type(m).__name__, m.load_state_dict(plain, strict=False), m.state_dict().get("num_batches_tracked"))
    sd2 = m.state_dict(); sd2.pop("num_batches_tracked", None)
    print(m.load_state_dict(sd2, strict=False))
    try: print(m.load_state_dict(plain))
    except Exception as e: print(e)
