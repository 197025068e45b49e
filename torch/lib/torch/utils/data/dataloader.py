"""Batches of a data set."""
import torch
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler


_workers = []  # the one whose samples are made


class WorkerInfo:
    """Which worker makes the samples: id, num_workers, seed, dataset."""

    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        return f"WorkerInfo({', '.join(f'{k}={v}' for k, v in vars(self).items())})"


def get_worker_info():
    return _workers[-1] if _workers else None


default_collate_err_msg_format = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
default_collate_fn_map = {}


def collate(batch, *, collate_fn_map=None):
    """A batch of samples; functions of a map by type come before the rules of default_collate."""
    elem = batch[0]
    for types, function in (collate_fn_map or {}).items():
        if isinstance(elem, types):
            return function(batch, collate_fn_map=collate_fn_map)
    if isinstance(elem, dict) and collate_fn_map:
        return {key: collate([d[key] for d in batch], collate_fn_map=collate_fn_map) for key in elem}
    if isinstance(elem, (list, tuple)) and collate_fn_map:
        return [collate(list(samples), collate_fn_map=collate_fn_map) for samples in zip(*batch)]
    return default_collate(batch)


def default_convert(data):
    if isinstance(data, torch.Tensor):
        return data
    if hasattr(data, "__array__") and hasattr(data, "dtype") and data.dtype.kind not in "SUO":
        return torch.as_tensor(data)
    if isinstance(data, dict):
        return {key: default_convert(data[key]) for key in data}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(d) for d in data))
    if isinstance(data, tuple):
        return [default_convert(d) for d in data]
    if isinstance(data, list):
        return [default_convert(d) for d in data]
    return data


def default_collate(batch):
    elem = batch[0]
    if isinstance(elem, torch.Tensor):
        return torch.stack(batch, 0)
    if hasattr(elem, "__array__") and hasattr(elem, "dtype"):  # arrays and scalars of numpy
        if elem.dtype.kind in "SUO":
            raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {elem.dtype}")
        if elem.shape == ():
            return torch.as_tensor(batch)
        return torch.stack([torch.as_tensor(b) for b in batch], 0)
    if isinstance(elem, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(elem, int):
        return torch.tensor(batch)
    if isinstance(elem, (str, bytes)):
        return batch
    if isinstance(elem, dict):
        return {key: default_collate([d[key] for d in batch]) for key in elem}
    if isinstance(elem, tuple) and hasattr(elem, "_fields"):
        return type(elem)(*(default_collate(list(samples)) for samples in zip(*batch)))
    if isinstance(elem, (tuple, list)):
        if not all(len(x) == len(elem) for x in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(list(samples)) for samples in zip(*batch)]
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(elem)}")


class _Iterator:
    def __init__(self, loader):
        self.loader = loader
        self.seed = torch.empty((), dtype=torch.int64).random_(generator=loader.generator).item()
        if loader._iterable:
            self.source = iter(loader.dataset)
        elif loader.batch_sampler is not None:
            self.samples = iter(loader.batch_sampler)
        else:
            self.samples = iter(loader.sampler)

    def __iter__(self):
        return self

    def __next__(self):
        loader = self.loader
        if loader._iterable:
            if loader.batch_size is None:
                return loader.collate_fn(next(self.source))
            batch = []
            for _ in range(loader.batch_size):
                try:
                    batch.append(next(self.source))
                except StopIteration:
                    break
            if not batch or loader.drop_last and len(batch) < loader.batch_size:
                raise StopIteration
            return loader.collate_fn(batch)
        index = next(self.samples)
        if loader.batch_sampler is None:
            return loader.collate_fn(loader.dataset[index])
        if hasattr(loader.dataset, "__getitems__") and loader.dataset.__getitems__:
            return loader.collate_fn(loader.dataset.__getitems__(index))
        return loader.collate_fn([loader.dataset[i] for i in index])


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False,
                 drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *, prefetch_factor=None,
                 persistent_workers=False, pin_memory_device="", in_order=True):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        self.dataset = dataset
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        self.generator = generator
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable and shuffle:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None and not self._iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None and not self._iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        if collate_fn is None:
            batched = batch_sampler is not None or self._iterable and batch_size is not None
            collate_fn = default_collate if batched else default_convert
        self.collate_fn = collate_fn

    def __iter__(self):
        return _Iterator(self)

    def __len__(self):
        if self._iterable:
            n = len(self.dataset)
            if self.batch_size is not None:
                n = n // self.batch_size if self.drop_last else (n + self.batch_size - 1) // self.batch_size
            return n
        return len(self.batch_sampler) if self.batch_sampler is not None else len(self.sampler)
