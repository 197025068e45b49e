# Workers of data loaders are processes: pickled copies of the data set, seeds of three generators, passes of kept workers, ends of streams, pipes, errors.
import os
import random
import time

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info
from torch.utils.data.datapipes.iter import IterableWrapper


class Draws(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i > 3:
            raise IndexError(f"no sample {i}")
        return random.random(), torch.rand(()).item(), np.random.rand(), get_worker_info().seed, os.getpid(), torch.get_num_threads()


class Stream(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(range(self.n + get_worker_info().id))


class Slow(Dataset):
    def __getitem__(self, i):
        time.sleep(5 * i)
        return i


def seeded(k):
    torch.manual_seed(k)


if __name__ == "__main__":
    torch.manual_seed(0)
    loader = DataLoader(Draws(), num_workers=2, persistent_workers=True)
    pids = set()
    for _ in range(2):
        for batch in loader:
            print([round(x.item(), 5) for x in batch[:4]], batch[5].item(), batch[1].is_shared())
            pids.add(batch[4].item())
    print(len(pids), os.getpid() in pids, loader._iterator is iter(loader))
    print([[round(x, 4) for x in b[1].tolist()] for b in DataLoader(Draws(), 2, num_workers=2, worker_init_fn=seeded)])
    for n in (2, 5):
        print([b.tolist() for b in DataLoader(Stream(n), num_workers=2, batch_size=2)], list(DataLoader(Stream(n), num_workers=2, batch_size=None, prefetch_factor=1)))
    pipe = IterableWrapper(range(8)).shuffle().sharding_filter()
    for workers in (0, 2):
        loader = DataLoader(pipe, batch_size=2, num_workers=workers, shuffle=True)
        print([b.tolist() for b in loader], [b.tolist() for b in loader], torch.rand(()).item())
    for loader in (DataLoader(Draws(), num_workers=1, sampler=[0, 9]), DataLoader(Slow(), num_workers=1, sampler=[0, 1], timeout=2)):
        try:
            print(len(list(loader)))
        except (IndexError, RuntimeError) as e:
            print(type(e).__name__, str(e).splitlines()[0], str(e).splitlines()[-1])
    batches = iter(DataLoader(range(9), num_workers=2))
    print(next(batches), [w.is_alive() and w.daemon for w in batches._workers])
