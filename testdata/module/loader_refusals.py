# What loaders and data sets refuse or warn of: attributes that are fixed, lengths that lie, stacks of data sets, empty splits, contexts.
import warnings

import torch
from torch.utils.data import ChainDataset, DataLoader, Dataset, IterableDataset, StackDataset, random_split


class Stream(IterableDataset):
    def __repr__(self):
        return "Stream()"

    def __iter__(self):
        return iter(range(5))

    def __len__(self):
        return 3


class Tens(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        return i

    def __getitems__(self, indices):
        return [10 * i for i in indices]


def attempt(make):
    try:
        print(make())
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    for size in (1, 2, None):
        loader = DataLoader(Stream(), batch_size=size)
        print(len(loader), [b if size is None else b.tolist() for b in loader])
    print([len(part) for part in random_split(range(3), [0.9, 0.1])])
    for w in seen:
        print(w.message)
loader = DataLoader([1, 2, 3])
for name in ("batch_size", "sampler", "dataset", "persistent_workers"):
    attempt(lambda: setattr(loader, name, 1))
loader.num_workers = 0
print([c.__name__ for c in type(iter(loader)).__mro__])
attempt(lambda: StackDataset(Tens(), [1, 2, 3]).__getitems__([0, 2]))
attempt(lambda: StackDataset(a=Tens(), b=Tens())[1])
attempt(lambda: StackDataset())
attempt(lambda: StackDataset([1], a=[1]))
attempt(lambda: list(ChainDataset([Tens()])))
attempt(lambda: DataLoader([1], num_workers=1, multiprocessing_context="threads"))
attempt(lambda: DataLoader([1], num_workers=1, multiprocessing_context=5))
